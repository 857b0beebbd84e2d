"""``python -m engine``: the rules without Discord. JSON in and out, messages on stderr.

Exit 0: done, and a refused action is a result; 1: the input was read and is wrong; 2: usage.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from contextlib import closing, contextmanager, nullcontext
from difflib import get_close_matches
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NoReturn

from engine.codec.text import shorten
from engine.commands import CHECKS, QUESTIONS, list_rules, show_rules
from engine.errors import InvalidInput
from engine.players import PLAYERS
from engine.progress import ProgressBar
from engine.rulebook import load_book, load_rules, parse_option
from engine.simulate import Plan, Tally, simulate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import AbstractContextManager

    from engine.codec import Json
    from engine.ruleset import OptionValue, RuleSet

_WRONG_INPUT, _USAGE, _INTERRUPTED, _BROKEN_PIPE = 1, 2, 130, 141
"""Exit codes; the last two are what a shell reports for the signals."""


class _UsageError(Exception):
    """The command line is wrong, or a file that it names cannot be used."""


class _Parser(argparse.ArgumentParser):
    """A parser that complains in one line, and whose help goes the way of all output."""

    def error(self, message: str) -> NoReturn:
        raise _UsageError(f"{self.prog}: {message}")

    def print_help(self, file: object = None) -> None:  # noqa: ARG002  # argparse gives none
        _print(self.format_help())


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code."""
    try:
        arguments = _parser().parse_args(argv)
        _print(json.dumps(arguments.run(arguments)) + "\n")
    except InvalidInput as error:
        return _fail(_WRONG_INPUT, str(error))
    except _UsageError as error:
        return _fail(_USAGE, str(error))
    except KeyboardInterrupt:
        return _fail(_INTERRUPTED, "interrupted")
    except BrokenPipeError:
        return _BROKEN_PIPE
    except OSError as error:
        return _fail(_USAGE, f"input or output failed: {error.strerror}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m engine", description="The rules of Canasta, without Discord.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    rules = commands.add_parser("rules", help="list the rule sets, or the fields and clauses of one")
    rules.add_argument("name", nargs="?", metavar="NAME")
    rules.set_defaults(run=_run_rules)

    for name, (question, purpose) in QUESTIONS.items():
        command = commands.add_parser(name, help=purpose)
        command.add_argument("file", metavar="FILE", help="JSON; - for standard input")
        command.set_defaults(run=_run_question, question=question)

    command = commands.add_parser("simulate", help="let computer players play whole matches")
    command.add_argument("--rules", required=True, metavar="NAME")
    command.add_argument("--option", action="append", default=[], metavar="FIELD=VALUE", help="a house rule")
    command.add_argument("--matches", required=True, type=_count, metavar="N", help="how many to play")
    command.add_argument("--seed", required=True, type=int, metavar="S", help="the same seed plays the same")
    command.add_argument("--players", required=True, metavar="A,B,…", help=f"of {', '.join(PLAYERS)}")
    command.add_argument(
        "--duplicate",
        action="store_true",
        help="play in pairs on the same decks, sides swapped; an odd N plays one more",
    )
    command.add_argument("--jobs", type=_count, default=1, metavar="J", help="processes, by default 1")
    command.add_argument("--out", metavar="FILE", help="write the records here, one a line")
    command.set_defaults(run=_run_simulate)

    for name, (check, purpose) in CHECKS.items():
        command = commands.add_parser(name, help=purpose)
        command.add_argument("file", metavar="FILE", help="records, one a line; - for standard input")
        command.set_defaults(run=_run_check, check=check)
    return parser


def _count(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError("must be a whole number") from None
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1, not {number}")
    return number


def _run_rules(arguments: argparse.Namespace) -> Json:
    if arguments.name is None:
        return list_rules()
    with _usage():
        return show_rules(arguments.name)


def _run_question(arguments: argparse.Namespace) -> Json:
    with _input(arguments.file) as file:
        text = file.read()
    answer: Json = arguments.question(text)
    return answer


def _run_check(arguments: argparse.Namespace) -> Json:
    with _input(arguments.file) as lines:
        answer: Json = arguments.check(lines)
    return answer


def _run_simulate(arguments: argparse.Namespace) -> Json:
    start = time.perf_counter()
    plan = _plan(arguments)
    tally = Tally(plan)
    with (
        _output(arguments.out) as out,
        ProgressBar(plan.matches, sys.stderr) as bar,
        closing(simulate(plan, arguments.jobs)) as outcomes,
    ):
        for outcome in outcomes:
            tally.add(outcome)
            if out is not None:
                out.write(outcome.record.encode() + b"\n")
            bar.show(tally.matches)
    return tally.summary(time.perf_counter() - start)


def _plan(arguments: argparse.Namespace) -> Plan:
    players = tuple(name.strip() for name in arguments.players.split(","))
    for name in players:
        if name not in PLAYERS:
            near = get_close_matches(name, PLAYERS) or list(PLAYERS)
            raise _UsageError(f"unknown player {name!r}; did you mean {' or '.join(near)}?")
    with _usage():
        rules = _house_rules(arguments.rules, arguments.option)
    if len(players) not in rules.deal.players:
        numbers = " or ".join(map(str, rules.deal.players))
        raise _UsageError(f"{rules.title} is played by {numbers}, not by {len(players)}")
    matches = arguments.matches
    return Plan(
        rules=rules,
        players=players,
        seed=arguments.seed,
        matches=matches + matches % 2 if arguments.duplicate else matches,
        duplicate=arguments.duplicate,
        keep_records=arguments.out is not None,
    )


def _house_rules(name: str, options: Sequence[str]) -> RuleSet:
    book = load_book(name)
    values: dict[str, OptionValue] = {}
    for option in options:
        field_name, equals, text = option.partition("=")
        if not equals:
            raise _UsageError(f"--option {option!r}: must be FIELD=VALUE")
        if field_name in values:
            raise _UsageError(f"--option {field_name!r}: given twice")
        field = book.fields.get(field_name)
        values[field_name] = text if field is None else parse_option(field, text)
    return load_rules(name, options=values)


@contextmanager
def _usage() -> Iterator[None]:
    """Blame the command line for what is wrong, not the input."""
    try:
        yield
    except InvalidInput as error:
        raise _UsageError(str(error)) from None


def _input(name: str) -> AbstractContextManager[IO[bytes]]:
    if name != "-":
        return _open(name, "rb")
    if sys.stdin is None:
        raise _UsageError("standard input is closed")
    return nullcontext(sys.stdin.buffer)


def _output(name: str | None) -> AbstractContextManager[IO[bytes] | None]:
    return nullcontext() if name is None else _open(name, "wb")


def _open(name: str, mode: str) -> IO[Any]:
    try:
        return Path(name).open(mode)
    except OSError as error:
        raise _UsageError(f"{name}: {error.strerror}") from None


def _print(text: str) -> None:
    if sys.stdout is None:
        raise _UsageError("standard output is closed")
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError:
        # The interpreter flushes once more when it exits, and would complain in its own words.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise


def _fail(exit_code: int, line: str) -> int:
    if sys.stderr is not None:
        print(shorten(line), file=sys.stderr)
    return exit_code


if __name__ == "__main__":
    sys.exit(main())
