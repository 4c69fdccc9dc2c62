"""The simulation notices when a table does what it must not."""

import msgspec
import pytest
from msgspec.structs import replace

from tacit.games import extreme, mindup
from tacit.store.store import Conflict, Unreachable
from tacit.table.log.journal import Journal
from tacit.table.log.recent_requests import RecentRequests
from tacit.table.log.state import TableState
from tacit.table.outputs import Tell
from tacit.table.table import Table
from tacit.table.tell.messages import Ack
from tests.simulation import cluster, run
from tests.simulation.database import Database
from tests.simulation.node import Node
from tests.simulation.scenario import CALM, ROUGH

TRIES = 40


STORM = ROUGH._replace(crash_every=8000, full_every=15_000)


def is_noticed(make_table, *names, weather=None, nodes=1):
    """Tell whether one of these checks fails within some seeds."""
    return any(_failure(seed, make_table, weather, nodes) in names for seed in range(TRIES))


def _failure(seed, make_table, weather, nodes):
    """Return the name of the check that failed, if one did."""
    try:
        run.simulate(seed, make_table, weather, nodes)
    except AssertionError as failure:
        when, name, *_ = str(failure).split(": ")
        return name if when.startswith(f"seed {seed}, ") else None
    return None


class Impatient(Table):
    """Does something more once an entry is handed out to be saved."""

    def __init__(self, *of, **more):
        super().__init__(*of, **more)
        commit = self._referee.commit

        def commit_and_more(entry, reply, now, *rest, **more):
            commit(entry, reply, now, *rest, **more)
            self.handed_out(reply, now)

        self._referee.commit = commit_and_more


class TellsTooEarly(Impatient):
    """Does not wait for the disk."""

    def handed_out(self, reply, now):
        self.saved((self._journal._generation, self._journal.version), now)


class AcknowledgesTooEarly(Impatient):
    """Says it is done before it is saved."""

    def handed_out(self, reply, now):
        if reply is not None:
            self._audience.tell(reply.connection, Ack(id=reply.id, version=self._journal.version))


class BelievesInTheDisk(Table):
    """Takes what could not be saved for saved."""

    def not_saved(self, ticket, now):
        self.saved(ticket, now)


class ForgetsAtRestart(Table):
    """Does not know what was done before it was started."""

    def __init__(self, *of, **more):
        super().__init__(*of, **more)
        self._journal._done = RecentRequests()


class LosesChanges(Table):
    """Does not say who is waited for any more."""

    def _publish(self, pending, now):
        before = len(self.out)
        super()._publish(pending, now)
        self.out[before:] = map(self._without_waiting, self.out[before:])

    @staticmethod
    def _without_waiting(output):
        if not isinstance(output, Tell) or not output.data.startswith(b'{"type":"update"'):
            return output
        message = msgspec.json.decode(output.data)
        message.pop("waiting", None)
        return replace(output, data=msgspec.json.encode(message))


class MissesEvents(Table):
    """Tells people that nothing happened."""

    def _publish(self, pending, now):
        super()._publish(replace(pending, entry=replace(pending.entry, game=())), now)


class NoticesNobodyGone(Table):
    """Thinks that all who came are still there."""

    def disconnect(self, line, now):
        pass


class ForgetsBots(Table):
    """Hears only some answers of bots."""

    def answered(self, ask, answer, now):
        if ask.now % 7:
            super().answered(ask, answer, now)


class KeepsSilentConnections(Table):
    """Waits for ever for silent connections."""

    def __init__(self, *of, **more):
        super().__init__(*of, **more)
        close = self._audience.disconnect
        self._audience.disconnect = lambda line, why: None if why == "silent" else close(line, why)


class BelievesLiars(Table):
    """Dates presses back by far more than a connection can take."""

    def __init__(self, *of, **more):
        super().__init__(*of, **more)
        happen = self._referee._happen
        self._referee._happen = lambda presses, now: happen(
            [press._replace(pressed=press.pressed - 1000) for press in presses], now
        )


class WakesForNothing(Table):
    """Wants to be woken at once, always."""

    @property
    def next_wake(self):
        return 0


