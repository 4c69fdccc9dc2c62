"""A worker process answers a line with a line, in time and in size, or raises WorkerError."""

from __future__ import annotations

import asyncio
import sys

import pytest

from tacit.bots.worker_process import WorkerEnded, WorkerError, WorkerProcess

ECHO = "for line in sys.stdin: print(line.strip()[::-1], flush=True)"
LATE = "sys.stdin.readline(); time.sleep(600)"
LOUD = "sys.stdin.readline(); print('x' * 300_000, flush=True); time.sleep(600)"
TWICE = "sys.stdin.readline(); print('one\\ntwo', flush=True); time.sleep(600)"
LEAVING = "sys.stdin.readline(); sys.exit(3)"
DEAF = "time.sleep(600)"
COUNTING = "[print(n, flush=True) for n in range(3) if sys.stdin.read() or True]"


@pytest.fixture
def start():
    started = []

    def begin(program, **more):
        words = (sys.executable, "-c", f"import sys, time; {program}")
        if program.startswith("for"):
            words = (sys.executable, "-c", f"import sys\n{program}")
        started.append(WorkerProcess(words, **more))
        return started[-1]

    yield begin
    for worker in started:
        worker.end()
        assert not worker.runs


def test_it_is_asked_by_a_line_and_answers_with_a_line(start):
    worker = start(ECHO)
    assert worker.ask(b"one", 60) == b"eno"
    assert worker.ask(b"x" * 60_000, 60) == b"x" * 60_000
    worker.send(b"two")
    worker.send(b"three")
    assert [worker.read_line(60), worker.read_line(60)] == [b"owt", b"eerht"]


@pytest.mark.parametrize("program", [LATE, DEAF])
def test_one_that_is_late_is_given_up_in_time(start, program):
    with pytest.raises(WorkerError, match=r"no answer within 0\.[0-9] s"):
        start(program).ask(b"x" * 10_000_000, 0.3)


def test_an_answer_is_bounded_in_size(start):
    with pytest.raises(WorkerError, match="more than 65,536 bytes"):
        start(LOUD).ask(b"", 60)
    assert len(start(LOUD, max_bytes=400_000).ask(b"", 60)) == 300_000


def test_one_line_is_the_answer_to_one_line(start):
    with pytest.raises(WorkerError, match="more than one line"):
        start(TWICE).ask(b"", 60)


def test_one_that_ends_is_known_by_its_code(start):
    worker = start(LEAVING)
    with pytest.raises(WorkerEnded):
        worker.ask(b"", 60)
    assert worker.exit_code() == 3
    with pytest.raises(WorkerEnded):
        worker.ask(b"again", 60)


def test_a_thread_that_waits_hears_when_it_is_killed(start):
    worker = start(LATE)
    worker.send(b"")
    worker.kill()
    with pytest.raises(WorkerEnded):
        worker.read_line()


def test_a_coroutine_asks_it_as_well_and_others_go_on(start):
    worker, line = start(ECHO), b"y" * 50_000

    async def ask():
        ticks = 0

        async def tick():
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0)

        ticking = asyncio.create_task(tick())
        assert await worker.ask_soon(line) == line
        assert await worker.ask_soon(b"two") == b"owt"
        ticking.cancel()
        return ticks

    assert asyncio.run(ask()) > 2


def test_a_coroutine_may_give_up(start):
    worker = start(LATE)
    with pytest.raises(TimeoutError):
        asyncio.run(asyncio.wait_for(worker.ask_soon(b""), 0.2))
    assert worker.runs


def test_what_it_says_about_one_line_is_read_until_it_ends(start):
    said = []

    async def listen():
        lines = start(COUNTING).lines_for(b"go")
        said.extend([await anext(lines) for _ in range(3)])
        await anext(lines)

    with pytest.raises(WorkerEnded):
        asyncio.run(listen())
    assert said == [b"0", b"1", b"2"]
