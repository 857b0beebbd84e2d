"""``python -m bot.locales [LOCALE]``: renew the template and all catalogues, and begin that of ``LOCALE``."""

from __future__ import annotations

import sys

from bot.locales.catalogues import files

if __name__ == "__main__":
    for path, text in files(*sys.argv[1:2]):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
