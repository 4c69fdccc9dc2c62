"""Mind Up! as the other packages find it."""

from __future__ import annotations

from tacit.core.plug import rulebook
from tacit.games import mindup


def test_the_game_has_a_name_and_a_title():
    assert mindup.NAME == "mindup"
    assert mindup.TITLE == "Mind Up!"
    assert rulebook("mindup") is mindup


def test_everything_offered_is_there():
    assert [name for name in mindup.__all__ if not hasattr(mindup, name)] == []
