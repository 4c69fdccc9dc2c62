"""The worker of the projection ends when it is idle, and never while it is asked."""

import asyncio

import msgspec

from tacit.server.history.projection_worker import Projector, Ratings


class Worker:
    """Answers when it is told to."""

    def __init__(self):
        self.go = asyncio.Event()

    async def ask_soon(self, _):
        await self.go.wait()
        return msgspec.json.encode(Ratings(None))

    def end(self):
        pass


async def test_questions_that_overlap_leave_one_timer(monkeypatch):
    worker, projector, timers = Worker(), Projector("live.db"), []
    loop = asyncio.get_running_loop()
    call_later = loop.call_later

    def noted(delay, callback, *args):
        timer = call_later(delay, callback, *args)
        if callback == projector._end:
            timers.append(timer)
        return timer

    monkeypatch.setattr(loop, "call_later", noted)
    monkeypatch.setattr(projector, "_start", lambda: worker)
    asked = [asyncio.create_task(projector.weigh(1)) for _ in range(2)]
    await asyncio.sleep(0)
    worker.go.set()
    await asyncio.gather(*asked)
    assert [timer.cancelled() for timer in timers] == [True, False]
    await projector.close()
