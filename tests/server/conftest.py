"""Tests of the site are coroutines: each has a loop of its own, and nothing may fail in silence."""

from __future__ import annotations

import asyncio
import gc
import inspect
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.server.hurry import HURRIED

LONGEST = 300.0
"""Seconds after which a test is stuck."""


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a coroutine; what went wrong in the background is a failure too."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = pyfuncitem._fixtureinfo.argnames
    arguments = {name: pyfuncitem.funcargs[name] for name in names}
    unseen: list[dict[str, Any]] = []
    with asyncio.Runner() as runner:
        runner.get_loop().set_exception_handler(lambda _, context: unseen.append(context))
        runner.run(asyncio.wait_for(pyfuncitem.obj(**arguments), LONGEST))
    assert not unseen, unseen
    return True


@pytest.fixture(autouse=True)
def _no_trouble(caplog: pytest.LogCaptureFixture):
    """A site that runs in the test's process reports no trouble; who expects some clears it."""
    yield
    bad = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert not bad, [record.getMessage() for record in bad]


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name, value in HURRIED:
        monkeypatch.setattr(module, name, value)


@pytest.fixture
def no_collector() -> Iterator[Callable[[], None]]:
    """Return what ends all garbage collection until the test is over."""

    def stop() -> None:
        gc.collect()
        gc.disable()

    yield stop
    gc.enable()
