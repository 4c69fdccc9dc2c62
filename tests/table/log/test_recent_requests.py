"""What became of requests is remembered, for each person apart."""

from __future__ import annotations

from tacit.table.log.recent_requests import MAX_EACH, MAX_PEOPLE, RecentRequests


def test_nobody_makes_the_table_forget_what_another_asked_for():
    kept = RecentRequests()
    kept.keep("ann", "1", 7)
    for number in range(10 * MAX_EACH):
        kept.keep("eve", str(number), number)
    assert kept.get("ann", "1") == 7
    assert kept.get("eve", str(9 * MAX_EACH)) == 9 * MAX_EACH
    assert kept.get("eve", str(9 * MAX_EACH - 1)) is None
    assert kept.get("bob", "1") is None


def test_the_person_who_asked_for_nothing_for_longest_is_forgotten_first():
    kept = RecentRequests()
    for number in range(MAX_PEOPLE):
        kept.keep(f"guest {number}", "1", number)
    kept.keep("guest 0", "2", 0)
    kept.keep("one more", "1", 0)
    assert kept.get("guest 0", "1") == 0
    assert kept.get("guest 1", "1") is None
    assert kept.get("guest 2", "1") == 2


def test_what_has_not_happened_is_forgotten():
    kept = RecentRequests()
    kept.keep("ann", "1", 7)
    kept.forget("ann", "1")
    kept.forget("bob", "1")
    assert kept.get("ann", "1") is None
