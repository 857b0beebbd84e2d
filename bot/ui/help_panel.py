"""How to play here, in a few lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.melds import DASH, WILD
from bot.render.text import DOT, TIMES
from bot.ui.layout import panel, text

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.i18n import Texts

_TILE = f"**9{TIMES}4{WILD}**"
_RUNS = {"tile": f"**5{DASH}8♡{WILD}**", "longer": f"**5{DASH}8♡+{WILD}**"}


def help_panel(t: Texts) -> LayoutView:
    """Return the help: the way through a match, how to read a panel, the commands."""
    return panel(
        text(
            t("### Playing Canasta here"),
            t("`/canasta` opens a table. Sit down, fill the free seats with computers, press *Start*."),
            t("*My hand* under the table shows your cards, to nobody but you. Your turn has three steps:"),
            t("1. Draw a card, or take the pile."),
            t("2. Lay melds: press a suggestion, or choose cards and press what you can do with them."),
            t("3. Discard one card. That ends your turn; until then *Undo* takes back what you laid."),
            t("Jokers and twos are wild: they stand for any card of a meld."),
            t("Where sides have a foot, a second packet of cards, whoever empties the hand first takes it."),
            t("Buttons that are missing are plays that the rules do not allow right now."),
            t(
                "*More* under the table: leave, let the computer play for you, or for somebody who keeps the "
                "others waiting for ten minutes, and take a seat that somebody left."
            ),
        ),
        text(
            t("### Reading the table"),
            t("{tile} is a meld of four nines, one of them a wild: each dot is a wild.", tile=_TILE),
            t("{tile} is a sequence with a wild in a gap, {longer} one with a wild at an end.", **_RUNS),
            t("Melds that look the same have numbers: (1) was laid first."),
            t("A meld of seven or more is a canasta: *clean* without wilds, *dirty* with them."),
            t("*Frozen*: the pile is harder to take until somebody takes it."),
            t("*Blocked*: only the next player cannot take it."),
        ),
        text(
            t("### Fair deals"),
            t("Before a deal the deck is shuffled and sealed: its commitment binds every card of it."),
            t("Then a player cuts. When the deal is over, all is shown, and `/verify` checks it."),
        ),
        text(t("### Commands"), *_commands(t)),
    )


def _commands(t: Texts) -> list[str]:
    """Return what each command is for; no line is broken before a dot."""
    lines = [
        t("`/hand` your cards · `/table` the table again · `/rules` the rules · `/end` end the match"),
        t("`/settings` your language, and how cards are shown: by rank or suit, in colors, as text only"),
        t("`/draw` `/take` `/meld` `/layoff` `/discard` `/undo` `/ask` `/answer` play without buttons"),
        t("`/leaderboard` who plays best · `/stats` your numbers · `/history` the last matches"),
        t("`/record` a match as a file · `/replay` a deal with open hands · `/verify` a fair deal"),
        t("`/can take` `/can meld` `/can layoff` `/can discard` `/can goout` ask the referee: may I?"),
    ]
    return [line.replace(" · ", DOT) for line in lines]
