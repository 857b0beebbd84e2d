# ruff: noqa: RUF001  # what people read has real times signs
"""What Tranca and Classic bring to the table: sequences, feet, openings, asking, two players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.bot.world import Message, explanation, plain, words_of
from tests.positions import position

if TYPE_CHECKING:
    from engine.state import State
    from tests.bot.world import World

FOUR = ("Ana", "Bruno", "Carla", "Dario")


def tranca(text: str) -> State:
    return position(text, rules="tranca")


def classic(text: str) -> State:
    return position(text, rules="classic")


async def typed(world: World, name: str, command: str, **options: Any) -> str:
    """What somebody's command is answered with, privately."""
    result = await world[name].slash(world.channel, command, **options)
    assert result.ephemeral
    assert result.response is not None
    return Message(world, world.channel, result.response.id).text


# ------------------------------------------------------------------------ Tranca


async def test_the_draw_for_the_first_turn_is_shown(world: World) -> None:
    await world.playing("Ana", "Bruno", rules="tranca", players=2)
    first, *_ = world.table_message().channel.history()
    told = Message(world, world.table_message().channel, first.id).text
    assert "Everybody draws a card for the first turn:" in told
    state = world.table.match.state
    assert state is not None
    leader = ("Ana", "Bruno")[(state.dealer + 1) % 2]
    assert f"**{leader}** plays first." in told


async def test_two_play_each_alone(world: World) -> None:
    await world.playing("Ana", "Bruno", position=tranca("draw: 9C 9D 4S; pile: 5S; seats: 2"))
    hand = await world.hand("Ana")
    assert "**You** 0: nothing yet" in hand.text
    assert "**Bruno** 0: nothing yet" in hand.text


SEQUENCES = "play: 7H 8H 7C JC KD 4S; table: 4H 5H 6H, 7D 7S 7C, 7H 7S 7D; right: QC QC; foot: 9C 9D"


async def test_a_sequence_grows_and_two_sets_of_a_rank_are_told_apart(world: World) -> None:
    await world.playing(*FOUR, position=tranca(SEQUENCES))
    hand = await world.hand("Ana")
    assert "**We** 0: 7×3 (1) · 7×3 (2) · 4–6♡ · foot not taken yet" in hand.text
    await hand.choose("Ana", "Choose cards…", "7♡", "8♡")
    await hand.press("Ana", "Onto 4–6♡")
    assert "4–8♡" in hand.text
    await hand.choose("Ana", "Choose cards…", "7♧")
    assert hand.labels[:3] == ["Onto sevens (1)", "Onto sevens (2)", "Discard"]
    await hand.press("Ana", "Onto sevens (2)")
    assert "7×3 (1) · 7×4 (2)" in hand.text


async def test_slash_commands_name_one_of_two_alike(world: World) -> None:
    await world.playing(*FOUR, position=tranca(SEQUENCES))
    choices = await world["Ana"].autocomplete(world.channel, "layoff", "onto", "")
    assert [plain(choice["name"]) for choice in choices] == ["4–6♡", "sevens (1)", "sevens (2)"]
    assert await typed(world, "Ana", "layoff", cards="7C") == "That fits more than one meld: say onto which."
    assert "7×3 (1) · 7×4 (2)" in await typed(world, "Ana", "layoff", cards="7C", onto="7 (2)")
    assert "4–8♡" in await typed(world, "Ana", "layoff", cards="7h 8h", onto="4-6♡")


async def test_a_hand_is_sorted_by_suit_where_there_are_sequences(world: World) -> None:
    await world.playing(*FOUR, position=tranca(SEQUENCES))
    hand = await world.hand("Ana")
    assert "### 7♡ 8♡" in hand.text
    assert "Sort by rank" in hand.labels
    await hand.press("Ana", "Sort by rank")
    await world.restart()
    assert "Sort by suit" in (await world.hand("Ana")).labels


