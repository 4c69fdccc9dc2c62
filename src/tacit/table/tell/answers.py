"""Answers to requests: a request that is sent again gets the same final answer."""

from __future__ import annotations

from typing import TypeAlias

from tacit.core.rulebook import Refused
from tacit.table.log.journal import Reply
from tacit.table.log.recent_requests import RecentRequests
from tacit.table.log.records import PersonId
from tacit.table.outputs import Answered, Output, Tell
from tacit.table.tell.messages import ENCODER, Ack, No

Answer: TypeAlias = Refused | int
"""Why a request was refused, or the version in which it was done."""


class Answers:
    """Adds answers to the table's `out`."""

    def __init__(self, out: list[Output]) -> None:
        self._out = out
        self._final: RecentRequests[Answer] = RecentRequests()
        """What no log remembers: mostly refusals."""

    def final(self, person: PersonId, message: str) -> Answer | None:
        """Return the final answer that a message was given, if it is still known."""
        return self._final.get(person, message)

    def give(self, reply: Reply, answer: Answer) -> None:
        """Answer for now: the same request may be answered otherwise a moment later."""
        refused = answer if isinstance(answer, Refused) else None
        if reply.connection is not None:
            message: Ack | No
            if isinstance(answer, Refused):
                message = No(reply.id, answer.key, str(answer), answer.details)
            else:
                message = Ack(reply.id, answer)
            self._out.append(Tell(reply.connection, ENCODER.encode(message)))
        self._out.append(Answered(reply.do, reply.id, refused))

    def give_final(self, reply: Reply, by: PersonId, answer: Answer) -> None:
        """Answer, and give the same answer whenever the same message comes again."""
        self._final.keep(by, reply.id, answer)
        self.give(reply, answer)
