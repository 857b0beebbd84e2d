"""The body of a thread, new or changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playground.validate.form import Form

_NAME = (1, 100)
_DURATIONS = {60, 1440, 4320, 10080}
_MAX_SLOWMODE = 21600


def check_thread(form: Form) -> None:
    """Check what a body says about a thread; nothing in it has to be there."""
    form["name"].text(*_NAME)
    form["auto_archive_duration"].one_of(_DURATIONS)
    form["rate_limit_per_user"].number(0, _MAX_SLOWMODE)
    for member in ("archived", "locked", "invitable"):
        form[member].flag()
