"""What starts quickly stays quick: nothing heavy is imported before it is needed."""

import subprocess
import sys

import pytest

HEAVY = "{'numba', 'numpy', 'llvmlite'}"


@pytest.mark.parametrize(
    "modules",
    ["tacit", "tacit.cli", "tacit.server.site, tacit.cli.host.serve", "tacit.cli.games.simulate"],
)
def test_the_compiled_rules_are_not_imported_unless_a_bot_needs_them(modules):
    code = f"import sys, {modules}; print(sorted({HEAVY} & set(sys.modules)))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_a_game_between_light_bots_needs_no_compiled_rules(tmp_path):
    code = (
        "import sys; from tacit.cli import main;"
        "main(['simulate', 'mindup', '--bots', 'greedy,random', '--games', '1', '--seed', '1',"
        f"'--out', {str(tmp_path)!r}]); print(sorted({HEAVY} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "[]"
