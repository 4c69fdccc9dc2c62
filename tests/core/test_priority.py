"""Worker processes let others go first, except beside other tests."""

import os

from tacit.core.priority import EQUAL, lower_priority


def test_a_worker_lowers_its_priority(monkeypatch):
    lowered = []
    monkeypatch.setattr(os, "nice", lowered.append, raising=False)
    monkeypatch.delenv(EQUAL)
    lower_priority(3)
    assert lowered == [3]


def test_beside_other_tests_it_does_not(monkeypatch):
    monkeypatch.setattr(os, "nice", lambda _: 1 / 0, raising=False)
    assert EQUAL in os.environ
    lower_priority(3)


def test_where_the_system_has_no_priorities_nothing_happens(monkeypatch):
    monkeypatch.delattr(os, "nice", raising=False)
    monkeypatch.delenv(EQUAL)
    lower_priority(3)
