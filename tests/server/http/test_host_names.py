"""Other people's names that point here are refused; a club need not set anything."""

from __future__ import annotations

import pytest

from tacit.server.config import Config
from tacit.server.http.host_names import is_known, is_name, named
from tests.server.answers import call
from tests.server.sites import inside, quick

HOME = [
    "localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "192.168.178.20", "10.0.0.7:80",
    "[fe80::1%eth0]:8000", "raspberrypi:8000", "club.local:8000", "club.LAN", "tacit.home.arpa.",
]  # fmt: skip
STRANGE = ["evil.example", "127.0.0.1.evil.example:8000", "localhost.evil.example", "local.evil.io"]


@pytest.mark.parametrize("host", HOME)
def test_at_home_nothing_has_to_be_set(host):
    assert is_known(host, named(Config()))


@pytest.mark.parametrize("host", STRANGE)
def test_a_stranger_s_name_is_not_ours(host):
    assert not is_known(host, named(Config()))
    assert not is_known(host, named(Config(host_names=("play.example.org",), behind_proxy=True)))


def test_names_that_the_host_gives_are_ours():
    names = named(Config(host_names=("Play.Example.org",), origins=("https://club.example",)))
    assert is_known("play.example.org:443", names)
    assert is_known("club.example", names)


def test_behind_a_proxy_any_name_may_be_right_unless_one_is_given():
    assert named(Config(behind_proxy=True)) is None


async def test_what_is_asked_for_under_a_stranger_s_name_is_refused_in_words(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site:
        for path in ("/", "/api/tables", "/healthz", "/ws/anything", "/static/index.html"):
            answer = await call(site, "GET", path, headers={"Host": "evil.example"})
            assert answer.problem == (421, "other-name"), path
        assert "--host-name" in answer.json["text"]
        assert (await call(site, "GET", "/", headers={"Host": "club.local"})).status == 200


@pytest.mark.parametrize("host", [*HOME, *STRANGE, ""])
def test_a_name_may_be_anything_that_browsers_send(host):
    assert is_name(host)


@pytest.mark.parametrize("host", ["a b", 'x"><script>', "\udcff", "café", "a" * 301, "a/b", "a@b"])
def test_what_no_browser_sends_is_no_name(host):
    assert not is_name(host)
