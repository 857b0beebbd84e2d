"""The rules of Canasta as a library: pure functions over a state, and the table that guards it."""
