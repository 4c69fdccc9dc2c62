"""Persist, then tell. What could not be saved never happened; a message sent twice is done once."""

import pytest

from tacit.table.decide.requests import AddBot, Join, Leave, Rename, Show, Sit, Start
from tacit.table.log.journal import Journal, Reply
from tacit.table.log.recent_requests import MAX_EACH
from tacit.table.log.records import Entry, Opened, Renamed, Said, Settings, decode
from tacit.table.tell.messages import Ack, Do, No, Update
from tests.table.tables import SEED, Desk, pick, play, seed_where, started

OPENED = Entry(house=(Opened(game="mindup", seed=SEED, settings=Settings()),))


def said(text, by="ann", message=""):
    return Entry(by=by, id=message, house=(Said(guest=0, text=text, at=0),))


def texts(state):
    return [one.text for one in state.chat]


# The journal by itself


def test_an_entry_happens_at_once_and_is_durable_when_it_is_saved():
    journal = Journal([OPENED])
    save = journal.write(said("a"), None)
    assert (save.after, journal.version, journal.saved_version) == (1, 2, 1)
    assert (texts(journal.state), texts(journal.saved)) == (["a"], [])
    (pending,) = journal.saved_up_to(save.ticket)
    assert (texts(pending.before), texts(pending.after)) == ([], ["a"])
    assert (journal.saved_version, texts(journal.saved)) == (2, ["a"])


def test_a_ticket_stands_for_everything_before_it():
    journal = Journal([OPENED])
    saves = [journal.write(said(text), None) for text in "abc"]
    assert [save.after for save in saves] == [1, 2, 3]
    assert [pending.version for pending in journal.saved_up_to(saves[1].ticket)] == [2, 3]
    assert journal.saved_up_to(saves[0].ticket) == []
    assert [pending.version for pending in journal.saved_up_to(saves[2].ticket)] == [4]


def test_what_is_lost_takes_what_followed_with_it():
    journal = Journal([OPENED])
    kept, lost, followed = (journal.write(said(text), None) for text in "abc")
    journal.saved_up_to(kept.ticket)
    undone = journal.lost(lost.ticket)
    assert [texts(pending.after)[-1] for pending in undone] == ["b", "c"]
    assert journal.state is journal.saved
    assert (texts(journal.state), journal.version) == (["a"], 2)
    again = journal.write(said("d"), None)
    assert again.after == 2
    # The ticket of what was lost means nothing any more.
    assert journal.saved_up_to(followed.ticket) == []
    assert journal.lost(followed.ticket) == []
    assert texts(journal.state) == ["a", "d"]
    assert len(journal.saved_up_to(again.ticket)) == 1


def test_requests_are_remembered_by_person_and_id():
    journal = Journal([OPENED, said("a", message="1")])
    assert journal.done("ann", Reply(1, "1")) == 2
    assert journal.done("bob", Reply(1, "1")) is None
    assert journal.done("ann", Reply(1, "2")) is None
    assert journal.done("ann", Reply(1, "")) is None


def test_only_so_many_requests_are_remembered():
    journal = Journal([OPENED])
    for number in range(MAX_EACH + 1):
        journal.saved_up_to(journal.write(said("x", message=str(number)), None).ticket)
    assert journal.done("ann", Reply(1, "0")) is None
    assert journal.done("ann", Reply(1, "1")) == 3


def test_what_is_lost_is_not_remembered_as_done():
    journal = Journal([OPENED])
    save = journal.write(said("a", message="1"), Reply(1, "1"))
    assert journal.done("ann", Reply(1, "1")) == 2
    journal.lost(save.ticket)
    assert journal.done("ann", Reply(1, "1")) is None


def test_the_line_that_asked_last_is_answered():
    journal = Journal([OPENED])
    journal.write(said("a", message="1"), Reply(1, "1"))
    save = journal.write(said("b", message="2"), Reply(1, "2"))
    journal.done("ann", Reply(7, "2"))
    replies = [pending.reply for pending in journal.saved_up_to(save.ticket)]
    assert replies == [Reply(1, "1"), Reply(7, "2")]


# At a table


def names(desk):
    """Return what people were called, one after the other."""
    events = [event for entry in desk.entries() for event in entry.house]
    return [event.name for event in events if isinstance(event, Renamed)]


