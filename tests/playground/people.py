"""Scripted people: each sees the messages that the page would show, and presses what is in them.

Nobody here knows anything of the bot but the labels on its components and the words beside them.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from tests.playground.loopback import ANA, BRUNO, CANASTA, CARLA, DARIO, ELENA

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator

    from tests.playground.running import Json, Play

T = TypeVar("T")
IDS = {"Ana": ANA, "Bruno": BRUNO, "Carla": CARLA, "Dario": DARIO, "Elena": ELENA}
_NO_BREAK = "\N{NO-BREAK SPACE}"
_TEXT, _BUTTON, _SELECT = 10, 2, 3
_PATIENCE_SECONDS = 10.0
_NEW_MESSAGES = {4, 5}
_NO_ANSWER = {
    "The application did not respond",
    "This interaction failed",
    "Something went wrong. Try again.",
}


@dataclass(frozen=True, slots=True)
class Button:
    """A button that can be pressed."""

    label: str
    custom_id: str


@dataclass(frozen=True, slots=True)
class Select:
    """A select: ``options`` are labels by their values, ``most`` is how many can be chosen."""

    placeholder: str
    custom_id: str
    options: dict[str, str]
    most: int


Component: TypeAlias = Button | Select


@dataclass(frozen=True, slots=True)
class Seen:
    """A message as one person sees it; ``private`` if nobody else does."""

    id: str
    channel: str
    text: str
    private: bool
    buttons: tuple[Button, ...]
    selects: tuple[Select, ...]

    def button(self, label: str) -> Button | None:
        """Return the button with this label, if there is one."""
        return next((button for button in self.buttons if button.label == label), None)

    def labels(self) -> list[str]:
        """Return the labels of all buttons, in order."""
        return [button.label for button in self.buttons]

    def select(self, words: str) -> Select | None:
        """Return the first select whose placeholder holds ``words``, if there is one."""
        return next((select for select in self.selects if words in select.placeholder), None)

    @property
    def notice(self) -> str:
        """What stands quoted at the top of a panel, such as a refusal; empty when nothing does."""
        quoted = [line.removeprefix("> ") for line in self.text.splitlines() if line.startswith("> ")]
        return " ".join(quoted)


@dataclass(frozen=True, slots=True)
class Form:
    """A form that opened before somebody."""

    channel: str
    interaction: str
    custom_id: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a command, a press or a form, as the person sees it.

    Without ``ok`` nothing came in time. ``seen`` is the message that answers: a new one, or the pressed one
    as it is now; ``interaction`` is the number under which the bot knows the press; ``form`` opened by it.
    """

    ok: bool
    error: str = ""
    interaction: str = ""
    callback: int = 0
    seen: Seen | None = None
    form: Form | None = None

    @property
    def reached(self) -> bool:
        """Whether the press was sent to the bot; otherwise the component had changed meanwhile."""
        return self.ok or self.error in _NO_ANSWER

    @property
    def is_new(self) -> bool:
        """Whether the answer is a message of its own."""
        return self.callback in _NEW_MESSAGES

    @property
    def words(self) -> str:
        """All that the answer says."""
        return self.seen.text if self.seen else self.error


