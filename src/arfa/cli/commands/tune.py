"""``arfa tune``: look for weights of the general search for a patience (``docs/solver.md``)."""

from __future__ import annotations

from pathlib import Path

import click

from arfa.cli.base import Whole, argument, lang_option, option
from arfa.cli.base import command as make_command
from arfa.cli.language import tr
from arfa.cli.names import NameOrText, choose
from arfa.engine.game import Game
from arfa.solver.tuning import FIRST_TRAINING_DEAL, Training, Weights, tune

_NUMBER = "cli-word-number"
_DEFAULT = Training()


@make_command("tune")
@argument("name", "cli-word-name", type=NameOrText())
@option("--out", help="cli-tune-out", metavar="cli-word-file", required=True)
@option("--start", help="cli-tune-start", metavar="cli-word-file")
@option("--first", help="cli-tune-first", metavar=_NUMBER, type=Whole(FIRST_TRAINING_DEAL, 2**40))
@option("--count", help="cli-tune-count", metavar=_NUMBER, type=Whole(1, 100_000))
@option("--generations", help="cli-tune-generations", metavar=_NUMBER, type=Whole(1, 1000))
@option("--population", help="cli-tune-population", metavar=_NUMBER, type=Whole(4, 1000))
@option("--width", help="cli-tune-width", metavar=_NUMBER, type=Whole(1, 100_000))
@option("--seed", help="cli-solve-seed", metavar=_NUMBER, type=Whole(0, 10**15))
@lang_option
def command(
    *,
    name: str,
    out: str,
    start: str | None,
    first: int | None,
    count: int | None,
    generations: int | None,
    population: int | None,
    width: int | None,
    seed: int | None,
) -> None:
    """Tune; the file is written after every generation, so that Ctrl-C loses one at most."""
    begin = first if first is not None else _DEFAULT.first
    deals = count or _DEFAULT.last - _DEFAULT.first + 1
    training = Training(
        first=begin,
        last=begin + deals - 1,
        generations=generations or _DEFAULT.generations,
        population=population or _DEFAULT.population,
        deals=min(deals, _DEFAULT.deals),
        width=width or _DEFAULT.width,
        seed=seed or 0,
    )

    def tell(found: Weights) -> None:
        score, won = found.history[-1]
        click.echo(
            tr(
                "cli-tune-generation",
                n=len(found.history),
                of=training.generations,
                score=f"{score:.3f}",
                won=won,
                deals=training.deals,
            )
        )
        found.write(Path(out))

    chosen = choose(name)
    begun = Weights.read(Path(start)) if start else None
    tune(Game(chosen.spec), training, start=begun, progress=tell).write(Path(out))
    click.echo(tr("cli-tune-done", file=out))
