"""Tables to make panels of, panels as text to compare, and Discord's limits on a message of components."""

from __future__ import annotations

from collections import Counter
from random import Random
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from discord import PartialEmoji
from discord.components import _component_factory
from discord.ui import ActionRow, Button, MediaGallery, Select, TextDisplay

from bot.i18n import available_locales, texts_for
from bot.referee import judge_for
from bot.render.cards import Cards
from bot.ui.hand_panel import hand_panel
from bot.ui.ids import parse
from bot.ui.panel_state import PanelState
from engine.cards import FACES
from engine.deal import shuffled_deck
from engine.match import new_match, play, start_deal
from engine.players import PLAYERS
from engine.rulebook import load_rules
from engine.view import view_for
from storage.model import SeatInfo, SeatKind, Status, TableId, TableInfo
from tests.positions import italian, position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discord import Component
    from discord.ui import LayoutView

    from engine.match import Match
    from engine.ruleset import OptionValue, RuleSet
    from engine.state import Seat, State
    from engine.view import View

T = texts_for("en")
PSEUDO = texts_for("qps")
LANGUAGES = [*map(texts_for, available_locales()), PSEUDO]
CARDS = Cards(T)
FACES_OF = {card: PartialEmoji(name=f"{card:02}een_of_diamonds", id=9 * 10**18 + card) for card in FACES}
"""An emoji for each card, its name and number as long as any."""
TABLE = TableId("abcd2345")
PEOPLE = tuple(
    SeatInfo(SeatKind.HUMAN, 11 + seat, name) for seat, name in enumerate(("Ann", "Bob", "Cid", "Dee"))
)
NAMES = tuple(seat.name for seat in PEOPLE)


RULES = ("italian", "tranca", "classic")


def table(
    *seats: SeatInfo,
    status: Status = Status.PLAYING,
    options: dict[str, OptionValue] | None = None,
    rules: str = "italian",
) -> TableInfo:
    """Return a table of four people, the first of whom is the host, or of ``seats``."""
    sitting = seats or PEOPLE
    return TableInfo(TABLE, 1, 2, 3, 11, status, load_rules(rules, options=options), len(sitting), sitting)


def view(
    text: str, seat: Seat | None = 0, options: dict[str, OptionValue] | None = None, rules: str = "italian"
) -> View:
    """Return what ``seat`` sees of a position written as in `tests.positions`."""
    return view_for(position(text, options, rules), seat)


def hand(
    where: str | State,
    shown: PanelState | None = None,
    seat: Seat = 0,
    *,
    info: TableInfo | None = None,
    cards: Cards = CARDS,
    rules: str = "italian",
    options: dict[str, OptionValue] | None = None,
) -> LayoutView:
    """Return the hand panel of a seat, in a position or a deal."""
    state = position(where, options, rules) if isinstance(where, str) else where
    info = info or table(*PEOPLE[: state.players], rules=rules, options=options)
    seen, judge = view_for(state, seat), judge_for(state, seat)
    return hand_panel(info, seen, shown or PanelState(version=7), judge, cards)


def matches(
    seed: int,
    deals: int,
    names: tuple[str, ...] = ("greedy", "random", "greedy", "random"),
    rules: RuleSet | None = None,
) -> Iterator[Match]:
    """Yield a match before each action of its first ``deals`` deals, and after each deal."""
    rng = Random(seed)
    match = new_match(rules or italian(), len(names))
    for number in range(deals):
        start_deal(match, shuffled_deck(match.rules, rng), None if number else rng.randrange(len(names)))
        while match.deal_running:
            yield match
            assert match.state is not None
            seat = match.state.awaited
            play(match, seat, PLAYERS[names[seat]](view_for(match.state, seat), rng))
        yield match


def items(panel: LayoutView) -> list[Any]:
    """Return all items of a panel, nested ones too."""
    return list(panel.walk_children())


def labels(panel: LayoutView) -> list[str]:
    """Return the labels of the buttons, in order."""
    return [str(item.label) for item in items(panel) if isinstance(item, Button)]


def custom_ids(panel: LayoutView) -> list[str]:
    """Return the ids of all that can be pressed."""
    return [item.custom_id for item in items(panel) if isinstance(item, Button | Select)]


def shown(panel: LayoutView) -> str:
    """Return a panel as lines: its texts, its buttons as ``[label]``, its selects with their options."""
    lines: list[str] = []
    for item in items(panel):
        match item:
            case TextDisplay():
                lines.append(item.content)
            case ActionRow() if isinstance(item.children[0], Button):
                lines.append(
                    " ".join(f"[{button.label}]" for button in item.children if isinstance(button, Button))
                )
            case Select():
                lines.append(f"{{{item.placeholder}}} " + " | ".join(map(_option, item.options)))
            case _:
                pass
    whole = [line for text in lines for line in visible(text).split("\n")]
    return "\n".join(short for line in whole for short in wrap(line, 100))


def visible(text: str) -> str:
    """Return a text with ``_`` for each no-break space, and without joiners of words."""
    return text.replace("\N{NO-BREAK SPACE}", "_").replace("\N{WORD JOINER}", "")


def _option(option: Any) -> str:
    mark = "*" if option.default else ""
    return f"{mark}{option.label}" + (f" ({option.description})" if option.description else "")


def words(panel: LayoutView) -> list[str]:
    """Return every text of a panel that a person can read."""
    found: list[str | None] = []
    for item in items(panel):
        match item:
            case TextDisplay():
                found.append(item.content)
            case Button():
                found.append(item.label)
            case Select():
                found.append(item.placeholder)
                found += [text for option in item.options for text in (option.label, option.description)]
            case MediaGallery():
                found += [media.description for media in item.items]
            case _:
                pass
    return [text for text in found if text]


def as_received(panel: LayoutView) -> list[Component]:
    """Return the components of a panel as the message of an interaction would hold them."""
    return [component for data in panel.to_components() if (component := _component_factory(data, None))]  # type: ignore[arg-type]


def hold_limits(panel: LayoutView) -> None:
    """Fail where Discord would refuse the message."""
    assert panel.is_finished()
    assert len(items(panel)) == panel.total_children_count <= 40
    assert 0 < panel.content_length() <= 4000
    ids = custom_ids(panel)
    assert not [custom_id for custom_id, count in Counter(ids).items() if count > 1]
    for custom_id in ids:
        assert custom_id.isascii()
        assert 1 <= len(custom_id) <= 100
        assert parse(custom_id)
    for item in items(panel):
        match item:
            case TextDisplay():
                assert item.content
            case Button():
                assert 1 <= len(item.label or "") <= 80
            case Select():
                _hold_select_limits(item)
            case MediaGallery():
                assert all(len(media.description or "") <= 1024 for media in item.items)
            case ActionRow():
                assert 1 <= len(item.children) <= 5
            case _:
                pass


def _hold_select_limits(item: Select[Any]) -> None:
    assert 1 <= len(item.options) <= 25
    assert 1 <= len(item.placeholder or "") <= 150
    assert 0 <= item.min_values <= item.max_values <= len(item.options)
    assert len({option.value for option in item.options}) == len(item.options)
    assert sum(option.default for option in item.options) <= item.max_values
    for option in item.options:
        assert 1 <= len(option.label) <= 100
        assert 1 <= len(option.value) <= 100
        assert option.description is None or 1 <= len(option.description) <= 100
