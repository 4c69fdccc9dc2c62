"""A dict of bounded size: the item set longest ago is dropped."""

from __future__ import annotations

from collections import OrderedDict
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Recent(OrderedDict[Key, Value]):
    """Setting an item makes it the latest; `move_to_end` does so, too. Threads may share it.

    >>> recent = Recent(2)
    >>> recent["a"], recent["b"], recent["a"], recent["c"] = 1, 2, 3, 4
    >>> dict(recent)
    {'a': 3, 'c': 4}
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: Key, value: Value) -> None:
        """Set an item, and drop the oldest one if there are too many."""
        self.pop(key, None)  # another thread may drop it meanwhile: `move_to_end` would fail
        super().__setitem__(key, value)
        if len(self) > self._most:
            self.popitem(last=False)
