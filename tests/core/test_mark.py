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


def test_the_mark_of_a_seat_is_its_number_in_shape_and_colour():
    assert [seat_mark(seat) for seat in (0, 2, 8)] == [Mark(0, 0, 0), Mark(2, 2, 0), Mark(2, 2, 0)]


def test_a_built_in_bot_has_its_own_face_and_another_one_that_of_guests():
    for bot, face in art().bots.items():
        assert bot_face(bot) is face
    guest, face = bot_face("owl"), art().guest_bot
    assert (guest.eyes, guest.fill, guest.line) == (face.eyes, face.fill, face.line)
    number = sum(map(ord, "owl"))
    assert (guest.shape, guest.colour) == (number % SHAPES, number % COLOURS)
