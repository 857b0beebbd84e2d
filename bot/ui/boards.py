"""Leaderboards, a person's numbers, and a server's last matches."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

import discord

from bot.render.text import DOT, NO_BREAK, plain_name, safe_name, signed
from bot.ui.ids import NO_TABLE, Press, Verb
from bot.ui.layout import panel, rows, select, text, turner
from engine.match import SIDES
from engine.rulebook import load_book, rule_set_names
from storage.rating import Certainty
from storage.standings import LEAST_MATCHES, Board, Measure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import LayoutView

    from bot.i18n import Texts
    from engine.state import Side
    from storage.rating import Rating
    from storage.standings import Finished, Page, Partner, Standing, Summary

LINES = 10
"""Lines of a leaderboard's page, and matches of a history's."""
_ASKED = re.compile(r"([a-z_]{1,32})\.([2-9])\.([a-z_]+)\.([a-z]+)\.([0-9]{1,5})")
_SPARKS = "▁▂▃▄▅▆▇█"
_BARS = 20
"""Bars of a plot at most: so many stand in one line on a phone."""


class Period(StrEnum):
    """From when on matches count."""

    ALL = "all"
    MONTH = "month"
    WEEK = "week"

    @property
    def days(self) -> int | None:
        """How many days the period has, or None for all time."""
        return {Period.ALL: None, Period.MONTH: 30, Period.WEEK: 7}[self]


@dataclass(frozen=True, slots=True)
class BoardAsked:
    """What of which leaderboard is asked for; it travels in the buttons."""

    rules_name: str
    players: int
    measure: Measure = Measure.RATING
    period: Period = Period.ALL
    page: int = 0

    @property
    def arg(self) -> str:
        """The ``arg`` of a press that asks for this."""
        return f"{self._without_page}{self.page}"

    @property
    def _without_page(self) -> str:
        return f"{self.rules_name}.{self.players}.{self.measure}.{self.period}."

    @property
    def turning(self) -> Press:
        """A press that lacks the page's number."""
        return Press(NO_TABLE, Verb.BOARD, arg=self._without_page)

    def board(self, guild_id: int) -> Board:
        """Return the leaderboard of a server that is meant."""
        return Board(guild_id, self.rules_name, self.players)


def board_asked(arg: str) -> BoardAsked | None:
    """Return what the ``arg`` of a press asks for, or None where there is no such board."""
    match = _ASKED.fullmatch(arg)
    if match is None or match[1] not in rule_set_names():
        return None
    players, page = int(match[2]), int(match[5])
    if players not in load_book(match[1]).rules.deal.players:
        return None
    try:
        return BoardAsked(match[1], players, Measure(match[3]), Period(match[4]), page)
    except ValueError:
        return None


