"""A small Discord on loopback, with a page to play on, for people without a token and for tests."""
