"""Groups: who is in, who may do what."""

import pytest

from tacit.club import group as groups
from tacit.club.group import Came, Gone, Group, fold
from tacit.core.rulebook import Refused

AT = 1_700_000_000_000


class Log:
    """A group's log, as requests change it."""

    def __init__(self, *others):
        self.events = list(groups.found("ann", "Ann", "Fridays", others, AT).events)

    @property
    def group(self) -> Group:
        return fold(self.events)

    def ask(self, decider, *args, **more):
        """Return why it is refused, or what it says about who is in it."""
        decided = decider(self.group, *args, **more)
        if isinstance(decided, Refused):
            return decided.key
        self.events += decided.events
        return dict(decided.people)

    def names(self):
        return [one.name for one in self.group.here]


def test_everyone_at_the_table_is_in_from_the_beginning():
    log = Log(("bob", "Bob"), ("ann", "Ann"))
    assert log.names() == ["Ann", "Bob"]
    assert log.group.title == "Fridays"
    assert log.group.founder.person == "ann"


@pytest.mark.parametrize(("name", "title"), [("", "Fridays"), ("Ann", " \u200b ")])
def test_a_group_and_its_founder_have_names(name, title):
    assert groups.found("ann", name, title, (), AT).key == "no-name"


def test_everyone_with_the_link_comes_in_once_under_a_name_of_their_own():
    log = Log()
    assert log.ask(groups.come, "cy", "Ann", AT) == {"cy": True}
    assert log.ask(groups.come, "cy", "Ann", AT) == {}
    assert log.names() == ["Ann", "Ann 2"]


def test_a_member_leaves_and_comes_back_with_the_same_number():
    log = Log(("bob", "Bob"), ("cy", "Cy"))
    assert log.ask(groups.leave, "bob", AT) == {"bob": False}
    assert log.ask(groups.leave, "bob", AT) == "not-in-group"
    assert log.names() == ["Ann", "Cy"]
    log.ask(groups.come, "bob", "Bobby", AT)
    assert [one.name for one in log.group.members] == ["Ann", "Bobby", "Cy"]


def test_only_the_founder_removes_and_the_removed_stay_outside():
    log = Log(("bob", "Bob"), ("cy", "Cy"))
    assert log.ask(groups.remove, "bob", 2, AT) == "founder-only"
    assert log.ask(groups.remove, "eve", 2, AT) == "not-in-group"
    assert log.ask(groups.remove, "ann", 0, AT) == "no-such-member"
    assert log.ask(groups.remove, "ann", 9, AT) == "no-such-member"
    assert log.ask(groups.remove, "ann", 2, AT) == {"cy": False}
    assert log.ask(groups.remove, "ann", 2, AT) == "no-such-member"
    assert log.ask(groups.come, "cy", "Cy", AT) == "removed-from-group"


def test_a_member_takes_in_a_player_once_and_never_one_who_is_gone():
    log = Log(("bob", "Bob"), ("cy", "Cy"), ("dee", "Dee"))
    assert log.ask(groups.take_in, "eve", "eve", "Eve", AT) == "not-in-group"
    assert log.ask(groups.take_in, "bob", "eve", "Ann", AT) == {"eve": True}
    assert log.ask(groups.take_in, "cy", "eve", "Ann", AT) == {}, "both have pressed"
    assert log.names()[-1] == "Ann 2"
    log.ask(groups.remove, "ann", 2, AT)
    log.ask(groups.leave, "dee", AT)
    for gone in ("cy", "dee"):
        assert log.ask(groups.take_in, "bob", gone, "Back", AT) == "was-member"


def test_the_founder_lets_a_removed_member_back_in():
    log = Log(("bob", "Bob"), ("cy", "Cy"), ("dee", "Dee"))
    log.ask(groups.remove, "ann", 2, AT)
    log.ask(groups.leave, "dee", AT)
    log.ask(groups.come, "eve", "Cy", AT)
    assert log.ask(groups.let_back, "bob", 2, AT) == "founder-only"
    assert log.ask(groups.let_back, "cy", 2, AT) == "not-in-group"
    for number in (0, 3, 9, -2):  # herself, who left, nobody
        assert log.ask(groups.let_back, "ann", number, AT) == "no-such-member"
    assert log.ask(groups.let_back, "ann", 2, AT) == {"cy": True}
    assert log.names() == ["Ann", "Bob", "Cy 2", "Cy"]
    assert log.ask(groups.let_back, "ann", 2, AT) == "no-such-member"
    assert log.ask(groups.leave, "cy", AT) == {"cy": False}
    assert log.ask(groups.come, "cy", "Cy", AT) == {"cy": True}, "as if never removed"


