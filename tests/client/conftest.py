"""Tests of the client are coroutines, like those of the site it talks to."""

from tests.server.conftest import (  # noqa: F401
    _hurry,
    _no_trouble,
    pytest_pyfunc_call,
)
