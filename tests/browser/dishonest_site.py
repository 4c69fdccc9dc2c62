"""A dishonest site: it replaces its seed after it has seen the players' contributions."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tacit.table.log import fold
from tests.server.launcher import main

_BEGIN = fold._begin
CHOSEN = bytes(31) + b"\x07"


def _begin(before: Any) -> Any:
    return _BEGIN(replace(before, seed=CHOSEN))


if __name__ == "__main__":
    fold._begin = _begin
    main()