@pytest.mark.parametrize(
    ("make_table", "weather", "name"),
    [
        (TellsTooEarly, STORM, "told before durable"),
        (AcknowledgesTooEarly, STORM, "told before durable"),
        (BelievesInTheDisk, STORM, "told before durable"),
        (ForgetsAtRestart, STORM, "done twice"),
        (LosesChanges, CALM, "wrong copy"),
        (MissesEvents, CALM, "wrong events"),
        (NoticesNobodyGone, CALM, "stuck"),
        (ForgetsBots, CALM, "stuck"),
        (KeepsSilentConnections, CALM, "silent"),
        (BelievesLiars, CALM, "dated wrongly"),
        (WakesForNothing, CALM, "no rest"),
    ],
)
def test_a_broken_table_is_noticed(make_table, weather, name):
    assert is_noticed(make_table, name, weather=weather)


class NoFence(Database):
    """Takes whatever comes."""

    def _may_append(self, was, claim):
        return True


class NoLength(Database):
    """Asks who writes, but not after what."""

    def _may_append(self, was, claim):
        return claim == self.holder


class BelievesWhatItSent(Node):
    """Takes what nobody answered for saved."""

    def _saved(self, batch, error):
        super()._saved(batch, None if isinstance(error, Unreachable) else error)


class KeepsTheTable(Node):
    """Goes on with a table that another has taken, and tells of what was refused."""

    def _saved(self, batch, error):
        super()._saved(batch, None if isinstance(error, Conflict) else error)


class NeverLooks(Node):
    """Does not ask whether another has its table."""

    def _look_who_has_it(self, claim):
        pass


@pytest.mark.parametrize(
    ("module", "broken", "names"),
    [
        (run, NoFence, ("done twice", "restart", "wrong copy", "wrong events")),
        (run, NoLength, ("done twice", "restart", "wrong copy", "wrong events")),
        (cluster, BelievesWhatItSent, ("told before durable", "wrong events")),
        (cluster, KeepsTheTable, ("told before durable",)),
        (cluster, NeverLooks, ("zombie",)),
    ],
)
def test_broken_nodes_and_databases_are_noticed(module, broken, names, monkeypatch):
    monkeypatch.setattr(module, broken.__base__.__name__, broken)
    assert is_noticed(Table, *names, weather=ROUGH._replace(crash_every=12_000), nodes=3)


def test_losing_what_was_done_is_noticed(monkeypatch):
    monkeypatch.setattr(Journal, "_remember", lambda *_: None)
    assert is_noticed(Table, "done twice")


@pytest.mark.parametrize("rules", [mindup, extreme], ids=lambda rules: rules.NAME)
def test_telling_whole_events_is_noticed(rules, monkeypatch):
    monkeypatch.setattr(rules, "witness", lambda _state, event, _seat: event)
    assert is_noticed(Table, "hidden card told")


@pytest.mark.parametrize("rules", [mindup, extreme], ids=lambda rules: rules.NAME)
def test_showing_the_hand_of_another_is_noticed(rules, monkeypatch):
    honest = rules.view

    def view(state, seat):
        return replace(honest(state, seat), hand=state.hands[0])

    monkeypatch.setattr(rules, "view", view)
    assert is_noticed(Table, "hidden card told")


def test_telling_the_seed_is_noticed(monkeypatch):
    monkeypatch.setattr(TableState, "commitment", property(lambda state: state.seed.hex()))
    assert is_noticed(Table, "secret seed told")


def test_telling_who_a_player_is_is_noticed(monkeypatch):
    def name(state, sitter):
        return str(sitter.bot) if sitter.guest is None else state.people[sitter.guest].id

    monkeypatch.setattr(TableState, "sitter_name", name)
    assert is_noticed(Table, "person id told")


def test_a_replay_that_does_not_verify_is_noticed(monkeypatch):
    honest = run.replay_of

    def tampered(entries, number):
        replay = honest(entries, number)
        return replay and replace(replay, events=replay.events[:-1])

    monkeypatch.setattr(run, "replay_of", tampered)
    assert is_noticed(Table, "replay")


def test_a_game_that_does_not_end_is_noticed(monkeypatch):
    monkeypatch.setattr(run, "LONGEST", 20_000)
    assert is_noticed(Table, "deadlock")


def test_a_table_that_raises_is_noticed():
    class Raises(Table):
        def wake(self, now):
            raise ZeroDivisionError("on purpose")

    with pytest.raises(AssertionError, match=r"seed 1, .* ZeroDivisionError: on purpose"):
        run.simulate(1, Raises)
