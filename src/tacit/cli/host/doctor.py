"""`tacit doctor`: checks a host's set-up and says what to do."""

from __future__ import annotations

import argparse
import errno
import importlib.util
import json
import os
import shutil
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tacit.server.config import Config

MIN_FREE_BYTES = 2**30
MIN_OPEN_FILES = 10_000


class Finding(NamedTuple):
    """The result of one check."""

    state: str
    """`ok`, `note` (works, with a drawback) or `bad`."""
    what: str
    todo: str = ""


def run(args: argparse.Namespace) -> int:
    """Print the findings; 1 if any is bad."""
    found = list(_examine(args))
    for one in found:
        if args.json:
            print(json.dumps(one._asdict()))
        else:
            print(f"{one.state:>4}  {one.what}{f' - {one.todo}' if one.todo else ''}")
    return int(any(one.state == "bad" for one in found))


def _examine(args: argparse.Namespace) -> Iterator[Finding]:
    config = args.site
    yield from _packages(config.db)
    yield from _bots(config.bots)
    yield from _app()
    folder = list(_folder(config.db))
    yield from folder or _store(config.db)
    yield from _disk(config.db)
    yield from _files()
    yield from _workers(config.workers, config.db)
    yield from _proxy(config)
    yield from _port(config.host, config.port)


def _packages(db: str) -> Iterator[Finding]:
    from tacit.core.extras import install
    from tacit.store import is_shared

    yield Finding("ok", f"Python {sys.version.split()[0]}")
    wanted = [("aiohttp", "server", "bad"), ("uvloop", "server", "note"), ("numba", "bots", "note")]
    if is_shared(db):
        wanted.append(("asyncpg", "postgres", "bad"))
    for package, extra, state in wanted:
        if importlib.util.find_spec(package) is None:
            yield Finding(state, f"{package} is not installed", install(extra))
        else:
            yield Finding("ok", f"{package} is installed")


def _app() -> Iterator[Finding]:
    index = Path(__file__).parents[2] / "server" / "static" / "index.html"
    if index.exists():
        yield Finding("ok", "the app is built")
    else:
        yield Finding("bad", "the app is not built", "install Tacit again, or run `make play`")


def _bots(names: str) -> Iterator[Finding]:
    from tacit.bots.bot import BotError
    from tacit.bots.registry import invite

    for name in filter(None, names.split(",")):
        try:
            invite([name])
        except BotError as error:
            yield Finding("bad", str(error), "install it, or leave it out of --bots")
        else:
            yield Finding("ok", f"the bot {name} may sit at tables")


def _folder(db: str) -> Iterator[Finding]:
    """Check the folder of the database."""
    from tacit.store import file_of

    file = file_of(db)
    if file is None:
        return
    # Its real path, as the site locks it: it may be a symbolic link.
    folder = Path(file).resolve().parent
    if not folder.is_dir():
        yield Finding("bad", f"there is no folder {folder}", "make it, or give another --db")
    elif not os.access(folder, os.W_OK | os.X_OK):
        todo = "let the site's user write there, or give another --db"
        yield Finding("bad", f"the folder {folder} cannot be written", todo)


def _workers(count: int, db: str) -> Iterator[Finding]:
    from tacit.store import is_shared

    if count == 1:
        return
    if not is_shared(db):
        yield Finding("bad", "several workers need PostgreSQL", "give --db postgresql://…")
    from tacit.server.cluster.workers import WorkersError, caddy_program

    try:
        yield Finding("ok", f"the proxy of the workers is {caddy_program()}")
    except WorkersError as error:
        yield Finding("bad", str(error))


def _proxy(config: Config) -> Iterator[Finding]:
    """Check that only the proxy can say who a visitor is, and that frames get their cookies."""
    from tacit.server.settings import is_loopback

    if config.user_header:
        said = f"{config.user_header} of the proxy says who a visitor is"
        if config.proxies or is_loopback(config.host):
            todo = "let the proxy remove it from what visitors send: docs/hosting.md"
            yield Finding("ok", said, todo)
        else:
            todo = "name the proxy with --proxy: from elsewhere than this machine it is ignored"
            yield Finding("note", said, todo)
    if config.embed:
        said = f"{config.embed} may show the site in a frame"
        if config.behind_proxy and config.embed.startswith("https:"):
            yield Finding("ok", said)
        else:
            todo = "use https for both, or browsers send cookies only if both are one site"
            yield Finding("note", said, todo)


def _store(db: str) -> Iterator[Finding]:
    from tacit.core.extras import MissingExtra
    from tacit.store import StoreError, file_of, is_shared, open_store
    from tacit.store.store import Outdated

    where = db.rsplit("@", 1)[-1]
    try:
        file = file_of(db)
        if file is not None and not Path(file).exists():
            yield Finding("ok", f"{where} will be created when the site starts")
            return
        store = open_store(db, upgrade=False)
    except Outdated as error:
        yield Finding("note", str(error))
        return
    except (StoreError, MissingExtra) as error:
        yield Finding("bad", str(error), "give the right one with --db, or repair it")
        return
    try:
        store.check()
        yield Finding("ok", f"{where} can be written")
    except StoreError as error:
        yield Finding("bad", str(error), "repair it: games cannot be saved")
    finally:
        store.close()
    if file is None and not is_shared(db):
        yield Finding("note", "games in memory are lost when the site stops", "give --db a file")


def _disk(db: str) -> Iterator[Finding]:
    from tacit.store import file_of

    file = file_of(db)
    if file is None:
        return
    folder = next(one for one in Path(file).absolute().parents if one.exists())
    free = shutil.disk_usage(folder).free
    said = f"{free / 2**30:.1f} GB free in {folder}"
    if free < MIN_FREE_BYTES:
        yield Finding("bad", said, "free some space: games stop when the disk is full")
    else:
        yield Finding("ok", said)


def _files() -> Iterator[Finding]:
    try:
        import resource
    except ImportError:  # Windows
        return
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if hard != resource.RLIM_INFINITY and hard < MIN_OPEN_FILES:
        todo = "raise it (LimitNOFILE in the systemd unit) for more connections"
        yield Finding("note", f"the limit is {hard:,} open files, and each connection is one", todo)
    else:
        yield Finding("ok", "the limit of open files is high enough")


def _port(host: str, port: int) -> Iterator[Finding]:
    try:
        family, *_, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError as error:
        yield Finding("bad", f"{host} has no address ({error.strerror})", "give another --host")
        return
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                said = f"the site cannot listen on {host}, port {port} ({error.strerror})"
                yield Finding("bad", said, "choose others with --host and --port")
                return
            todo = "fine if it is Tacit itself; else choose another with --port"
            yield Finding("note", f"port {port} is in use ({error.strerror})", todo)
        else:
            yield Finding("ok", f"port {port} is free")
