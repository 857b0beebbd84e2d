"""A bot on discord.py that uses what a game of cards uses; it is also a module to run."""

from __future__ import annotations

import asyncio
import io
import os
import signal
from typing import TYPE_CHECKING, Any

import discord
import yarl
from discord import app_commands, ui
from discord.gateway import DiscordWebSocket
from discord.http import Route

if TYPE_CHECKING:
    from collections.abc import Iterable

Interaction = discord.Interaction["SampleBot"]
RANKS = ("ace", "king", "queen", "jack")


class SampleBot(discord.Client):
    """Answers commands; presses are routed by their custom_id, so that they survive a restart."""

    def __init__(self) -> None:
        mentions = discord.AllowedMentions.none()
        super().__init__(
            intents=discord.Intents(guilds=True), allowed_mentions=mentions, guild_ready_timeout=0.05
        )
        self.tree = app_commands.CommandTree(self)
        self.resumed: asyncio.Queue[None] = asyncio.Queue()
        for command in COMMANDS:
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_resumed(self) -> None:
        self.resumed.put_nowait(None)

    async def on_interaction(self, interaction: Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            await _pressed(interaction)
        if interaction.type is discord.InteractionType.modal_submit:
            await _sent(interaction)


def counter(number: int, chosen: Iterable[str] = ()) -> ui.LayoutView:
    """Make a panel whose button carries a number, and whose select says what was chosen."""
    view: ui.LayoutView = ui.LayoutView(timeout=None)
    select: ui.Select[Any] = ui.Select(custom_id="rank", min_values=0, max_values=2, placeholder="choose")
    for rank in RANKS:
        select.add_option(label=rank.title(), value=rank, default=rank in chosen)
    view.add_item(
        ui.Container(
            ui.TextDisplay(f"count {number}; chosen: {', '.join(chosen) or 'none'}"),
            ui.ActionRow(
                ui.Button(label="More", custom_id=f"more:{number}"), ui.Button(label="Form", custom_id="form")
            ),
            ui.ActionRow(select),
            accent_color=discord.Color.green(),
        )
    )
    view.stop()
    return view


class Form(ui.Modal, title="How many"):
    """Asks for a number."""

    number: ui.Label[Any] = ui.Label(text="Number", component=ui.TextInput(custom_id="number", max_length=3))

    def __init__(self) -> None:
        super().__init__(custom_id="how-many")
        self.stop()


@app_commands.command()
async def panel(interaction: Interaction) -> None:
    """Show a public panel."""
    await interaction.response.send_message(view=counter(0))


@app_commands.command()
async def secret(interaction: Interaction) -> None:
    """Answer privately, and once more."""
    await interaction.response.send_message(view=counter(0), ephemeral=True)
    await interaction.followup.send("and more", ephemeral=True)


@app_commands.command()
async def later(interaction: Interaction) -> None:
    """Answer after a while."""
    await interaction.response.defer(thinking=True)
    await interaction.followup.send("here it is")


@app_commands.command()
@app_commands.describe(rank="which rank", times="how often")
async def pick(interaction: Interaction, rank: str, times: app_commands.Range[int, 1, 3] = 1) -> None:
    """Pick a rank."""
    await interaction.response.send_message(" ".join([rank] * times))


@pick.autocomplete("rank")
async def complete_rank(_: Interaction, current: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=rank.title(), value=rank) for rank in RANKS if rank.startswith(current)]


@app_commands.command()
async def table(interaction: Interaction) -> None:
    """Open a thread, and write in it, with a picture and a mention."""
    channel = interaction.channel
    assert isinstance(channel, discord.TextChannel)
    thread = await channel.create_thread(name="table", type=discord.ChannelType.public_thread)
    picture = discord.File(io.BytesIO(b"\x89PNG\r\n\x1a\n" + bytes(16)), "table.png")
    view: ui.LayoutView = ui.LayoutView()
    view.add_item(ui.TextDisplay(f"Your turn, {interaction.user.mention}"))
    view.add_item(ui.MediaGallery(discord.MediaGalleryItem(picture, description="the table")))
    view.stop()
    await thread.send(
        view=view, file=picture, allowed_mentions=discord.AllowedMentions(users=[interaction.user])
    )
    await thread.edit(archived=True)
    await interaction.response.send_message(f"{thread.mention} {interaction.locale}", ephemeral=True)


@app_commands.command()
async def emoji(interaction: Interaction) -> None:
    """Upload an emoji, and put it on a button."""
    client = interaction.client
    made = await client.create_application_emoji(name="seven_hearts", image=b"\x89PNG\r\n\x1a\n" + bytes(16))
    view: ui.View = ui.View(timeout=None)
    view.add_item(ui.Button(emoji=made, custom_id="more:0"))
    view.stop()
    found = [each.name for each in await client.fetch_application_emojis()]
    await interaction.response.send_message(f"{made} of {found}", view=view)


@app_commands.command()
async def many(interaction: Interaction) -> None:
    """Send more messages than a channel takes at once."""
    await interaction.response.defer(ephemeral=True)
    channel = interaction.channel
    assert isinstance(channel, discord.TextChannel)
    await asyncio.gather(*(channel.send(str(number)) for number in range(6)))
    await interaction.edit_original_response(content="sent")


@app_commands.command()
async def fetch(interaction: Interaction, who: discord.Member) -> None:
    """Look things up."""
    guild = interaction.guild
    assert guild is not None
    member = await guild.fetch_member(who.id)
    channels = await guild.fetch_channels()
    owner = await interaction.client.fetch_user(guild.owner_id or 0)
    channel = await interaction.client.fetch_channel(channels[0].id)
    await interaction.response.send_message(f"{member.display_name} {len(channels)} {owner.name} {channel}")


COMMANDS: tuple[app_commands.Command[Any, ..., None], ...] = (
    panel,
    secret,
    later,
    pick,
    table,
    emoji,
    many,
    fetch,
)


async def _pressed(interaction: Interaction) -> None:
    data: Any = interaction.data
    verb, _, number = data["custom_id"].partition(":")
    if verb == "more":
        await interaction.response.edit_message(view=counter(int(number) + 1))
    elif verb == "form":
        await interaction.response.send_modal(Form())
    else:
        await interaction.response.defer()
        await interaction.edit_original_response(view=counter(0, data["values"]))


async def _sent(interaction: Interaction) -> None:
    data: Any = interaction.data
    value = data["components"][0]["component"]["value"]
    if value.isdecimal():
        await interaction.response.edit_message(view=counter(int(value)))
    else:
        await interaction.response.send_message("not a number", ephemeral=True)


def point_at(base: str, gateway: str) -> None:
    """Let discord.py talk to another Discord."""
    Route.BASE = base
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


async def _run() -> None:
    async with SampleBot() as bot:
        running = asyncio.create_task(bot.start(os.environ["DISCORD_TOKEN"]))
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
        print("sample bot starts", flush=True)  # noqa: T201  # the playground must pass it on
        await asyncio.wait({running})


if __name__ == "__main__":
    point_at(os.environ["DISCORD_API_BASE"], os.environ["DISCORD_GATEWAY"])
    asyncio.run(_run())
