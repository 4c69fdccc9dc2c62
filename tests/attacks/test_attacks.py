"""Every attack in its small form; `make attack` tries them in full."""

from __future__ import annotations

import asyncio

import pytest

from tests.attacks.attack import Attack, Effort
from tests.attacks.every import every


@pytest.mark.parametrize("tried", every(), ids=lambda one: one.name.replace(" ", "-"))
def test_what_is_promised_holds(tried: Attack, tmp_path) -> None:
    effort = Effort(tried.small, tmp_path)
    came = asyncio.run(asyncio.wait_for(tried.run(effort), 120))
    print(f"{tried.name}, seed {effort.seed}: {came}")
    assert came.tries > 0
    assert came.successes <= tried.most(came.tries), f"{tried.promise}: {came}"
