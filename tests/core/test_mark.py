"""Marks: one source of faces, and bounds of what people may choose."""

import msgspec
import pytest

from tacit.core.mark import COLOURS, FACES, SHAPES, Mark, art, bot_face, seat_mark


def test_there_are_as_many_shapes_colours_and_faces_as_a_mark_may_name():
    assert (len(art().shapes), len(art().colours), len(art().faces)) == (SHAPES, COLOURS, FACES)


def test_bots_are_drawn_in_shapes_and_colours_that_exist():
    for bot in (*art().bots, "owl", "", "…"):
        face = bot_face(bot)
        assert 0 <= face.shape < SHAPES
        assert 0 <= face.colour < COLOURS
        assert face.eyes or face.fill


def test_no_two_built_in_bots_look_alike():
    looks = [(face.eyes, face.fill, face.line) for face in art().bots.values()]
    assert len(set(looks)) == len(looks)
    marks = [(face.shape, face.colour) for face in art().bots.values()]
    assert len(set(marks)) == len(marks)


@pytest.mark.parametrize("field", ["shape", "colour", "face"])
@pytest.mark.parametrize("value", [-1, 8, 10**9, 1.5, "2", None])
def test_a_mark_beyond_what_exists_is_refused(field, value):
    good = {"shape": 1, "colour": 2, "face": 3}
    assert msgspec.convert(good, Mark) == Mark(1, 2, 3)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(good | {field: value}, Mark)


def test_who_chose_no_mark_has_the_one_of_their_seat():
    assert [seat_mark(seat).shape for seat in range(7)] == [0, 1, 2, 3, 4, 5, 0]
    assert {seat_mark(seat).face for seat in range(7)} == {0}
