"""What a store can do besides, when several nodes share it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol, runtime_checkable


@runtime_checkable
class Shared(Protocol):
    """A store that fences tables between nodes, and passes on what nodes tell each other.

    A claim is a fencing token: from then on the store refuses the appends of earlier claims. So a
    node claims a table first and then reads its log. Time is the store's own, not a node's.
    """

    node: str
    """The id of this node; no two nodes ever have the same."""

    def clock_s(self) -> float:
        """The store's clock, in seconds since 1970."""

    def claim(self, table: str) -> bool:
        """Claim a table, from another node if need be; False if there is none."""

    def is_played_elsewhere(self, table: str) -> bool:
        """Tell whether another node that is alive has claimed a table."""

    def release(self, table: str) -> None:
        """Release a table, if it is still claimed here; does not wait."""

    def lost(self) -> list[str]:
        """Ids of the tables that were claimed here and by another node since."""

    def post(self, note: bytes) -> None:
        """Replace this node's note to its peers."""

    def notes(self, seconds: float) -> dict[str, bytes]:
        """What every node told last, this one too, if it was told in the last seconds."""

    def leave(self) -> None:
        """Remove this node's note."""

    def order(self, node: str, wanted: bytes) -> int:
        """Ask a node to do something, this one too; return the number its answer is found by."""

    def orders(self) -> list[tuple[int, bytes]]:
        """Take what this node was asked to do and has not taken yet, in order."""

    def fulfil(self, number: int, answer: bytes) -> None:
        """Answer what this node was asked to do."""

    def fulfilled(self, numbers: Collection[int]) -> dict[int, bytes]:
        """Return the answers that are there."""

    def newly_ended(self, seconds: float) -> set[tuple[str, str]]:
        """Person and id of the devices that were ended in the last seconds."""

    def newly_erased(self, seconds: float) -> set[bytes]:
        """The marks of people whose erasure began in the last seconds."""

    def lend(self, token: str, person: str, seconds: float) -> None:
        """Keep a link that works once and for some time, instead of the person's last one."""

    def lent(self, token: str) -> str | None:
        """Return the person of a link; None if it expired or was used."""

    def redeem(self, token: str) -> str | None:
        """Use a link up and return its person; None if it expired or was used."""
