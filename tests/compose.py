"""`make compose-test`: the compose files of deploy/ brought up by Podman, at the ports they name.

One node with SQLite: a game is begun, the container is thrown away, and the next one has the game.
Three nodes with PostgreSQL and Caddy: a game goes on when its node is killed, and again. What the
images of others would bring comes from what is here instead, under their names: a Debian made by
debootstrap for Python's, and the PostgreSQL and the Caddy of the tests. So this shows that our
services, variables, volumes, names and ports fit together, not that those images do. It needs root,
and nothing is left on the machine but the packages it installed.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
from bench.start import first_card

from tacit.server.cluster.workers import caddy_program
from tests.cluster.postgres import WHEEL
from tests.image import debian
from tests.server.client import HungUp, people

ROOT = Path(__file__).parents[1]
NEEDS = ("podman", "runc", "netavark", "aardvark-dns", "debootstrap")
PROJECT = "tacit-test"
COMPOSE = "podman-compose==1.6.0"
PYTHON, POSTGRES, CADDY = (
    f"docker.io/library/{name}" for name in ("python:3.13-slim", "postgres:18", "caddy:2")
)
CONFIGURATION = """\
[containers]
# Else it asks for more than some machines allow.
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
# The one that knows all kinds of control groups.
runtime = "runc"
cgroup_manager = "cgroupfs"
"""
ANSWERS_WITHIN = 120.0
STAND_INS = {
    POSTGRES: f"""\
FROM {PYTHON}
COPY {WHEEL} /wheel/{WHEEL}
COPY {WHEEL}.libs /wheel/{WHEEL}.libs
COPY postgres.sh /
ENV PATH=/wheel/{WHEEL}/pginstall/bin:/usr/bin:/bin:/usr/sbin:/sbin PGHOST=/tmp
ENTRYPOINT ["/bin/sh", "/postgres.sh"]
""",
    CADDY: f"""\
FROM {PYTHON}
COPY caddy /usr/bin/caddy
ENTRYPOINT ["/usr/bin/caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
""",
}
AS_POSTGRES = """\
set -e
data=/var/lib/postgresql/data
as() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
mkdir -p $data && chown 65534:65534 $data && chmod 700 $data
if [ ! -s $data/PG_VERSION ]; then
    printf %s "$POSTGRES_PASSWORD" > /tmp/password
    as initdb -D $data -U "$POSTGRES_USER" -A scram-sha-256 --pwfile=/tmp/password
    echo "host all all all scram-sha-256" >> $data/pg_hba.conf
    export PGPASSWORD="$POSTGRES_PASSWORD"
    as pg_ctl -D $data -w -o "-h '' -k /tmp" start
    as psql -U "$POSTGRES_USER" -d postgres -c "CREATE DATABASE $POSTGRES_DB"
    as pg_ctl -D $data -w stop
fi
exec setpriv --reuid=65534 --regid=65534 --clear-groups postgres -D $data -h '*' -k /tmp
"""


def missing():
    """Return the packages that are not on this machine; they are installed where that may be."""

    def gone():
        asked = ["dpkg-query", "--show", "--showformat=${Status}"]
        states = {
            name: subprocess.run([*asked, name], check=False, capture_output=True, text=True).stdout
            for name in NEEDS
        }
        return [name for name, state in states.items() if "install ok installed" not in state]

    if gone() and not os.geteuid() and shutil.which("apt-get"):
        installs = ["apt-get", "install", "-yqq", "--no-install-recommends", *gone()]
        subprocess.run(installs, check=False, capture_output=True)
    return gone()


class Engine:
    """Podman with a store of its own, and podman-compose."""

    def __init__(self, folder):
        self._folder = folder
        venv.create(folder / "tools", with_pip=True)
        pip = [folder / "tools" / "bin" / "pip", "install", "--quiet", "--quiet", COMPOSE]
        subprocess.run(pip, check=True)
        conf = folder / "containers.conf"
        conf.write_text(CONFIGURATION)
        self._own = ["--root", f"{folder}/store", "--runroot", f"{folder}/run"]
        isolation = {"BUILDAH_ISOLATION": "chroot"}
        self._env = os.environ | isolation | {"CONTAINERS_CONF": str(conf)}

    def podman(self, *words, told=None, check=True):
        """Do something; return what it printed."""
        ran = subprocess.run(
            ["podman", *self._own, *map(str, words)],
            env=self._env,
            cwd=ROOT,
            input=told,
            check=check,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if not check else subprocess.PIPE,
        )
        return ran.stdout.decode().strip()

    def compose(self, file, *words, **variables):
        """Do something with all services of a file."""
        print("compose", file, *words[:1], flush=True)
        # With this machine's certificates: whatever stands between it and PyPI may have its own.
        build = "--isolation=chroot --network=host -v /etc/ssl/certs:/etc/ssl/certs:ro"
        ran = subprocess.run(
            [
                *(self._folder / "tools" / "bin" / "podman-compose", "--in-pod", "false"),
                *("--podman-args", " ".join(self._own), "--podman-build-args", build),
                *("-p", PROJECT, "-f", f"deploy/{file}", *words),
            ],
            env=self._env | variables,
            cwd=ROOT,
            check=False,
            capture_output=True,
            text=True,
        )
        if ran.returncode:
            said = (ran.stdout + ran.stderr)[-4000:]
            raise RuntimeError(f"compose {' '.join(words)} failed:\n{said}")

    @asynccontextmanager
    async def up(self, file, **variables):
        """Bring a file's services up, and everything of them down again."""
        try:
            self.compose(file, "up", "--build", "--detach", **variables)
            yield
        except BaseException:
            for name in self.podman("ps", "--all", "--format", "{{.Names}}").split():
                print(f"--- {name}\n{self.podman('logs', '--tail', '15', name, check=False)}")
            raise
        finally:
            try:
                self.compose(file, "down", "--volumes", **variables)
            finally:
                self.podman("rm", "--all", "--force", check=False)
                self.podman("network", "rm", "--force", f"{PROJECT}_default")

    def make_stand_ins(self):
        """Make what would come from a registry."""
        packs = ["tar", "-C", debian(self._folder), "-c", "."]
        packed = subprocess.run(packs, check=True, capture_output=True)
        self.podman("import", "-", PYTHON, told=packed.stdout)
        context = self._folder / "stand-ins"
        found = importlib.util.find_spec(WHEEL)
        for name in (WHEEL, f"{WHEEL}.libs"):
            shutil.copytree(Path(found.origin).parents[1] / name, context / name, symlinks=True)
        shutil.copy(caddy_program(), context / "caddy")
        (context / "postgres.sh").write_text(AS_POSTGRES)
        for name, text in STAND_INS.items():
            (context / "Containerfile").write_text(text)
            self.podman("build", "-t", name, context)


async def answers(url):
    """Wait until a site answers; return the seconds that took."""
    begin = time.monotonic()
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=5)) as session:
        while True:
            try:
                async with session.get(f"{url}/readyz") as answer:
                    if answer.status == 200:
                        return time.monotonic() - begin
            except (aiohttp.ClientError, TimeoutError):
                pass
            assert time.monotonic() - begin < ANSWERS_WITHIN, f"{url} does not answer"
            await asyncio.sleep(0.2)


