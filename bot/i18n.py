"""Texts in the reader's language: gettext with named placeholders and plural forms.

The English sentence is the msgid, so English needs no catalogue; compiled catalogues lie in
``bot/locales/<locale>/LC_MESSAGES/bot.mo``.
"""

from __future__ import annotations

import gettext
import re
from functools import cache, lru_cache
from pathlib import Path

ENGLISH = "en"
PSEUDO = "qps"
"""The pseudo-language of tests: every msgid in full-width letters, its placeholders kept."""

_FOLDER = Path(__file__).parent / "locales"
_DOMAIN = "bot"
NAME_CONTEXT = "name of a command or an option"
OWN_NAME_CONTEXT, OWN_NAME = "what your language calls itself", "English"
"""In catalogues, what a name stands in, for it to be told from a text of the same letters."""
_COMMAND, _NAME = re.compile(r"`/[a-z]+(?: [a-z]+)?`"), re.compile(r"[a-z]+")


class Texts:
    """The texts of one language; calling it words a message."""

    def __init__(
        self,
        locale: str,
        translations: gettext.NullTranslations,
        commands: gettext.NullTranslations | None = None,
    ) -> None:
        self.locale = locale
        self._translations = translations
        self._commands = commands or translations

    def __call__(self, msgid: str, /, **params: object) -> str:
        """Return ``msgid`` in this language with its ``{named}`` placeholders filled.

        Catalogues keep the English names of commands, as in ``/can take``; the reader gets those of `name`.
        """
        return self._with_names(self._translations.gettext(msgid)).format_map(params)

    def n(self, singular: str, plural: str, count: int, /, **params: object) -> str:
        """Return the form that fits ``count``, which fills ``{count}``."""
        return self._translations.ngettext(singular, plural, count).format_map({"count": count} | params)

    def name(self, word: str) -> str:
        """Return what a command or an option is called in the windows of the reader's Discord."""
        return self._commands.pgettext(NAME_CONTEXT, word)

    def _with_names(self, words: str) -> str:
        return _COMMAND.sub(lambda found: _NAME.sub(lambda name: self.name(name[0]), found[0]), words)


def texts_for(locale: str | None, commands: str | None = None) -> Texts:
    """Return the texts for a locale as Discord writes it (``pt-BR``): the nearest there is, or English.

    ``commands`` is the locale of the reader's Discord, which names the commands, where it is another one.
    """
    language = _nearest(locale)
    return _load(language, language if commands is None else _nearest(commands))


def language_names() -> dict[str, str]:
    """Return what each language that can be read calls itself, by its locale."""
    return {
        locale: _translations(locale).pgettext(OWN_NAME_CONTEXT, OWN_NAME) for locale in available_locales()
    }


@lru_cache(maxsize=128)
def _nearest(locale: str | None) -> str:
    if locale == PSEUDO:
        return PSEUDO
    wanted = (locale or ENGLISH).replace("-", "_")
    language = wanted.partition("_")[0]
    there = available_locales()
    near = [known for known in there if known.partition("_")[0] == language]
    return next((known for known in (wanted, language, *near) if known in there), ENGLISH)


@cache
def available_locales() -> tuple[str, ...]:
    """Return the languages that can be read, English first."""
    catalogues = gettext.find(
        _DOMAIN, _FOLDER, [path.name for path in sorted(_FOLDER.iterdir()) if path.is_dir()], all=True
    )
    return (ENGLISH, *(Path(catalogue).parents[1].name for catalogue in catalogues))


@cache
def _load(locale: str, commands: str) -> Texts:
    return Texts(locale, _translations(locale), _translations(commands))


@cache
def _translations(locale: str) -> gettext.NullTranslations:
    if locale == PSEUDO:
        return _Pseudo()
    return gettext.translation(_DOMAIN, _FOLDER, [locale], fallback=locale == ENGLISH)


class _Pseudo(gettext.NullTranslations):
    """Letters become their full-width forms, so that any plain letter on a panel was never translated."""

    _WIDE = str.maketrans({chr(letter): chr(letter + 0xFEE0) for letter in (*range(65, 91), *range(97, 123))})

    def gettext(self, message: str) -> str:
        return "".join(
            part if part.startswith("{") else part.translate(self._WIDE)
            for part in re.split(r"(\{\w*\})", message)
        )

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002  # as gettext calls it
        return self.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)
