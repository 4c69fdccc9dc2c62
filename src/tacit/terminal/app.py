"""The screen of a game in the terminal: the table, what happened, and the keys."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.events import Key as KeyPressed
from textual.events import Resize
from textual.widgets import Static

from tacit.log.game import ActionRefused
from tacit.terminal.face import Face, Key, Look, Moment
from tacit.terminal.match import Match, Seen

MOST_LINES = 200
"""Lines about what happened that are kept."""
STORY_LINES = 4
"""Of them, those that a small terminal shows."""
ON_KEYS = ("space", "enter")


class Part(Static):
    """A part of the screen."""

    def on_resize(self) -> None:
        """Have the screen drawn for the new size; only now does the part know it."""
        app = self.app
        assert isinstance(app, TableApp)
        app.redraw()


class TableApp(App[None]):
    """Shows a match through the face of its game."""

    CSS = """
    #table { height: 1fr; padding: 0 1; }
    #story { height: 4; padding: 0 1; }
    #keys { height: 1; padding: 0 1; }
    .tall #story { height: 9; }
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar = []

    def __init__(self, match: Match, face: Face) -> None:
        super().__init__()
        self.match = match
        self.face = face
        self.names = match.game.names
        self._shown = match.view
        self._cursor = 0
        self._story: deque[Text] = deque(maxlen=MOST_LINES)
        self._moments: deque[Moment] = deque()
        self._sheet: Text | None = None
        self._leaving = False
        self._go_on = asyncio.Event()
        self._is_begun = False

    def compose(self) -> ComposeResult:
        """Make the three parts of the screen."""
        for part in ("table", "story", "keys"):
            yield Part(id=part)

    async def on_mount(self) -> None:
        """Begin."""
        self._is_begun = True
        self.run_worker(self.match.play_bots(self.tell), exit_on_error=True)
        self.run_worker(self._show_moments(), exit_on_error=True)
        self.redraw()

    def on_resize(self, event: Resize) -> None:
        """Show more of what happened where there is room."""
        self.screen.set_class(event.size.height >= 32, "tall")

    def tell(self, seen: list[Seen]) -> None:
        """Show what happened, step by step."""
        for one in seen:
            self._moments.extend(self.face.moments(one.before, one.sight, one.after, self.names))
        if self.match.game.over:
            view = self.match.view
            self._moments.append(Moment(view, sheet=self.face.result(view, self.names)))
        self._go_on.set()

    async def _show_moments(self) -> None:
        """Show one moment after the other; a key hurries them on."""
        while True:
            self._go_on.clear()
            if not self._moments:
                self._shown = self.match.view
                self.redraw()
                await self._go_on.wait()
                continue
            moment = self._moments.popleft()
            self._shown, self._sheet = moment.view, moment.sheet
            if moment.said is not None:
                self._story.append(moment.said)
            self.redraw()
            if moment.sheet is not None:
                while self._sheet is not None:
                    await self._go_on.wait()
                    self._go_on.clear()
            elif moment.shown_ms:
                until = self.match.clock.now() + moment.shown_ms
                await self.match.clock.wait(until, self._go_on)

    @property
    def is_telling(self) -> bool:
        """Whether there is more to show of what happened."""
        return bool(self._moments) or self._sheet is not None

    @property
    def keys(self) -> list[Key]:
        """The keys of the game that do something now."""
        if self.match.game.over or self._sheet is not None:
            return []
        return self.face.keys(self.match.view, self.match.legal, self._cursor)

    def on_key(self, event: KeyPressed) -> None:
        """Do what a key is for."""
        pressed = event.key
        event.stop()
        if pressed in ("q", "escape", "ctrl+c", "ctrl+q"):
            self._leave(pressed)
            return
        self._leaving = False
        found = next((key for key in self.keys if key.key == pressed), None)
        if pressed in ON_KEYS and (found is None or self._sheet is not None):
            self._next()
        elif found is not None:
            self._do(found)
        self.redraw()

    def _leave(self, pressed: str) -> None:
        """Leave: at once when the game is over, else when asked twice."""
        if self.match.game.over or self._leaving or pressed.startswith("ctrl"):
            self.exit()
            return
        self._leaving = True
        self.redraw()

    def _next(self) -> None:
        if self._sheet is not None and self.match.game.over and not self._moments:
            self.exit()
            return
        self._sheet = None
        self._go_on.set()

    def _do(self, key: Key) -> None:
        if key.cursor is not None:
            self._cursor = key.cursor
        if key.action is None:
            return
        try:
            self.tell(self.match.act(key.action))
        except ActionRefused as refused:
            self._story.append(Text(str(refused)))

    def redraw(self) -> None:
        """Draw the screen anew."""
        if not self._is_begun:
            return
        table = self.query_one("#table", Static)
        size = table.size
        look = Look(self._shown, self.names, size.width or 78, size.height or 18, self._cursor)
        table.update(self._sheet or self.face.draw(look))
        lines = self.query_one("#story", Static).size.height or STORY_LINES
        self.query_one("#story", Static).update(Text("\n").join(list(self._story)[-lines:]))
        self.query_one("#keys", Static).update(self._key_line())

    def _key_line(self) -> Text:
        if self._leaving:
            return Text("q again: leave the game · any other key: stay", style="bold")
        if self._sheet is not None:
            word = "leave" if self.match.game.over and not self._moments else "go on"
            return _labelled([Key("enter", word)])
        listed = [key for key in self.keys if key.label]
        if self.is_telling:
            listed.append(Key("space", "hurry"))
        return _labelled([*listed, Key("q", "leave")])


def _labelled(keys: list[Key]) -> Text:
    line = Text()
    for key in keys:
        line.append(f" {key.key} ", style="reverse")
        line.append(f" {key.label}  ")
    return line
