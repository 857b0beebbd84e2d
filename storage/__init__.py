"""Matches, ratings and settings in one SQLite file.

The file
    `database`: one connection, and commits that callers share. `connection`: its thread.
    `lock`: one process only. `schema` brings it up to date by ``migrations/*.sql``. `backup`: copies of it.

What is in it
    `model`: plain values that mirror the tables. `errors`: what can go wrong.
    `matches`: tables, seats, logs and snapshots; `sql` has the statements. `history`: records and checks.
    `results`, `rating`, `standings`: what a ranked match changes, and leaderboards.
    `settings`: what people and servers chose. `privacy`: forgetting a person or a server.

The command line
    `__main__`: ``python -m storage``.
"""
