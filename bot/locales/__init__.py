"""Catalogues of texts. ``python -m bot.locales`` renews their template, ``bot.pot``."""
