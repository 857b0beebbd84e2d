"""The people's own account of a match, and how it compares with what the bot's database holds."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.ui.ids import Verb, parse, pressed_action
from engine.codec import encode_action
from engine.ports import CommitKind, MatchId
from storage.database import FILE_NAME, open_read_only
from storage.history import fault_of
from storage.matches import Matches
from storage.model import SeatKind, TableId
from tests.playground.loopback import GUILD

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bot.ui.ids import Press
    from engine.ports import LogEntry
    from storage.model import History
    from tests.playground.people import Answer

_UNDO = "undo"
_DISCARD = '"type": "discard"'
_UNTOLD = "Discord did not take my answer"
"""Said in place of an answer whose panel had just been taken away: the play may have been made."""
_WAITING = 6
"""The number of an answer that shows nothing yet."""


@dataclass(eq=False, slots=True)
class Move:
    """A play that somebody sent: unsure until its answer says that it was made, or was not."""

    name: str
    play: str
    interaction: str = ""
    words: str = ""
    made: bool | None = None


@dataclass
class Ledger:
    """Every play that was sent at one table, in the order of sending."""

    table: str = ""
    moves: list[Move] = field(default_factory=list)

    def sent(self, name: str, custom_id: str, values: Sequence[str]) -> Move | None:
        """Note a press, or a form, if it is a play or a cut, and the table from any."""
        press = parse(custom_id)
        if press is None:
            return None
        self.table = press.table
        if press.verb not in {Verb.PLAY, Verb.PICK, Verb.UNDO, Verb.CUT_AT}:
            return None
        move = Move(name, _play_sent(press, values))
        self.moves.append(move)
        return move

    def answered(self, move: Move, answer: Answer) -> None:
        """Note what the person made of the answer."""
        move.interaction, move.words = answer.interaction, answer.words
        if answer.reached and not answer.ok:
            return
        asked = answer.seen is not None and answer.seen.button("Not yet") is not None
        refused = not answer.ok or asked or answer.is_new or bool(answer.seen and answer.seen.notice)
        is_unsure = answer.callback == _WAITING or _UNTOLD in answer.words
        move.made = None if is_unsure else not refused

    def faults(self, history: History) -> list[str]:
        """Compare with the log: all that was answered is there once, and else only what went unanswered."""
        made = {move.interaction: move for move in self.moves if move.made}
        refused = {move.interaction for move in self.moves if move.made is False}
        unsure = Counter((move.name, move.play) for move in self.moves if move.made is None)
        names = [seat.name for seat in history.seats if seat.kind is SeatKind.HUMAN]
        logged = Counter(entry.action_id for entry in history.entries)
        faults = [
            f"{move.name}: {move.play} was lost, interaction {key}, answer: {move.words}"
            for key, move in made.items()
            if logged[key] != 1
        ]
        for entry in history.entries:
            name = "" if entry.seat is None else history.seats[entry.seat].name
            if name not in names:
                continue
            play = _play_of(entry)
            if (move := made.get(entry.action_id)) is not None:
                if (move.name, move.play) != (name, play):
                    faults.append(f"{move.name}: {move.play} became {play} of {name}")
            elif entry.action_id in refused:
                faults.append(f"{name}: {play} was made though the answer said otherwise")
            elif unsure[name, play]:
                unsure[name, play] -= 1
            else:
                faults.append(f"{name}: {play} was made, but nobody pressed it")
        return faults

    def turns(self, name: str) -> int:
        """Return how many turns somebody ended with a discard, as far as that person knows."""
        return sum(move.name == name and _DISCARD in move.play for move in self.moves if move.made)


async def check_match(ledger: Ledger, data: Path) -> History:
    """Hold that the bot's database agrees with itself and with the people.

    The bot may be using it, or have left it behind when it was killed.
    """
    history = await sound_history(ledger.table, data)
    assert not (faults := ledger.faults(history)), "\n".join(faults)
    return history


async def sound_history(table: str, data: Path) -> History:
    """Return all that the bot's database holds of a match, and hold that it agrees with itself."""
    async with open_read_only(data / FILE_NAME) as database:
        history = await Matches(database).history(MatchId(int(GUILD), TableId(table)))
    assert (fault := fault_of(history)) is None, fault
    return history


def _play_sent(press: Press, values: Sequence[str]) -> str:
    if press.verb is Verb.CUT_AT:
        return json.dumps({"cut": int(values[0])})
    action = pressed_action(press, values)
    return _UNDO if action is None else json.dumps(encode_action(action), sort_keys=True)


def _play_of(entry: LogEntry) -> str:
    if entry.kind is CommitKind.UNDO:
        return _UNDO
    return json.dumps(json.loads(entry.payload), sort_keys=True)
