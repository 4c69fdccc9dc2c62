"""Tests of several nodes are coroutines, like those of one."""

from tests.server.conftest import (  # noqa: F401
    _hurry,
    _no_trouble,
    pytest_pyfunc_call,
)
