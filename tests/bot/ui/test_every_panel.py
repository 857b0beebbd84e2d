"""What holds for every panel, in deals played at random and in some that are larger than any real one."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest
from discord import PartialEmoji

from bot.render.cards import Cards
from bot.render.scene import alt_text
from bot.render.table import seat_names
from bot.replays import CheckedDeal, Fault, ReplayStep, RunningDeal
from bot.ui.answers import end_vote_panel, log_panel, more_panel, words_panel
from bot.ui.boards import LINES, BoardAsked, history_panel, leaderboard_panel, stats_panel
from bot.ui.cut import checked_panel, cut_panel, running_panel
from bot.ui.help_panel import help_panel
from bot.ui.house_rules import house_rules_panel
from bot.ui.lobby import lobby_panel, removal_panel
from bot.ui.replay_panel import replay_panel
from bot.ui.rules_panel import rules_panel
from bot.ui.sheets import FinishedDeal, deal_sheet, match_end, over_panel
from bot.ui.table_panel import DealShown, TablePicture, table_panel
from engine.cards import FACES, JOKER, pack
from engine.seal import FairDeal, seal
from engine.state import Phase
from engine.view import view_for
from storage.model import SeatInfo, SeatKind, Status
from storage.rating import Rating
from storage.standings import Board, Finished, Measure, Page, Partner, Standing, Summary
from tests.bot.ui.deals import OPTIONS, SEATS, asking, hand_states, houses, huge, states, unmelded
from tests.bot.ui.panels import (
    FACES_OF,
    LANGUAGES,
    PSEUDO,
    RULES,
    T,
    hand,
    hold_limits,
    matches,
    table,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discord.ui import LayoutView

    from bot.i18n import Texts
    from engine.match import Match
    from engine.ruleset import OptionValue, RuleSet
    from engine.state import State
    from storage.model import TableInfo


CHECKED = (
    CheckedDeal(1, ["x" * 100] * 4, FairDeal(seal(pack(2, 4), bytes(32)), 107, 3), fault=None),
    CheckedDeal(999, ["x" * 100] * 4, None, fault=None),
    *(CheckedDeal(999, ["x" * 100] * 4, None, fault=fault) for fault in Fault),
)
_NO_WORDS = re.compile(
    r"[xy]{2,}|[0-9a-f]{8,}|```.*?```|`[a-z]+`|\([A-Z]-\d+\)|\*\*[A-Z]-\d+\*\*|<:\w+:\d+>", re.DOTALL
)
FAIR = FairDeal(seal(pack(2, 4), bytes(32)), 107, 0)
RUNNING = RunningDeal(999, ["x" * 100] * 4, FAIR.pledge)
EMOJIS = {card: PartialEmoji(name="x" * 18, id=10**19) for card in FACES}
"""Each card as long as any can be."""


def info_of(rules: RuleSet, players: int = 4, status: Status = Status.PLAYING) -> TableInfo:
    return table(*SEATS[:players], status=status, rules=rules.name, options=rules.options)


def hand_panels(state: State, rng: Random, t: Texts) -> Iterator[LayoutView]:
    """Yield the panels of all seats, with emojis in English and without elsewhere."""
    info = info_of(state.rules, state.players)
    cards = Cards(t, FACES_OF if t is T else {})
    for seat in range(state.players):
        for shown in hand_states(view_for(state, seat), rng, t):
            yield hand(state, shown, seat, info=info, cards=cards)


def public_panels(state: State, t: Texts) -> Iterator[LayoutView]:
    log = ["y" * 150] * 300
    shown, info = (
        DealShown(view_for(state, None), 99, (-99995, 99995), log, pledge=FAIR.pledge),
        info_of(state.rules, state.players),
    )
    cards = Cards(t, EMOJIS, str(EMOJIS[JOKER]))
    picture = TablePicture("table.png", alt_text(shown.view, seat_names(info), t))
    yield table_panel(info, shown, Cards(t))
    yield table_panel(info, shown, cards)
    yield table_panel(info, shown, cards, picture)
    for page in (0, 1, 99):
        yield words_panel(info, shown, t, page)
        yield log_panel(info, shown, t, page)


def other_panels(match: Match, t: Texts) -> Iterator[LayoutView]:
    players = match.players
    options: dict[str, OptionValue] = {"match.target": 20000, **OPTIONS[match.rules.name]}
    info = table(*SEATS[:players], rules=match.rules.name, options=options)
    empty = [SeatInfo(SeatKind.EMPTY)] * (players - 1)
    for seats in (SEATS[:players], [SEATS[0], *empty]):
        for status in (Status.LOBBY, Status.ENDED):
            seated = table(*seats, rules=match.rules.name, options=options, status=status)
            yield lobby_panel(seated, t)
            yield removal_panel(seated, t)
    yield house_rules_panel(info, t)
    for user in (11, 13, 14, 99):
        yield more_panel(info, user, t)
    yield end_vote_panel(info, {0}, t)
    yield help_panel(t)
    for page in range(4):
        yield rules_panel(info.rules, t, page)
    for number, result in enumerate(match.deals, 1):
        yield deal_sheet(info, FinishedDeal(number, result, FAIR), t)
    yield match_end(info, match, t, FAIR)
    yield over_panel(info, match, t)
    yield cut_panel(info, 99, 0, FAIR.pledge, t)
    yield running_panel(RUNNING, t)
    for checked in CHECKED:
        yield checked_panel(checked, RUNNING, t)
    yield from result_panels(info, match, t)


def result_panels(info: TableInfo, match: Match, t: Texts) -> Iterator[LayoutView]:
    """Yield panels about matches that are over, as long as they get."""
    name, rating = info.rules.name, Rating(99, 0.1)
    lines = tuple(
        Standing(rating, 99999, 99999, 10**19, "*" * 32, 99999.0, 99999, 99999) for _ in range(LINES + 1)
    )
    asked = BoardAsked(name, match.players, page=9)
    for measure in Measure:
        page = Page(lines[:LINES], 99999, lines[LINES])
        yield leaderboard_panel(replace(asked, measure=measure), page, 1, t)
    yield leaderboard_panel(asked, Page((), 0, None), 1, t)
    board = Board(1, name, match.players)
    summary = Summary(board, rating, 99999, 99999, 99999, 10**8, 99999, 99999, 99999)
    partners = [Partner(10**19, "*" * 32, 99999, 99999)] * 3
    yield stats_panel(10**19, [(summary, partners, [Rating(), rating] * 50)] * 5, t)
    names = tuple(seat.name for seat in SEATS[: match.players])
    finished = Finished(names, True, "abcdefgh", 10**10, name, match.players, 0, 99999)
    yield history_panel([finished] * LINES, 9, t, more=True)
    yield history_panel([], 0, t, more=False)
    state = huge(Phase.PLAY, info.rules)
    names = tuple(seat.name for seat in SEATS[: state.players])
    scene = ReplayStep("abcdefgh", names, 9, 99, 500, 999, state, (), match.deals[-1])
    for cards in (Cards(t), Cards(t, EMOJIS, str(EMOJIS[JOKER]))):
        yield replay_panel(scene, cards)
        yield replay_panel(scene, cards, "x" * 100)


def played(rules: RuleSet) -> Match:
    """Return a match after some deals, of two where two may play."""
    *_, last = matches(2, 3, ("greedy", "random") if 2 in rules.deal.players else ("greedy",) * 4, rules)
    return last


def extremes(rules: RuleSet, t: Texts) -> Iterator[LayoutView]:
    for state in (*[deal(phase, rules) for phase in Phase for deal in (huge, unmelded)], *asking(rules)):
        yield from hand_panels(state, Random(1), t)
        yield from public_panels(state, t)


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.locale)
async def test_the_largest_deals_fit(name: str, t: Texts) -> None:
    for rules in houses(name):
        for panel in extremes(rules, t):
            hold_limits(panel)


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("seed", range(2))
async def test_every_panel_keeps_discords_limits(seed: int, name: str) -> None:
    for rules in houses(name):
        for state in states(seed, rules, share=0.06):
            for panel in (*hand_panels(state, Random(seed), T), *public_panels(state, T)):
                hold_limits(panel)


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.locale)
async def test_the_panels_around_a_match_keep_discords_limits(name: str, t: Texts) -> None:
    for panel in other_panels(played(houses(name)[0]), t):
        hold_limits(panel)


def bare_english(panel: LayoutView) -> list[str]:
    """Return the plain words of a panel in the pseudo-language, but for clauses, emojis and codes."""
    return [text for text in words(panel) if re.search(r"[A-Za-z]{2,}", _NO_WORDS.sub("", text))]


@pytest.mark.parametrize("name", RULES)
async def test_no_panel_has_a_word_that_was_never_translated(name: str) -> None:
    for rules in houses(name):
        large = [huge(Phase.PLAY, rules), unmelded(Phase.DRAW, rules), *asking(rules)]
        for state in (*states(1, rules, share=0.03), *large):
            for panel in (*hand_panels(state, Random(1), PSEUDO), *public_panels(state, PSEUDO)):
                assert not bare_english(panel)


@pytest.mark.parametrize("name", RULES)
async def test_no_panel_around_a_match_has_a_word_that_was_never_translated(name: str) -> None:
    for panel in other_panels(played(houses(name)[0]), PSEUDO):
        assert not bare_english(panel)