def unsaved(*people):
    """A table of people in the lobby that from now on saves by hand."""
    desk = Desk().seat(*people)
    desk.saving = False
    return desk


def test_nothing_is_told_before_it_is_durable():
    desk = unsaved("ann", "bob")
    before = len(desk.heard("bob").messages)
    assert desk.do("ann", Rename(name="Hi")) is None
    assert len(desk.heard("bob").messages) == before
    assert desk.state.people[0].name == "Ann"
    (save,) = desk.saves
    assert decode([desk.log[0], save.entry])[1].house[0].name == "Hi"
    desk.save()
    updates = desk.heard("bob").of(Update)
    assert [update.house["guests"][0]["name"] for update in updates] == ["Hi"]
    assert desk.heard("ann").of(Ack)[-1].version == desk.table.version


def test_people_are_told_before_the_one_who_asked_is_answered():
    desk = unsaved("ann")
    desk.do("ann", Rename(name="Hi"))
    desk.save()
    assert [type(message) for message in desk.heard("ann").messages[-2:]] == [Update, Ack]


def test_requests_are_judged_by_what_will_be_durable():
    desk = unsaved("ann", "bob")
    desk.do("ann", Sit(seat=4))
    answer = desk.do("bob", Sit(seat=4))
    assert answer.key == "seat-taken"
    desk.do("bob", Sit(seat=0))
    assert [save.after for save in desk.saves] == [3, 4]
    desk.save()
    assert [desk.seat_of(person) for person in ("ann", "bob")] == [4, 0]
    desk.check_copies()


def test_entries_are_told_in_their_order_even_if_one_ticket_stands_for_many():
    desk = unsaved("ann")
    for text in "abc":
        desk.do("ann", Rename(name=text))
    desk.log += [save.entry for save in desk.saves]
    desk.table.saved(desk.saves[-1].ticket, desk.now)
    desk.pump()
    assert [update.version for update in desk.heard("ann").of(Update)] == [3, 4, 5]
    updates = desk.heard("ann").of(Update)
    assert [update.house["guests"][0]["name"] for update in updates] == ["a", "b", "c"]


def test_what_could_not_be_saved_never_happened():
    desk = unsaved("ann", "bob")
    before = desk.state
    desk.do("ann", Rename(name="Hi"), "first")
    desk.do("bob", Leave(), "second")
    desk.lose()
    for message in ("first", "second"):
        ((_, answer),) = desk.answers(message)
        assert answer == No(
            id=message,
            key="not-saved",
            text="It could not be saved, so it did not happen. Please try again.",
        )
    assert desk.state == before
    assert desk.table.version == len(desk.log)
    desk.check_copies()


def test_it_can_be_tried_again_under_the_same_id():
    desk = unsaved("ann")
    desk.do("ann", Rename(name="Hi"), "first")
    desk.lose()
    assert desk.do("ann", Rename(name="Hi"), "first") is None
    desk.save()
    assert [type(answer) for _, answer in desk.answers("first")] == [No, Ack]
    assert names(desk) == ["Hi"]


def test_what_the_table_did_by_itself_is_undone_without_words():
    desk = started("extreme", "ann", "bob")
    desk.raise_hands()
    desk.saving = False
    desk.hang_up("bob")
    before = len(desk.heard("ann").of(No))
    desk.lose()
    assert len(desk.heard("ann").of(No)) == before


def test_tickets_from_before_a_loss_mean_nothing():
    desk = unsaved("ann")
    desk.do("ann", Rename(name="a"))
    desk.do("ann", Rename(name="b"))
    old = list(desk.saves)
    desk.lose()
    desk.do("ann", Rename(name="c"))
    for save in old:
        desk.table.saved(save.ticket, desk.now)
        desk.table.not_saved(save.ticket, desk.now)
    desk.pump()
    assert names(desk) == []
    desk.save()
    assert names(desk) == ["c"]
    assert desk.table.version == len(desk.log)
    desk.check_copies()


def test_the_same_message_twice_is_done_once():
    desk = Desk().seat("ann")
    first = desk.do("ann", Rename(name="Hi"), "once")
    desk.must("ann", Rename(name="there"))
    assert desk.do("ann", Rename(name="Hi"), "once") == first
    assert names(desk) == ["Hi", "there"]


