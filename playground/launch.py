"""Becomes the bot: ``python -m playground.launch PARENT MODULE``.

The kernel is asked to kill this process when its parent dies, however that happens; then it turns into
``python -m MODULE``, for which that still holds.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def main(parent: int, module: str) -> None:
    """Tie this process's life to its parent's (on Linux; elsewhere do without), and become the module."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            sys.exit(1)  # it died before the kernel was asked
    os.execv(sys.executable, [sys.executable, "-m", module])  # noqa: S606  # no shell is wanted


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
