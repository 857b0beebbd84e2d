"""The hand panel: one person's cards and what that person can do, in a message that nobody else sees."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from discord import ButtonStyle

from bot.render.cards import Cards
from bot.render.clock import until_lines
from bot.render.hand import hand_lines, hand_list
from bot.render.hand_scene import HandScene, hand_alt_text
from bot.render.plays import action_label, can_draw, draw_count
from bot.render.table import counts_text, melds_text, opening_minimum, pile_text, seat_name, side_names
from bot.render.text import points_of, refusal, shorten, signed
from bot.ui.controls import Controls
from bot.ui.ids import Press, Verb, chosen_cards, still_held
from bot.ui.layout import TEXT_LIMIT, button, gallery, panel, rows, text
from bot.ui.plays import goes_out, takes
from engine.actions import Draw
from engine.cards import RED_THREES
from engine.events import Drew
from engine.match import SIDES
from engine.scoring import total
from engine.state import Phase, partner_of, side_of
from storage.model import SeatKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from discord.ui import Button, LayoutView

    from bot.i18n import Texts
    from bot.referee import Judge
    from bot.render.cards import CardStyle
    from bot.ui.panel_state import PanelState
    from engine.cards import Card
    from engine.events import Event
    from engine.state import Seat
    from engine.view import View
    from storage.model import TableInfo

HAND_PICTURE = "hand.png"
"""The file of the picture of a hand: its name says nothing of the cards."""
_NOTICE_LIMIT = 600


def hand_panel(info: TableInfo, view: View, state: PanelState, judge: Judge, cards: Cards) -> LayoutView:
    """Return the panel of the seat that ``view`` and ``judge`` belong to, cards as its person sees them.

    While others play, ``view`` must not show what they can still take back. Emojis are long in a text, and so
    is a list: what is too large for them is shown without. Raises ValueError for a spectator's view.
    """
    wanted = _built(info, view, state, judge, cards)
    if wanted.content_length() <= TEXT_LIMIT:
        return wanted
    return _built(info, view, replace(state, text_only=False), judge, Cards(cards.t))


def _built(info: TableInfo, view: View, state: PanelState, judge: Judge, cards: Cards) -> LayoutView:
    """Return the panel, however long its texts are."""
    if view.hand is None or view.seat is None:
        raise ValueError("a spectator has no hand")
    t = cards.t
    confirm = state.confirm
    if confirm is not None and (judge(confirm) is not None or not goes_out(view, confirm)):
        confirm = None  # it came from a forged press
    state = replace(state, chosen=tuple(still_held(state.chosen, view.hand)), confirm=confirm)
    controls = Controls(info.id, view, state, judge, cards)
    away = info.seats[view.seat].kind is SeatKind.COMPUTER
    acting = view.to_act == view.seat and not away
    return panel(
        text(*_heading(info, view, state, cards, away=away)),
        *([gallery(HAND_PICTURE, hand_alt_text(state.picture, t))] if state.picture else []),
        text(*(_hand_lines(view.hand, state, cards) or [t("Your hand is empty.")])),
        text(*_table_lines(info, view, state, cards)),
        *([text(*lines)] if (lines := _question(controls)) and acting else []),
        *(controls.rows() if acting else []),
        *rows(_footer(info, controls, acting=acting, away=away)),
    )


def pictured_hand(view: View, state: PanelState, style: CardStyle, t: Texts) -> HandScene | None:
    """Return what a picture of the hand in such a panel shows; None for a hand without cards."""
    if not view.hand:
        return None
    choosing = view.to_act == view.seat and view.phase is Phase.PLAY
    chosen = chosen_cards(still_held(state.chosen, view.hand), view.hand) if choosing else None
    by_suit = state.sort == "suit"
    return HandScene(tuple(view.hand), state.drawn, chosen or (), by_suit, style, t("new"))


def drawn_cards(events: Iterable[Event], seat: Seat) -> tuple[Card, ...]:
    """Return the cards that came to the hand of ``seat`` from the stock, for ``PanelState.drawn``."""
    return tuple(
        event.card
        for event in events
        if isinstance(event, Drew) and event.seat == seat and event.card not in RED_THREES
    )


def _hand_lines(hand: Sequence[Card], state: PanelState, cards: Cards) -> list[str]:
    by_suit = state.sort == "suit"
    if state.text_only:
        return hand_list(hand, cards.t, by_suit=by_suit)
    return [f"### {line}" for line in hand_lines(hand, cards, by_suit=by_suit)]


def _heading(info: TableInfo, view: View, state: PanelState, cards: Cards, *, away: bool) -> list[str]:
    """Return what stands at the top: a notice, whose turn it is and what to do, the card just drawn."""
    t = cards.t
    lines = [f"> {line}" for line in shorten(state.notice or "", _NOTICE_LIMIT).splitlines()]
    if away:
        lines.append(t("**The computer plays for you.**"))
    elif info.seats[view.seat or 0].missed:
        lines.append(t("Your time ran out: the computer played your last turn."))
    if not away or view.to_act != view.seat:
        lines.append(_whose_turn(info, view, t))
        lines += until_lines(state.until, t)
    if view.to_act is None:
        lines += [*_result_lines(view, state, t), _what_comes(info, view, state, t)]
    if state.drawn:
        lines.append(t("You drew {cards}.", cards=f"**{cards.line(state.drawn)}**"))
    return lines


def _result_lines(view: View, state: PanelState, t: Texts) -> list[str]:
    """Return what the deal that is over was worth to both sides, the viewer's first."""
    if state.result is None:
        return []
    own = side_of(view.seat or 0)
    made = [signed(total(items)) for items in state.result.scores]
    return [t("This deal: {own} for you, {theirs} for them.", own=made[own], theirs=made[1 - own])]


