"""Questions to the referee: "may I …?", in one's own turn or as if it were."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from bot.typed import discard_action, layoff_action, meld_action, take_action
from bot.ui.verdicts import cited, verdict_on_going_out, verdict_on_pile, verdict_on_play
from engine.errors import Reason
from engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.i18n import Texts
    from bot.referee import Case
    from engine.actions import Action


class Question(NamedTuple):
    """Something that may be done at ``phase`` of a turn; ``verdict`` says in words whether it may now.

    A verdict raises Refusal where it is not clear what somebody means.
    """

    phase: Phase
    verdict: Callable[[Case, Texts], str]


def may_take(cards: str | None) -> Question:
    """Ask about taking the pile, with these cards of the hand or in any way."""
    return Question(Phase.DRAW, verdict_on_pile if cards is None else _on(partial(take_action, cards)))


def may_meld(cards: str) -> Question:
    """Ask about new melds."""
    return Question(Phase.PLAY, _on(lambda case: meld_action(cards, case.view)))


def may_lay_off(cards: str, onto: str | None) -> Question:
    """Ask about a lay-off."""
    return Question(Phase.PLAY, _on(partial(layoff_action, cards, onto)))


def may_discard(card: str) -> Question:
    """Ask about a discard."""
    return Question(Phase.PLAY, _on(lambda case: discard_action(card, case.view)))


def may_go_out() -> Question:
    """Ask about going out."""
    return Question(Phase.PLAY, verdict_on_going_out)


def answer_text(case: Case, question: Question, t: Texts) -> str:
    """Return the answer for the seat of ``case`` and its deal as they are; changes nothing.

    To somebody who is not that far, it also says what it would be then, with the table and the hand of now.
    """
    state, (phase, verdict) = case.state, question
    if state.phase is Phase.OVER:
        return t("**No:** {why}", why=cited(case, Reason.DEAL_OVER, t))
    if case.seat != state.seat:
        now, then = cited(case, Reason.NOT_YOUR_TURN, t), t("If it were, with all as it is now:")
    elif state.phase is Phase.DRAW and phase is Phase.PLAY:
        now = t("**No:** {why}", why=cited(case, Reason.DRAW_FIRST, t))
        then = t("After that, with the cards of now:")
    else:
        return verdict(case, t)
    return f"{now}\n{then}\n{verdict(case.supposing(phase), t)}"


def _on(meant: Callable[[Case], Action]) -> Callable[[Case, Texts], str]:
    """Return the verdict on the play that somebody means."""

    def verdict(case: Case, t: Texts) -> str:
        return verdict_on_play(case, meant(case), t)

    return verdict
