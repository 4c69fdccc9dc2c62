"""What a store keeps of finished games is read by a process beside the site."""

from contextlib import closing

import pytest

from tacit.store import StoreError, open_games, open_store
from tests.store.conformance import write
from tests.store.postgres_server import new_place


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request, tmp_path):
    return str(tmp_path / "a.db") if request.param == "sqlite" else new_place()


def test_finished_games_are_read_beside_the_site_that_writes_them(place):
    with closing(open_store(place)) as store, open_games(place) as games:
        assert games.backlog(10) == store.games.backlog(10)
        write(store, "K7QF", b"one")
        assert list(games.unprojected(10)) == list(store.games.unprojected(10))
        assert games.rated_up_to() == store.games.rated_up_to()


def test_what_is_in_memory_is_read_by_no_other_process():
    with pytest.raises(StoreError, match="in memory"), open_games("memory:"):
        pass