def _what_comes(info: TableInfo, view: View, state: PanelState, t: Texts) -> str:
    """Return what everybody waits for when a deal is over."""
    if state.cutter is None:
        return t("The next deal starts when everybody is ready, or after half a minute.")
    if state.cutter == view.seat:
        return t("The next deck is shuffled: you cut it.")
    return t("The next deck is shuffled: **{name}** cuts it.", name=seat_name(info, state.cutter, t))


def _whose_turn(info: TableInfo, view: View, t: Texts) -> str:
    if view.to_act is None:
        return t("**The deal is over.**")
    if view.to_act != view.seat:
        return _others_turn(info, view, t)
    if view.turn.asked == "waiting":
        asker = seat_name(info, partner_of(view.to_act), t)
        return t("**{name}** asks you: **may I go out?**", name=asker)
    return _how_to_play(view, t) if view.phase is Phase.PLAY else _how_to_draw(view, t)


def _others_turn(info: TableInfo, view: View, t: Texts) -> str:
    name = seat_name(info, view.to_act or 0, t)
    if view.turn.asked == "waiting" and view.seat == partner_of(view.to_act or 0):
        return t("You asked: may I go out? **{name}** has to answer.", name=name)
    return t("It is the turn of **{name}**.", name=name)


def _how_to_play(view: View, t: Texts) -> str:
    match view.turn.asked:
        case True:
            return t("**Your turn:** your partner said yes, so you must go out now.")
        case False:
            return t("**Your turn:** your partner said no, so you must not go out now.")
        case _:
            return t("**Your turn:** lay cards if you like, then discard.")


def _how_to_draw(view: View, t: Texts) -> str:
    if Draw() not in view.legal:
        return t("**Your turn:** the stock is empty and the pile fits your melds: you must take it.")
    match can_draw(view), bool(takes(view)):
        case True, can_take:
            return _draw_or_take(view, t, can_take=can_take)
        case False, True:
            return t("**Your turn:** the stock is empty: take the pile or end the deal.")
        case _:
            return t("**Your turn:** the stock is empty and you cannot take the pile: end the deal.")


