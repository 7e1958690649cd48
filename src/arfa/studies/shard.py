"""Shards: the rows of a finished unit as one Parquet file, written whole or not at all."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arfa.studies.errors import StudyError
from arfa.studies.row import KINDS, Row, is_open
from arfa.studies.study import Study
from arfa.studies.unit import Unit

if TYPE_CHECKING:
    import pyarrow as pa

_SMALL = {"tier": "int8", "redeals": "int16", "breaches": "int16", "length": "int32"}


def schema() -> pa.Schema:
    """The columns of a shard."""
    import pyarrow as pa

    def kind(name: str) -> pa.DataType:
        if KINDS[name] is str:
            return pa.dictionary(pa.int8(), pa.string())
        if KINDS[name] is float:
            return pa.float64()
        return getattr(pa, _SMALL.get(name, "int64"))()

    return pa.schema([(name, kind(name)) for name in Row._fields])


class Shards:
    """The folder of the shards of a study."""

    def __init__(self, folder: Path, study: Study) -> None:
        self.folder = folder
        self.study = study

    def open(self) -> None:
        """Make the folder, or find that it is of this study.  Raises :class:`StudyError` if it is of another."""
        self.folder.mkdir(parents=True, exist_ok=True)
        about = self.folder / "study.json"
        told = {"id": self.study.id, "study": self.study.told()}
        if about.exists():
            try:
                found = json.loads(about.read_text("utf-8"))["id"]
            except (ValueError, KeyError, TypeError) as error:
                raise StudyError("study-folder", folder=str(self.folder)) from error
            if found != self.study.id:
                raise StudyError("study-other", folder=str(self.folder), found=str(found)[:40])
        else:
            _write(about, json.dumps(told, indent=1).encode())

    def file(self, unit: Unit) -> Path:
        """Where the shard of a unit is, or will be."""
        return self.folder / f"tier-{unit.tier}" / f"{unit.name}.parquet"

    def write(self, unit: Unit, rows: Sequence[Row]) -> None:
        """Keep the rows of a unit; whoever is killed here has written nothing."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        columns = zip(*rows, strict=True)
        table = pa.table(
            [pa.array(values, field.type) for values, field in zip(columns, schema(), strict=True)],
            schema=schema(),
        )
        sink = pa.BufferOutputStream()
        pq.write_table(table, sink, compression="zstd")
        file = self.file(unit)
        file.parent.mkdir(exist_ok=True)
        _write(file, sink.getvalue().to_pybytes())

    def still_open(self, unit: Unit) -> list[int] | None:
        """The deals that a finished unit has left open; None for one that is not finished.

        A unit that has become longer since, because the study was, is not finished.
        """
        import pyarrow.parquet as pq

        file = self.file(unit)
        if not file.exists():
            return None
        table = pq.read_table(file, columns=["deal", "verdict", "ran_out"])
        if len(table) != len(unit.deals):
            return None
        deals, verdicts, limits = (column.to_pylist() for column in table.columns)
        return [
            deal
            for deal, verdict, limit in zip(deals, verdicts, limits, strict=True)
            if is_open(verdict, limit)
        ]


def _write(file: Path, content: bytes) -> None:
    beside = file.with_name(f"{file.name}.{os.getpid()}.part")
    with beside.open("wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    beside.replace(file)
