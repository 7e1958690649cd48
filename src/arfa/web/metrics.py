"""What is counted while the service runs, as text in the format of Prometheus.

Several workers are one service: each counts in a region of its own of memory that all of them see, and whoever is asked
adds them up.  A region belongs to the place of a worker; who takes the place of one that died goes on counting in it,
so that counters never go back.  A region is a list of entries, a name and a number each, and is only added to.
"""

from __future__ import annotations

import mmap
import resource
import struct
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from arfa import __version__

SIZE = 512 * 1024
"""Bytes of a region; an entry takes about a hundred.  What finds no room is not counted."""

BOUNDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""The upper bounds of the bins of a histogram, in seconds."""

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_HEAD = struct.Struct("<I")
_NUMBER = struct.Struct("<d")
_ABOUT = {
    "arfa_requests_total": ("counter", "Requests answered, by route, method and status."),
    "arfa_request_seconds": ("histogram", "From the head of a request to the end of its answer."),
    "arfa_requests_refused_total": ("counter", "Requests refused since there were too many."),
    "arfa_actions_total": ("counter", "Actions stored, by their kind."),
    "arfa_plays_total": ("counter", "Plays dealt, by patience."),
    "arfa_database_seconds": ("histogram", "Transactions, the time in line included."),
    "arfa_estimates_total": ("counter", "What the analyst was asked, by kind and how it ended."),
    "arfa_estimate_first_seconds": ("histogram", "From asking the analyst to its first word."),
    "arfa_plays_in_memory": ("gauge", "Plays kept folded, each by its worker."),
    "arfa_requests_under_way": ("gauge", "Requests that are being answered."),
    "arfa_cpu_seconds_total": ("counter", "Processor time, by worker; starts anew with a worker."),
    "arfa_memory_bytes": ("gauge", "The most memory that a worker ever had, by worker."),
    "arfa_info": ("gauge", "The version."),
}

Region = mmap.mmap | bytearray


def regions(workers: int) -> list[Region]:
    """The memory for so many workers, shared with the processes that are forked from this one."""
    return [mmap.mmap(-1, SIZE) for _ in range(workers)]


class Metrics:
    """The figures of one worker, and the sum of all."""

    def __init__(self, all_regions: Sequence[Region] | None = None, worker: int = 0) -> None:
        self.regions: Sequence[Region] = all_regions or [bytearray(SIZE)]
        self.worker = worker
        self._mine = self.regions[worker]
        self._where = {name: at for name, at, _ in _entries(self._mine)}
        for name in self._where:  # what the one before me was doing, nobody does any more
            if _ABOUT.get(name.partition("{")[0], ("",))[0] == "gauge":
                self._put(name, 0.0)

    def count(self, name: str, by: float = 1.0, **labels: object) -> None:
        """Add to a counter or a gauge."""
        self._add(_series(name, labels), by)

    def put(self, name: str, value: float, **labels: object) -> None:
        """Set a gauge."""
        self._put(_series(name, labels), value)

    def observe(self, name: str, seconds: float, **labels: object) -> None:
        """Add to a histogram."""
        at = bisect_left(BOUNDS, seconds)
        bound = f"{BOUNDS[at]:g}" if at < len(BOUNDS) else "+Inf"
        self._add(_series(f"{name}_bucket", {**labels, "le": bound}), 1.0)
        self._add(_series(f"{name}_sum", labels), seconds)

    def text(self) -> str:
        """All figures of all workers."""
        self._measure()
        sums: dict[str, float] = {_series("arfa_info", {"version": __version__}): 1.0}
        for region in self.regions:
            for series, _, value in _entries(region):
                sums[series] = sums.get(series, 0.0) + value
        lines: list[str] = []
        for name, (kind, about) in _ABOUT.items():
            found = sorted(series for series in sums if _base(series) == name)
            if found:
                lines += [f"# HELP {name} {about}", f"# TYPE {name} {kind}"]
                if kind == "histogram":
                    lines += _histogram(name, {series: sums[series] for series in found})
                else:
                    lines += [f"{series} {sums[series]:.15g}" for series in found]
        return "\n".join(lines) + "\n"

    def _measure(self) -> None:
        used = resource.getrusage(resource.RUSAGE_SELF)
        worker = self.worker + 1
        self.put("arfa_cpu_seconds_total", used.ru_utime + used.ru_stime, worker=worker)
        self.put("arfa_memory_bytes", used.ru_maxrss * 1024, worker=worker)

    def measure(self) -> None:
        """Write down what this worker has used; the others cannot be asked when the figures are."""
        self._measure()

    def _add(self, series: str, by: float) -> None:
        at = self._where.get(series) or self._enter(series)
        if at:
            _NUMBER.pack_into(self._mine, at, _NUMBER.unpack_from(self._mine, at)[0] + by)

    def _put(self, series: str, value: float) -> None:
        at = self._where.get(series) or self._enter(series)
        if at:
            _NUMBER.pack_into(self._mine, at, value)

    def _enter(self, series: str) -> int:
        """Make an entry and return where its number is; 0 when there is no room left."""
        name = series.encode()
        name += b" " * (-len(name) % 8)
        used = _HEAD.unpack_from(self._mine, 0)[0] or 8
        at = used + 8 + len(name)
        if at + 8 > SIZE:
            return 0
        _HEAD.pack_into(self._mine, used, len(name))
        self._mine[used + 8 : at] = name
        _NUMBER.pack_into(self._mine, at, 0.0)
        _HEAD.pack_into(
            self._mine, 0, at + 8
        )  # last: who reads meanwhile sees it whole or not at all
        self._where[series] = at
        return at


def _entries(region: Region) -> Iterator[tuple[str, int, float]]:
    at, end = 8, _HEAD.unpack_from(region, 0)[0]
    while at < end:
        size = _HEAD.unpack_from(region, at)[0]
        name = bytes(region[at + 8 : at + 8 + size]).decode().rstrip()
        at += 8 + size
        yield name, at, _NUMBER.unpack_from(region, at)[0]
        at += 8


def _series(name: str, labels: Mapping[str, object]) -> str:
    """``name{label="value"}``; the values are our own words, which need no escaping."""
    if not labels:
        return name
    return name + "{" + ",".join(f'{key}="{value}"' for key, value in labels.items()) + "}"


def _base(series: str) -> str:
    name = series.partition("{")[0]
    for suffix in ("_bucket", "_sum"):
        if name.endswith(suffix):
            return name.removesuffix(suffix)
    return name


def _histogram(name: str, found: Mapping[str, float]) -> Iterator[str]:
    """The lines of a histogram, whose bins are each the sum of those below as well."""
    bins: dict[str, dict[str, float]] = {}
    for series, value in found.items():
        if series.startswith(f"{name}_bucket"):
            labels, _, bound = series.partition("{")[2].removesuffix("}").rpartition("le=")
            bins.setdefault(labels, {})[bound.strip('"')] = value
    for labels, counts in bins.items():
        plain = labels.rstrip(",")
        total = 0.0
        for bound in (*(f"{b:g}" for b in BOUNDS), "+Inf"):
            total += counts.get(bound, 0.0)
            yield f'{name}_bucket{{{labels}le="{bound}"}} {total:g}'
        rest = f"{{{plain}}}" if plain else ""
        yield f"{name}_sum{rest} {found.get(f'{name}_sum{rest}', 0.0):.9g}"
        yield f"{name}_count{rest} {total:g}"
