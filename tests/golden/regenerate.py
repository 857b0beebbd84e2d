"""Write the golden files anew, after a change of the rules that is meant: python -m tests.golden.regenerate.

The difference in the files is then part of the change, to be read in its review.
"""

from __future__ import annotations

from pathlib import Path

from tests.golden import perft
from tests.golden.transcript import SEEDS, transcript


def transcript_file(name: str) -> Path:
    """Return where the transcript of a rule set stands."""
    return Path(__file__).with_name(f"transcript-{name}.txt")


def main() -> None:
    perft.FILE.write_text("".join(f"{_recounted(line)}\n" for line in perft.lines()), "utf-8")
    for name in SEEDS:
        transcript_file(name).write_text(transcript(name), "utf-8")


def _recounted(line: str) -> str:
    count = perft.parse(line)
    if count is None:
        return line
    state = perft.state_of(count.text)
    counts = (perft.perft(state, depth) for depth in range(1, len(count.counts) + 1))
    return f"{count.text} => {' '.join(map(str, counts))}"


if __name__ == "__main__":
    main()
