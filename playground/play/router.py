"""From a request of the page to its handler, and from what is wrong with it to one line."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from playground.permissions import can_see
from playground.render import Render
from playground.wire import ApiError, Json, decode_object, json_response

if TYPE_CHECKING:
    from aiohttp import web

    from playground.model import Channel, Message, Person
    from playground.play.live import Live
    from playground.process import BotProcess
    from playground.server import Server

Handler: TypeAlias = Callable[["Act"], Awaitable[Json]]


class PlayError(Exception):
    """A request that makes no sense, with the HTTP status for it."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class Refused(Exception):
    """Something that Discord would not let a person do, in the words that tell them."""


class Act:
    """What one person wants to see or do. The methods raise PlayError where a request makes no sense."""

    def __init__(self, server: Server, bot: BotProcess, live: Live, said: Json) -> None:
        self.server = server
        self.world = server.world
        self.render = Render(server.world)
        self.bot = bot
        self.live = live
        self.said = said

    def person(self, *, may_be_away: bool = False) -> Person:
        """Return the person who acts, who must be on the server."""
        person = self.world.people.get(self.text("user"))
        if person is None:
            raise PlayError(404, "user: nobody has this id")
        if not (person.present or may_be_away):
            raise PlayError(403, f"{person.global_name} is not on the server")
        return person

    def channel(self) -> Channel:
        """Return the channel that is meant, whoever may see it."""
        channel = self.world.channels.get(self.text("channel"))
        if channel is None:
            raise PlayError(404, "channel: there is none with this id")
        return channel

    def seen_channel(self, person: Person) -> Channel:
        """Return the channel that is meant, if the person sees it."""
        channel = self.channel()
        if not can_see(self.world, person.id, channel):
            raise PlayError(403, f"{person.global_name} cannot see this channel")
        return channel

    def seen_message(self, person: Person) -> Message:
        """Return the message that is meant, if the person sees it."""
        message = self.world.find_message(self.text("message"))
        if message is None or not sees(self, person, message):
            raise PlayError(404, f"message: {person.global_name} sees none with this id")
        return message

    def text(self, name: str) -> str:
        """Return a member that must be a text; a number will do for an id."""
        value = self.said.get(name)
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise PlayError(400, f"{name}: a text is needed")
        return str(value)

    def text_or(self, name: str, default: str) -> str:
        """Return a member that is a text if it is there."""
        return default if self.said.get(name) is None else self.text(name)

    def table(self, name: str) -> Json:
        """Return a member that must be an object if it is there."""
        return dict(self._typed(name, dict, "an object"))

    def texts(self, name: str) -> list[str]:
        """Return a member that must be a list of texts if it is there."""
        values: list[Any] = self._typed(name, list, "a list of texts")
        if not all(isinstance(value, str) for value in values):
            raise PlayError(400, f"{name}: a list of texts is needed")
        return values

    def flag(self, name: str, *, default: bool) -> bool:
        """Return a member that must be true or false if it is there."""
        value = self.said.get(name, default)
        if not isinstance(value, bool):
            raise PlayError(400, f"{name}: true or false is needed")
        return value

    def _typed(self, name: str, kind: type, words: str) -> Any:
        value = self.said.get(name)
        if value is None:
            return kind()
        if not isinstance(value, kind):
            raise PlayError(400, f"{name}: {words} is needed")
        return value


class Routes:
    """The routes of one module."""

    def __init__(self) -> None:
        self.all: list[tuple[str, str, Handler]] = []

    def on(self, method: str, path: str) -> Callable[[Handler], Handler]:
        """Let a function handle a route below ``/play``."""

        def register(handler: Handler) -> Handler:
            self.all.append((method, path, handler))
            return handler

        return register


def install(app: web.Application, server: Server, bot: BotProcess, live: Live, groups: list[Routes]) -> None:
    """Add the routes to the application."""

    def serve(handler: Handler) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def answer(request: web.Request) -> web.Response:
            try:
                return json_response(await handler(Act(server, bot, live, await _said(request))))
            except Refused as refused:
                return json_response({"ok": False, "error": str(refused)})
            except PlayError as error:
                return json_response({"error": str(error)}, error.status)
            except ApiError as error:
                return json_response({"error": _one_line(error)}, error.status)

        return answer

    for method, path, handler in (route for group in groups for route in group.all):
        app.router.add_route(method, f"/play{path}", serve(handler))


def sees(act: Act, person: Person, message: Message) -> bool:
    """Tell whether a person has a message before their eyes."""
    return act.live.sees(person.id, message)


async def _said(request: web.Request) -> Json:
    if request.method == "GET":
        return dict(request.query)
    try:
        return decode_object(await request.read())
    except ValueError:
        raise PlayError(400, "the body is not a JSON object") from None


def _one_line(error: ApiError) -> str:
    """Return a refusal of the kind that the bot gets, with the first thing that is wrong."""
    problems = error.errors or {}
    while problems and "_errors" not in problems:
        problems = next(iter(problems.values()))
    details = problems.get("_errors") or [{"message": error.message}]
    return str(details[0]["message"])
