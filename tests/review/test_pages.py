"""A review as a page and a picture: whole by itself, readable without seeing the charts."""

import re
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from tacit.arena.runner.simulate import simulate
from tacit.bots.registry import find_bot
from tacit.cli import main
from tacit.core.mark import Mark, art, bot_face
from tacit.games.mindup.rules.pad import MOST_CARDS
from tacit.log.replay import load
from tacit.review.drawing import draw_mark
from tacit.review.look import Look
from tacit.review.page import Poster, Row, page, pages_of, poster_of
from tacit.review.picture import png
from tacit.review.reviewing import Depth, review
from tacit.review.scene import DARK, LIGHT
from tacit.review.svg import Chart, Span, table

VOID = {"meta"}


def a_game(game, names=("Ana", "Bo <b>", "Zoé")):
    bots = [(name, find_bot("greedy" if game == "mindup" else "human-30", game)) for name in names]
    (played,) = simulate(game, {"players": len(names)}, bots, 1, 3)
    return played


class Whole(HTMLParser):
    """Reads a page and notes what is open, and what it would fetch."""

    def __init__(self):
        super().__init__()
        self.open, self.seen, self.links = [], [], []

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)
        self.links += [value for name, value in attrs if name in {"src", "href"}]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("game", ["mindup", "extreme"])
def test_a_page_is_whole_by_itself_with_a_table_behind_every_chart(game):
    replay = a_game(game).replay()
    text = page(replay, review(replay, Depth(deals=10)))
    assert text.count('<svg class="mark"') == len(replay.names), "everyone has a face"
    reader = Whole()
    reader.feed(text)
    assert reader.open == []
    assert reader.links == []
    assert "url(" not in text
    charts = reader.seen.count("svg") - len(replay.names)
    assert 2 < charts == reader.seen.count("table")
    assert charts <= reader.seen.count("section")
    assert len(re.findall(r"role='img' aria-label=", text)) == charts
    assert "<b>" not in text
    assert "nan" not in text


@pytest.mark.parametrize("game", ["mindup", "extreme"])
def test_the_picture_of_a_result_has_the_size_of_link_previews(game):
    replay = a_game(game).replay()
    image = Image.open(BytesIO(png(poster_of(replay))))
    assert (image.format, image.size) == ("PNG", (1200, 630))


def test_a_picture_is_painted_with_the_scene_of_its_game():
    """Mind Up! lies on boards, The Mind Extreme in the night, another game on plain paper."""
    posters = {game: poster_of(a_game(game).replay()) for game in ("mindup", "extreme")}
    plain = posters["mindup"]._replace(scene=None, columns=())
    found = {}
    for name, poster in (posters | {"plain": plain, "dark": plain._replace(night=True)}).items():
        image = Image.open(BytesIO(png(poster))).convert("RGB")
        at_board, in_corner = image.getpixel((4, 126)), image.getpixel((1098, 80))
        found[name] = [f"#{bytes(pixel).hex()}" for pixel in (at_board, in_corner)]
    assert found == {
        "mindup": ["#cbb28c", "#3a1e5e"],
        "extreme": ["#171b26", "#a92227"],
        "plain": [LIGHT.paper, LIGHT.paper],
        "dark": [DARK.paper, DARK.paper],
    }


def test_the_picture_has_marks_and_the_columns_of_the_winner_and_of_a_seat():
    line = Path("tests/replays/v3-mindup-marks.tacit.json").read_bytes().rstrip(b"\n")
    replay = load(line)
    poster = poster_of(replay, 0)
    looks = {row.letter: (row.look.shape, row.look.colour) for row in poster.rows}
    chosen = replay.marks[0]
    assert looks["A"] == (chosen.shape, chosen.colour)
    bot = bot_face("random", "mindup")
    assert looks["C"] == (bot.shape, bot.colour)
    assert [one.row.first for one in poster.columns] == [True, False]
    assert poster.columns[1].row.letter == "A"
    assert sum(map(len, poster.columns[0].cards)) == MOST_CARDS
    assert poster_of(replay, 2).columns[0].row.letter == poster.columns[0].row.letter
    assert png(poster) != png(poster_of(replay, 2))


@pytest.mark.parametrize(
    "mark", [Mark(shape, shape, face) for shape in range(6) for face in (1, 7)]
)
def test_every_mark_can_be_drawn(mark):
    image = Image.new("RGB", (60, 60))
    draw_mark(image, (0, 0), 60, Look(mark, "Ann"))
    assert len(image.getcolors(3600)) > 10


def test_marks_have_the_colours_of_the_app():
    tokens = Path("web/src/app/tokens.css").read_text()
    for number, (light, chroma, hue) in enumerate(art().colours.values()):
        assert f"--player-{number}: oklch({light:g}% {chroma:g} {hue:g});" in tokens


def test_names_that_the_typeface_has_no_letters_for_are_replaced():
    def drawn(name):
        return png(Poster("A game", night=False, rows=(Row(name, "B", "7", 0.5, first=True),)))

    assert drawn("日本") == drawn("Player B") != drawn("Zoé")
    assert drawn("x" * 40) == drawn("x" * 22 + "yyy")


def test_the_command_writes_both_beside_each_other(tmp_path, capsys):
    file = tmp_path / "game.tacit.json"
    a_game("extreme").save(file)
    assert main(["review", str(file), "--out", str(tmp_path / "pages")]) == 0
    names = sorted(path.name for path in (tmp_path / "pages").iterdir())
    assert names == ["extreme-1.html", "extreme-1.png"]
    assert "extreme-1.html" in capsys.readouterr().out


def test_a_chart_with_nothing_in_it_is_one_still():
    chart = Chart(Span(0, 0), Span(1, 1))
    chart.grid()
    assert chart.drawn('"quoted" & <so>').startswith("<svg viewBox=")
    assert "&lt;" in table(("a",), [("<", 1.0, None)])


@pytest.mark.parametrize(
    ("game", "names", "shown"),
    [
        ("mindup", ("Ana", "linnet", "linnet", "raven"), {"Ana", "Linnet 1", "Linnet 2", "Raven"}),
        ("extreme", ("Ana", "adaptive", "metronome"), {"Ana", "Echo", "Steady"}),
    ],
)
def test_a_result_picture_calls_bots_by_their_names(game, names, shown):
    replay = a_game(game, names).replay()
    rows = pages_of(replay).poster(replay).rows
    assert {row.name for row in rows} == shown


def test_the_charts_of_a_review_tell_two_bots_of_a_kind_apart():
    replay = a_game("mindup", ("Ana", "linnet", "linnet")).replay()
    text = page(replay, review(replay, Depth(deals=2)))
    assert "Linnet 1" in text
    assert "Linnet 2" in text
    assert "linnet" not in text
