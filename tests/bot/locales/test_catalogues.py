"""The catalogues: whole, and as good to fill in as the English."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from babel.messages.catalog import Catalog

from bot.i18n import available_locales, language_names, texts_for
from bot.locales.catalogues import COMMAND, files, languages, read_catalogue
from bot.locales.template import template
from engine.texts import RANKS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from babel.messages.catalog import Message

_HOLE, _COMMAND, _MARKS = re.compile(r"\{\w+\}"), re.compile(r"`/[^`]*`"), re.compile(r"\*\*|`")
_DIGITS = re.compile(r"\d+")
NUMBERS = {
    "en": "three four five six seven eight nine ten eleven twelve thirteen",
    "es": "tres cuatro cinco seis siete ocho nueve diez once doce trece",
    "it": "tre quattro cinque sei sette otto nove dieci undici dodici tredici",
    "pt_BR": "três quatro cinco seis sete oito nove dez onze doze treze",
}
"""Words for numbers from three up; the smaller ones are articles too, and stand in other words for *both*."""


def forms(message: Message) -> list[str]:
    """The texts of a message's translation."""
    return [message.string] if isinstance(message.string, str) else list(message.string)


def msgids(message: Message) -> list[str]:
    return [message.id] if isinstance(message.id, str) else list(message.id)


def translated(locale: str) -> Iterator[tuple[Message, str]]:
    """Every message with each form of its translation."""
    for message in read_catalogue(locale):
        if message.id:
            yield from ((message, form) for form in forms(message))


def test_the_catalogues_are_in_step_with_the_texts() -> None:
    behind = [path.name for path, text in files() if path.read_text("utf-8") != text]
    assert not behind, f"bring them up to date: {COMMAND}"


def test_the_languages_that_are_asked_for_are_there() -> None:
    assert languages() == ["es", "it", "pt_BR"]
    assert language_names() == {
        "en": "English",
        "es": "Español",
        "it": "Italiano",
        "pt_BR": "Português (Brasil)",
    }


def test_the_compiled_catalogues_are_there() -> None:
    assert available_locales() == ("en", *languages()), "compile them: make install"


@pytest.mark.parametrize("locale", languages())
def test_every_message_is_translated(locale: str) -> None:
    missing = [msgids(message)[0] for message, form in translated(locale) if not form]
    assert not missing, f"run {COMMAND}, then translate in bot/locales/{locale}/LC_MESSAGES/bot.po: {missing}"


@pytest.mark.parametrize("locale", languages())
def test_the_compiled_catalogue_is_the_newest(locale: str) -> None:
    t = texts_for(locale)
    old = [
        message.id
        for message, form in translated(locale)
        if isinstance(message.id, str) and t._translations.gettext(message.id) != form and not message.context
    ]
    assert not old, "compile it: make install"


@pytest.mark.parametrize("locale", languages())
def test_each_form_has_the_placeholders_of_the_english(locale: str) -> None:
    for message, form in translated(locale):
        wanted = [set(_HOLE.findall(msgid)) for msgid in msgids(message)]
        assert set(_HOLE.findall(form)) in wanted, form


def numbers_in(text: str, locale: str) -> tuple[list[str], set[int]]:
    """The numbers of a text: those in digits as they follow each other, and which are there as words."""
    words = _HOLE.sub("", text).lower()
    names = enumerate(NUMBERS[locale].split(), 3)
    return _DIGITS.findall(words), {number for number, name in names if re.search(rf"\b{name}e?s?\b", words)}


def test_numbers_are_found_in_digits_and_in_words() -> None:
    assert numbers_in("{count} of eleven threes: 10 each, 100 for all", "en") == (["10", "100"], {3, 11})


@pytest.mark.parametrize("locale", languages())
def test_each_form_has_the_numbers_of_the_english(locale: str) -> None:
    for message, form in translated(locale):
        if not isinstance(message.id, str) or " " in message.id:  # not names of cards
            assert numbers_in(form, locale) in [numbers_in(msgid, "en") for msgid in msgids(message)], form


@pytest.mark.parametrize("locale", languages())
def test_commands_are_written_in_english_and_marks_of_markdown_are_kept(locale: str) -> None:
    """Readers get the names that their own Discord gives commands; see `bot.i18n.Texts`."""
    for message, form in translated(locale):
        english = msgids(message)[-1]
        assert _COMMAND.findall(form) == _COMMAND.findall(english), form
        assert _MARKS.findall(form) == _MARKS.findall(english), form


@pytest.mark.parametrize("locale", languages())
def test_each_plural_has_all_its_forms(locale: str) -> None:
    catalogue = read_catalogue(locale)
    for message in catalogue:
        if message.pluralizable:
            assert len(forms(message)) == catalogue.num_plurals


@pytest.mark.parametrize("locale", languages())
def test_texts_begin_and_end_as_the_english_ones(locale: str) -> None:
    for message, form in translated(locale):
        english = msgids(message)[-1]
        assert form == form.strip()
        assert form.endswith((".", "…")) == english.endswith((".", "…")), form


@pytest.mark.parametrize("locale", languages())
def test_the_ranks_have_names_of_their_own(locale: str) -> None:
    t = texts_for(locale)
    assert len({t(rank) for rank in RANKS}) == len(RANKS)


def test_a_message_that_is_gone_leaves_and_a_new_one_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = Catalog()
    changed.add("Undo")
    changed.add("A new text")
    monkeypatch.setattr("bot.locales.catalogues.template", lambda: changed)
    _, italian = next((path, text) for path, text in files() if "/it/" in str(path))
    assert 'msgid "Undo"\nmsgstr "Annulla"' in italian
    assert 'msgid "A new text"\nmsgstr ""' in italian
    assert "Pesca" not in italian


def test_a_language_begins_with_nothing_translated() -> None:
    begun = {path.parts[-3]: text for path, text in files("fr")}["fr"]
    assert '"Language: fr\\n"' in begun
    assert begun.count("\nmsgid ") == len(template())
