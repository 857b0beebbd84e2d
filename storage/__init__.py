"""Matches, ratings and settings in one SQLite file."""
