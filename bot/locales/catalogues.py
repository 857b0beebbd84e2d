"""The catalogues as files: ``bot.pot``, the template of all, and a ``bot.po`` for each language."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot.locales.template import template

if TYPE_CHECKING:
    from collections.abc import Iterator

_FOLDER = Path(__file__).parent
_FILE = Path("LC_MESSAGES/bot.po")
TEMPLATE = _FOLDER / "bot.pot"
COMMAND = ".venv/bin/python -m bot.locales"
"""What brings all files up to date with the texts; the translating is left to a person."""


def languages() -> list[str]:
    """Return the locales that have a catalogue."""
    return sorted(path.parents[1].name for path in _FOLDER.glob(f"*/{_FILE}"))


def read_catalogue(locale: str) -> Catalog:
    """Return the catalogue of a language as it is, an empty one where there is none."""
    file = _file_of(locale)
    if not file.exists():
        return Catalog(locale)
    with file.open("rb") as source:
        return read_po(source, locale)


def files(*begun: str) -> Iterator[tuple[Path, str]]:
    """Yield each file with the text it should have: translations kept, new messages empty, others gone.

    ``begun`` are languages that get a catalogue now.
    """
    english = template()
    yield TEMPLATE, _text_of(english)
    for locale in sorted({*languages(), *begun}):
        catalogue = read_catalogue(locale)
        catalogue.update(english, no_fuzzy_matching=True)
        yield _file_of(locale), _header_of(catalogue) + _text_of(catalogue)


def _file_of(locale: str) -> Path:
    return _FOLDER / locale / _FILE


def _header_of(catalogue: Catalog) -> str:
    """Return what gettext has to know of a language, without dates and names."""
    fields = {
        "Language": catalogue.locale_identifier,
        "Plural-Forms": catalogue.plural_forms,
        "Content-Type": "text/plain; charset=utf-8",
    }
    lines = [f'"{name}: {value}\\n"\n' for name, value in fields.items()]
    return "".join(['msgid ""\nmsgstr ""\n', *lines, "\n"])


def _text_of(catalogue: Catalog) -> str:
    out = BytesIO()
    write_po(out, catalogue, omit_header=True, sort_output=True, ignore_obsolete=True)
    return out.getvalue().decode()
