"""The controls of a hand panel for the person whose turn it is. What cannot be done is absent."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from math import ceil
from typing import TYPE_CHECKING, Any, TypeAlias

from discord import ButtonStyle, SelectOption
from discord.ui import ActionRow, Button

from bot.render.plays import action_label, meld_name
from bot.render.text import DOT, card_text, points_of, rank_text, shorten, suit_text
from bot.ui.ids import (
    CONFIRMED,
    Press,
    Verb,
    action_code,
    card_of,
    chosen_cards,
    option_values,
    place,
    span_arg,
)
from bot.ui.layout import LABEL_LIMIT, OPTION_LIMIT, button, rows, select, turner
from bot.ui.plays import fault_of, goes_out, plays_for, spoils_canasta, suggestions, takes, takes_foot
from engine.actions import Answer, Ask, Discard, Draw, LayDown
from engine.cards import IS_WILD, RANK, SUIT
from engine.pile import card_kind, freezes
from engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from discord import PartialEmoji

    from bot.i18n import Texts
    from bot.referee import Judge
    from bot.render.cards import Cards
    from bot.ui.panel_state import PanelState
    from engine.actions import Action
    from engine.cards import Card
    from engine.errors import IllegalAction
    from engine.view import View
    from storage.model import TableId

Row: TypeAlias = ActionRow[Any]

_SUGGESTED = 3
_BUTTONS = 4
"""Plays shown as buttons beside one other button of the row; further ones go into a select."""


@dataclass(frozen=True, slots=True)
class Controls:
    """Makes the rows of controls; see `rows`."""

    table: TableId
    view: View
    state: PanelState
    judge: Judge
    cards: Cards

    @property
    def t(self) -> Texts:
        """The texts of the person."""
        return self.cards.t

    def rows(self) -> list[Row]:
        """Return what the seat to act can press and choose, from top to bottom."""
        if self.view.turn.asked == "waiting":
            return rows([self._play_button(answer, self._label(answer)) for answer in self._answers()])
        drawing = self.view.phase is Phase.DRAW
        if self.state.confirm is not None:
            # the chosen cards travel in their selects, so those stay while one question is open
            return [*self._confirm_rows(self.state.confirm), *([] if drawing else self._choose_rows())]
        if drawing:
            return self._draw_rows()
        return [*self._play_rows(), *self._choose_rows(), *self._discard_rows()]

    def ask_button(self) -> list[Button[Any]]:
        """Return the button that asks the partner "may I go out?", where that may be done now."""
        return [self._play_button(Ask(), self._label(Ask()))] if Ask() in self.view.legal else []

    def chosen(self) -> tuple[Card, ...]:
        """Return the chosen cards that are in the hand, in the order shown."""
        return chosen_cards(self.state.chosen, self._hand) or ()

    def chosen_plays(self) -> list[Action]:
        """Return what the chosen cards can do."""
        return plays_for(self.view, self.judge, self.chosen())

    def chosen_fault(self) -> IllegalAction | None:
        """Return why the chosen cards can do nothing."""
        return fault_of(self.view, self.judge, self.chosen())

    def _answers(self) -> list[Answer]:
        return [action for action in self.view.legal if isinstance(action, Answer)]

    @property
    def _hand(self) -> tuple[Card, ...]:
        return self.view.hand or ()

    def _press(self, verb: Verb, arg: str = "") -> Press:
        return Press(self.table, verb, self.state.version, arg)

    def _play_button(self, action: Action, label: str) -> Button[Any]:
        return button(self._play_press(action), label, ButtonStyle.primary)

    def _play_press(self, action: Action, *, confirmed: bool = False) -> Press:
        """Return the press that plays, after a question where the play goes out.

        Very many cards do not fit into a press: those chosen are read from their selects instead.
        """
        asks = goes_out(self.view, action) and not confirmed
        press = self._press(Verb.CONFIRM if asks else Verb.PLAY, action_code(action))
        return press if press.fits else self._press(Verb.TOGETHER, CONFIRMED if confirmed else "")

    def _pick_row(
        self, name: str, placeholder: str, plays: Iterable[Action], label: Callable[[Action], str]
    ) -> Row:
        options = [
            SelectOption(label=shorten(label(action), LABEL_LIMIT), value=action_code(action))
            for action in plays
        ]
        return select(self._press(Verb.PICK, name), placeholder, options)

    def _label(self, action: Action) -> str:
        return action_label(action, self.view, self.t)

    def _confirm_rows(self, action: Action) -> list[Row]:
        press = self._play_press(action, confirmed=True)
        return rows(
            [
                button(press, self.t("Go out"), ButtonStyle.success),
                button(self._press(Verb.SHOW), self.t("Not yet")),
            ]
        )

    def _draw_rows(self) -> list[Row]:
        ways = takes(self.view)
        first = [action for action in ways if self._press(Verb.CONFIRM, action_code(action)).fits][:_BUTTONS]
        others = [action for action in ways if action not in first]
        buttons = [self._play_button(action, self._label(action)) for action in first]
        if Draw() in self.view.legal:
            buttons.insert(0, self._play_button(Draw(), self._label(Draw())))
        more = self.t("More ways to take the pile…")
        parts = [others[start : start + OPTION_LIMIT] for start in range(0, len(others), OPTION_LIMIT)]
        selects = [self._pick_row(f"take{i}", more, part, self._label) for i, part in enumerate(parts)]
        return [*rows(buttons), *selects]

    def _play_rows(self) -> list[Row]:
        if self.state.chosen:
            return self._chosen_rows()
        ideas = [
            action for action in suggestions(self.view) if self._press(Verb.PLAY, action_code(action)).fits
        ]
        if self.state.ideas is not None and len(ideas) > _SUGGESTED:
            return self._ideas_rows(ideas, self.state.ideas)
        buttons = [self._suggestion_button(action) for action in ideas[:_SUGGESTED]]
        if len(ideas) > _SUGGESTED:
            more = self.t.n("{count} more…", "{count} more…", len(ideas) - _SUGGESTED)
            buttons.append(button(self._press(Verb.IDEAS, "0"), more))
        return rows(buttons)

    def _suggestion_button(self, action: Action) -> Button[Any]:
        press = self._press(Verb.PLAY, action_code(action))
        if goes_out(self.view, action):
            return button(press, self.t("Go out"), ButtonStyle.success)
        emoji = self._only_emoji(action)
        label = self._label(action) if emoji is None else self._chosen_label(action)
        return button(press, label, ButtonStyle.primary, emoji)

    def _only_emoji(self, action: Action) -> PartialEmoji | None:
        """Return the emoji that says which card a lay-off is about: a button has room for one."""
        match action:
            case LayDown((lay,)) if lay.meld is not None and len(lay.cards) == 1:
                return self.cards.emoji(lay.cards[0])
            case _:
                return None

    def _ideas_rows(self, ideas: Sequence[Action], page: int) -> list[Row]:
        parts = [ideas[start : start + OPTION_LIMIT] for start in range(0, len(ideas), OPTION_LIMIT)]
        page = min(page, len(parts) - 1)
        options = self._pick_row("ideas", self.t("Choose a play…"), parts[page], self._label)
        back = button(self._press(Verb.SHOW), self.t("Back"))
        return [options, *rows([back, *turner(self._press(Verb.IDEAS), page, len(parts), self.t)])]

    def _chosen_rows(self) -> list[Row]:
        plays = self.chosen_plays()
        buttons = [self._play_button(action, self._chosen_label(action)) for action in plays[:_BUTTONS]]
        result = rows([*buttons, button(self._press(Verb.CLEAR), self.t("Clear"))])
        if len(plays) > _BUTTONS:
            more, others = self.t("More with these cards…"), plays[_BUTTONS : _BUTTONS + OPTION_LIMIT]
            result.append(self._pick_row("more", more, others, self._chosen_label))
        return result

    def _chosen_label(self, action: Action) -> str:
        match action:
            case LayDown((lay,)) if lay.meld is not None:
                meld = meld_name(lay.meld, self.view, self.t)
                if spoils_canasta(self.view, action):
                    return self.t("Onto {meld}: makes it dirty", meld=meld)
                return self.t("Onto {meld}", meld=meld)
            case LayDown((lay,)):
                count, points = len(lay.cards), points_of(lay.cards, self.view)
                return self.t.n(
                    "Meld {count} card ({points})", "Meld {count} cards ({points})", count, points=points
                )
            case LayDown(lays):
                points = sum(points_of(lay.cards, self.view) for lay in lays)
                return self.t.n(
                    "Meld all: {count} meld ({points})",
                    "Meld all: {count} melds ({points})",
                    len(lays),
                    points=points,
                )
            case Discard(card):
                frozen = freezes(self.view.rules, card)
                return self.t("Discard: freezes the pile") if frozen else self.t("Discard")
            case _:
                return self._label(action)

    def _choose_rows(self) -> list[Row]:
        parts = self._parts(self._hand)
        whole = self.t("Choose cards…")
        return [
            select(
                self._press(Verb.CHOOSE, span_arg(part, by_suit=self._by_suit)),
                whole if len(parts) == 1 else self.t("{cards}: choose cards…", cards=self._span(part)),
                [self._choose_option(value) for value in part],
                several=True,
            )
            for part in parts
        ]

    def _choose_option(self, value: str) -> SelectOption:
        card = card_of(value)
        wild = self.t("wild") if IS_WILD[card] else None
        chosen = value in self.state.chosen
        return SelectOption(
            label=card_text(card, self.t),
            value=value,
            description=wild,
            emoji=self.cards.emoji(card),
            default=chosen,
        )

    def _discard_rows(self) -> list[Row]:
        parts = self._parts({action.card for action in self.view.legal if isinstance(action, Discard)})
        whole = self.t("Discard…")
        return [
            select(
                self._press(Verb.PICK, f"discard{span_arg(part, by_suit=self._by_suit)}"),
                whole if len(parts) == 1 else self.t("{cards}: discard…", cards=self._span(part)),
                [self._discard_option(card_of(value)) for value in part],
            )
            for part in parts
        ]

    def _discard_option(self, card: Card) -> SelectOption:
        discard, held = Discard(card), self._hand.count(card)
        rules = self.view.rules
        remarks = [
            self.t("freezes the pile") if freezes(rules, card) else "",
            self.t("blocks the pile for the next player") if card_kind(card) in rules.pile.blocked_by else "",
            self.t("you go out") if goes_out(self.view, discard) else "",
            self.t("you take the foot") if takes_foot(self.view, discard) else "",
            self.t("you hold {count}", count=held) if held > 1 else "",
        ]
        description = DOT.join(filter(None, remarks)) or None
        return SelectOption(
            label=card_text(card, self.t),
            value=action_code(discard),
            description=description,
            emoji=self.cards.emoji(card),
        )

    @property
    def _by_suit(self) -> bool:
        return self.state.sort == "suit"

    def _parts(self, cards: Iterable[Card]) -> list[list[str]]:
        """Return values of cards in parts that fit a select each, in the order in which the hand is shown."""
        return _split(option_values(cards, by_suit=self._by_suit), by_suit=self._by_suit)

    def _span(self, part: Sequence[str]) -> str:
        """Return which cards a part holds: ``3 to 10``, ``spades to hearts``."""
        low, high = (self._group(card_of(value)) for value in (part[0], part[-1]))
        return low if low == high else self.t("{low} to {high}", low=low, high=high)

    def _group(self, card: Card) -> str:
        if not self._by_suit:
            return rank_text(RANK[card], self.t)
        return self.t("wilds") if IS_WILD[card] else suit_text(SUIT[card], self.t)


def _split(values: Sequence[str], *, by_suit: bool) -> list[list[str]]:
    """Return card values in parts of about one size that fit a select each, never dividing a rank or suit."""
    if not values:
        return []
    even = len(values) / ceil(len(values) / OPTION_LIMIT)
    parts: list[list[str]] = [[]]
    for _, group in groupby(values, lambda value: place(card_of(value), by_suit=by_suit)):
        together = list(group)
        if parts[-1] and (len(parts[-1]) >= even or len(parts[-1]) + len(together) > OPTION_LIMIT):
            parts.append([])
        parts[-1] += together
    return parts