async def test_the_foot_is_taken_in_play(world: World) -> None:
    await world.playing(*FOUR, position=tranca("play: 9C 9D 9H; foot: 4C 5C 6C KD; pile: 4S"))
    hand = await world.hand("Ana")
    await hand.press("Ana", "Meld 9♧ 9♢ 9♡ (30)")
    assert "You took the foot." in hand.text
    assert "4♧ 5♧ 6♧" in hand.text
    assert "foot taken" in hand.text
    await hand.choose("Ana", "Discard…", "K♢")
    await world.wait(2)
    assert "Ana took the foot: 4 cards." in world.table_message().text


async def test_the_foot_is_taken_by_the_discard(world: World) -> None:
    await world.playing(*FOUR, position=tranca("play: 9C; foot: 4C 5C 6C; pile: 4S"))
    assert "You took the foot." in await typed(world, "Ana", "discard", card="9C")
    assert world.table.to_act == 1


async def test_a_foot_becomes_the_stock(world: World) -> None:
    await world.playing(*FOUR, position=tranca("draw: 9C 9D; pile: 4S; stock: ; their foot: KC KD QD"))
    hand = await world.hand("Ana")
    assert "draw a card. The stock is empty: a foot takes its place." in hand.text
    await hand.press("Ana", "Draw")
    await world.wait(5)
    text = world.table_message().text
    assert "The stock ran out: the foot of Side 2 takes its place, 3 cards." in text
    assert "foot became stock" in text


async def test_a_black_three_blocks_the_pile_for_one_turn(world: World) -> None:
    await world.playing(*FOUR, position=tranca("play: 3C 9C 9D; pile: 4S; left: KC KD"))
    hand = await world.hand("Ana")
    await hand.choose("Ana", "Discard…", "3♧")
    await world.wait(2)
    assert "Pile: 2 cards · 3♧ · blocked for one turn" in world.table_message().text
    assert "blocks the pile for you in this turn. (T-7)" in await typed(world, "Bruno", "take")


# ----------------------------------------------------------------------- Classic

OPENING = "play: KC KD KH AC AD 2H 4S 5S 9D; pile: 4S; stock: 6S 8D; score: 1600 0"


async def test_an_opening_is_laid_together_by_buttons(world: World) -> None:
    await world.playing(*FOUR, position=classic(OPENING))
    hand = await world.hand("Ana")
    assert "**We** 1600: nothing yet, first melds from 90 points" in hand.text
    await hand.choose("Ana", "Choose cards…", "K♧", "K♢", "K♡")
    assert "Chosen: K♧ K♢ K♡, 30 of 90 points" in hand.text
    assert "must be worth 90 points; these are worth 30. (C-2)" in hand.text
    await hand.choose("Ana", "Choose cards…", "K♧", "K♢", "K♡", "A♧", "A♢", "2♡")
    await hand.press("Ana", "Meld all: 2 melds (90)")
    assert "**We** 1600: K×3 · A×3•" in hand.text


async def test_an_opening_is_typed_in_groups_or_as_it_comes_apart(world: World) -> None:
    await world.playing(*FOUR, position=classic(OPENING))
    choices = await world["Ana"].autocomplete(world.channel, "meld", "cards", "")
    assert [plain(choice["name"]) for choice in choices] == ["Lay K K K + A A 2 (90)"]
    assert "K×3 · A×3•" in await typed(world, "Ana", "meld", cards="K K K / A A 2")
    await world.rig(classic(OPENING))
    assert "K×3 · A×3•" in await typed(world, "Ana", "meld", cards="KC KD KH AC AD 2H")


async def test_a_take_that_opens_brings_its_other_melds(world: World) -> None:
    text = "draw: KC KD 7C 7D 2H 4S 5S; pile: 9D KH; stock: 6S 8D"
    await world.playing(*FOUR, position=classic(text))
    hand = await world.hand("Ana")
    (label,) = [label for label in hand.labels if "pile" in label]
    assert label == "Take the pile with K♧ K♢ + 7 7 2 (60)"
    await hand.press("Ana", label)
    assert "7×3• · K×3" in hand.text
    await world.rig(classic(text))
    assert "7×3• · K×3" in await typed(world, "Ana", "take", cards="K K / 7 7 2")