async def one_node(engine):
    """Play, throw the container away, and find the game in the next."""
    url = "http://127.0.0.1:8000"
    async with engine.up("compose.yaml"):
        seconds = await answers(url)
        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
            await first_card(session, url)
        print(f"one node: answers after {seconds:.1f} s, and plays", flush=True)
        (name,) = engine.podman("ps", "--format", "{{.Names}}").split()
        engine.podman("healthcheck", "run", name)
        assert engine.podman("exec", name, "id", "-u") == "10001"
        tried = engine.podman("exec", name, "touch", "/tacit/bin/tacit", check=False)
        assert "cannot touch" in tried
        async with people(url, "Ann", "Ben") as (ann, ben):
            table = await ann.open("mindup")
            await ben.join(table)
            engine.compose("compose.yaml", "down")
            engine.compose("compose.yaml", "up", "--detach")
            await answers(url)
            line = await ben.line(table)
            assert line.copy.stage == "lobby"
        print("one node: the next container has the games", flush=True)


async def three_nodes(engine):
    """Play at a table whose node is killed, and the next one, too."""
    url = "http://127.0.0.1:8080"
    variables = {"TACIT_PASSWORD": "of-our-own", "TACIT_SITE": ":8080"}
    async with engine.up("compose-cluster.yaml", **variables):
        seconds = await answers(url)
        print(f"three nodes: answer after {seconds:.1f} s", flush=True)
        async with people(url, "Ann") as (ann,):
            table = await ann.open("mindup", bots=["greedy", "greedy"], start=True)
            line = await ann.line(table)
            await pick(line)
            for _ in range(2):
                node = await kill_the_node_of(line, engine)
                begin = time.monotonic()
                line = await come_back(ann, table)
                await pick(line)
                seconds = time.monotonic() - begin
                print(
                    f"{node} killed under a game: the next card after {seconds:.1f} s", flush=True
                )
                engine.podman("start", node)
                await answers(url)


async def pick(line):
    """Pick a card, as soon as there is one to be picked."""
    cards = await line.until(lambda: line.copy.legal.get("pick"))
    await line.do("act", action={"kind": "pick", "card": cards[0]})


async def kill_the_node_of(line, engine):
    """Kill one node after the other until a line breaks, and bring the others back."""
    for node in (f"{PROJECT}_{name}_1" for name in ("one", "two", "three")):
        engine.podman("kill", node)
        try:
            await line.until_closed(timeout_s=2)
        except TimeoutError:
            engine.podman("start", node)
        else:
            return node
    raise AssertionError("a table is at none of the nodes")


async def come_back(person, table):
    """Come to a table however often that takes."""
    async with asyncio.timeout(30):
        while True:
            try:
                return await person.line(table)
            except (aiohttp.ClientError, HungUp):
                await asyncio.sleep(0.2)


def main():
    gone = missing()
    if gone or os.geteuid():
        sys.exit(f"This needs root, and {', '.join(NEEDS)}; apt-get install them.")
    folder = Path(tempfile.mkdtemp(prefix="tacit-compose-"))
    folder.chmod(0o755)
    try:
        engine = Engine(folder)
        engine.make_stand_ins()
        asyncio.run(one_node(engine))
        asyncio.run(three_nodes(engine))
    except subprocess.CalledProcessError as error:
        said = (error.stderr or b"").decode()[-4000:]
        sys.exit(f"{' '.join(map(str, error.cmd))} failed:\n{said}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print("Both compose files run.")


if __name__ == "__main__":
    main()
