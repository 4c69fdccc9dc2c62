"""Finds the bot that the command line names."""

from __future__ import annotations

from typing import Any

from tacit.bots.bot import BotError
from tacit.bots.registry import find_bot


def named_bot(name: str, game: str) -> Any:
    """Return a bot's class; BotError if its file hangs or exits when it is loaded."""
    from tacit.bots.trial import try_out

    try_out(name)
    try:
        return find_bot(name, game)
    except SystemExit as gone:
        raise BotError(f"{name} cannot be loaded: it exits with {gone.code}.") from None
