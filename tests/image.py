"""`make image-test`: deploy/Containerfile built and started, on a machine without a registry.

Its base is a Debian made by debootstrap, or what TACIT_TEST_BASE names. The image is built by
Buildah, which needs no daemon, and run by it as the image says: its user, its command, its volume
and its healthcheck. Nothing is left on the machine afterwards.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.wheel import LOADED_WITHIN, running, visit

ROOT = Path(__file__).parents[1]
USER = 10001
NEEDS = ("buildah", "debootstrap")


class Engine:
    """Buildah with a store of its own."""

    def __init__(self, folder):
        self._words = ["buildah", "--root", f"{folder}/store", "--runroot", f"{folder}/run"]
        # Neither overlays nor namespaces: they are not to be had inside of another container.
        self.env = os.environ | {"STORAGE_DRIVER": "vfs", "BUILDAH_ISOLATION": "chroot"}

    def command(self, *words):
        return [*self._words, *map(str, words)]

    def do(self, *words):
        print("buildah", *words[:1], flush=True)
        ran = subprocess.run(
            self.command(*words), env=self.env, cwd=ROOT, check=True, capture_output=True, text=True
        )
        return ran.stdout.strip()


def missing():
    """Return what is not on this machine; it is installed where that may be."""
    gone = [name for name in NEEDS if shutil.which(name) is None]
    if gone and not os.geteuid() and shutil.which("apt-get"):
        subprocess.run(["apt-get", "install", "-yqq", *gone], check=False, capture_output=True)
    return [name for name in NEEDS if shutil.which(name) is None]


def debian(folder):
    """Make a small Debian with Python; return where it is."""
    print("debootstrap", flush=True)
    made = ["debootstrap", "--variant=minbase", "--include=python3-venv,ca-certificates"]
    subprocess.run([*made, "stable", folder / "debian"], check=True, capture_output=True)
    return folder / "debian"


def base(engine, folder):
    """Make an image of nothing but that."""
    container = engine.do("from", "scratch")
    engine.do("copy", container, debian(folder), "/")
    engine.do("commit", container, "localhost/tacit-base")
    engine.do("rm", container)
    return "localhost/tacit-base"


async def start(engine, folder):
    """Start what was built, twice, and look at it from outside and inside."""
    engine.do("from", "--name", "site", "localhost/tacit-test")
    about = json.loads(engine.do("inspect", "--type", "image", "localhost/tacit-test"))
    config = about["Docker"]["config"]
    assert config["User"] == str(USER)
    assert list(config["Volumes"]) == ["/data"]
    inside = engine.command("run", "site", "--")
    told = [*config["Entrypoint"], *config["Cmd"], "--port", "0", "--json"]
    for title in ("started", "and again"):
        seconds = await visit([*inside, *told], folder, engine.env, LOADED_WITHIN)
        names = ("site answers after", "Raven's first card", "strong bots compiled ahead, loaded")
        said = ", ".join(f"{name} {one:.1f} s" for name, one in zip(names, seconds, strict=True))
        print(f"{title}: {said}", flush=True)
    kept = engine.do("run", "site", "--", "find", "/data", "-printf", "%U %p\\n").splitlines()
    assert f"{USER} /data/tacit.db" in kept
    assert f"{USER} /data/tacit.db.compiled/copied" in kept, "it was compiled anew"
    assert all(line.startswith(f"{USER} ") for line in kept), kept
    async with running([*inside, *told], folder, engine.env) as (url, _):
        kind, *check = config["Healthcheck"]["Test"]
        port = url.rpartition(":")[2]
        check = [word.replace(":8000/", f":{port}/") for word in check]
        assert kind == "CMD"
        subprocess.run([*inside, *check], env=engine.env, check=True, capture_output=True)
        # In the image itself it can write nothing.
        tried = [*inside, "touch", "/tacit/bin/tacit"]
        assert subprocess.run(tried, env=engine.env, check=False, capture_output=True).returncode
    failed = subprocess.run([*inside, *check], env=engine.env, check=False, capture_output=True)
    assert failed.returncode, "the healthcheck says that a site is well which is not there"


def main():
    gone = missing()
    if gone or os.geteuid():
        sys.exit(f"This needs root, and {' and '.join(NEEDS)}; apt-get install them.")
    folder = Path(tempfile.mkdtemp(prefix="tacit-image-"))
    folder.chmod(0o755)
    engine = Engine(folder)
    try:
        name = os.environ.get("TACIT_TEST_BASE") or base(engine, folder)
        # With this machine's certificates: whatever stands between it and PyPI may have its own.
        trusted = ["-v", "/etc/ssl/certs:/etc/ssl/certs:ro"]
        built = ["build", "--format", "docker", "--build-arg", f"BASE={name}", *trusted]
        engine.do(*built, "-t", "tacit-test", "-f", ROOT / "deploy" / "Containerfile", ROOT)
        sizes = engine.do("images", "--format", "{{.Name}} {{.Size}}")
        print("\n".join(line for line in sizes.splitlines() if "localhost" in line))
        asyncio.run(start(engine, folder))
    except subprocess.CalledProcessError as error:
        sys.exit(f"{' '.join(map(str, error.cmd))} failed:\n{(error.stderr or '')[-4000:]}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print("The image is built, runs as nobody else, and plays.")


if __name__ == "__main__":
    main()
