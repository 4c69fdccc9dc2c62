"""The tutorials play what the server would send today."""

import importlib.util
import json
from pathlib import Path

import pytest

WEB = Path(__file__).parents[1] / "web"


@pytest.fixture(scope="module")
def recorder():
    spec = importlib.util.spec_from_file_location("recorder", WEB / "record_tutorials.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("game", ["mindup", "extreme"])
def test_the_recordings_are_up_to_date(recorder, game):
    recorded = json.loads((WEB / "src" / "learn" / f"{game}.json").read_text())
    assert recorded == json.loads(json.dumps(getattr(recorder, f"record_{game}")()))
