"""A file is there whole or not at all."""

import pytest

from tacit.core.whole_file import whole_file


def test_what_was_written_takes_the_place_of_the_file(tmp_path):
    file = tmp_path / "game.json"
    file.write_text("before")
    with whole_file(file) as beside:
        beside.write_text("after")
        assert file.read_text() == "before"
    assert file.read_text() == "after"
    assert list(tmp_path.iterdir()) == [file]


def half_written(file):
    with whole_file(file) as beside:
        beside.write_text("af")
        raise OSError("the disk is full")


def test_where_writing_fails_the_file_stays_as_it_was(tmp_path):
    file = tmp_path / "game.json"
    file.write_text("before")
    with pytest.raises(OSError, match="the disk is full"):
        half_written(file)
    assert file.read_text() == "before"
    assert list(tmp_path.iterdir()) == [file]


def test_a_name_may_be_as_long_as_the_system_allows(tmp_path):
    file = tmp_path / ("x" * 250)
    with whole_file(file) as beside:
        beside.write_text("all")
    assert file.read_text() == "all"
