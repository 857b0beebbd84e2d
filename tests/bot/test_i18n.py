from __future__ import annotations

from io import BytesIO
from string import ascii_letters
from typing import TYPE_CHECKING

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from bot import i18n
from bot.i18n import available_locales, texts_for
from bot.locales.template import template

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def test_english_is_the_msgid_with_its_placeholders_filled() -> None:
    t = texts_for(None)
    assert t("Discard {card}", card="7♡") == "Discard 7♡"
    assert t.n("{count} card of {name}", "{count} cards of {name}", 1, name="Ann") == "1 card of Ann"
    assert t.n("{count} card of {name}", "{count} cards of {name}", 3, name="Ann") == "3 cards of Ann"


def test_what_a_person_is_called_is_never_a_template() -> None:
    assert texts_for("en")("{name} drew a card.", name="{0} {card}") == "{0} {card} drew a card."


@pytest.mark.parametrize("locale", [None, "en", "en-US", "en-GB", "de", "zh-CN", "", "../..", "x" * 50])
def test_a_language_without_catalogue_reads_english(locale: str | None) -> None:
    assert texts_for(locale).locale == "en"


def test_the_pseudo_language_leaves_no_plain_letter_but_keeps_placeholders() -> None:
    t = texts_for("qps")
    assert t("Meld {cards} now", cards="J J J") == "\uff2d\uff45\uff4c\uff44 J J J \uff4e\uff4f\uff57"
    assert not set(t.n("one {count}", "many {count}", 5)) & set(ascii_letters)
    assert "qps" not in available_locales()


@pytest.fixture
def catalogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of catalogues in place of the bot's own."""
    monkeypatch.setattr(i18n, "_FOLDER", tmp_path)
    forget_catalogues()
    yield tmp_path
    forget_catalogues()


def forget_catalogues() -> None:
    for kept in (i18n.available_locales, i18n._nearest, i18n._load, i18n._translations):
        kept.cache_clear()


def add_catalogue(
    folder: Path,
    locale: str,
    messages: dict[str | tuple[str, str], str | tuple[str, ...]],
    commands: dict[str, str] | None = None,
) -> None:
    catalog = Catalog(locale)
    for name, translation in (commands or {}).items():
        catalog.add(name, translation, context=i18n.NAME_CONTEXT)
    for message, translation in messages.items():
        catalog.add(message, translation)
    out = BytesIO()
    write_mo(out, catalog)
    file = folder / locale / "LC_MESSAGES" / "bot.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(out.getvalue())


def test_a_catalogue_is_found_by_the_name_that_discord_gives_a_language(catalogues: Path) -> None:
    add_catalogue(catalogues, "it", {"Discard {card}": "Scarta {card}"})
    add_catalogue(catalogues, "pt_BR", {"Discard {card}": "Descartar {card}"})
    assert available_locales() == ("en", "it", "pt_BR")
    assert texts_for("it")("Discard {card}", card="7♡") == "Scarta 7♡"
    assert texts_for("pt-BR")("Discard {card}", card="7♡") == "Descartar 7♡"
    assert texts_for("pt-PT").locale == "pt_BR"
    assert texts_for("en-GB")("Discard {card}", card="7♡") == "Discard 7♡"
    assert texts_for("it")("Undo") == "Undo"


def test_a_text_calls_commands_as_the_readers_discord_does(catalogues: Path) -> None:
    named = {"hand": "carte", "can": "posso", "take": "prendere"}
    add_catalogue(catalogues, "it", {"See `/hand`, or `/can take`.": "Vedi `/hand`, o `/can take`."}, named)
    text = "See `/hand`, or `/can take`."
    assert texts_for("it")(text) == "Vedi `/carte`, o `/posso prendere`."
    assert texts_for("it", "de")(text) == "Vedi `/hand`, o `/can take`."
    assert texts_for("en", "it")(text) == "See `/carte`, or `/posso prendere`."
    assert texts_for("it").name("hand") == "carte"
    assert texts_for("it").name("undo") == "undo"


def test_what_people_write_is_no_command(catalogues: Path) -> None:
    add_catalogue(catalogues, "it", {}, {"hand": "carte"})
    assert texts_for("it")("{name} drew a card.", name="`/hand`") == "`/hand` drew a card."


def test_each_language_has_plurals_of_its_own(catalogues: Path) -> None:
    add_catalogue(
        catalogues,
        "pl",
        {("{count} card", "{count} cards"): ("{count} karta", "{count} karty", "{count} kart")},
    )
    t = texts_for("pl")
    assert [t.n("{count} card", "{count} cards", count) for count in (1, 2, 5)] == [
        "1 karta",
        "2 karty",
        "5 kart",
    ]


@pytest.fixture(scope="module")
def english() -> Catalog:
    return template()


@pytest.mark.parametrize(
    "message",
    [
        "Deal {number} is over.",
        "Open a table for a match of Canasta",
        "The pile is frozen: {card} needs two naturals of the same rank from your hand.",
        "kings",
        "Italian Canasta",
        "total that ends the match, in points",
    ],
)
def test_the_template_holds_texts_of_panels_commands_and_rules(english: Catalog, message: str) -> None:
    assert message in english
