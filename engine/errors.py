"""Everything the engine raises.

EngineError
├── IllegalAction   a well-formed action that the rules refuse here
├── InvalidInput    JSON that is not what the public formats say
├── StaleView       a click on a version of the table that is no longer the newest
├── NothingToUndo   see `engine.snapshot`
└── AppendConflict  see `engine.ports`
"""

from __future__ import annotations

from enum import Enum


class Reason(Enum):
    """Why an action is refused. The clause of each is data (``[refusals]`` of a rule set)."""

    DEAL_OVER = "deal_over"
    NOT_YOUR_TURN = "not_your_turn"
    DRAW_FIRST = "draw_first"
    ALREADY_DRAWN = "already_drawn"
    NOT_OFFERED = "not_offered"
    NOTHING_LAID = "nothing_laid"
    CARD_NOT_HELD = "card_not_held"
    NO_SUCH_MELD = "no_such_meld"
    MELD_TOO_SMALL = "meld_too_small"
    MELD_TOO_LARGE = "meld_too_large"
    MIXED_RANKS = "mixed_ranks"
    MIXED_CARDS = "mixed_cards"
    NOT_CONSECUTIVE = "not_consecutive"
    SEQUENCE_COMPLETE = "sequence_complete"
    THREES_NEVER_MELD = "threes_never_meld"
    TOO_FEW_NATURALS = "too_few_naturals"
    TOO_MANY_WILDS = "too_many_wilds"
    RANK_ALREADY_MELDED = "rank_already_melded"
    BLACK_THREES_CLOSE = "black_threes_close"
    BLACK_THREE_WILDS = "black_three_wilds"
    OPENING_TOO_LOW = "opening_too_low"
    PILE_EMPTY = "pile_empty"
    PILE_BLOCKED = "pile_blocked"
    TOP_OUT_OF_REACH = "top_out_of_reach"
    TOP_NOT_USED = "top_not_used"
    PILE_FROZEN = "pile_frozen"
    PILE_FROZEN_UNOPENED = "pile_frozen_unopened"
    TAKE_WILDS = "take_wilds"
    TOP_WILD_FITS_NOT = "top_wild_fits_not"
    SINGLE_FOR_SINGLE = "single_for_single"
    MUST_TAKE = "must_take"
    TAKE_LAYS_OFF_MORE = "take_lays_off_more"
    ALREADY_ASKED = "already_asked"
    ASK_FIRST = "ask_first"
    ANSWER_FIRST = "answer_first"
    NO_QUESTION = "no_question"
    SAID_YES = "said_yes"
    SAID_NO = "said_no"
    NEEDS_CANASTA = "needs_canasta"
    NO_WAY_TO_END = "no_way_to_end"


class EngineError(Exception):
    """Base of the engine's errors."""


class IllegalAction(EngineError):
    """A refused action. It changed nothing (X-7).

    ``params`` fill the placeholders of the reason's template in `engine.texts`; they never hold a card
    that the acting player does not hold or see.
    """

    def __init__(self, reason: Reason, clause: str, **params: object) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.clause = clause
        self.params = params


class InvalidInput(EngineError):
    """Input that was read and is wrong; the message is one line that names the member."""


class StaleView(EngineError):
    """The table moved on: the click was made on an older version. ``version`` is the newest."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the table is at version {version}")
        self.version = version
