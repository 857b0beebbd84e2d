"""The real bot, whose computers play at once and whose tables all have the same picture."""

from __future__ import annotations

import sys

from bot import __main__ as program
from bot import flow, pictures
from bot.render.faces import BACK, emoji_png

COMPUTER_SECONDS = 0.05

if __name__ == "__main__":
    flow.COMPUTER_SECONDS = COMPUTER_SECONDS
    pictures.draw = lambda _: emoji_png(BACK)  # type: ignore[attr-defined]
    sys.exit(program.main())
