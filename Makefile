# `make play` plays, `make test` checks everything. Both set up what they need in .venv.
PYTHON ?= python3
BIN := .venv/bin
APP := $(shell find web -path web/node_modules -prune -o -type f -print)
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# A lock names all that is needed, so nothing is looked up beside it: a release made after the lock
# was written must not be able to change what is installed, nor to stop it.
LOCKED := --no-deps --require-hashes
# Tests wait for processes, clocks and disks more than they compute: with two more at once than there
# are cores, no core idles.
AT_ONCE := $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 2)')
PYTEST := $(BIN)/pytest -n $(AT_ONCE) --dist worksteal

.PHONY: help play watch test browser by-ear browsers records tutorials invitations screenshots simulate cluster cluster-test ray-test wheel-test image-test compose-test pythons fuzz attack mutants bench docs dist lock
.DEFAULT_GOAL := help

help:
	@echo "make play     set up and run the site: play in the browser"
	@echo "make watch    set up and watch a game of each kind in the terminal"
	@echo "make test     set up and run every check"
	@echo "make browser  play whole games in a real Chromium"
	@echo "make browsers begin both games in WebKit, as on iPhones, and in Firefox"
	@echo "make bench    print the benchmarks"
	@echo "make records  write the records of Python as TypeScript for the app"
	@echo "make mutants  change the rulebooks in small ways and see whether the tests notice"
	@echo "make simulate 10,000 whole games under faults, in a simulated world"
	@echo "make cluster  PostgreSQL, Caddy and three nodes on this machine: play on them"
	@echo "make cluster-test  the same, played by hundreds while nodes are killed, paused and cut off"
	@echo "make ray-test a tournament and reviews on a Ray cluster of two, one of which is killed"
	@echo "make wheel-test  the wheel run by uvx, by pipx, and where nothing but games can be written"
	@echo "make image-test  the container image built and started, without a registry (root)"
	@echo "make compose-test  both compose files brought up by Podman, played on and broken (root)"
	@echo "make pythons  the unit tests on every declared Python that is on the machine"
	@echo "make fuzz     a million random messages"
	@echo "make attack   every known attack at full strength"
	@echo "make invitations  the pictures that messengers show of an invitation"
	@echo "make screenshots  pictures of the site into out/screenshots and docs/images; ONLY=\"clubs de\" for a few"
	@echo "make docs     build docs/ as a site, into out/site"
	@echo "make dist     build what is uploaded for a release, into dist/"
	@echo "make lock     write the lock files"

.venv/pyvenv.cfg:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tacit needs Python 3.11 or newer; say: make PYTHON=python3.11 …")'
	$(PYTHON) -m venv .venv

.venv/play.stamp: .venv/pyvenv.cfg requirements.lock pyproject.toml $(APP)
	$(PIP) install $(LOCKED) -r requirements.lock
	@# With the tools of the lock: what builds the site is pinned by hash like what runs it.
	$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

