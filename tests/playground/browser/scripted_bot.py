"""A bot with one panel, for trying the page: ``/panel`` shows it, and each part says what came of it."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Any

import discord
from discord import ButtonStyle, app_commands, ui
from yarl import URL

from tests.playground.browser.showcase import show_all

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.app_commands import TranslationContextTypes

CARDS = ("7♡", "7♡", "8♤", "K♧", "2♢")
COLORS = ("red", "green", "blue")
_RULES = [
    app_commands.Choice(name="Italian Canasta", value="italian"),
    app_commands.Choice(name="Tranca", value="tranca"),
]


ITALIAN = {
    "panel": "pannello",
    "Show the panel": "Mostra il pannello",
    "card": "carta",
    "rules": "regole",
    "Italian Canasta": "Canasta italiana",
}


class Italian(app_commands.Translator):
    """Some texts of the panel's command for who reads Italian."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, _context: TranslationContextTypes
    ) -> str | None:
        """Return the Italian text, if there is one."""
        return ITALIAN.get(string.message) if locale is discord.Locale.italian else None


class Panel(ui.LayoutView):
    """The panel: its title, what happened, buttons, two select menus. Its ids carry the title on."""

    def __init__(self, title: str, news: str, chosen: Sequence[str] = ()) -> None:
        super().__init__(timeout=None)
        self.add_item(ui.Container[Any](ui.TextDisplay(f"### {title}\n{news}"), accent_color=0x2F9E6E))
        labels = {"count": "Count", "mine": "For me", "form": "Ask", "silent": "<b>Silent</b>"}
        buttons = [ui.Button[Any](label=label, custom_id=f"{verb}:{title}") for verb, label in labels.items()]
        self.add_item(ui.ActionRow(*buttons))
        off: ui.Button[Any] = ui.Button(label="Off", custom_id="off", style=ButtonStyle.danger, disabled=True)
        self.add_item(ui.ActionRow(off))
        self.add_item(ui.ActionRow(_cards_menu(title, chosen)))
        colors = [discord.SelectOption(label=color) for color in COLORS]
        self.add_item(ui.ActionRow(ui.Select[Any](placeholder="Color", custom_id="color:", options=colors)))
        self.stop()


class Form(ui.Modal, title="House rules"):
    """A form with a field of each kind that the page can show."""

    target: ui.Label[Any] = ui.Label(text="Target", component=ui.TextInput(default="5000"))
    going_out: ui.Label[Any] = ui.Label(
        text="Going out",
        component=ui.Select(options=[discord.SelectOption(label=label) for label in ("Clean", "Any")]),
    )
    pile: ui.Label[Any] = ui.Label(
        text="Pile",
        component=ui.RadioGroup(
            options=[discord.RadioGroupOption(label=label) for label in ("Pair", "Meld")]
        ),
    )
    extras: ui.Label[Any] = ui.Label(
        text="Extras",
        component=ui.CheckboxGroup(
            min_values=1,
            max_values=2,
            options=[discord.CheckboxGroupOption(label=label) for label in ("Feet", "Threes")],
        ),
    )
    ranked: ui.Label[Any] = ui.Label(text="Ranked", component=ui.Checkbox())

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Say what was filled in."""
        fields = (self.target, self.going_out, self.pile, self.extras, self.ranked)
        values = [_value(field.component) for field in fields]
        await interaction.response.send_message(f"Filled in: {' / '.join(values)}", ephemeral=True)


class ScriptedBot(discord.Client):
    """Answers every press at once, except where a person is to see that it does not."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.presses = 0

    async def setup_hook(self) -> None:
        """Register the commands."""
        self.tree.add_command(show_panel)
        self.tree.add_command(show_all)
        await self.tree.set_translator(Italian())
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer the panel's buttons and menus."""
        if interaction.type is not discord.InteractionType.component:
            return
        data: Any = interaction.data
        verb, _, title = data["custom_id"].partition(":")
        match verb:
            case "count":
                self.presses += 1
                await interaction.response.edit_message(view=Panel(title, f"Pressed {self.presses}"))
            case "mine":
                await interaction.response.send_message(
                    f"Only {interaction.user.display_name} knows", ephemeral=True
                )
            case "form":
                await interaction.response.send_modal(Form())
            case "cards":
                chosen = ", ".join(CARDS[int(value)] for value in data["values"])
                await interaction.response.edit_message(
                    view=Panel(title, f"Chosen: {chosen}", data["values"])
                )
            case "color":
                await interaction.response.defer()
            case _:
                pass  # the person is to see that nothing comes


@app_commands.command(name="panel", description="Show the panel")
@app_commands.choices(rules=_RULES)
async def show_panel(
    interaction: discord.Interaction,
    card: str,
    rules: str = "none",
    players: app_commands.Range[int, 2, 4] = 4,
) -> None:
    """Show the panel, with the options as they came."""
    await interaction.response.send_message(view=Panel(card, f"{rules} · {players}"))


@show_panel.autocomplete("card")
async def complete_card(_interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest cards, and send the place of a card for its name."""
    fitting = [(place, card) for place, card in enumerate(CARDS) if typed in card]
    return [app_commands.Choice(name=card, value=f"card {place}") for place, card in fitting]


def _cards_menu(title: str, chosen: Sequence[str]) -> ui.Select[Any]:
    options = [
        discord.SelectOption(label=card, value=str(place), default=str(place) in chosen)
        for place, card in enumerate(CARDS)
    ]
    return ui.Select(
        placeholder="Choose cards",
        custom_id=f"cards:{title}",
        min_values=0,
        max_values=len(options),
        options=options,
    )


def _value(field: Any) -> str:
    values = field.values if hasattr(field, "values") else field.value
    return "+".join(values) if isinstance(values, list) else str(values)


async def main() -> None:
    """Log in at the playground that started this process, and stay."""
    discord.http.Route.BASE = os.environ["DISCORD_API_BASE"]
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(os.environ["DISCORD_GATEWAY"])
    async with ScriptedBot() as bot:
        await bot.start(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    asyncio.run(main())