@dataclass
class Person:
    """One of the five people, at a page of their own."""

    name: str
    playground: Play
    stirred: asyncio.Event = field(default_factory=asyncio.Event)
    """Set whenever something changes before the person's eyes; whoever waits for it clears it."""
    _before: str = CANASTA
    """The channel that is open on the page: the one looked at last."""

    @property
    def id(self) -> str:
        """The person's number on this Discord."""
        return IDS[self.name]

    async def watch(self) -> None:
        """Keep the eyes open, until cancelled or the playground ends."""
        async for frame in self.playground.live(self.id):
            if _channel_of(frame) in (None, self._before):
                self.stirred.set()

    async def until(self, looks: Callable[[], Awaitable[T | None]]) -> T:
        """Look again whenever something changes, until there is something to be seen; return that."""
        async with asyncio.timeout(_PATIENCE_SECONDS):
            while (found := await looks()) is None:
                await self.stirred.wait()
                self.stirred.clear()
        return found

    async def look(self, channel: str = CANASTA) -> list[Seen]:
        """Return the messages of a channel, the oldest first."""
        self._before = channel
        messages = (await self.playground.look("messages", user=self.id, channel=channel))["messages"]
        return [_seen(message) for message in messages]

    async def find(self, label: str, channel: str = CANASTA) -> tuple[Seen, Button] | None:
        """Return the newest message with a button of this label, and that button."""
        for message in reversed(await self.look(channel)):
            if button := message.button(label):
                return message, button
        return None

    async def thread(self) -> str | None:
        """Return the newest thread, if there is one."""
        world = await self.playground.look("world", user=self.id)
        threads = [channel["id"] for channel in world["channels"] if channel["parent_id"]]
        return threads[-1] if threads else None

    async def command(self, name: str, channel: str = CANASTA, **options: Any) -> Answer:
        """Use a slash command."""
        return await self._do("command", channel=channel, name=name, options=options)

    async def suggestions(
        self, name: str, option: str, channel: str = CANASTA, typed: str = ""
    ) -> dict[str, str]:
        """Return what is suggested while an option of a slash command is typed: values by their labels."""
        said = {"channel": channel, "name": name, "options": {option: typed}, "focused": option}
        answer = await self.playground.act("autocomplete", user=self.id, **said)
        assert "error" not in answer, answer
        return {choice["name"]: choice["value"] for choice in answer["choices"]}

    async def press(self, message: Seen, component: Component, *values: str) -> Answer:
        """Press a button, or choose ``values`` in a select."""
        chosen = {"values": list(values)} if isinstance(component, Select) else {}
        return await self._do(
            "press", channel=message.channel, message=message.id, custom_id=component.custom_id, **chosen
        )

    async def press_label(self, label: str, channel: str = CANASTA) -> Answer:
        """Press the newest button of this label in a channel."""
        found = await self.find(label, channel)
        assert found, f"{self.name} sees no {label}"
        return await self.press(*found)

    async def send_in(self, form: Form, **fields: str) -> Answer:
        """Fill in a form and send it."""
        return await self._do(
            "modal",
            channel=form.channel,
            interaction=form.interaction,
            custom_id=form.custom_id,
            fields=fields,
        )

    async def dismiss(self, message: Seen) -> None:
        """Put away a message that only this person sees, if the bot has not just removed it itself."""
        said = {"user": self.id, "message": message.id}
        async with self.playground.http.post("/play/dismiss", json=said) as response:
            assert response.status in {HTTPStatus.OK, HTTPStatus.NOT_FOUND}

    async def _do(self, act: str, **said: Any) -> Answer:
        result = await self.playground.act(act, user=self.id, **said)
        if not result["ok"]:
            return Answer(ok=False, error=result["error"])
        message, modal = result["message"], result["modal"]
        seen = _seen(message) if message else None
        form = Form(said["channel"], result["interaction"], modal["custom_id"]) if modal else None
        return Answer(True, "", result["interaction"], result["callback"], seen, form)


@asynccontextmanager
async def company(playground: Play, names: Iterable[str]) -> AsyncIterator[list[Person]]:
    """Have these people at their pages."""
    people = [Person(name, playground) for name in names]
    watching = [asyncio.create_task(person.watch()) for person in people]
    try:
        yield people
    finally:
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)


def _channel_of(frame: Json) -> str | None:
    """Return where the message is that a page is told of, if it is told of one."""
    channel: str | None = frame.get("channel") or frame.get("message", {}).get("channel_id")
    return channel


def _seen(message: Json) -> Seen:
    parts = list(_walk(message["components"]))
    texts = [message["content"], *(part["content"] for part in parts if part["type"] == _TEXT)]
    return Seen(
        id=message["id"],
        channel=message["channel_id"],
        text="\n".join(filter(None, texts)).replace(_NO_BREAK, " "),
        private=message["ephemeral_for"] is not None,
        buttons=tuple(
            Button(part.get("label", ""), part["custom_id"])
            for part in parts
            if part["type"] == _BUTTON and not part.get("disabled")
        ),
        selects=tuple(
            _select(part) for part in parts if part["type"] == _SELECT and not part.get("disabled")
        ),
    )


def _select(part: Json) -> Select:
    options = {option["value"]: option["label"] for option in part["options"]}
    return Select(part.get("placeholder", ""), part["custom_id"], options, part.get("max_values", 1))


def _walk(components: list[Json]) -> Iterator[Json]:
    for component in components:
        yield component
        yield from _walk(component.get("components", []))
