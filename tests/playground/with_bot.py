"""``python -m tests.playground.with_bot MODULE``: the playground, with a module of tests for its bot."""

from __future__ import annotations

import sys
from functools import partial

from playground import __main__ as program

if __name__ == "__main__":
    program.BotProcess = partial(program.BotProcess, module=sys.argv[1])  # type: ignore[misc]
    sys.exit(program.main())
