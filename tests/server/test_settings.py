"""Limits are set by a host like everything else, and hold as they are set."""

from __future__ import annotations

import msgspec

from tacit.server.config import Limits
from tacit.server.settings import SETTINGS, environment_of, settle
from tests.limits_table import PAGE, with_table
from tests.server.client import people
from tests.server.sites import inside


def test_every_limit_can_be_set_in_the_file_and_by_environment(tmp_path):
    written, expected = [], {}
    for number, field in enumerate(msgspec.structs.fields(Limits), start=1):
        written.append(f"{field.encode_name} = {number}")
        expected[field.name] = number
    (tmp_path / "tacit.toml").write_text("[limits]\n" + "\n".join(written))
    config = settle({}, {}, str(tmp_path / "tacit.toml"))
    assert msgspec.structs.asdict(config.limits) == expected
    assert settle({}, environment_of(config)) == config


async def test_a_school_behind_one_address_opens_more_than_sixty_tables(tmp_path):
    (tmp_path / "tacit.toml").write_text("[limits]\nnew-tables = 65\nrequests = 1000\n")
    arguments = {"db": str(tmp_path / "games.db"), "host": "127.0.0.1", "port": "0"}
    config = settle(arguments, {}, str(tmp_path / "tacit.toml"))
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        tables = {await ann.open("extreme") for _ in range(65)}
        assert len(tables) == 65
        asked = {"game": "extreme", "name": "Ann"}
        async with ann.http.post(f"{site.url}/api/tables", json=asked) as answer:
            assert answer.status == 429


def test_the_page_for_hosts_has_every_limit_as_it_is():
    page = PAGE.read_text()
    assert with_table(page) == page, "say python -m tests.limits_table"
    told = {setting.path[1] for setting in SETTINGS if setting.path[0] == "limits"}
    assert told == {field.name for field in msgspec.structs.fields(Limits)}
