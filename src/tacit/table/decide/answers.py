"""Answers to requests: whatever was answered for good is answered the same when it comes again."""

from __future__ import annotations

from typing import TypeAlias

from tacit.core.rulebook import Refused
from tacit.table.log.journal import Reply
from tacit.table.outputs import Answered, Output, Tell
from tacit.table.tell.messages import ENCODER, Ack, No

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
