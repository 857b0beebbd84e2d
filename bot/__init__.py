"""The Discord bot: commands, panels, texts and computer seats."""