def _draw_or_take(view: View, t: Texts, *, can_take: bool) -> str:
    count = draw_count(view)
    words = (
        t.n(
            "**Your turn:** draw a card or take the pile.",
            "**Your turn:** draw {count} cards or take the pile.",
            count,
        )
        if can_take
        else t.n("**Your turn:** draw a card.", "**Your turn:** draw {count} cards.", count)
    )
    return words if view.stock_count else f"{words} {t('The stock is empty: a foot takes its place.')}"


def _table_lines(info: TableInfo, view: View, state: PanelState, cards: Cards) -> list[str]:
    """Return what lies on the table, with the match's scores: with those of a deal that is over, too."""
    t, said = cards.t, state.text_only
    totals = [side.score for side in view.sides] if state.result is None else state.result.totals
    own = side_of(view.seat or 0)
    other = (own + 1) % SIDES
    melds, others = (melds_text(view, side, t, said=said) for side in (own, other))
    score, their_score = signed(totals[own]), signed(totals[other])
    if info.players == SIDES:
        name = side_names(info, other, t)
        we = t("**You** {score}: {melds}", score=score, melds=melds)
        they = t("**{name}** {score}: {melds}", name=name, score=their_score, melds=others)
    else:
        we = t("**We** {score}: {melds}", score=score, melds=melds)
        they = t("**They** {score}: {melds}", score=their_score, melds=others)
    return [we, they, pile_text(view, cards), counts_text(info, view, t)]


def _question(controls: Controls) -> list[str]:
    """Return what the controls below ask or answer: a play to be confirmed, or the cards chosen."""
    t, confirm, chosen = controls.t, controls.state.confirm, controls.chosen()
    if confirm is not None:
        label = action_label(confirm, controls.view, t)
        return [t("**{play}**: with this you go out, and the deal ends. Go out?", play=label)]
    if not chosen or controls.view.phase is not Phase.PLAY:
        return []
    lines = [_chosen_line(controls, chosen)]
    if controls.chosen_plays():
        return lines
    fault = controls.chosen_fault()
    nothing = t("Nothing can be done with just these cards.")
    return [*lines, nothing if fault is None else f"{nothing} {refusal(fault, t)}"]


def _chosen_line(controls: Controls, chosen: tuple[Card, ...]) -> str:
    """Return which cards are chosen, and how far they get a side that has to open."""
    view, t = controls.view, controls.t
    line, minimum = controls.cards.line(chosen), opening_minimum(view, side_of(view.seat or 0))
    if not minimum:
        return t("Chosen: {cards}", cards=line)
    points = points_of(chosen, view)
    return t("Chosen: {cards}, {points} of {minimum} points", cards=line, points=points, minimum=minimum)


def _footer(info: TableInfo, controls: Controls, *, acting: bool, away: bool) -> list[Button[Any]]:
    state, t = controls.state, controls.t

    def press(verb: Verb, arg: str = "") -> Press:
        return Press(info.id, verb, state.version, arg)

    buttons = [button(press(Verb.BACK), t("Take my seat back"), ButtonStyle.success)] if away else []
    if state.over is not None:
        buttons.append(button(press(Verb.NEXT, str(state.over)), t("Next deal"), ButtonStyle.success))
    if state.cutter == controls.view.seat and not away:
        buttons.append(button(press(Verb.CUT), t("Cut the deck"), ButtonStyle.primary))
    if acting:
        buttons += controls.ask_button()
    if acting and state.can_undo:
        buttons.append(button(press(Verb.UNDO), t("Undo")))
    if not acting:
        buttons.append(button(press(Verb.SHOW), t("Refresh")))
    if state.sort == "rank":
        buttons.append(button(press(Verb.SORT, "suit"), t("Sort by suit")))
    else:
        buttons.append(button(press(Verb.SORT, "rank"), t("Sort by rank")))
    return [*buttons, button(press(Verb.HELP), t("Help"))]
