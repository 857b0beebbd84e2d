"""The real bot, dealing the same cards each time: what comes about is no matter of luck.

``DEAL_SEED`` in its environment says which. Nobody waits for computers.
"""

from __future__ import annotations

import os
import random
import sys
from functools import partial

from bot import __main__ as program
from bot import flow
from bot.ports import Ports
from tests.playground.hasty_bot import COMPUTER_SECONDS

if __name__ == "__main__":
    ports = Ports(rng=random.Random(int(os.environ["DEAL_SEED"])))
    program.create_bot = partial(program.create_bot, ports=ports)
    flow.COMPUTER_SECONDS = COMPUTER_SECONDS
    sys.exit(program.main())
