"""A message that holds every kind of thing that the page can draw, and one of emojis alone."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands, ui
from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from collections.abc import Mapping

PICTURE_SIZE = (640, 360)
PICTURE_WORDS = "We: seven kings, dirty canasta. They: nothing yet."
MOMENT = 1_700_000_000
_FELT, _PAPER = "#1e6b4a", "#f6f3ea"
_INKS = {"seven_hearts": ("7", "#ff5a5f"), "king_clubs": ("K", "#4fc27f"), "ten_spades": ("10", "#e8e9ee")}
_EMOJI_SIZE = (128, 128)


@app_commands.command(name="showcase", description="Show everything that a message can hold")
async def show_all(interaction: discord.Interaction) -> None:
    """Show the message, and after it one of emojis alone."""
    emojis = await _emojis(interaction.client)
    picture = discord.File(io.BytesIO(_picture(PICTURE_SIZE, "Table", _PAPER, _FELT)), "table.png")
    await interaction.response.send_message(view=Showcase(emojis), file=picture)
    await interaction.followup.send(" ".join(map(str, emojis.values())))


class Showcase(ui.LayoutView):
    """One of each: texts with all marks, a picture, a section, buttons and selects with emojis."""

    def __init__(self, emojis: Mapping[str, discord.Emoji]) -> None:
        super().__init__(timeout=None)
        seven, king, ten = emojis.values()
        table = discord.MediaGalleryItem("attachment://table.png", description=PICTURE_WORDS)
        small = ui.Thumbnail[Any]("attachment://table.png", description="The table, small")
        texts = (
            f"## Showcase\n**Ana** is to play, until <t:{MOMENT}:R>. <@{1100000000000000022}> waits.",
            f"{seven} {seven} {king} {ten}\n-# Deal 2 · 1,240 to 980 · `/hand`",
        )
        self.add_item(
            ui.Container[Any](
                ui.TextDisplay(texts[0]),
                ui.Section(texts[1], accessory=small),
                ui.Separator(),
                ui.MediaGallery(table),
                ui.ActionRow(
                    ui.Button(label="My hand", style=discord.ButtonStyle.primary, custom_id="hand"),
                    ui.Button(label="onto Kings", emoji=king, custom_id="kings"),
                    ui.Button(emoji=seven, custom_id="seven"),
                    ui.Button(label="Discard", emoji="🗑️", custom_id="bin", disabled=True),
                ),
                accent_color=0x2F9E6E,
            )
        )
        options = [
            discord.SelectOption(label=name.replace("_", " "), emoji=emoji, value=name, description="a card")
            for name, emoji in emojis.items()
        ]
        cards: ui.Select[Any] = ui.Select(
            placeholder="Choose faces", custom_id="faces", options=options, max_values=3, min_values=0
        )
        self.add_item(ui.ActionRow(cards))
        self.stop()


async def _emojis(client: discord.Client) -> dict[str, discord.Emoji]:
    """Return the application's emojis by name; those that are missing are uploaded first."""
    known = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
    for name, (rank, ink) in _INKS.items():
        if name not in known:
            picture = _picture(_EMOJI_SIZE, rank, ink)
            known[name] = await client.create_application_emoji(name=name, image=picture)
    return {name: known[name] for name in _INKS}


def _picture(size: tuple[int, int], words: str, ink: str, ground: str | None = None) -> bytes:
    """Draw words as large as they fit, on a ground or on nothing."""
    picture = Image.new("RGBA", size, ground or (0, 0, 0, 0))
    pen = ImageDraw.Draw(picture)
    font = ImageFont.load_default(min(size[1], 2 * size[0] // (len(words) + 1)) * 0.8)
    pen.text((size[0] / 2, size[1] / 2), words, ink, font, anchor="mm")
    content = io.BytesIO()
    picture.save(content, "PNG")
    return content.getvalue()
