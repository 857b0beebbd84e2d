"""One step of a finished deal, all hands open."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Any

from bot.render.events import event_text
from bot.render.hand import hand_lines
from bot.render.table import melds_text, pile_text, side_label
from bot.render.text import DOT, safe_name, signed
from bot.ui.ids import NO_TABLE, Press, Verb
from bot.ui.layout import TEXT_LIMIT, button, fold, panel, rows, text
from engine.match import SIDES
from engine.scoring import total
from engine.view import view_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discord.ui import Button, LayoutView

    from bot.i18n import Texts
    from bot.render.cards import Cards
    from bot.replays import ReplayStep
    from engine.match import DealResult
    from engine.state import Side

_ASKED = re.compile(r"([a-z0-9]{6,10})\.([1-9][0-9]{0,2})\.([0-9]{1,5})")
_MARGIN = 300
_LEAP = 10
"""Steps that a deal of hundreds can be leafed through by."""


def replay_asked(arg: str) -> tuple[str, int, int] | None:
    """Return the match, deal and step that the ``arg`` of a press asks for, or None."""
    match = _ASKED.fullmatch(arg)
    return None if match is None else (match[1], int(match[2]), int(match[3]))


def replay_panel(shown: ReplayStep, cards: Cards, leader: str | None = None) -> LayoutView:
    """Return the table after one step: what happened, all hands, both sides, the pile, and the way on.

    ``leader`` is the display name of who goes on for everybody, where everybody sees it.
    """
    t = cards.t
    blocks = [_happened(shown, cards), *_hands(shown, cards), _table_lines(shown, cards)]
    lines = iter(fold([line for block in blocks for line in block], TEXT_LIMIT - _MARGIN, t))
    parts = [list(islice(lines, len(block))) for block in blocks]
    if leader is not None:
        alone = t("{name} leads here. Press a button to go on alone.", name=safe_name(leader))
        parts.append([f"-# {alone}"])
    return panel(*(text(*part) for part in parts if part), *rows(_buttons(shown, t)))


def _happened(shown: ReplayStep, cards: Cards) -> list[str]:
    """Return which step it is, and what happened in it."""
    t, view = cards.t, view_for(shown.state, None)
    title = t("Replay: deal {number} of {count}", number=shown.deal, count=shown.deals)
    where = t("step {step} of {steps}", step=shown.step, steps=shown.steps)
    heading = f"### {DOT.join([title, where, f'`{shown.match_id}`'])}"
    return [heading, *(event_text(event, shown.names, cards, view) for event in shown.events)]


def _hands(shown: ReplayStep, cards: Cards) -> Iterator[list[str]]:
    """Yield who holds which cards, a hand after the other; emojis stand in lines of their own."""
    for seat, hand in enumerate(shown.state.hands):
        to_act = "▸ " if seat == shown.state.seat else ""
        name = f"{to_act}**{safe_name(shown.names[seat])}**"
        lines = hand_lines(hand, cards) or [cards.t("no cards")]
        yield [name, *(f"### {line}" for line in lines)] if cards.emojis and hand else [f"{name} {lines[0]}"]


def _table_lines(shown: ReplayStep, cards: Cards) -> list[str]:
    """Return what lies on the table, and in the end what the deal brought."""
    t, view = cards.t, view_for(shown.state, None)
    sides = [side_label(shown.names, side, t) for side in range(SIDES)]
    lines = [f"**{label}** {melds_text(view, side, t)}" for side, label in enumerate(sides)]
    lines.append(pile_text(view, cards))
    if shown.step == shown.steps:
        lines += [_points_line(shown.result, side, label, t) for side, label in enumerate(sides)]
    return lines


def _points_line(result: DealResult, side: Side, label: str, t: Texts) -> str:
    """Return what a deal brought a side, called ``label``, in the end."""
    points, now = signed(total(result.scores[side])), signed(result.totals[side])
    return t(
        "{side}: {points} points in this deal, now {total}",
        side=label,
        points=points,
        total=now,
    )


def _buttons(shown: ReplayStep, t: Texts) -> list[Button[Any]]:
    turns = [
        (shown.step > 0, shown.deal, shown.step - 1, t("Back")),
        (shown.step < shown.steps, shown.deal, shown.step + 1, t("Forward")),
        (shown.step + _LEAP < shown.steps, shown.deal, shown.step + _LEAP, t("{count} on", count=_LEAP)),
        (shown.step + 1 < shown.steps, shown.deal, shown.steps, t("To the end")),
        (shown.deal > 1, shown.deal - 1, 0, t("Deal before")),
        (shown.deal < shown.deals, shown.deal + 1, 0, t("Deal after")),
    ]
    return [
        button(Press(NO_TABLE, Verb.REPLAY, arg=f"{shown.match_id}.{deal}.{step}"), label)
        for possible, deal, step, label in turns
        if possible
    ]
