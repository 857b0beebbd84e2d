"""The cut before a deal, and what is revealed after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import ButtonStyle
from discord.ui import Label, Modal, TextInput

from bot.render.table import seat_name
from bot.render.text import safe_name
from bot.ui.ids import Press, Verb
from bot.ui.layout import button, panel, rows, text
from engine.cards import codes
from engine.deal import cards_of

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.i18n import Texts
    from bot.model import TableInfo
    from bot.replays import CheckedDeal
    from engine.seal import FairDeal
    from engine.state import Seat

CUT_DIGITS = 3
"""Digits of a cut at most."""


def cut_panel(info: TableInfo, number: int, cutter: Seat, commitment: str, t: Texts) -> LayoutView:
    """Return the table message while the deck of deal ``number`` waits for the cut."""
    return panel(
        text(
            f"### {t('Deal {number}: the deck is shuffled and sealed.', number=number)}",
            t("**{name}** cuts it; without a cut it is cut at random.", name=seat_name(info, cutter, t)),
            f"-# {t('Commitment: {commitment}', commitment=f'`{commitment}`')}",
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
    field: TextInput[Any] = TextInput(custom_id="number", max_length=CUT_DIGITS, placeholder=f"0 – {most}")  # noqa: RUF001
    form.add_item(Label(text=t("How many cards go from the top to the bottom?"), component=field))
    form.stop()
    return form


def revealed_lines(fair: FairDeal, t: Texts) -> list[str]:
    """Return what was hidden of a deal that is over, without its cards, for the deal's sheet."""
    return [
        f"-# {t('Commitment: {commitment}', commitment=f'`{fair.sealed.commitment}`')}",
        f"-# {t('Nonce: {nonce}', nonce=f'`{fair.sealed.nonce}`')}",
        f"-# {t('Cut at {number}. Check it: `/verify`', number=fair.cut)}",
    ]


def checked_panel(checked: CheckedDeal, t: Texts) -> LayoutView:
    """Return how a deal came about, and whether all of it agrees."""
    title = t("Deal {number}, checked", number=checked.deal)
    fair = checked.fair
    if fair is None:
        return panel(text(f"### {title}", checked.verdict(t)))
    cutter = t("nobody at the table") if checked.cut_by is None else safe_name(checked.cut_by)
    return panel(
        text(
            f"### {title}",
            checked.verdict(t),
            *revealed_lines(fair, t)[:2],
            f"-# {t('Cut at {number} by {name}', number=fair.cut, name=cutter)}",
            t("The deck before the cut:"),
            f"```\n{' '.join(codes(fair.sealed.deck))}\n```",
            t("The commitment is SHA-256 of the nonce, a colon, and these cards with single spaces between."),
        )
    )
