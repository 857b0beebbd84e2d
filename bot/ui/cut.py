"""The cut before a deal, and what is revealed after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import ButtonStyle
from discord.ui import Label, Modal, Separator, TextInput

from bot.render.table import seat_name
from bot.render.text import safe_name
from bot.ui.ids import Press, Verb
from bot.ui.layout import button, panel, rows, text
from engine.cards import codes
from engine.deal import cards_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import LayoutView

    from bot.i18n import Texts
    from bot.replays import CheckedDeal, RunningDeal
    from engine.seal import FairDeal, Pledge
    from engine.state import Seat
    from storage.model import TableInfo

CUT_SECONDS = 15
"""How long a deck waits for the cut of a person."""
CUT_DIGITS = 3
"""Digits of a cut at most."""
_MARK_DIGITS = 8
"""Digits that tell commitments apart at a glance; what binds is the whole one."""


def cut_panel(info: TableInfo, number: int, cutter: Seat, pledge: Pledge, t: Texts) -> LayoutView:
    """Return the table message while the deck of deal ``number`` waits for the cut."""
    return panel(
        text(
            f"### {t('Deal {number}: the deck is shuffled and sealed.', number=number)}",
            t(
                "**{name}** cuts it; after {count} seconds it is cut at random.",
                name=seat_name(info, cutter, t),
                count=CUT_SECONDS,
            ),
            f"-# {_commitment(pledge.commitment, t)}",
            f"-# {t('What this is good for: `/help`')}",
        ),
        *rows(
            [
                button(Press(info.id, Verb.CUT), t("Cut the deck"), ButtonStyle.primary),
                button(Press(info.id, Verb.MORE), t("More")),
            ]
        ),
    )


def cut_form(info: TableInfo, t: Texts) -> Modal:
    """Return the form that asks where to cut; like views, it is kept by nobody."""
    most = cards_of(info.rules) - 1
    form = Modal(title=t("Cut the deck"), custom_id=Press(info.id, Verb.CUT_AT).custom_id, timeout=None)
    field: TextInput[Any] = TextInput(custom_id="number", max_length=CUT_DIGITS, placeholder=f"0 – {most}")  # noqa: RUF001  # an en dash
    form.add_item(Label(text=t("How many cards go from the top to the bottom?"), component=field))
    form.stop()
    return form


def seal_mark(pledge: Pledge, t: Texts) -> str:
    """Return the beginning of a commitment, for where there is little room."""
    return t("sealed {digits}", digits=f"`{pledge.commitment[:_MARK_DIGITS]}…`")


def pledge_lines(pledge: Pledge, names: Sequence[str], t: Texts) -> list[str]:
    """Return what binds a deal while it is played; ``names`` are the seats' display names as they are."""
    lines = [_commitment(pledge.commitment, t)]
    return lines if pledge.cut is None else [*lines, _cut_line(pledge.cut, pledge.cut_by, names, t)]


def revealed_lines(fair: FairDeal, t: Texts) -> list[str]:
    """Return what was hidden of a deal that is over, without its cards, for the deal's sheet."""
    return [
        f"-# {_commitment(fair.sealed.commitment, t)}",
        f"-# {t('Nonce: {nonce}', nonce=f'`{fair.sealed.nonce}`')}",
        f"-# {t('Cut at {number}. Check it: `/verify`', number=fair.cut)}",
    ]


def checked_panel(checked: CheckedDeal, running: RunningDeal | None, t: Texts) -> LayoutView:
    """Return how a deal came about, and whether all of it agrees; below, what binds the ``running`` one."""
    title = t("Deal {number}, checked", number=checked.deal)
    below = [] if running is None else [Separator(), text(*_running_lines(running, t))]
    fair = checked.fair
    if fair is None:
        return panel(text(f"### {title}", checked.verdict(t)), *below)
    return panel(
        text(
            f"### {title}",
            checked.verdict(t),
            *revealed_lines(fair, t)[:2],
            f"-# {_cut_line(fair.cut, fair.cut_by, checked.names, t)}",
            t("The deck before the cut:"),
            f"```\n{' '.join(codes(fair.sealed.deck))}\n```",
            t("The commitment is SHA-256 of the nonce, a colon, and these cards with single spaces between."),
        ),
        *below,
    )


def running_panel(running: RunningDeal, t: Texts) -> LayoutView:
    """Return what binds a deal that is not over."""
    return panel(
        text(*_running_lines(running, t), t("Deck and nonce are revealed when the deal is over: keep this."))
    )


def _running_lines(running: RunningDeal, t: Texts) -> list[str]:
    heading = f"### {t('Deal {number}, not over yet', number=running.deal)}"
    return [heading, *(f"-# {line}" for line in pledge_lines(running.pledge, running.names, t))]


def _commitment(commitment: str, t: Texts) -> str:
    return t("Commitment: {commitment}", commitment=f"`{commitment}`")


def _cut_line(cut: int, cut_by: Seat | None, names: Sequence[str], t: Texts) -> str:
    """Return where a deck was cut, and on whose seat the cutter sat: seats can change hands."""
    if cut_by is None:
        return t("Cut at {number} at random, by nobody at the table", number=cut)
    return t("Cut at {number} by the player on the seat of {name}", number=cut, name=safe_name(names[cut_by]))
