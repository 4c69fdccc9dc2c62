"""A dict that keeps the items set latest."""

import pytest

from tacit.core.recent import Recent


def test_the_item_set_longest_ago_makes_way():
    recent = Recent(2)
    recent["a"], recent["b"] = 1, 2
    recent["a"] = 3
    recent["c"] = 4
    assert list(recent.items()) == [("a", 3), ("c", 4)]


def test_looking_at_an_item_does_not_make_it_the_latest():
    recent = Recent(2)
    recent["a"], recent["b"] = 1, 2
    assert recent["a"] == 1
    recent["c"] = 3
    assert list(recent) == ["b", "c"]
    recent.move_to_end("b")
    recent["d"] = 4
    assert list(recent) == ["b", "d"]


class Overtaken(str):
    """A key whose lookup another thread interrupts to set an item."""

    __slots__ = ("meanwhile", "wait")

    def __hash__(self):
        self.wait -= 1
        if self.wait == 0:
            self.meanwhile()
        return str.__hash__(self)

    __eq__ = str.__eq__


@pytest.mark.parametrize("lookup", [1, 2])
def test_another_thread_may_set_an_item_meanwhile(lookup):
    recent = Recent(1)
    key = Overtaken("a")
    key.wait, key.meanwhile = 0, None
    recent[key] = 1
    key.wait, key.meanwhile = lookup, lambda: recent.update(b=2)
    recent[key] = 3
    assert dict(recent) in ({"a": 3}, {"b": 2})
