"""Verdicts on what a seat may do: yes or no, and the clause that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from bot.render.plays import action_label, own_side
from bot.render.text import DOT, NO_BREAK, refusal
from bot.ui.advice import no_take_text
from bot.ui.plays import goes_out, takes
from engine.actions import Answer, Ask, Discard, Draw, LayDown, TakePile
from engine.cards import IS_WILD, RANK
from engine.closing import closing_lays, side_may_close
from engine.errors import Reason
from engine.opening import minimum_to_open
from engine.pile import is_frozen
from engine.texts import REASONS

if TYPE_CHECKING:
    from bot.i18n import Texts
    from bot.referee import Case
    from engine.actions import Action, Lay

_WAYS_NAMED = 10


def verdict_on_play(case: Case, action: Action, t: Texts) -> str:
    """Return whether the seat may make a play now."""
    fault = case.judge(action)
    if fault is not None:
        return t("**No:** {why}", why=refusal(fault, t))
    return _yes(action_label(action, case.view, t), _clause(case, action), t)


def verdict_on_pile(case: Case, t: Texts) -> str:
    """Return whether the seat may take the pile now, and in which ways."""
    view = case.view
    ways = takes(view)
    if not ways:
        fault = case.judge(TakePile(()))
        stopped = fault is not None and fault.reason is not Reason.TOP_NOT_USED
        why = refusal(fault, t) if stopped and fault is not None else no_take_text(case, t)
        return t("**No:** {why}", why=why)
    labels = [action_label(way, view, t) for way in ways[:_WAYS_NAMED]]
    return _yes(DOT.join(labels), _clause(case, ways[0]), t)


def verdict_on_going_out(case: Case, t: Texts) -> str:
    """Return whether the seat may go out in this turn, and how if one play does it."""
    state, view = case.state, case.view
    rules, melds, hand = state.rules, state.own_side.melds, state.hands[case.seat]
    clause = rules.clauses["going_out.canasta"]
    way = next((action for action in view.legal if goes_out(view, action)), None)
    if way is not None:
        return _yes(action_label(way, view, t), clause, t)
    if own_side(view).foot == "untaken":
        words = t("Emptying your hand takes your side's foot first; only after that can you go out.")
        return t("**No:** {why}", why=f"{words}{NO_BREAK}({clause})")
    if state.turn.asked is False:
        return t("**No:** {why}", why=cited(case, Reason.SAID_NO, t))
    if side_may_close(rules, state.players, melds):
        return _yes(
            t("Your side has what it needs: lay all your cards, or all but a last discard."), clause, t
        )
    lays = None if rules.meld.sequences else closing_lays(rules, state.players, melds, hand)
    if lays is not None and case.judge(LayDown(lays)) is None:
        return _yes(action_label(LayDown(lays), view, t), clause, t)
    return t("**No:** {why}", why=cited(case, Reason.NEEDS_CANASTA, t))


def _yes(words: str, clause: str, t: Texts) -> str:
    return t("**Yes:** {how}", how=f"{words}{NO_BREAK}({clause})")


def cited(case: Case, reason: Reason, t: Texts) -> str:
    """Return the sentence of a refusal that names nothing, with its clause."""
    return f"{t(REASONS[reason])}{NO_BREAK}({case.state.rules.refusals[reason]})"


def _clause(case: Case, action: Action) -> str:
    """Return the clause that allows a legal play."""
    rules = case.state.rules
    match action:
        case TakePile(lays):
            return _clause_of_take(case, lays[0])
        case LayDown(lays):
            return _clause_of_lay(case, lays[0])
        case Discard():
            out = goes_out(case.view, action)
            return rules.clauses["going_out.canasta"] if out else rules.refusals[Reason.DRAW_FIRST]
        case Draw():
            return rules.refusals[Reason.DRAW_FIRST]
        case Ask() | Answer():
            return rules.clauses["going_out.ask"]
        case _:
            assert_never(action)


def _clause_of_take(case: Case, first: Lay) -> str:
    rules = case.state.rules
    if is_frozen(case.state):
        return rules.clauses["pile.frozen_take"]
    return rules.refusals[Reason.TOP_NOT_USED if first.meld is None else Reason.TAKE_LAYS_OFF_MORE]


def _clause_of_lay(case: Case, first: Lay) -> str:
    rules = case.state.rules
    if first.meld is not None:
        return rules.refusals[Reason.NO_SUCH_MELD]
    if minimum_to_open(case.state):
        return rules.clauses["opening.minimum"]
    one_rank = len({RANK[card] for card in first.cards if not IS_WILD[card]}) == 1
    return rules.clauses["meld.min_size" if one_rank else "meld.sequences"]
