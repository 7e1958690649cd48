"""A study: a patience, its deals, and how hard each of them is looked at; read from a small TOML file."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from arfa.deals.shuffle import NUMBERS
from arfa.engine.game import Game
from arfa.rules.load import GameSpec, load_file, load_game
from arfa.solver.native import DEFAULT_MEMORY, TECHNIQUES, Effort
from arfa.studies.errors import StudyError

TIERS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
"""How many states a deal may take, tier after tier, where a study does not say."""
UNIT = 2_000
_FIELDS: Mapping[str, type | tuple[type, ...]] = {
    "game": str,
    "first": int,
    "deals": int,
    "states": list,
    "memory": int,
    "unit": int,
    "seed": int,
    "config": str,
    "without": list,
    "rules": str,
    "about": str,
}
_PARTS: Mapping[str, type] = {"states": int, "without": str}


@dataclass(frozen=True)
class Study:
    """What is measured.  The same study gives the same verdicts on any machine, however it is run."""

    game: str
    """The patience with its variants, ``small-harp+mercy``, or the path of a rule file of one's own with variants."""
    deals: int
    """How many."""
    first: int = 0
    """The number of the first deal, of our own numbers (:mod:`arfa.deals.shuffle`)."""
    states: tuple[int, ...] = TIERS
    """How many states a deal may take in each tier; what stays open goes to the next."""
    memory: int = DEFAULT_MEMORY
    """How many bytes a search may take."""
    unit: int = UNIT
    """How many deals are a unit of work in the first tier; in each later one a tenth of that, at least one."""
    seed: int = 0
    config: str = ""
    """The search model that is to be taken where it can; empty for the default."""
    without: tuple[str, ...] = ()
    """Techniques that are switched off."""
    rules: str = ""
    """The hash of the rules; where it is given, other rules of that name are refused."""
    about: str = ""
    """A sentence of why; it changes nothing."""
    folder: Path = field(default=Path(), compare=False)
    """Where a rule file of one's own is looked for."""

    @classmethod
    def read(cls, file: Path) -> Study:
        """A study from its file.  Raises :class:`StudyError`, and what :func:`arfa.rules.load.load_game` raises."""
        try:
            found = tomllib.loads(file.read_text("utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise StudyError("study-file", file=str(file), why=str(error)) from error
        return cls.of(found, file.parent)

    @classmethod
    def of(cls, found: Mapping[str, Any], folder: Path = Path()) -> Study:
        """A study from its fields.  Raises :class:`StudyError`."""
        for name, value in found.items():
            if name not in _FIELDS:
                raise StudyError("study-field", name=name, known=", ".join(_FIELDS))
            parts = value if isinstance(value, list) else []
            if (
                not isinstance(value, _FIELDS[name])
                or any(
                    not isinstance(part, _PARTS[name]) or isinstance(part, bool)
                    for part in [*parts]
                )
                or isinstance(value, bool)
            ):
                raise StudyError("study-kind", name=name)
        for name in ("game", "deals"):
            if name not in found:
                raise StudyError("study-missing", name=name)
        lists = {name: tuple(found[name]) for name in ("states", "without") if name in found}
        study = cls(**{**found, **lists}, folder=folder)
        study.check()
        return study

    def check(self) -> None:
        """Raises :class:`StudyError` for what cannot be measured."""
        if self.first < 0 or self.deals < 1 or self.first + self.deals > NUMBERS:
            raise StudyError("study-deals", last=NUMBERS - 1)
        rising = all(a < b for a, b in zip(self.states, self.states[1:], strict=False))
        if not self.states or min(self.states) < 1 or not rising:
            raise StudyError("study-states")
        if self.unit < 1 or self.memory < 1 << 20:
            raise StudyError("study-size")
        unknown = set(self.without) - {name for name, _ in TECHNIQUES}
        if unknown:
            raise StudyError("study-technique", name=min(unknown))
        found = self.spec.rules_hash
        if self.rules and self.rules != found:
            raise StudyError("study-rules", game=self.game, asked=self.rules, found=found)

    @cached_property
    def spec(self) -> GameSpec:
        """The patience.  Raises :class:`~arfa.rules.load.RuleError`."""
        name, *variants = self.game.split("+")
        if name.endswith(".toml"):
            return load_file(str(self.folder / name), variants)
        return load_game(self.game)

    def play(self) -> Game:
        """The patience, ready to be played."""
        return Game(self.spec)

    def effort(self, tier: int) -> Effort:
        """What a search of a tier may use."""
        return Effort(
            states=self.states[tier],
            memory=self.memory,
            seed=self.seed,
            config=self.config,
            without=self.without,
        )

    def told(self) -> dict[str, Any]:
        """Everything that the verdicts hang on, with the hash of the rules as they are."""
        fields = asdict(self)
        for name in ("about", "folder"):
            del fields[name]
        return fields | {"rules": self.spec.rules_hash}

    @property
    def text(self) -> str:
        """The file of this study, with all that it may leave unsaid."""
        about = {"about": self.about} if self.about else {}
        fields = (self.told() | about).items()
        # Words, numbers and lists of them are written in TOML as in JSON.
        return "".join(
            f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in fields
        )

    @property
    def id(self) -> str:
        """A name made of everything that the verdicts hang on: shards of another study are told by it.

        How many deals there are is no part of it: a study may be made longer, and goes on.
        """
        told = self.told()
        del told["deals"]
        text = json.dumps(told, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]
