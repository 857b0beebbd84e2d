"""Cards, plays and events in words."""
