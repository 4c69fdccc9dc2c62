"""What a bot's name may say wherever bots are named, and what a bot's file may import."""

import json
import sys

import pytest

from tacit.bots.asking import asking_of
from tacit.bots.bot import BotError
from tacit.bots.registry import MOST_PLAYOUTS, counts_playouts, find_bot, sits_at_tables
from tacit.cli import main
from tacit.core.plug import every_game
from tacit.games.mindup.env.parallel import MindUpParallel

USES = """
import helper

class Mine:
    SAID = helper.SAID
    def __init__(self, *_):
        pass
    def choose(self, view, budget):
        return view.hand[0]
"""


def test_a_number_of_playouts_is_understood_by_simulate(tmp_path, capsys):
    for folder in ("one", "two"):
        words = ["--bots", "search#5,greedy,greedy", "--players", "3", "--seed", "3", "--json"]
        assert main(["simulate", "mindup", *words, "--out", str(tmp_path / folder)]) == 0
        assert json.loads(capsys.readouterr().out)["bots"][0] == "search#5"
    one, two = (next((tmp_path / folder).iterdir()).read_bytes() for folder in ("one", "two"))
    assert one == two


def test_a_number_of_playouts_is_understood_by_environments():
    env = MindUpParallel(players=3, bots={1: "search#5", 2: "flat#5"})
    env.reset(seed=1)
    assert env.step({"player_0": 0})[0].keys() == {"player_0"}


@pytest.mark.parametrize(
    ("name", "sits"),
    [
        ("search", True),
        ("search#250", True),
        (f"flat#{MOST_PLAYOUTS}", True),
        (f"search#{MOST_PLAYOUTS + 1}", False),
        ("search#0", False),
        ("search#", False),
        ("search#01", False),
        ("search#²", False),
        ("search#9#9", False),
        ("search@50", False),
        ("greedy#9", False),
        ("nobody#9", False),
        ("mine.py:Mine#9", False),
    ],
)
def test_at_a_table_a_bot_counts_as_far_as_a_table_waits(name, sits):
    assert sits_at_tables(name, "mindup") is sits


def test_which_bots_can_count_is_known_without_loading_them():
    for game in every_game():
        for name in asking_of(game).offered:
            assert counts_playouts(find_bot(name, game)) == (name in asking_of(game).counted), name


@pytest.mark.parametrize("name", ["search#none", "search#0", "search#-1"])
def test_a_wrong_number_of_playouts_is_said_in_one_line(name):
    with pytest.raises(BotError, match="after # comes a number of playouts"):
        find_bot(name, "mindup")


def test_a_bots_file_may_import_files_beside_it_and_each_folder_has_its_own(tmp_path):
    before = list(sys.path)
    for said in ("first", "second"):
        folder = tmp_path / said
        folder.mkdir()
        (folder / "helper.py").write_text(f"SAID = {said!r}\n")
        (folder / "mine.py").write_text(USES)
        assert said == find_bot(f"{folder / 'mine.py'}:Mine", "mindup").SAID
    assert sys.path == before
    assert "helper" not in sys.modules


def test_a_file_beside_it_hides_no_module_of_python(tmp_path):
    (tmp_path / "colorsys.py").write_text("SAID = 'mine'\n")
    own = USES.replace("import helper", "import colorsys as helper")
    (tmp_path / "mine.py").write_text(own.replace("helper.SAID", "hasattr(helper, 'SAID')"))
    sys.modules.pop("colorsys", None)
    assert find_bot(f"{tmp_path / 'mine.py'}:Mine", "mindup").SAID is False


def test_a_file_that_cannot_be_loaded_leaves_nothing_behind(tmp_path):
    before = list(sys.path)
    (tmp_path / "helper.py").write_text("raise ValueError('no')\n")
    (tmp_path / "mine.py").write_text(USES)
    with pytest.raises(BotError, match="ValueError: no"):
        find_bot(f"{tmp_path / 'mine.py'}:Mine", "mindup")
    assert sys.path == before