def test_a_founder_cannot_fill_the_log_with_one_member():
    log = Log(("bob", "Bob"))
    for _ in range(groups.MOST_CHANGES):
        assert log.ask(groups.remove, "ann", 1, AT) == {"bob": False}
        assert log.ask(groups.let_back, "ann", 1, AT) == {"bob": True}
    log.ask(groups.remove, "ann", 1, AT)
    assert log.ask(groups.let_back, "ann", 1, AT) == "group-full"


def test_when_the_founder_leaves_the_first_who_stays_takes_over():
    log = Log(("bob", "Bob"), ("cy", "Cy"))
    log.ask(groups.leave, "ann", AT)
    assert log.group.founder.person == "bob"
    assert log.ask(groups.remove, "bob", 2, AT) == {"cy": False}
    log.ask(groups.leave, "bob", AT)
    assert log.group.founder is None


def test_members_rename_themselves_and_the_group():
    log = Log(("bob", "Bob"))
    log.ask(groups.rename, "bob", name="Ann", title="Saturdays")
    assert log.names() == ["Ann", "Ann 2"]
    assert log.group.title == "Saturdays"
    assert log.ask(groups.rename, "eve", title="Mine") == "not-in-group"
    assert log.ask(groups.rename, "bob", name="\u200b") == "no-name"
    assert log.ask(groups.rename, "bob", title="\u200b") == "no-name"


def test_the_group_knows_the_table_it_opened_last():
    log = Log()
    log.ask(groups.open_table, "K7QF", "mindup", AT)
    log.ask(groups.open_table, "M2XA", "extreme", AT)
    assert log.group.table == "M2XA"


def test_a_group_is_bounded():
    many = [(f"p{number}", f"P{number}") for number in range(groups.MOST_MEMBERS - 1)]
    log = Log(*many)
    assert log.ask(groups.come, "new", "New", AT) == "group-full"
    assert log.ask(groups.take_in, "ann", "new", "New", AT) == "group-full"
    log.ask(groups.remove, "ann", 2, AT)
    log.ask(groups.come, "new", "New", AT)
    assert log.ask(groups.let_back, "ann", 2, AT) == "group-full"
    log.ask(groups.leave, "new", AT)
    log.ask(groups.leave, "p1", AT)
    assert log.ask(groups.come, "new", "New", AT) == {"new": True}
    worn = [*log.events, Gone("new", AT)] + [Gone("nobody", AT)] * groups.MOST_ENTRIES
    log.events = worn
    assert log.ask(groups.come, "late", "Late", AT) == "group-full"
    assert log.ask(groups.rename, "ann", title="Other") == "group-full"
    assert log.ask(groups.open_table, "K7QF", "mindup", AT) == {}  # it still plays
    assert log.ask(groups.leave, "ann", AT) == {"ann": False}


def test_a_name_that_stays_the_same_is_no_change_and_one_member_makes_only_so_many():
    log = Log(("bob", "Bob"))
    assert log.ask(groups.rename, "bob", name="Bob", title="Fridays") == {}
    assert len(log.events) == 2
    for number in range(groups.MOST_CHANGES):
        log.ask(groups.rename, "bob", title=f"Day {number}")
    assert log.ask(groups.rename, "bob", title="One more") == "group-full"
    assert log.ask(groups.rename, "ann", title="Mine") == {}
    log.ask(groups.leave, "bob", AT)
    assert log.ask(groups.come, "bob", "Bob", AT) == "group-full"
    log.ask(groups.open_table, "K7QF", "mindup", AT)
    assert log.group.table == "K7QF"


def test_numbers_run_out_over_time():
    log = Log()
    log.events += [
        event
        for number in range(groups.MOST_EVER)
        for event in (Came(f"p{number}", "P", AT), Gone(f"p{number}", AT))
    ]
    assert log.ask(groups.come, "new", "New", AT) == "group-full"
    assert log.ask(groups.come, "p3", "P", AT) == {"p3": True}