def leaderboard_panel(asked: BoardAsked, page: Page, viewer: int, t: Texts) -> LayoutView:
    """Return a page of a leaderboard; the viewer's own line is on every page."""
    title = t("Leaderboard: {rules} for {players}", rules=_title(asked.rules_name, t), players=asked.players)
    about = [_measure_text(asked.measure, t), _period_text(asked.period, t), t("matches won of those played")]
    lines = [_standing_line(line, asked.measure, viewer, t) for line in page.lines]
    if not lines:
        lines = [t("Nobody is on this board yet: it counts ranked matches.")]
    if page.own is not None and page.own not in page.lines:
        lines += ["…", _standing_line(page.own, asked.measure, viewer, t)]
    return panel(
        text(f"### {title}", f"-# {DOT.join(about)}"),
        text(*lines),
        select(
            Press(NO_TABLE, Verb.BOARD_BY, arg=asked.arg),
            t("Ordered by …"),
            [_option(by.value, _measure_text(by, t), chosen=by is asked.measure) for by in Measure],
        ),
        select(
            Press(NO_TABLE, Verb.BOARD_SINCE, arg=asked.arg),
            t("Matches of …"),
            [_option(each.value, _period_text(each, t), chosen=each is asked.period) for each in Period],
        ),
        *rows(turner(asked.turning, asked.page, -(-page.total // LINES), t)),
    )


def ordered_by(asked: BoardAsked, word: str) -> BoardAsked | None:
    """Return the first page by another measure, or None for one that there is not."""
    return replace(asked, measure=Measure(word), page=0) if word in set(Measure) else None


def since(asked: BoardAsked, word: str) -> BoardAsked | None:
    """Return the first page of another period, or None for one that there is not."""
    return replace(asked, period=Period(word), page=0) if word in set(Period) else None


def stats_panel(
    user_id: int, shown: Sequence[tuple[Summary, Sequence[Partner], Sequence[Rating]]], t: Texts
) -> LayoutView:
    """Return a person's numbers, board by board: a summary, the best partners, and the last ratings."""
    lines = [f"### {t('Numbers of {person}', person=f'<@{user_id}>')}"]
    if not shown:
        lines.append(t("No finished match yet."))
    boards = [text(*_summary_lines(summary, partners, ratings, t)) for summary, partners, ratings in shown]
    return panel(text(*lines), *boards)


def history_panel(matches: Sequence[Finished], page: int, t: Texts, *, more: bool) -> LayoutView:
    """Return a page of a server's last matches; ``more``: there is a page after it."""
    lines = [f"### {t('Last matches')}"]
    lines += [_finished_line(finished, t) for finished in matches] or [t("No finished match yet.")]
    turning = Press(NO_TABLE, Verb.HISTORY)
    return panel(text(*lines), *rows(turner(turning, page, page + 1 + more, t)))


def match_label(finished: Finished, t: Texts) -> str:
    """Return a finished match in a few plain words, to be chosen from a list."""
    one, other = (" & ".join(map(plain_name, _names(finished, side, t))) for side in range(SIDES))
    return t("{one} against {other}, {rules}", one=one, other=other, rules=_title(finished.rules_name, t))


def _names(finished: Finished, side: Side, t: Texts) -> list[str]:
    return [name or t("somebody") for name in finished.names[side::SIDES]]


def _title(rules_name: str, t: Texts) -> str:
    return t(load_book(rules_name).rules.title)


def _option(value: str, label: str, *, chosen: bool) -> discord.SelectOption:
    return discord.SelectOption(label=label, value=value, default=chosen)


def _measure_text(measure: Measure, t: Texts) -> str:
    match measure:
        case Measure.RATING:
            return t("Rating")
        case Measure.WINS:
            return t("Matches won")
        case Measure.WIN_RATE:
            return t("Share of matches won, from {count} matches on", count=LEAST_MATCHES)
        case Measure.POINTS:
            return t("Points a deal, from {count} matches on", count=LEAST_MATCHES)
        case Measure.MARGIN:
            return t("Margin a match, from {count} matches on", count=LEAST_MATCHES)


def _period_text(period: Period, t: Texts) -> str:
    match period:
        case Period.ALL:
            return t("All time")
        case Period.MONTH:
            return t("The last 30 days")
        case Period.WEEK:
            return t("The last 7 days")


def _certainty_text(certainty: Certainty, t: Texts) -> str:
    match certainty:
        case Certainty.GUESS:
            return t("hardly known yet")
        case Certainty.UNSURE:
            return t("rather unsure")
        case Certainty.FAIR:
            return t("fairly sure")
        case Certainty.SURE:
            return t("sure")


def _rating_text(rating: Rating, t: Texts) -> str:
    return f"{signed(rating.points)} ({_certainty_text(rating.certainty, t)})"


def _value_text(line: Standing, measure: Measure, t: Texts) -> str:
    """Return what a board is ordered by; nothing for the number of wins, which every line tells."""
    match measure:
        case Measure.RATING:
            return _rating_text(line.rating, t) + DOT
        case Measure.WINS:
            return ""
        case Measure.WIN_RATE:
            return t("{percent} %", percent=round(100 * line.value)) + DOT
        case Measure.POINTS | Measure.MARGIN:
            return signed(round(line.value)) + DOT


def _name(person: Standing | Partner) -> str:
    """Return a name: a mention would be a number to whose Discord has not met the person lately."""
    return safe_name(person.name) if person.name else f"<@{person.user_id}>"


def _standing_line(line: Standing, measure: Measure, viewer: int, t: Texts) -> str:
    """Return a line like ``3. Ana: 412 (fairly sure) · 8 of 12``, the viewer's own in bold."""
    value = _value_text(line, measure, t) + t("{wins} of {matches}", wins=line.wins, matches=line.matches)
    shown = f"{line.place}\\.{NO_BREAK}{t('{name}: {value}', name=_name(line), value=value)}"
    return f"**{shown}**" if line.user_id == viewer else shown


def _summary_lines(
    summary: Summary, partners: Sequence[Partner], ratings: Sequence[Rating], t: Texts
) -> list[str]:
    board = summary.board
    lines = [
        f"**{t('{rules} for {players}', rules=_title(board.rules_name, t), players=board.players)}**",
        t.n(
            "{wins} of {count} match won, {percent} %",
            "{wins} of {count} matches won, {percent} %",
            summary.matches,
            wins=summary.wins,
            percent=round(100 * summary.wins / summary.matches),
        ),
        t(
            "Points a deal: {average} on average, {best} in the best",
            average=signed(round(summary.points / max(summary.deals, 1))),
            best=signed(summary.best_deal),
        ),
        _canastas_line(summary, t),
    ]
    if partners:
        won = ", ".join(f"{_name(partner)}{NO_BREAK}({partner.wins})" for partner in partners)
        lines.append(t("Won most often with {people}", people=won))
    if summary.rating is not None:
        lines.append(t("Rating: {rating}", rating=_rating_text(summary.rating, t)) + _plot(ratings, t))
    return lines


def _canastas_line(summary: Summary, t: Texts) -> str:
    """Return how many canastas a person's side had, or the person alone."""
    count = {"clean": summary.clean, "dirty": summary.dirty}
    if summary.board.players == SIDES:
        return t("Canastas: {clean} clean, {dirty} dirty", **count)
    return t("Canastas of the side: {clean} clean, {dirty} dirty", **count)


def _plot(ratings: Sequence[Rating], t: Texts) -> str:
    """Return how a rating went, as small bars and in words; nothing for less than two."""
    points = [rating.points for rating in ratings]
    if len(points) < 2:  # noqa: PLR2004  # one point is no way
        return ""
    low, high = min(points), max(points)
    steps, gaps = len(_SPARKS) - 1, min(len(points), _BARS) - 1
    shown = [points[round(bar * (len(points) - 1) / gaps)] for bar in range(gaps + 1)]
    bars = "".join(_SPARKS[round(steps * (point - low) / max(high - low, 1))] for point in shown)
    words = t(
        "from {first} to {last} in {count} ranked matches",
        first=signed(points[0]),
        last=signed(points[-1]),
        count=len(points),
    )
    return f"\n{bars}\n{words}"


def _finished_line(finished: Finished, t: Texts) -> str:
    """Return what came of a match, and below it when and by which rules it was played, and its id."""
    names = [" & ".join(map(safe_name, _names(finished, side, t))) for side in range(SIDES)]
    won = t(
        "**{winners}** won by {margin} against {losers}",
        winners=names[finished.winner],
        margin=finished.margin,
        losers=names[1 - finished.winner],
    )
    about = [f"<t:{finished.ended_at}:d>", _title(finished.rules_name, t)]
    about += [t("ranked")] if finished.ranked else []
    return f"{won}\n-# {DOT.join([*about, f'`{finished.match_id}`'])}"
