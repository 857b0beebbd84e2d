"""What people chose for themselves and managers for their server: read once, kept, changed at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

from bot.i18n import available_locales, texts_for
from bot.render.cards import CardStyle
from engine.rulebook import rule_set_names
from storage.standings import HIDDEN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import discord

    from bot.i18n import Texts
    from engine.ruleset import RuleSet
    from storage.settings import Settings

Sort: TypeAlias = Literal["rank", "suit"]
SORTS: tuple[Sort, ...] = ("rank", "suit")
DEFAULT_RULES = "italian"

# Keys in storage.
SORT, SORT_SEQUENCES, STYLE, TEXT_ONLY = "sort", "sort with sequences", "style", "text only"
HAND_PICTURE = "hand picture"
UNMENTIONED = "not mentioned"
RULES, CHANNELS = "rules", "channels"
LANGUAGE = "language"

_Word = TypeVar("_Word", bound=str)


@dataclass(frozen=True, slots=True)
class Look:
    """How cards are shown; ``text_only`` means no picture and no emoji of ours."""

    style: CardStyle = CardStyle.FOUR_COLORS
    text_only: bool = False


@dataclass(frozen=True, slots=True)
class Personal:
    """One person's settings.

    Who plays sequences may want suits together there, and only there: hence two orders. None is as the game.
    ``hidden``: nobody else sees the person's numbers. ``pictured``: the hand is shown in a picture too.
    ``unmentioned``: no message calls them when they are awaited. ``language`` is a locale, None as their
    Discord.
    """

    look: Look = Look()
    sort: Sort | None = None
    sort_sequences: Sort | None = None
    hidden: bool = False
    pictured: bool = False
    unmentioned: bool = False
    language: str | None = None

    def order(self, rules: RuleSet) -> Sort:
        """Return how a hand is sorted where these rules are played."""
        if rules.meld.sequences:
            return self.sort_sequences or "suit"
        return self.sort or "rank"


@dataclass(frozen=True, slots=True)
class Server:
    """One server's settings: how the public table looks, where tables may be opened, and by which rules.

    No ``channels`` are all channels. ``language`` is a locale, None as the server's own.
    """

    look: Look = Look()
    channels: tuple[int, ...] = ()
    rules: str = DEFAULT_RULES
    language: str | None = None


class Preferences:
    """All settings of this process. A stored value that nobody could have chosen counts as not chosen."""

    def __init__(
        self, settings: Settings, of_servers: dict[int, dict[str, object]], languages: dict[int, object]
    ) -> None:
        self._settings = settings
        self._people: dict[int, Personal] = {}
        self._of_servers = of_servers
        self._languages = languages

    @classmethod
    async def load(cls, settings: Settings) -> Preferences:
        """Return all settings: those of people are read when asked for, but for the languages chosen.

        An answer needs to know its language before anything can fail; most people choose none.
        """
        return cls(settings, await settings.of_guilds(), await settings.of_people(LANGUAGE))

    async def person(self, user_id: int) -> Personal:
        """Return what a person chose."""
        if user_id not in self._people:
            self._people[user_id] = _personal(await self._settings.of_person(user_id))
        return self._people[user_id]

    def server(self, guild_id: int) -> Server:
        """Return what was chosen for a server."""
        return _server(self._of_servers.get(guild_id, {}))

    def texts(self, interaction: discord.Interaction[Any]) -> Texts:
        """Return the texts of who pressed or typed: in the language they chose, else in their Discord's."""
        theirs = str(interaction.locale.value)
        return texts_for(_language(self._languages.get(interaction.user.id)) or theirs, theirs)

    def server_texts(self, guild_id: int, guild: discord.Guild | None) -> Texts:
        """Return the texts that everybody on a server sees; ``guild`` is what is known of it."""
        own = None if guild is None else str(guild.preferred_locale.value)
        return texts_for(self.server(guild_id).language or own, own)

    async def set_for_person(self, user_id: int, chosen: Mapping[str, object]) -> None:
        """Keep a person's choices, by key; None is as usual."""
        for key, value in chosen.items():
            await self._settings.set_for_person(user_id, key, value)
            if key == LANGUAGE:
                self._languages[user_id] = value
        self._people.pop(user_id, None)

    async def set_for_server(self, guild_id: int, chosen: Mapping[str, object]) -> None:
        """Keep what was chosen for a server, by key; None is as usual."""
        for key, value in chosen.items():
            await self._settings.set_for_guild(guild_id, key, value)
            self._of_servers.setdefault(guild_id, {})[key] = value


def sort_key(rules: RuleSet) -> str:
    """Return the key of the order of hands where these rules are played."""
    return SORT_SEQUENCES if rules.meld.sequences else SORT


def _personal(stored: Mapping[str, object]) -> Personal:
    return Personal(
        _look(stored),
        _one_of(SORTS, stored.get(SORT)),
        _one_of(SORTS, stored.get(SORT_SEQUENCES)),
        stored.get(HIDDEN) is True,
        stored.get(HAND_PICTURE) is True and stored.get(TEXT_ONLY) is not True,
        stored.get(UNMENTIONED) is True,
        _language(stored.get(LANGUAGE)),
    )


def _server(stored: Mapping[str, object]) -> Server:
    kept = stored.get(CHANNELS)
    channels = kept if isinstance(kept, list) else []
    return Server(
        _look(stored),
        tuple(channel for channel in channels if isinstance(channel, int)),
        _one_of(rule_set_names(), stored.get(RULES)) or DEFAULT_RULES,
        _language(stored.get(LANGUAGE)),
    )


def _language(value: object) -> str | None:
    return _one_of(available_locales(), value)


def _look(stored: Mapping[str, object]) -> Look:
    style = next((style for style in CardStyle if style.value == stored.get(STYLE)), Look().style)
    return Look(style, stored.get(TEXT_ONLY) is True)


def _one_of(words: Iterable[_Word], value: object) -> _Word | None:
    return next((word for word in words if word == value), None)
