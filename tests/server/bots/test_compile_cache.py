"""What Numba compiles is kept where the one who runs the site may write, and nobody else."""

import os
from pathlib import Path

import pytest

from tacit.server.bots import compile_cache


@pytest.fixture(autouse=True)
def nowhere(monkeypatch, tmp_path):
    """Let Numba find no place: a file is where the package and the home would be."""
    file = tmp_path / "file"
    file.touch()
    monkeypatch.delenv(compile_cache.VARIABLE, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", f"{file}/cache")
    monkeypatch.setattr(compile_cache.tacit, "__file__", f"{file}/tacit/__init__.py")


def chosen():
    return os.environ.get(compile_cache.VARIABLE)


def test_it_is_beside_the_database_where_there_is_nothing_else(tmp_path):
    compile_cache.keep_compiled(f"sqlite:///{tmp_path}/new/games.db")
    assert chosen() is None, "a folder that is misspelt is not made"
    (tmp_path / "new").mkdir()
    compile_cache.keep_compiled(f"sqlite:///{tmp_path}/new/games.db")
    assert chosen() == f"{tmp_path}/new/games.db.compiled"
    assert Path(chosen()).stat().st_mode & 0o777 == 0o700


def test_what_the_host_says_goes_first(monkeypatch, tmp_path):
    monkeypatch.setenv(compile_cache.VARIABLE, f"{tmp_path}/cache")
    compile_cache.keep_compiled(f"{tmp_path}/games.db")
    assert chosen() == f"{tmp_path}/cache"


@pytest.mark.parametrize("where", ["XDG_CACHE_HOME", "HOME"])
def test_a_home_that_can_be_written_is_left_to_numba(monkeypatch, tmp_path, where):
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv(where, f"{tmp_path}/to-be-made")
    compile_cache.keep_compiled(f"{tmp_path}/games.db")
    assert chosen() is None


def test_a_home_that_cannot_be_looked_at_is_none(monkeypatch, tmp_path):
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", f"/{'x' * 300}")
    compile_cache.keep_compiled(f"{tmp_path}/games.db")
    assert chosen() == f"{tmp_path}/games.db.compiled"


def test_without_a_file_it_is_a_folder_of_the_sites_own():
    compile_cache.keep_compiled("postgresql://tacit@localhost/tacit")
    folder = Path(chosen())
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.rmdir()


def test_a_folder_that_others_can_write_to_is_not_trusted(tmp_path):
    folder = tmp_path / "games.db.compiled"
    folder.mkdir()
    folder.chmod(0o777)
    compile_cache.keep_compiled(f"{tmp_path}/games.db")
    assert chosen() is None


def test_a_link_in_its_place_is_not_followed(tmp_path):
    (tmp_path / "games.db.compiled").symlink_to(tmp_path)
    compile_cache.keep_compiled(f"{tmp_path}/games.db")
    assert chosen() is None


def test_where_nothing_can_be_kept_the_site_starts_as_well(monkeypatch, tmp_path):
    compile_cache.keep_compiled(f"{tmp_path}/file/games.db")
    assert chosen() is None
    monkeypatch.setattr(compile_cache.tempfile, "tempdir", f"{tmp_path}/file")
    compile_cache.keep_compiled("memory:")
    assert chosen() is None


@pytest.fixture
def image(monkeypatch, tmp_path):
    """A folder that an image was built with: not even root may write to it here."""
    built = tmp_path / "image"
    (built / "mindup_1").mkdir(parents=True)
    (built / "mindup_1" / "score.nbi").write_text("compiled ahead")
    monkeypatch.setenv(compile_cache.VARIABLE, str(built))
    can = os.access
    monkeypatch.setattr(
        compile_cache.os, "access", lambda path, how: Path(path) != built and can(path, how)
    )
    return built / "mindup_1" / "score.nbi"


def test_what_an_image_was_built_with_is_taken_along(monkeypatch, image, tmp_path):
    def start():
        monkeypatch.setenv(compile_cache.VARIABLE, str(image.parents[1]))
        compile_cache.keep_compiled(f"{tmp_path}/games.db")
        assert chosen() == f"{tmp_path}/games.db.compiled"
        return Path(chosen()) / "mindup_1" / "score.nbi"

    assert start().read_text() == "compiled ahead"
    start().write_text("compiled here, too")
    assert start().read_text() == "compiled here, too"
    image.write_text("compiled ahead, of a new version")
    assert start().read_text() == "compiled ahead, of a new version"


def test_what_cannot_be_copied_is_compiled_here(monkeypatch, image, tmp_path):
    (tmp_path / "games.db.compiled").mkdir(mode=0o700)
    (tmp_path / "games.db.compiled" / "mindup_1").touch()
    compile_cache.keep_compiled(f"{tmp_path}/games.db")
    assert chosen() == f"{tmp_path}/games.db.compiled"