SEVEN = "KC KD KS KH KC KD KS"
ASKING = f"play: 9C 9D 9H 4S 5S; table: {SEVEN}; pile: 4S; stock: 6S 8D; partner: 5C 5D"


async def asked(world: World) -> tuple[Message, Message]:
    """Ana's and Carla's panels once Ana has asked."""
    await world.playing(*FOUR, position=classic(ASKING.replace("4S 5S;", "5S;")))
    ana, carla = await world.hand("Ana"), await world.hand("Carla")
    await ana.press("Ana", "Ask: may I go out?")
    await world.wait(1)
    return ana, carla


async def test_the_partner_is_asked_and_says_yes(world: World) -> None:
    ana, carla = await asked(world)
    assert "You asked: may I go out? **Carla** has to answer." in ana.text
    assert ana.labels == ["Refresh", "Sort by suit", "Help"]
    assert "**Ana** asks you: **may I go out?**" in carla.text
    await world.wait(2)
    assert "Carla is to answer: may Ana go out?" in world.table_message().text
    await carla.press("Carla", "Yes, go out")
    await world.wait(1)
    assert "your partner said yes, so you must go out now." in ana.text
    told = await typed(world, "Ana", "discard", card="5S")
    assert "Your partner said yes: in this turn you must go out. (C-8)" in told
    await world.wait(2)
    assert "Carla answered yes." in world.table_message().text


async def test_the_partner_says_no(world: World) -> None:
    ana, carla = await asked(world)
    await carla.press("Carla", "No, not yet")
    await world.wait(1)
    assert "your partner said no, so you must not go out now." in ana.text
    assert "Ask: may I go out?" not in ana.labels


async def test_asking_and_answering_by_commands(world: World) -> None:
    await world.playing(*FOUR, position=classic(ASKING.replace("4S 5S;", "5S;")))
    assert "**Carla** has to answer." in await typed(world, "Ana", "ask")
    assert "It is not your turn. (X-2)" in await typed(world, "Bruno", "answer", yes=True)
    assert "has to be answered. (C-8)" in await typed(world, "Ana", "draw")
    assert "It is the turn of **Ana**." in await typed(world, "Carla", "answer", yes=False)
    assert world.table.match.state is not None
    assert world.table.match.state.turn.asked is False


async def test_a_partner_who_is_away_is_mentioned_like_for_a_turn(world: World) -> None:
    await world.playing(*FOUR, position=classic(ASKING.replace("4S 5S;", "5S;")))
    await world.wait(4 * 60)
    await typed(world, "Ana", "ask")
    await world.env.settle()
    posts = [
        text for r in world.env.http_requests for text in words_of(r.json, types=(10,)) if "asks you" in text
    ]
    assert f"{world['Carla'].mention}, Ana asks you: may I go out?" in posts


async def test_a_computer_answers(world: World) -> None:
    await world.playing("Ana", "Bruno", position=classic(ASKING.replace("4S 5S;", "5S;")))
    await typed(world, "Ana", "ask")
    await world.wait(3)
    assert world.table.match.state is not None
    assert world.table.match.state.turn.asked in (True, False)


async def test_italian_has_no_asking(world: World) -> None:
    await world.playing(*FOUR, position=position(f"play: 9C 9D 9H 4S 5S; table: {SEVEN}"))
    assert "Asking the partner is not part of these rules. (X-2)" in await typed(world, "Ana", "ask")


async def test_two_players_draw_two(world: World) -> None:
    await world.playing("Ana", "Bruno", position=classic("draw: KC KD; pile: 9D; stock: 6S 8D; seats: 2"))
    hand = await world.hand("Ana")
    assert "**Your turn:** draw 2 cards." in hand.text
    await hand.press("Ana", "Draw 2 cards")
    assert "You drew **6♤ 8♢**." in hand.text


async def test_rules_are_for_as_many_as_they_say(world: World) -> None:
    result = await world["Ana"].slash(world.channel, "canasta", rules="italian", players=2)
    assert explanation(result) == "These rules are not for that many players."
    await world.lobby(rules="tranca")
    assert world.table.info.players == 4
