"""Who sits where: pure changes of a table's seats, in its lobby and while it is played.

Every function returns a new `TableInfo` or raises `Refusal`. A computer's seat that keeps a ``user_id`` is
reserved: the computer plays for that person, who may take it back. While a match is on, others may take only
a seat whose person left.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.refusals import Refusal
from engine.errors import InvalidInput
from engine.rulebook import load_book, load_rules, parse_option
from engine.state import side_of
from storage.model import SeatInfo, SeatKind, Status, TableInfo

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.state import Seat, Side

COMPUTER_NAMES = ("Ada", "Blaise", "Carlotta", "Dante", "Elio", "Fiamma", "Gino", "Ottavia")
"""What computer players are called, in the order in which they come to a table."""
_EMPTY = SeatInfo(SeatKind.EMPTY)
_MISSES = 2
"""After so many turns in a row that were played for a person, the computer sits in."""


def seat_of(info: TableInfo, user_id: int) -> Seat | None:
    """Return the seat that belongs to the person, played by them or by a computer for them."""
    return next((seat for seat, holder in enumerate(info.seats) if holder.user_id == user_id), None)


def humans(info: TableInfo) -> list[int]:
    """Return the user ids of the people who play themselves, in the order of the seats."""
    return [seat.user_id for seat in info.seats if seat.kind is SeatKind.HUMAN and seat.user_id is not None]


def has_people(info: TableInfo) -> bool:
    """Tell whether any seat belongs to a person."""
    return any(seat.user_id is not None for seat in info.seats)


def is_full(info: TableInfo) -> bool:
    """Tell whether every seat is taken."""
    return all(seat.kind is not SeatKind.EMPTY for seat in info.seats)


def require_status(info: TableInfo, status: Status) -> None:
    """Raise Refusal unless the table is at ``status``."""
    if info.status is status:
        return
    match info.status:
        case Status.LOBBY:
            raise Refusal(lambda t: t("The match has not started yet."))
        case Status.PLAYING:
            raise Refusal(lambda t: t("The match has already started."))
        case Status.FINISHED:
            raise Refusal(lambda t: t("This match is over."))
        case Status.ENDED:
            raise Refusal(lambda t: t("This table is closed."))


def sit(info: TableInfo, user_id: int, name: str, side: Side) -> TableInfo:
    """Seat a person on a side of a lobby, coming from the other side if they sat there.

    An empty seat is taken before a computer's.
    """
    require_status(info, Status.LOBBY)
    present = seat_of(info, user_id)
    if present is not None and side_of(present) == side:
        raise Refusal(lambda t: t("You already sit there."))
    free = next(_seats_of_kind(info, side, SeatKind.EMPTY), None)
    if free is None:
        free = next(_seats_of_kind(info, side, SeatKind.COMPUTER), None)
    if free is None:
        raise Refusal(lambda t: t("No seat is free there."))
    if present is not None:
        info = _with_seat(info, present, _EMPTY)
    return _with_seat(info, free, SeatInfo(SeatKind.HUMAN, user_id, name))


def fill_with_computers(info: TableInfo, user_id: int) -> TableInfo:
    """Put a computer player on every empty seat of a lobby; for people who sit there."""
    require_status(info, Status.LOBBY)
    require_seat(info, user_id)
    if is_full(info):
        raise Refusal(lambda t: t("All seats are taken already."))
    for seat, holder in enumerate(info.seats):
        if holder.kind is SeatKind.EMPTY:
            info = _with_seat(info, seat, _computer(info))
    return info


def start(info: TableInfo, user_id: int) -> TableInfo:
    """Begin the match; for the host, once every seat is taken."""
    require_status(info, Status.LOBBY)
    if user_id != info.host_id:
        raise Refusal(lambda t: t("Only the host can start the match."))
    if not is_full(info):
        raise Refusal(lambda t: t("Some seats are still free: wait for people or fill up with computers."))
    return replace(info, status=Status.PLAYING)


def change_rule(info: TableInfo, user_id: int, option: str, word: str) -> TableInfo:
    """Play a lobby's table by another value of one option; for the host."""
    require_house_rules(info, user_id)
    rules = info.rules
    field = load_book(rules.name, rules.version).fields.get(option)
    try:
        value = word if field is None else parse_option(field, word)
        changed = load_rules(rules.name, rules.version, {**rules.options, option: value})
    except InvalidInput:
        raise Refusal(lambda t: t("These rules cannot be played like that.")) from None
    return replace(info, rules=changed)


