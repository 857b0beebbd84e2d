"""Discord's limits on what a bot sends, with Discord's words for what breaks them."""
