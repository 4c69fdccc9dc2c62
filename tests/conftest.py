"""How long the property tests look, and what is said when the browser tests did not run.

HYPOTHESIS_PROFILE=mutants is the short look, =long the long one, as in `make simulate`.
"""

import os
import sys
import threading

import pytest
from hypothesis import settings

settings.register_profile("default", deadline=None, print_blob=True, max_examples=25)
settings.register_profile("long", settings.get_profile("default"), max_examples=100)
settings.register_profile(
    "mutants", settings.get_profile("default"), max_examples=10, derandomize=True
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

os.environ["TACIT_TEST_EQUAL_PRIORITY"] = "yes"  # for all processes that tests start

UNMEASURED = (
    "tests/arena/",
    "tests/bots/",
    "tests/cli/test_arena",
    "tests/cli/test_check_bot",
    "tests/cli/test_simulate",
    "tests/envs/",
    "tests/games/extreme/kernel/",
    "tests/games/extreme/test_leading.py",
    "tests/games/extreme/test_partners.py",
    "tests/games/extreme/test_review.py",
    "tests/games/extreme/test_teams.py",
    "tests/games/extreme/test_vector_env.py",
    "tests/games/mindup/test_kernel.py",
    "tests/games/mindup/test_openspiel.py",
    "tests/games/mindup/test_puzzles.py",
    "tests/games/mindup/test_raven.py",
    "tests/games/mindup/test_review",
    "tests/games/mindup/test_strong_bots.py",
    "tests/games/mindup/test_swift.py",
    "tests/games/mindup/test_vector_env.py",
    "tests/judge/",
    "tests/properties/",
    "tests/simulation/",
    "tests/table/test_live_worlds.py",
    "tests/table/fairtime/test_fair.py::test_lying_about_time",
    "tests/table/fairtime/test_fair.py::test_presses",
)


def pytest_terminal_summary(terminalreporter):
    """Nobody shall take a run without a browser for a whole one."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = {
        str(report.longrepr[2]).removeprefix("Skipped: ")
        for report in skipped
        if report.nodeid.startswith("tests/browser/")
    }
    if reasons:
        terminalreporter.section("THE BROWSER TESTS DID NOT RUN", sep="!", red=True, bold=True)
        for reason in sorted(reasons):
            terminalreporter.line(reason, red=True, bold=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    """Do not measure the coverage of what plays thousands of games: it takes thrice as long.

    What they run is run by other tests as well, which say what they are about. (The mark no_cover
    of pytest-cov has no effect in the worker processes of xdist, which begin to measure twice.)
    """
    if not (item.config.pluginmanager.hasplugin("_cov") and item.nodeid.startswith(UNMEASURED)):
        return (yield)
    tracing, in_threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracing)
        threading.settrace(in_threads)


collect_ignore = ["others"]
"""Games of other people: only the tests that install them know them."""
