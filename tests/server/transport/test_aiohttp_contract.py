"""What `transport/http_server.py` relies on in aiohttp beyond its documented API.

A failure here means that aiohttp has changed below us: read its change, adapt http_server.py, and
move the upper bound of aiohttp in pyproject.toml.
"""

from __future__ import annotations

import ast
import asyncio
import inspect
from importlib.metadata import version
from pathlib import Path

import pytest
from aiohttp import web

from tacit.server.transport import http_server
from tacit.server.transport.http_server import HttpConnection, HttpServer, Runner
from tests.server.client import people
from tests.server.sites import inside, quick

PARAMETERS = {
    web.RequestHandler.__init__: ("self", "manager", "loop"),
    web.RequestHandler.connection_made: ("self", "transport"),
    web.RequestHandler.connection_lost: ("self", "exc"),
    web.RequestHandler.data_received: ("self", "data"),
    web.RequestHandler.handle_error: ("self", "request", "status", "exc", "message"),
    web.RequestHandler.finish_response: ("self", "request", "resp", "start_time"),
    web.RequestHandler.force_close: ("self",),
    web.Server.__init__: ("self", "handler", "request_factory", "handler_cancellation"),
    web.Server.__call__: ("self",),
    web.Server.pre_shutdown: ("self",),
    web.Server.shutdown: ("self", "timeout"),
    web.AppRunner.setup: ("self",),
    web.AppRunner.shutdown: ("self",),
}


def changed(what: str) -> str:
    return f"aiohttp {version('aiohttp')} changed {what}: adapt transport/http_server.py"


@pytest.mark.parametrize("method", PARAMETERS, ids=lambda method: method.__qualname__)
def test_the_methods_take_what_they_took(method):
    found = tuple(inspect.signature(method).parameters)[: len(PARAMETERS[method])]
    assert found == PARAMETERS[method], changed(method.__qualname__)


def test_the_rest_is_where_it_was():
    assert inspect.iscoroutinefunction(web.RequestHandler.finish_response)
    assert isinstance(inspect.getattr_static(web.AppRunner, "server"), property)
    assert hasattr(web.RequestHandler, "transport"), changed("RequestHandler.transport")
    for name in ("request_handler", "request_factory", "handler_cancellation"):
        assert f"self.{name} =" in inspect.getsource(web.Server), changed(f"Server.{name}")


def test_nothing_private_of_aiohttp_is_used():
    own = {"_serving", "_slot", "_intake", "_is_deaf", "_http_server", "_shutdown_timeout_s"}
    own |= {"_read_piece", "_end_http", "_content", "_head_bytes"}
    own |= {"_begin_request", "_new_request"}
    tree = ast.parse(Path(http_server.__file__).read_text())
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    private = {name for name in used if name.startswith("_") and not name.startswith("__")}
    assert private <= own
    for one in (web.RequestHandler, web.Server, web.AppRunner):
        assert not own & set(dir(one)), changed(f"{one.__name__}, which has a name of ours now")


async def test_aiohttp_serves_with_our_classes_and_lets_go_of_a_websocket(tmp_path, monkeypatch):
    """Each is called where it is relied on: for a connection, bad HTTP, a response, an upgrade."""
    calls, made = [], []

    def noted(name):
        method = getattr(HttpConnection, name)

        def wrapped(self, *args, **more):
            calls.append(name)
            made.append(self)
            return method(self, *args, **more)

        monkeypatch.setattr(HttpConnection, name, wrapped)

    for name in ("connection_made", "handle_error", "finish_response", "hand_over"):
        noted(name)
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        assert isinstance(site._server.runner, Runner)
        assert isinstance(site._server.runner.server, HttpServer)
        table = await ann.open("mindup")
        assert {"connection_made", "finish_response"} <= set(calls), changed("how it is called")
        reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
        writer.write(b"no HTTP at all\r\n\r\n")
        head = await reader.readuntil(b"\r\n\r\n")
        writer.close()
        assert "handle_error" in calls, changed("what it does with bad HTTP")
        assert b"Server: tacit" in head
        assert b"Content-Security-Policy" in head
        line = await ann.line(table)
        upgraded = made[calls.index("hand_over")]
        assert upgraded.transport is None
        assert upgraded not in site._server.runner.server.connections, changed("hand_over")
        await line.do("say", text="still there")
