"""The Discord bot: commands, panels, texts and computer seats.

The road of a press or a command
    `router` gets presses, for each of which `presses` has a handler; `cogs` are the commands.
    `lookup` finds the table that is meant, `typed` the play that is meant by a text.
    `play` makes it at the table. Then `hands` shows a person's hand, and `redraw` the table to everybody.

How it is answered
    `desk`: what handlers work with. `reply`: the one answer, in time. `faults`: exceptions as answers.
    `refusals`: what cannot be done. `outages`: what a failed call to Discord means. `choices`: autocomplete.

Tables
    `tables` holds the open ones, and is the one way by which they change. `seating`: who sits where.
    `opening`, `cutting`, `ending`: a lobby, the cut, an early end. `places`: channels and threads to play in.

What is shown
    `ui`: panels, and `render`: words and pictures; both pure. `public` chooses what everybody sees.
    `drawings` and `pictures`: table messages and their pictures. `ways`: how they change at no call.
    `chronicle`: the log of the running deal. `emojis`: card faces. `i18n`, `locales`: languages.

What happens when nobody presses
    `flow`: computers play, deals follow, lobbies expire. `caretaker`: plays for a person whose time is up.
    `clock`: the time of turns. `turns`: mentions. `absences`: people who left. `notices`: how all are told.
    `pauses`: tables that cannot be shown. `leftovers`: messages of a killed bot. `upkeep`: daily work.

Questions and looking back
    `referee`, `questions`: "may I …?". `archive`, `replays`: matches that are over. `preferences`: settings.

The process
    `__main__`, `config`; `app` makes every part, once. `ports`: time, chance, threads; tests replace them.
    `background`: tasks that nobody awaits. `sync`: telling Discord the commands.
    `discord_patches`: what discord.py does wrong with requests, mended.
    `logs`, `metrics`, `pulse`, `status`, `health`: how whoever runs the bot sees that it is well.
"""
