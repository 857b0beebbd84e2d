"""Games of cards that random players play: ours, and gin rummy of two public environments."""

from __future__ import annotations

import random
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol

from engine.apply import apply
from engine.deal import deal, shuffled_deck
from engine.legal import legal_actions
from engine.rulebook import load_rules

if TYPE_CHECKING:
    from collections.abc import Callable

SEED = 1
DECK = 52


class Game(Protocol):
    """One deal of a game after the other."""

    name: str

    def play(self, count: int) -> int:
        """Play so many random legal actions; return how many deals ended."""
        ...

    def look(self) -> tuple[int, int]:
        """Return the size of the hand that is to act, and how many legal actions it has."""
        ...


class Canasta:
    """Deals by the rule set ``name``: `legal_actions`, a random choice, `apply`."""

    def __init__(self, name: str) -> None:
        self.name = f"canasta ({name})"
        self._rules = load_rules(name)
        self._rng = random.Random(SEED)
        self._deal()

    def _deal(self) -> None:
        self._state, _ = deal(self._rules, 0, shuffled_deck(self._rules, self._rng), (0, 0), 4)

    def play(self, count: int) -> int:
        """See `Game`."""
        ended = 0
        choice = self._rng.choice
        for _ in range(count):
            state = self._state
            apply(state, state.awaited, choice(legal_actions(state)))
            if state.ended is not None:
                ended += 1
                self._deal()
        return ended

    def look(self) -> tuple[int, int]:
        """See `Game`."""
        return len(self._state.hands[self._state.seat]), len(legal_actions(self._state))


class Rlcard:
    """Gin rummy of rlcard: a random choice among the state's legal actions, `step`."""

    name = "gin rummy (rlcard)"

    def __init__(self) -> None:
        rlcard = import_module("rlcard")  # a requirement of the benchmark only, and perhaps not installed
        self._env: Any = rlcard.make("gin-rummy", config={"seed": SEED})
        self._rng = random.Random(SEED)
        self._state, self._seat = self._env.reset()

    def play(self, count: int) -> int:
        """See `Game`."""
        ended = 0
        choice = self._rng.choice
        for _ in range(count):
            self._state, self._seat = self._env.step(choice(list(self._state["legal_actions"])))
            if self._env.is_over():
                ended += 1
                self._state, self._seat = self._env.reset()
        return ended

    def look(self) -> tuple[int, int]:
        """See `Game`."""
        return len(self._env.game.round.players[self._seat].hand), len(self._state["legal_actions"])


class OpenSpiel:
    """Gin rummy of open_spiel, which is C++: a random choice among `legal_actions`, `apply_action`."""

    name = "gin rummy (open_spiel)"

    def __init__(self) -> None:
        self._game: Any = import_module("pyspiel").load_game("gin_rummy")  # see `Rlcard`
        self._rng = random.Random(SEED)
        self._deal()

    def _deal(self) -> None:
        self._state = self._game.new_initial_state()
        self._draw()

    def _draw(self) -> None:
        """Let chance deal or draw, which is no player's action."""
        while self._state.is_chance_node():
            cards, chances = zip(*self._state.chance_outcomes(), strict=True)
            self._state.apply_action(self._rng.choices(cards, chances)[0])

    def play(self, count: int) -> int:
        """See `Game`."""
        ended = 0
        choice = self._rng.choice
        for _ in range(count):
            self._state.apply_action(choice(self._state.legal_actions()))
            if self._state.is_terminal():
                ended += 1
                self._deal()
            else:
                self._draw()
        return ended

    def look(self) -> tuple[int, int]:
        """See `Game`. The tensor begins with who looks, then a deck for each player's hand, if it is seen."""
        players = self._game.num_players()
        seen = self._state.observation_tensor(self._state.current_player())
        return round(sum(seen[players : players * (1 + DECK)])), len(self._state.legal_actions())


def public_games() -> list[Game]:
    """Return the games of the public environments that are installed."""
    installed: dict[str, Callable[[], Game]] = {"rlcard": Rlcard, "pyspiel": OpenSpiel}
    return [game() for package, game in installed.items() if find_spec(package) is not None]
