"""How long the property tests look, and what is said when the browser tests did not run.

HYPOTHESIS_PROFILE=mutants is the short look.
"""

import os

from hypothesis import settings

settings.register_profile("default", deadline=None, print_blob=True)
settings.register_profile(
    "mutants", settings.get_profile("default"), max_examples=10, derandomize=True
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_terminal_summary(terminalreporter):
    """Nobody shall take a run without a browser for a whole one."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = {
        str(report.longrepr[2]).removeprefix("Skipped: ")
        for report in skipped
        if report.nodeid.startswith("tests/browser/")
    }
    if reasons:
        terminalreporter.section("THE BROWSER TESTS DID NOT RUN", sep="!", red=True, bold=True)
        for reason in sorted(reasons):
            terminalreporter.line(reason, red=True, bold=True)