def test_the_same_id_of_another_person_is_another_message():
    desk = Desk().seat("ann", "bob")
    for person in ("ann", "bob"):
        desk.do(person, Rename(name=f"Dr {person}"), "same")
    assert names(desk) == ["Dr ann", "Dr bob"]


def test_the_same_message_is_done_once_even_after_a_crash():
    desk = Desk().seat("ann")
    first = desk.do("ann", Rename(name="Hi"), "once")
    again = desk.rebuilt()
    again.connect("ann")
    assert again.do("ann", Rename(name="Hi"), "once") == first
    assert names(again) == ["Hi"]


def test_a_message_repeated_before_it_is_durable_is_answered_where_it_was_repeated():
    desk = unsaved("ann")
    old = desk.line("ann")
    desk.do(old, Rename(name="Hi"), "once")
    new = desk.connect("ann")
    assert desk.do(new, Rename(name="Hi"), "once") is None
    assert len(desk.saves) == 1
    desk.save()
    assert desk.answers("once") == [(new, Ack(id="once", version=3))]


def test_a_refusal_is_given_again_for_the_same_message():
    desk = Desk().seat("ann", "bob")
    assert desk.do("bob", Start(), "early").key == "host-only"
    desk.must("ann", Leave())
    assert desk.do("bob", Start(), "early").key == "host-only"
    assert desk.do("bob", Start(), "later").key == "wrong-number"


def test_only_so_many_refusals_are_remembered():
    desk = Desk().seat("ann", "bob")
    for number in range(MAX_EACH + 1):
        desk.do("bob", Start(), f"r{number}")
    desk.must("ann", Leave())
    assert desk.do("bob", Start(), "r1").key == "host-only"
    assert desk.do("bob", Start(), "r0").key == "wrong-number"


@pytest.mark.parametrize("message", ["x" * 41, "x" * 1000])
def test_an_id_is_not_too_long(message):
    desk = Desk().seat("ann")
    answer = desk.do("ann", Rename(name="Zed"), message)
    assert (answer.key, answer.id) == ("bad-id", message)
    assert desk.state.people[0].name == "Ann"
    assert isinstance(desk.do("ann", Rename(name="Zed"), "x" * 40), Ack)


def test_an_id_is_not_empty():
    desk = Desk().seat("ann")
    desk.send(desk.line("ann"), Do(id="", request=Rename(name="Zed")))
    assert desk.heard("ann").messages[-1].key == "bad-id"


BOB_FIRST = seed_where(
    "extreme",
    3,
    lambda setup: (
        [hand[0][0] for hand in setup.deals[0]] == ["W", "R", "W"]
        and int(setup.deals[0][0][0][1:]) < int(setup.deals[0][2][0][1:])
    ),
)
"""Ann's white card comes before Cleo's; Bob's is red."""


def test_a_press_repeated_while_it_is_held_is_pressed_once():
    desk = started("extreme", "ann", "bob", "cleo", seed=BOB_FIRST)
    desk.raise_hands()
    desk.heard("cleo").rtt = 200
    desk.wait(60_000)
    (card,) = desk.hand("ann")
    assert desk.do("ann", play(card), "once") is None
    new = desk.connect("ann")
    assert desk.do(new, play(card), "once") is None
    desk.wait(300)
    assert [type(answer) for _, answer in desk.answers("once")] == [Ack]
    assert desk.answers("once")[0][0] == new


def test_a_gesture_of_a_guest_whose_joining_is_not_durable_is_seen_by_nobody():
    desk = unsaved("ann")
    desk.connect("bob")
    desk.do("bob", Join(name="Bob"))
    before = len(desk.heard("ann").messages)
    assert isinstance(desk.do("bob", Show(emote="wave")), Ack)
    assert len(desk.heard("ann").messages) == before


# The log as it really is


def test_a_table_made_again_from_its_log_is_the_same():
    desk = Desk(thinking=True).seat("ann", "bob")
    desk.must("ann", AddBot(seat=2, bot="greedy"), Start())
    desk.must("bob", pick(desk.hand("bob")[0]))
    again = desk.rebuilt()
    assert (again.state, again.table.version) == (desk.state, desk.table.version)
