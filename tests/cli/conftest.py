"""Running `tacit` in this process, as a person would type it."""

import io
import sys
from typing import NamedTuple

import pytest

from tacit.cli import main


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def one_clear_line(self) -> str:
        """The only line on stderr of a command that exits with 2 and prints nothing else."""
        assert self.code == 2
        assert self.out == ""
        assert self.err.count("\n") == 1
        assert "Traceback" not in self.err
        return self.err


@pytest.fixture
def tacit(capsys, monkeypatch):
    def run(*argv: str, stdin: str | bytes = b"") -> Ran:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        try:
            code = main([str(word) for word in argv])
        except SystemExit as exit_:
            code = exit_.code
        return Ran(code, *capsys.readouterr())

    return run
