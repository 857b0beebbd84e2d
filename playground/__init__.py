"""A small Discord on loopback, with a page to play on, for people without a token and for tests.

What lasts
    `world`: the server, its channels, people and messages; `model` names what they are made of.
    `journal`, `files`: the world on disk. `snowflakes`: ids.

Discord as the bot sees it
    `gateway`, `sessions`: what the bot hears. `rest`: its requests.
    `permissions`, `ratelimits`, `validate`: what Discord would refuse.
    `interactions`, `callbacks`: what a person did, and the bot's answer.
    `messages`, `mentions`, `components`, `render`, `wire`: messages and JSON in Discord's shape.

People and tests
    `play`: the interface for the page and for scripts. ``page/``: the page. `faults`: what is to go wrong.

The process
    `__main__`, `settings`, `app`. `server` puts the parts together; `guard` keeps others out.
    `process`, `launch`: the bot as a process of its own.
"""
