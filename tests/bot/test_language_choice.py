"""Who reads a text decides its language: one for the table that all see, each person's own for the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
import pytest
from simcord import interactions

from bot.i18n import texts_for
from tests.bot.world import Message, explanation, said
from tests.positions import position

if TYPE_CHECKING:
    from tests.bot.world import World

PLAY = "play: 7H 7D 7C KD 4S 5H; table: KH KS KC; pile: 4S; stock: 6S 8D 9D"
DRAW = "draw: 7H 7D 7C KD KC 4S 5H; pile: KH; stock: 6S 8D 9D 9C 9S"


@pytest.fixture
def locales(monkeypatch: pytest.MonkeyPatch) -> dict[int, str]:
    """The language of each person's Discord, by person; English for the others."""
    by_person: dict[int, str] = {}
    original = interactions.base_payload

    def base_payload(*args: Any, user_id: int, **kwargs: Any) -> Any:
        record, payload = original(*args, user_id=user_id, **kwargs)
        return record, payload | {"locale": by_person.get(user_id, "en-US")}

    monkeypatch.setattr(interactions, "base_payload", base_payload)
    return by_person


@pytest.fixture
def italian_server(world: World, locales: dict[int, str]) -> World:
    """A server in Italian where Ana's Discord is Brazilian, Bruno's Italian and Carla's English."""
    guild = world.bot.get_guild(world.env.guild.id)
    assert guild is not None
    guild.preferred_locale = discord.Locale.italian
    locales |= {world["Ana"].id: "pt-BR", world["Bruno"].id: "it"}
    return world


async def playing(world: World, text: str) -> Message:
    """A match of Ana and computers in this position, on a server in Italian."""
    lobby = await world.lobby("Ana")
    await lobby.press("Ana", "Completa con computer")
    await lobby.press("Ana", "Comincia")
    await world.cut_at_random()
    await world.rig(position(text))
    assert world.bot.desk is not None
    with world.env._bot_scope():
        world.bot.desk.redraw.request(world.table)
    await world.wait(1)
    return world.table_message()


async def hand_of(table: Message, name: str) -> Message:
    return await table.press_new(name, "Le mie carte")


async def settings(world: World, name: str, **options: str) -> Message:
    result = await world[name].slash(world.channel, "settings", **options)
    assert result.response is not None
    return Message(world, world.channel, result.response.id)


async def test_the_channel_sees_italian_and_a_brazilian_sees_portuguese(italian_server: World) -> None:
    world = italian_server
    table = await playing(world, DRAW)
    assert "Ana deve pescare o prendere il pozzo." in table.text.replace("**", "")
    assert table.labels == ["Le mie carte", "A parole", "Cronaca", "Altro"]
    hand = await hand_of(table, "Ana")
    assert "**Sua vez:** compre uma carta ou pegue o lixo." in hand.text
    await hand.press("Ana", "Comprar")
    assert "Você comprou **6♤**." in hand.text
    await hand.press("Ana", "Baixar 7 7 7 (15)")
    menu = next(name for name in hand.options if "escartar" in name)
    await hand.choose("Ana", menu, "4♤")
    await world.wait(2)
    assert "Ana ha calato 7♧ 7♢ 7♡: sette." in table.text.replace("\N{NO-BREAK SPACE}", " ")
    assert "Ana ha scartato 4♤." in table.text


async def test_refusals_and_rules_are_in_the_readers_language(italian_server: World) -> None:
    world = italian_server
    table = await playing(world, PLAY)
    result = await world["Ana"].slash(table.channel, "meld", cards="7H 7D KD")
    assert "Todas as naturais de um jogo têm o mesmo valor." in explanation(result)
    outsider = await table.press("Elena", "Le mie carte")
    assert "You do not sit at this table." in explanation(outsider)
    rules = await world["Bruno"].slash(table.channel, "rules")
    assert "**I-4** Una calata ha tre o più carte" in explanation(rules)


async def test_a_choice_of_ones_own_counts_at_once_and_after_a_restart(italian_server: World) -> None:
    world = italian_server
    table = await playing(world, PLAY)
    hand = await hand_of(table, "Ana")
    panel = await settings(world, "Ana", language="es")
    assert "### Tus ajustes" in panel.text
    await world.wait(1)
    assert "**Tu turno:**" in hand.text
    assert "Ana deve calare e scartare." in table.text.replace("**", "")
    await world.restart()
    assert "**Tu turno:**" in (await hand_of(table, "Ana")).text
    await settings(world, "Ana", language="discord")
    assert "**Sua vez:**" in (await hand_of(table, "Ana")).text


async def test_the_table_changes_its_language_with_the_servers(italian_server: World) -> None:
    world = italian_server
    guild = world.env.guild
    role = guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    world.people["Mia"] = guild.add_member(world.env.create_user("mia"), roles=[role])
    table = await playing(world, PLAY)
    panel = await settings(world, "Mia")
    await panel.press("Mia", "Settings of this server")
    await panel.choose("Mia", "Language", "Português (Brasil)")
    assert "### Settings of this server" in panel.text
    await world.wait(2)
    assert "Ana vai baixar e descartar." in table.text.replace("**", "")
    await panel.choose("Mia", "Language", "that of the server")
    await world.wait(2)
    assert "Ana deve calare e scartare." in table.text.replace("**", "")


async def test_a_language_that_was_not_offered_is_refused(world: World) -> None:
    panel = await settings(world, "Ana")
    choice = next(part for part in panel.components if "mine.language" in str(part))
    record = await panel.forge("Ana", choice["components"][0]["custom_id"], "xx")
    assert "This button is not known here any more." in said(world, record)


async def test_who_chose_a_language_reads_commands_as_their_discord_names_them(
    italian_server: World,
) -> None:
    world = italian_server
    result = await world["Ana"].slash(world.channel, "settings", language="en")
    assert "### Your settings" in explanation(result)
    told = await world["Ana"].slash(world.channel, "draw")
    assert "You do not sit at any table here. `/canastra` opens one." in explanation(told)


@pytest.mark.parametrize(
    ("locale", "read"),
    [
        ("it", "it"),
        ("pt-BR", "pt_BR"),
        ("pt-PT", "pt_BR"),
        ("pt", "pt_BR"),
        ("es-ES", "es"),
        ("es-419", "es"),
        ("de", "en"),
        ("en-GB", "en"),
    ],
)
def test_the_nearest_language_there_is(locale: str, read: str) -> None:
    assert texts_for(locale).locale == read
