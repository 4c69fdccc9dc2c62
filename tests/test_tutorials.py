"""The tutorials play what the server would send today."""

import importlib.util
from pathlib import Path

import pytest

from tacit.core.plug import every_game

WEB = Path(__file__).parents[1] / "web"


@pytest.fixture(scope="module")
def recorder():
    spec = importlib.util.spec_from_file_location("recorder", WEB / "record_tutorials.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_recordings_are_up_to_date(recorder):
    assert len(recorder.recordings()) == len(every_game())
    for path, text in recorder.recordings().items():
        assert path.read_text() == text, "make tutorials"