.venv/test.stamp: .venv/pyvenv.cfg requirements-dev.lock pyproject.toml $(APP)
	$(PIP) install $(LOCKED) -r requirements-dev.lock
	$(PIP) install --no-deps --no-build-isolation --editable .
	@# The browser tests need a Chromium; where the system's packages may be installed, they are. The
	@# one without windows of its own is not packaged everywhere, and needs a third of the time.
	@[ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null || exit 0; \
		command -v chromium >/dev/null && command -v chromium-headless-shell >/dev/null && exit 0; \
		apt-get update -qq; apt-get install -yqq chromium >/dev/null; \
		apt-get install -yqq chromium-headless-shell >/dev/null 2>&1 || true
	@touch $@ .venv/play.stamp


play: .venv/play.stamp
	@mkdir -p data
	@$(BIN)/tacit serve --db data/tacit.db

watch: .venv/play.stamp
	@for game in mindup extreme; do \
		$(BIN)/tacit simulate $$game --out out/watch >/dev/null --seed $$(date +%s) || exit; \
		$(BIN)/tacit replay "$$(ls -t out/watch/$$game-* | head -1)" || exit; \
	done
	@echo "Those were two games between bots; their replays are in out/watch."

# Hundreds of tests start a process: let Python keep what it compiled, also where it is told not to.
test browser: export PYTHONDONTWRITEBYTECODE :=

test: .venv/test.stamp
	@# What Numba compiles is compiled meanwhile, the first time only.
	@nice $(BIN)/python -m tests.warm >/dev/null 2>&1 &
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm run --silent check
	cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm run --silent test
	$(PYTEST) --cov --cov-report=term --ignore=tests/browser --ignore=tests/browsers
	$(BIN)/python -m tests.coverage
	$(PYTEST) --reruns 1 -rR tests/browser

browser: .venv/test.stamp
	$(PYTEST) --reruns 1 -rR tests/browser

# What every iPhone has and Firefox, where they are installed or may be; -rs says what did not run.
by-ear: .venv/test.stamp
	TACIT_BY_EAR=whole $(BIN)/pytest -q tests/browser/test_by_ear.py

browsers: .venv/test.stamp
	@{ command -v WebKitWebDriver && command -v Xvfb && command -v firefox-esr; } >/dev/null || \
		{ [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && \
		apt-get install -yqq webkit2gtk-driver xvfb firefox-esr >/dev/null; } || \
		echo "Not everything could be installed; what is missing is said below."
	$(BIN)/pytest tests/browsers -v -rs

bench: .venv/test.stamp
	$(BIN)/tacit bench engine
	$(BIN)/tacit bench kernel
	$(BIN)/tacit bench store
	$(BIN)/tacit bench server
	$(BIN)/tacit bench envs

records: .venv/test.stamp
	$(BIN)/python web/generate.py

tutorials: .venv/test.stamp
	$(BIN)/python web/record_tutorials.py

invitations: .venv/test.stamp
	$(BIN)/python web/invitation_pictures.py

screenshots: .venv/test.stamp
	$(BIN)/python web/screenshots.py $(ONLY)

simulate: .venv/test.stamp
	$(BIN)/python -m tests.simulation --runs 10000
	@# And the property tests four times as long as `make test` does.
	HYPOTHESIS_PROFILE=long $(BIN)/pytest -n auto tests/properties tests/table/test_live_worlds.py tests/envs

attack: .venv/test.stamp
	$(BIN)/python -m tests.attacks
	$(BIN)/tacit bench hostile --check
	TACIT_TEST_KILLS=26 $(BIN)/pytest tests/server/test_crashes.py

# PostgreSQL, Caddy and three nodes on this machine; and the same, played on and broken.
cluster: .venv/test.stamp
	@$(BIN)/python -m tests.cluster

cluster-test: .venv/test.stamp
	$(BIN)/python -m tests.cluster.breaking

# Ray is as large as all the rest, so it has an environment of its own, which sees that of the tests.
.venv/ray.stamp: .venv/test.stamp requirements-ray.lock
	$(BIN)/python -m venv .venv/ray
	.venv/ray/bin/python -m pip --disable-pip-version-check --quiet install $(LOCKED) -r requirements-ray.lock
	$(BIN)/python -c "import site; print('import site; site.addsitedir(%r)' % site.getsitepackages()[0])" \
		> "$$(.venv/ray/bin/python -c 'import site; print(site.getsitepackages()[0])')/tests.pth"
	@touch $@

ray-test: .venv/ray.stamp
	.venv/ray/bin/python -m tests.arena.ray_cluster

wheel-test: .venv/test.stamp
	$(BIN)/python -m tests.wheel

image-test: .venv/test.stamp
	$(BIN)/python -m tests.image

compose-test: .venv/test.stamp
	$(BIN)/python -m tests.compose

# Each in an environment of its own, from the lock, in .venv/pythons; says which were missing.
pythons: .venv/test.stamp
	$(BIN)/python -m tests.pythons

fuzz: .venv/test.stamp
	$(BIN)/python -m tests.server.fuzz --messages 1000000 --seed 1

mutants: .venv/test.stamp
	HYPOTHESIS_PROFILE=mutants $(BIN)/mutmut run
	$(BIN)/python tests/mutants.py

docs: .venv/docs.stamp
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "The site is in out/site: open out/site/index.html"

.venv/docs.stamp: .venv/play.stamp requirements-docs.lock
	$(PIP) install $(LOCKED) -r requirements-docs.lock
	@touch $@

dist: .venv/play.stamp
	$(BIN)/python -m hatchling build
	@ls -l dist

lock:
	uv pip compile --universal --generate-hashes --python-version 3.11 --quiet \
		--no-header --no-annotate --extra server --extra bots --extra pictures --extra postgres --extra build pyproject.toml -o requirements.lock
	uv pip compile --universal --generate-hashes --python-version 3.11 --quiet \
		--no-header --no-annotate --extra dev pyproject.toml -o requirements-dev.lock
	uv pip compile --universal --generate-hashes --python-version 3.11 --quiet \
		--no-header --no-annotate --extra docs --constraint requirements-dev.lock pyproject.toml -o requirements-docs.lock
	uv pip compile --universal --generate-hashes --python-version 3.11 --quiet \
		--no-header --no-annotate --extra ray --constraint requirements-dev.lock pyproject.toml -o requirements-ray.lock