def require_house_rules(info: TableInfo, user_id: int) -> None:
    """Raise Refusal unless the person may choose the house rules now."""
    require_status(info, Status.LOBBY)
    if user_id != info.host_id:
        raise Refusal(lambda t: t("Only the host can choose the house rules."))
    if info.ranked:
        raise Refusal(lambda t: t("A ranked match is played by the rules as they are."))


def remove(info: TableInfo, user_id: int, whom: int) -> TableInfo:
    """Take another person off their seat in a lobby; for the host."""
    require_removal(info, user_id)
    if seat_of(info, whom) is None:
        raise Refusal(lambda t: t("This person does not sit here any more."))
    return leave(info, whom)


def require_removal(info: TableInfo, user_id: int) -> None:
    """Raise Refusal unless the person may take others off their seats now."""
    require_status(info, Status.LOBBY)
    if user_id != info.host_id:
        raise Refusal(lambda t: t("Only the host can remove somebody."))


def leave(info: TableInfo, user_id: int) -> TableInfo:
    """Give up a seat: it becomes empty in a lobby, and a computer's, open to others, while the match is on.

    The host's powers pass to the next person; a table that nobody is left at ends.
    """
    seat = require_seat(info, user_id)
    if info.status is Status.LOBBY:
        info = _with_seat(info, seat, _EMPTY)
    else:
        require_status(info, Status.PLAYING)
        info = replace(_with_seat(info, seat, _computer(info)), former={**info.former, user_id: seat})
    if not has_people(info):
        return replace(info, status=Status.ENDED)
    return _count_votes(_pass_host_on(info) if user_id == info.host_id else info)


def let_computer_play(info: TableInfo, user_id: int) -> TableInfo:
    """Have the computer play for a person, whose seat stays reserved."""
    require_status(info, Status.PLAYING)
    seat = require_seat(info, user_id)
    if info.seats[seat].kind is SeatKind.COMPUTER:
        raise Refusal(lambda t: t("The computer already plays for you."))
    return _count_votes(_with_seat(info, seat, replace(info.seats[seat], kind=SeatKind.COMPUTER, missed=0)))


def sit_in(info: TableInfo, user_id: int) -> TableInfo:
    """Have the computer play for somebody who is absent; a host's powers pass to somebody who is there."""
    info = let_computer_play(info, user_id)
    return _pass_host_on(info) if user_id == info.host_id else info


def miss(info: TableInfo, user_id: int) -> TableInfo:
    """Count a turn that is played for a person whose time was up; after two in a row the computer sits in."""
    seat = require_seat(info, user_id)
    missed = info.seats[seat].missed + 1
    if missed == _MISSES:
        return sit_in(info, user_id)
    return _with_seat(info, seat, replace(info.seats[seat], missed=missed))


def act(info: TableInfo, user_id: int) -> TableInfo:
    """Note that a person played in time."""
    seat = require_seat(info, user_id)
    return _with_seat(info, seat, replace(info.seats[seat], missed=0))


def take_back(info: TableInfo, user_id: int) -> TableInfo:
    """Return a reserved seat to its person."""
    require_status(info, Status.PLAYING)
    seat = require_seat(info, user_id)
    if info.seats[seat].kind is SeatKind.HUMAN:
        raise Refusal(lambda t: t("You are playing yourself already."))
    return _with_seat(info, seat, replace(info.seats[seat], kind=SeatKind.HUMAN))


