"""Tests of the terminal are coroutines, as those of the site are."""

from tests.server.conftest import pytest_pyfunc_call

__all__ = ["pytest_pyfunc_call"]
