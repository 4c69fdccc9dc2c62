"""All that calls players, wired together."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from tacit.club.group import KIND, Group, GroupEvent, fold
from tacit.core.plug import rulebook
from tacit.core.recent import Recent
from tacit.server.calls import wordings
from tacit.server.calls.hooks import Hooks
from tacit.server.calls.overdue import Overdue
from tacit.server.calls.push import Message, Pushes
from tacit.server.calls.sender import Sender
from tacit.server.calls.turns import TurnReader
from tacit.server.calls.wordings import Wording
from tacit.server.config import Config
from tacit.server.limits.rate_limit import RateLimit
from tacit.server.tables.live.turn_calls import GameEnded, News, TurnBegun, TurnEnding
from tacit.server.tables.tables import Tables
from tacit.store.store import Store, log_id
from tacit.table.log.state import TableState

_GROUP_EVENT = msgspec.json.Decoder(GroupEvent)
GROUP_CALLS = (1 / 600, 1.0)
"""The rate limit of calls to one group: per second, and burst."""
FOUNDER_MS = 60_000
"""For so long a group's log is not read again to find whether it may have a webhook."""
MOST_FOUNDERS = 2000


class Calls:
    """Whose turn it is by correspondence, the tables that wake for it, and the messages.

    The node that plays a table, and so wrote the turn into its log, is the one that calls.
    """

    def __init__(
        self,
        store: Store,
        tables: Tables,
        clock: Callable[[], int],
        secret: bytes,
        config: Config,
    ) -> None:
        self._clock = clock
        self._secret = secret
        self.to_loopback = to_loopback = config.calls_to_loopback
        self.turns = TurnReader(store, clock)
        self.overdue = Overdue(store, tables, clock)
        self.sender = Sender(to_loopback=to_loopback)
        self.pushes = Pushes(
            store, secret, self.sender, config.push_services, to_loopback=to_loopback
        )
        self.hooks = Hooks(store, self.sender, self._may_still)
        self._founders: Recent[str, tuple[int, str | None]] = Recent(MOST_FOUNDERS)
        """By group, who opened it, and since when that was known."""
        self._store = store
        self._group_calls = RateLimit(*GROUP_CALLS)

    async def run(self) -> None:
        """Go on until cancelled."""
        await self.overdue.run()

    async def close(self) -> None:
        """Send nothing more."""
        await asyncio.to_thread(self.sender.close)

    def party(self, address: str) -> str:
        """Return who pays for messages to what is set from an address; it tells no address."""
        return hashlib.blake2b(address.encode(), key=self._secret, digest_size=9).hexdigest()

    def take(self, news: News) -> None:
        """Call the players of a table by correspondence whom some news is for."""
        match news:
            case TurnBegun():
                self.turn_begun(news)
            case TurnEnding():
                self.turn_ending(news)
            case GameEnded():
                self.game_ended(news)

    def turn_begun(self, turn: TurnBegun) -> None:
        """Call the players who are needed and not there."""
        self._push(turn, turn.away, lambda wording: wording.turn)
        awaited = set(turn.awaited)
        names = [one.name for one in turn.state.people if one.id in awaited]
        self._write_into_chat(turn, names, lambda wording: wording.chat)

    def turn_ending(self, turn: TurnEnding) -> None:
        """Remind the players who are needed; a chat has heard whose turn it is."""
        self._push(turn, turn.awaited, lambda wording: wording.ending)

    def game_ended(self, game: GameEnded) -> None:
        """Tell the players who are not there that their game is over; it names no winner."""
        self._push(game, game.away, lambda wording: wording.over)
        state = game.state
        sitters = [one for one in state.seats if one is not None and one.guest is not None]
        names = [state.sitter_name(one) for one in sitters]
        self._write_into_chat(game, names, lambda wording: wording.chat_over)

    def _push(self, news: News, people: Iterable[str], said: Callable[[Wording], str]) -> None:
        """Send a message of a table; a newer one takes its place."""
        table = news.table
        for person in people:
            title = wordings.table_title(news.state.game, _others(news.state, person))

            def told(language: str, title: str = title) -> Message:
                text = said(wordings.of(language))
                return Message(title, text, f"t/{table}", f"turn {table}")

            self.pushes.tell((person,), told)

    def _write_into_chat(
        self, news: News, names: Sequence[str], said: Callable[[Wording], str]
    ) -> None:
        """Write into the chat of the table, else into that of its group."""
        state, named = news.state, ", ".join(names)
        game = rulebook(state.game).TITLE

        def told(language: str) -> str:
            return said(wordings.of(language)).format(game=game, names=named)

        host = state.people[state.host].id

        def whose() -> Iterator[tuple[str, str]]:
            yield host, news.table
            founder = self._founder_of(state.label)
            if founder is not None:
                yield founder, state.label

        self.hooks.tell(whose, told, f"t/{news.table}")

    def _founder_of(self, label: str) -> str | None:
        """Return who opened the group of a label, as known lately; in a thread."""
        now, (since, known) = self._clock(), self._founders.get(label, (0, None))
        return known if now - since < FOUNDER_MS else self._read_founder(label)

    def _may_still(self, person: str, of: str) -> bool:
        """Tell whether a webhook may be used of a person who lately was a group's founder."""
        return not of.startswith(log_id(KIND, "")) or self._read_founder(of) == person

    def _read_founder(self, label: str) -> str | None:
        """Read who opened the group of a label, if it is a group's; a long log takes a while."""
        if not label.startswith(log_id(KIND, "")):
            return None
        now = self._clock()
        events = [_GROUP_EVENT.decode(line) for line in self._store.load(label)]
        member = fold(events).founder if events else None
        founder = None if member is None else member.person
        self._founders[label] = (now, founder)
        return founder

    def group_at_table(self, name: str, group: Group, person: str, table: str) -> None:
        """Call the other members of a group that one of them waits for at a table."""
        if not self._group_calls.take(name, self._clock() / 1000):
            return
        others = [one.person for one in group.members if one.here and one.person != person]
        mine = next((one.name for one in group.members if one.person == person), "")

        def told(language: str) -> Message:
            text = wordings.of(language).group.format(name=mine)
            return Message(group.title, text, f"t/{table}", f"group {name}")

        self.pushes.tell(others, told)
        founder = group.founder
        if founder is not None:
            whose = [(founder.person, log_id(KIND, name))]

            def chat(language: str) -> str:
                return f"{group.title}: {told(language).body}"

            self.hooks.tell(lambda: whose, chat, f"t/{table}")


def _others(state: TableState, person: str) -> list[str]:
    me = state.guest_of(person)  # type: ignore[arg-type]
    sitters = (one for one in state.seats if one is not None and one.guest is not None)
    return [state.sitter_name(one) for one in sitters if one.guest != me]
