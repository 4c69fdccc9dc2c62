"""What is missing is said with the command that installs it."""

from __future__ import annotations

from tacit.core.extras import missing_extra


def test_the_extra_that_has_a_package_is_named():
    told = missing_extra("tacit serve", ImportError(name="aiohttp.web"))
    assert str(told) == "tacit serve needs aiohttp: pip install 'tacit-games[server]'"
    told = missing_extra("tacit serve", ImportError(name="numpy"), "server,bots")
    assert str(told) == "tacit serve needs numpy: pip install 'tacit-games[server,bots]'"


def test_of_a_package_that_no_extra_has_nothing_is_said():
    assert missing_extra("x", ImportError(name="antigravity")) is None
    assert missing_extra("x", ImportError("a fault inside")) is None
