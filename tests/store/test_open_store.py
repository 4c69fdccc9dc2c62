"""An address names a store."""

import pytest

from tacit.store import SqliteStore, StoreError, open_store
from tests.store.conformance import write


@pytest.mark.parametrize("url", ["memory:", ":memory:"])
def test_memory_is_a_store(url):
    commits = []
    store = open_store(url, on_commit=lambda *commit: commits.append(commit))
    assert isinstance(store, SqliteStore)
    write(store, "K7QF", b"one")
    store.close()
    assert len(commits) == 1


@pytest.mark.parametrize(
    "url",
    ["live.db", "./live.db", "sqlite:///live.db", "sqlite:///{here}/live.db", "{here}/live.db"],
)
def test_a_file_is_a_store(url, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    commits = []
    store = open_store(url.format(here=tmp_path), on_commit=lambda *commit: commits.append(commit))
    write(store, "K7QF", b"one")
    store.close()
    assert isinstance(store, SqliteStore)
    assert len(commits) == 1
    assert (tmp_path / "live.db").exists()


@pytest.mark.parametrize("name", ["a?b#c%20d.db", "déjà vu.db", "a b.db"])
def test_a_file_may_have_any_name(name, tmp_path):
    store = open_store(str(tmp_path / name))
    write(store, "K7QF", b"one")
    store.close()
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("url", ["carrier-pigeon://coop", "http://a/b", "file:live.db"])
def test_an_unknown_store_is_refused_with_what_is_possible(url):
    with pytest.raises(StoreError, match=r"There is no store '[a-z-]+:'\. Possible are a path, "):
        open_store(url)


@pytest.mark.parametrize("url", ["", "sqlite:", "sqlite://", "sqlite:///", "sqlite:live.db"])
def test_a_store_without_a_file_is_refused(url):
    with pytest.raises(StoreError, match=r"names no file\. Possible are a path, "):
        open_store(url)
