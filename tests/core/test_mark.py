"""Marks: one source of faces, and bounds of what people may choose."""

import msgspec
import pytest

from tacit.core.mark import COLOURS, FACES, SHAPES, Mark, art, bot_face, seat_mark, with_face
from tacit.core.plug import own_games, part

OF_BOTS = [
    (bot, game, face) for game in own_games() for bot, face in part(game, "bot_faces").items()
]
"""The faces of all bots that come with a game; `random` is there for each of them."""


def test_there_are_as_many_shapes_colours_and_faces_as_a_mark_may_name():
    assert (len(art().shapes), len(art().colours), len(art().faces)) == (SHAPES, COLOURS, FACES)


def test_bots_are_drawn_in_shapes_and_colours_that_exist():
    others = [(bot, "mindup", None) for bot in ("owl", "", "…")]
    for bot, game, _ in (*OF_BOTS, *others):
        face = bot_face(bot, game)
        assert 0 <= face.shape < SHAPES
        assert 0 <= face.colour < COLOURS
        assert face.eyes or face.fill


def test_no_two_built_in_bots_look_alike():
    bots = {bot: face for bot, _, face in OF_BOTS}
    assert len(bots) == 11
    looks = [(face.eyes, face.fill, face.line) for face in bots.values()]
    assert len(set(looks)) == len(looks)
    marks = [(face.shape, face.colour) for face in bots.values()]
    assert len(set(marks)) == len(marks)


def test_a_bot_of_both_games_looks_the_same_in_each():
    """The app finds a face by the bot's name alone."""
    bots = {bot: face for bot, _, face in OF_BOTS}
    assert all(face == bots[bot] for bot, _, face in OF_BOTS)


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
    for bot, game, face in OF_BOTS:
        assert bot_face(bot, game) is face
    guest, face = bot_face("owl", "mindup"), art().guest_bot
    assert (guest.eyes, guest.fill, guest.line) == (face.eyes, face.fill, face.line)
    number = sum(map(ord, "owl"))
    assert (guest.shape, guest.colour) == (number % SHAPES, number % COLOURS)


def test_a_bot_of_another_game_has_no_face_here():
    assert bot_face("heron", "extreme").eyes == art().guest_bot.eyes


def test_a_game_may_give_its_bots_faces_that_are_drawn_already():
    fox = with_face("fox", 1, 2)
    assert (fox.shape, fox.colour, fox.line) == (1, 2, art().faces["fox"].line)
