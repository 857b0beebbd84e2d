"""What a person is told instead of getting what they asked for.

Refusal         an explanation for the one who asked; nothing was changed
└── RuledOut    a play that the rules do not allow, said where it was tried
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.i18n import Texts


class Refusal(Exception):
    """Something that cannot be done; ``say`` words why, in the language of whoever asked."""

    def __init__(self, say: Callable[[Texts], str]) -> None:
        super().__init__("refused")
        self.say = say


class RuledOut(Refusal):
    """A play that the rules do not allow."""


def unknown_button() -> Refusal:
    """Return what is told to who pressed something that this version does not offer, or that was forged."""
    return Refusal(lambda t: t("This button is not known here any more."))
