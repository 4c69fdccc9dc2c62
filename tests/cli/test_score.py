"""`tacit score`: the shapes promised, and one clear line for what cannot be scored."""

import json

import pytest

S_M4 = {"order": [2, 4, 1, 5, 3], "tableaux": [[22, 13, 25, 46, 20, 8, 53]]}


def test_s_m4_is_scored_in_the_promised_shape(tacit):
    ran = tacit("score", "mindup", "-", stdin=json.dumps(S_M4 | {"objectives": [1, 13]}))
    assert ran.code == 0
    assert json.loads(ran.out) == {
        "players": [{"columns": 24, "bonuses": 1, "objectives": 0, "total": 25}]
    }


@pytest.mark.parametrize(
    ("pile", "mistakes"),
    [
        ([7, 14, 28, 20, 25, 23, 37, 48], [{"card": 28, "overtook": [20, 25, 23]}]),
        (
            [2, 13, 11, 28, 44, 42, 37],
            [{"card": 13, "overtook": [11]}, {"card": 44, "overtook": [42, 37]}],
        ),
        ([], []),
    ],
)
def test_s_x5_and_s_x6_are_judged_in_the_promised_shape(tacit, pile, mistakes):
    ran = tacit("score", "extreme", "-", stdin=json.dumps({"colour": "white", "pile": pile}))
    assert json.loads(ran.out) == {"errors": len(mistakes), "mistakes": mistakes}


def test_x6_a_red_pile_descends(tacit):
    ran = tacit("score", "extreme", "-", stdin='{"colour":"red","pile":[45,43,26,31,3]}')
    assert json.loads(ran.out) == {"errors": 1, "mistakes": [{"card": 26, "overtook": [31]}]}


def test_one_line_out_for_each_line_in(tacit, tmp_path):
    file = tmp_path / "piles.jsonl"
    file.write_text('{"colour":"red","pile":[9,8]}\n\n{"colour":"white","pile":[9,8]}\n')
    ran = tacit("score", "extreme", file, "--json")
    assert [json.loads(line)["errors"] for line in ran.out.splitlines()] == [0, 1]


def test_one_object_may_stand_on_several_lines(tacit):
    ran = tacit("score", "mindup", "-", stdin=json.dumps(S_M4, indent=2))
    assert json.loads(ran.out)["players"][0]["total"] == 25


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"order": [1, 2, 3, 4, 4]}, "the order has to be the values 1 to 5, not [1, 2, 3, 4, 4]"),
        ({"order": [1, 2, 3, 4]}, "the order has to be the values 1 to 5"),
        ({"tableaux": []}, "there are 1 to 6 tableaux, not 0"),
        ({"tableaux": [[]] * 7}, "there are 1 to 6 tableaux, not 7"),
        ({"tableaux": [[61]]}, "there is no card 61: they run from 1 to 60"),
        ({"tableaux": [[0]]}, "there is no card 0"),
        ({"tableaux": [[5], [5]]}, "the card 5 is there twice"),
        ({"tableaux": [list(range(1, 11))]}, "a tableau holds at most 9 cards"),
        ({"tableaux": [["5"]]}, "Expected `int`, got `str`"),
        ({"objectives": [15]}, "there is no objective 15: they run from 1 to 14"),
        ({"objectives": [3, 3]}, "the objective 3 is there twice"),
        ({"objective": [3]}, "unknown field `objective`"),
    ],
)
def test_a_tableau_that_cannot_be_is_named(tacit, given, said):
    ran = tacit("score", "mindup", "-", stdin=json.dumps(S_M4 | given))
    assert said in ran.one_clear_line


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ('{"colour":"blue","pile":[]}', "Invalid enum value 'blue'"),
        ('{"colour":"red","pile":[51]}', "there is no card 51: they run from 1 to 50"),
        ('{"colour":"red","pile":[4,4]}', "the card 4 is there twice"),
        ('{"colour":"red"}', "missing required field `pile`"),
        ('{"colour":"red","pi', "standard input: Input data was truncated"),
        ("\ud800".encode("utf-8", "surrogatepass"), "standard input: "),
        ("", "standard input is empty"),
        ("\n \n", "standard input is empty"),
    ],
)
def test_a_pile_that_cannot_be_is_named(tacit, given, said):
    assert said in tacit("score", "extreme", "-", stdin=given).one_clear_line


def test_a_bad_line_is_named_by_its_number_and_nothing_is_printed(tacit):
    lines = '{"colour":"red","pile":[1]}\n{"colour":"red","pile":[99]}\n'
    ran = tacit("score", "extreme", "-", stdin=lines)
    assert ran.one_clear_line.startswith("tacit: standard input, line 2: there is no card 99")


def test_a_missing_file_is_named(tacit, tmp_path):
    ran = tacit("score", "mindup", tmp_path / "none.json")
    assert "none.json: No such file or directory" in ran.one_clear_line


def test_on_a_terminal_the_scores_are_a_table(tacit, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    shown = tacit("score", "mindup", "-", stdin=json.dumps(S_M4)).out
    assert "columns" in shown
    assert "25" in shown
    shown = tacit("score", "extreme", "-", stdin='{"colour":"white","pile":[5,1]}').out
    assert "1 error" in shown
