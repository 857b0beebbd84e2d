"""Texts in the reader's language: gettext with named placeholders and plural forms.

The English sentence is the msgid, so English needs no catalogue; compiled catalogues lie in
``bot/locales/<locale>/LC_MESSAGES/bot.mo``.
"""

from __future__ import annotations

import gettext
import re
from functools import cache
from pathlib import Path

ENGLISH = "en"
PSEUDO = "qps"
"""The pseudo-language of tests: every msgid in full-width letters, its placeholders kept."""

_FOLDER = Path(__file__).parent / "locales"
_DOMAIN = "bot"


class Texts:
    """The texts of one language; calling it words a message."""

    def __init__(self, locale: str, translations: gettext.NullTranslations) -> None:
        self.locale = locale
        self._translations = translations

    def __call__(self, msgid: str, /, **params: object) -> str:
        """Return ``msgid`` in this language with its ``{named}`` placeholders filled."""
        return self._translations.gettext(msgid).format_map(params)

    def n(self, singular: str, plural: str, count: int, /, **params: object) -> str:
        """Return the form that fits ``count``, which fills ``{count}``."""
        return self._translations.ngettext(singular, plural, count).format_map({"count": count} | params)


def texts_for(locale: str | None) -> Texts:
    """Return the texts for a locale as Discord writes it (``pt-BR``): the nearest there is, or English."""
    if locale == PSEUDO:
        return _load(PSEUDO)
    wanted = (locale or ENGLISH).replace("-", "_")
    language = wanted.partition("_")[0]
    there = available_locales()
    near = [known for known in there if known.partition("_")[0] == language]
    return _load(next((known for known in (wanted, language, *near) if known in there), ENGLISH))


@cache
def available_locales() -> tuple[str, ...]:
    """Return the languages that can be read, English first."""
    catalogues = gettext.find(
        _DOMAIN, _FOLDER, [path.name for path in sorted(_FOLDER.iterdir()) if path.is_dir()], all=True
    )
    return (ENGLISH, *(Path(catalogue).parents[1].name for catalogue in catalogues))


@cache
def _load(locale: str) -> Texts:
    if locale == PSEUDO:
        return Texts(PSEUDO, _Pseudo())
    return Texts(locale, gettext.translation(_DOMAIN, _FOLDER, [locale], fallback=locale == ENGLISH))


class _Pseudo(gettext.NullTranslations):
    """Letters become their full-width forms, so that any plain letter on a panel was never translated."""

    _WIDE = str.maketrans({chr(letter): chr(letter + 0xFEE0) for letter in (*range(65, 91), *range(97, 123))})

    def gettext(self, message: str) -> str:
        return "".join(
            part if part.startswith("{") else part.translate(self._WIDE)
            for part in re.split(r"(\{\w*\})", message)
        )

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)
