"""Hidden cards reach nobody: permuting them changes no byte outside the answers to who holds them."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.bot.world import World
from tests.positions import position

if TYPE_CHECKING:
    from pathlib import Path

    from engine.state import State

FOUR = ("Ana", "Bruno", "Carla", "Dario")
# Each discards in turn; Carla lays three nines before. These cards are public in the end, the others never.
POSITION = (
    "draw: 4S 7H 7D KD QC; left: 5S 6C 6D KH JC; partner: QS 9S 9C 9D TC 8H; right: 4C 5C 5D JH TD;"
    "pile: 4D KS; stock: 8C 8D JS TH 6H KC QD AD AC JD; table: AS AH AC"
)
PLAYED = {0: ["4S"], 1: ["5S"], 2: ["QS", "9S", "9C", "9D"], 3: ["4C"]}


@pytest.fixture(autouse=True)
def _latency() -> None:
    """Every call takes no time, so that two runs send the same in the same order."""


def permuted(viewer: int | None, seed: int) -> State:
    """The position with every card that ``viewer`` neither sees nor will see elsewhere."""
    state = position(POSITION)
    public = {seat: {card_of(code) for code in codes} for seat, codes in PLAYED.items()}
    others = [seat for seat in range(4) if seat != viewer]
    hidden = [card for seat in others for card in state.hands[seat] if card not in public[seat]]
    # Whoever looks draws the same card in both runs.
    own_draw = [] if viewer is None else [state.stock[-1 - viewer]]
    pool = hidden + [card for card in state.stock if card not in own_draw]
    Random(seed).shuffle(pool)
    deal = iter(pool)
    for seat in others:
        state.hands[seat] = sorted(card if card in public[seat] else next(deal) for card in state.hands[seat])
    state.stock = [card if card in own_draw else next(deal) for card in state.stock]
    return state


def card_of(code: str) -> int:
    from engine.cards import parse_card  # noqa: PLC0415

    return parse_card(code)


async def play(folder: Path, monkeypatch: pytest.MonkeyPatch, state: State) -> World:
    """Each person looks, draws, chooses a card or two, and plays what is public."""
    world = World(folder, 1, monkeypatch)
    await world.start()
    await world.playing(*FOUR, position=state)
    world.env.http_requests.clear()
    for seat, name in enumerate(FOUR):
        hand = await world.hand(name)
        await hand.press(name, "Draw")
        await hand.press(name, "Sort by suit")
        channel = hand.channel
        if seat == 2:
            await world[name].slash(channel, "meld", cards="9S 9C 9D")
        await world.table_message().press_new(name, "In words")
        await world[name].slash(channel, "discard", card=PLAYED[seat][0])
        await world.wait(2)
    await world.table_message().press_new("Elena", "Log")
    await world.stop()
    return world


def seen_by(world: World, name: str | None) -> list[tuple[str, str, str]]:
    """What was sent to everybody, and privately to this person."""
    return [
        (request.method, request.path, json.dumps(request.json, sort_keys=True))
        for request in world.env.http_requests
        if not is_private(request.path, request.json) or owner(world, request.path) == name
    ]


def is_private(path: str, body: Any) -> bool:
    if path.startswith("/channels/"):
        return False
    message = (body or {}).get("data", body) or {}
    return bool(message.get("flags", 0) & 64) or (body or {}).get("type") == 7 or path.endswith("@original")


def owner(world: World, path: str) -> str:
    token = path.split("/")[3]
    record = next(record for record in world.env.backend.interactions.values() if record.token == token)
    return next(name for name, person in world.people.items() if person.id == record.user_id)


@pytest.mark.parametrize("viewer", [0, 1, 2, 3, None])
async def test_permuting_hidden_cards(
    viewer: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "Elena" if viewer is None else FOUR[viewer]
    first = await play(tmp_path / "first", monkeypatch, permuted(viewer, 1))
    second = await play(tmp_path / "second", monkeypatch, permuted(viewer, 2))
    assert seen_by(first, name) == seen_by(second, name)
    holders = [person for person in FOUR if person != name]
    assert all(seen_by(first, person) != seen_by(second, person) for person in holders)
