"""Every rule and every test vector has a test that names it."""

import re
from pathlib import Path

TESTS = Path(__file__).parent
MIND_UP = {*range(1, 37)} - {9, 17, 32}
EXTREME = {*range(1, 35)} - {2, 4, 33}
MIND_UP_VECTORS = {
    *(f"s_m{number}" for number in range(1, 5)),
    *(f"m{number}" for number in (1, 2, 6, 7, 8, 9, 10, 13, 17)),
}
EXTREME_VECTORS = {
    *(f"s_x{number}" for number in range(1, 7)),
    *(f"x{number}" for number in (1, 3, 4, 5, 6, 9, 11, 12, 14, 15, 18, 20, 22)),
}


def words_in_test_names():
    source = "\n".join(path.read_text() for path in TESTS.rglob("test_*.py"))
    names = re.findall(r"def (test_\w+)", source)
    return {
        name: set(re.findall(r"(?<![a-z0-9])(s_?[mx]\d+|[mx]\d+|mu\d\d|me\d\d)(?![0-9])", name))
        for name in names
    }


def named():
    return {word.replace("_", "") for words in words_in_test_names().values() for word in words}


def test_every_rule_of_mind_up_is_named_by_a_test():
    assert {f"mu{number:02}" for number in MIND_UP} - named() == set()


def test_every_rule_of_the_mind_extreme_is_named_by_a_test():
    assert {f"me{number:02}" for number in EXTREME} - named() == set()


def test_every_test_vector_is_named_by_a_test():
    vectors = {name.replace("_", "") for name in MIND_UP_VECTORS | EXTREME_VECTORS}
    assert vectors - named() == set()


def test_every_rule_is_told_in_the_docs():
    told = "\n".join(path.read_text() for path in (TESTS.parent / "docs" / "rules").glob("*.md"))
    rules = {f"MU-{number:02}" for number in MIND_UP} | {f"ME-{number:02}" for number in EXTREME}
    assert {rule for rule in rules if rule not in told} == set()
