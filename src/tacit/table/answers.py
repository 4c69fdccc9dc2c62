"""Answers to requests: whatever was answered for good is answered the same when it comes again."""

from __future__ import annotations

from collections import OrderedDict
from typing import TypeAlias

from tacit.games.rulebook import Refused
from tacit.table.journal import REMEMBERED, Reply
from tacit.table.messages import ENCODER, Ack, No
from tacit.table.outputs import Answered, Output, Tell
from tacit.table.records import PersonId

Answer: TypeAlias = Refused | int
"""Why something was not done, or the version in which it was."""


def answer(reply: Reply, given: Answer) -> tuple[Output, ...]:
    """Return what tells a line the answer to its request, and whoever counts."""
    refused = given if isinstance(given, Refused) else None
    answered = Answered(reply.do, reply.id, refused)
    if reply.line is None:
        return (answered,)
    if isinstance(given, Refused):
        no = No(id=reply.id, key=given.key, text=str(given), details=given.details)
        return Tell(reply.line, ENCODER.encode(no)), answered
    return Tell(reply.line, ENCODER.encode(Ack(id=reply.id, version=given))), answered


class Answers:
    """The last answers that no log remembers."""

    def __init__(self) -> None:
        self._given: OrderedDict[tuple[PersonId, str], Answer] = OrderedDict()

    def of(self, person: PersonId, request: str) -> Answer | None:
        """Return what was answered to a request; None if it is new."""
        return self._given.get((person, request))

    def keep(self, person: PersonId, request: str, given: Answer) -> None:
        """Remember an answer."""
        self._given[person, request] = given
        while len(self._given) > REMEMBERED:
            self._given.popitem(last=False)