def take_over(info: TableInfo, user_id: int, name: str, seat: Seat) -> TableInfo:
    """Seat a person on a seat whose person left, while the match is on.

    Who left this match may only come back to their own seat, having seen its cards.
    """
    require_status(info, Status.PLAYING)
    if seat_of(info, user_id) is not None:
        raise Refusal(lambda t: t("You already have a seat at this table."))
    if not 0 <= seat < info.players or info.seats[seat].kind is not SeatKind.COMPUTER:
        raise Refusal(lambda t: t("This seat is taken."))
    if info.seats[seat].user_id is not None:
        raise Refusal(lambda t: t("This seat is kept for somebody who will be back."))
    if seat not in info.former.values():
        raise Refusal(lambda t: t("This seat was a computer's from the start and stays one."))
    if info.former.get(user_id, seat) != seat:
        raise Refusal(
            lambda t: t("You have seen other cards of this deal: only your old seat is open to you.")
        )
    return _with_seat(info, seat, SeatInfo(SeatKind.HUMAN, user_id, name))


def seats_to_take(info: TableInfo, user_id: int) -> list[Seat]:
    """Return the seats that somebody without one may take over while the match is on."""
    return [
        seat
        for seat, holder in enumerate(info.seats)
        if holder.kind is SeatKind.COMPUTER
        and holder.user_id is None
        and seat in info.former.values()
        and info.former.get(user_id, seat) == seat
    ]


def make_ready(info: TableInfo, user_id: int, deals: int) -> TableInfo:
    """Note that a person wants the deal after the first ``deals``."""
    require_status(info, Status.PLAYING)
    require_seat(info, user_id)
    return replace(info, ready={**info.ready, user_id: deals})


def ready_after(info: TableInfo, deals: int) -> set[int]:
    """Return who wants the deal after the first ``deals``."""
    return {user_id for user_id, seen in info.ready.items() if seen == deals}


def vote_to_end(info: TableInfo, user_id: int) -> TableInfo:
    """Count a person's yes to ending the match early; with the last one it ends."""
    require_status(info, Status.PLAYING)
    require_seat(info, user_id)
    return _count_votes(replace(info, votes=info.votes | {user_id}))


def seats_that_vote(info: TableInfo) -> list[Seat]:
    """Return the seats whose people have to agree to an early end: all who play.

    In a ranked match also those who are away for a while: nobody flees a defeat behind their backs.
    """
    return [
        seat
        for seat, holder in enumerate(info.seats)
        if holder.kind is SeatKind.HUMAN or (info.ranked and holder.user_id is not None)
    ]


def end(info: TableInfo) -> TableInfo:
    """Close the table before its match is over."""
    if info.status.is_over:
        require_status(info, Status.PLAYING)  # raises, and says how it is over
    return replace(info, status=Status.ENDED)


def rename(info: TableInfo, user_id: int, name: str) -> TableInfo:
    """Call a person who sits there by the name that they have now; a table that is over stays as it was."""
    seat = seat_of(info, user_id)
    if seat is None or info.status.is_over or info.seats[seat].name == name:
        return info
    return _with_seat(info, seat, replace(info.seats[seat], name=name))


def require_seat(info: TableInfo, user_id: int) -> Seat:
    """Return the person's seat. Raises Refusal for an outsider."""
    seat = seat_of(info, user_id)
    if seat is None:
        raise Refusal(lambda t: t("You do not sit at this table."))
    return seat


def _seats_of_kind(info: TableInfo, side: Side, kind: SeatKind) -> Iterator[Seat]:
    return (seat for seat, holder in enumerate(info.seats) if side_of(seat) == side and holder.kind is kind)


def _with_seat(info: TableInfo, seat: Seat, holder: SeatInfo) -> TableInfo:
    return replace(info, seats=(*info.seats[:seat], holder, *info.seats[seat + 1 :]))


def _computer(info: TableInfo) -> SeatInfo:
    taken = {holder.name for holder in info.seats}
    return SeatInfo(SeatKind.COMPUTER, None, next(name for name in COMPUTER_NAMES if name not in taken))


def _count_votes(info: TableInfo) -> TableInfo:
    """End the match if all whose yes that takes have said yes."""
    voters = {info.seats[seat].user_id for seat in seats_that_vote(info)}
    return end(info) if voters and voters <= info.votes else info


def _pass_host_on(info: TableInfo) -> TableInfo:
    heirs = humans(info) or [seat.user_id for seat in info.seats if seat.user_id is not None]
    return replace(info, host_id=heirs[0])
