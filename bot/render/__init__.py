"""Cards, plays, events and tables, in words and in pictures."""
