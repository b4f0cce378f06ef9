"""What `mote measure` does: other people's files through the same build and checks as ours."""

from __future__ import annotations

import argparse
import csv
import dataclasses
import io
import itertools
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from tqdm import tqdm

from mote import bench, catalog, jobs, kernels, kinds, published, report, work
from mote.bench import Job, Outcome
from mote.row import FIELDS, Row
from mote.types import API, ApiCall, Function, Implementation, MoteError, parse_call

COLUMNS = ("whose", *FIELDS, "helper_bytes", "failed_checks", "problem")


def run(options: argparse.Namespace) -> int:
    """Measure; the exit status is 1 where a check failed or a figure is missing."""
    names = catalog.pick_names("CPU", options.cpu, catalog.cpus())
    cpus = [catalog.cpus()[name] for name in names]
    implementations = _implementations(options)
    if options.output is not None and not options.output.resolve().parent.is_dir():
        raise MoteError(f"--output {options.output}: there is no folder {options.output.parent}")
    chosen = [Job(each, cpu, full=True) for each in implementations for cpu in cpus]
    outcomes = _outcomes(chosen, options)
    text = _form(options, chosen, outcomes)
    if options.output is not None:
        options.output.write_text(text, encoding="utf-8")
    elif text:
        print(text, end="")
    # What the page does not say first, standard error says.
    paged = not (options.json or options.csv or options.output)
    for job, outcome in zip(chosen, outcomes, strict=True):
        fault = first_fault(outcome)
        if fault and not (paged and text):
            print(f"mote: {job.implementation.name} on {job.cpu.name}: {fault}", file=sys.stderr)
        if outcome.output:
            print(outcome.output, file=sys.stderr)
    return 1 if any(map(first_fault, outcomes)) else 0


def first_fault(outcome: Outcome) -> str:
    """The one thing to say of what went wrong, "" where nothing did."""
    if outcome.problem:
        return outcome.problem
    order = ("guard", "ABI", "vectors", "constant time", "object rules", "contract")
    lists = order[-2:]
    failed = {check.name: check.detail for check in outcome.checks if check.failed}
    for name in order:
        if name in failed:
            first, *more = failed[name].split("; ")
            rest = f" (and {len(more)} more, below)" if more and name in lists else ""
            return f"{name} failed: {first if name in lists else failed[name]}{rest}"
    return ""


# What is to be measured.


def _calls(options: argparse.Namespace) -> tuple[ApiCall, ...] | None:
    """The functions to call where the options name them, else None."""
    given = {name: getattr(options, name) for name in API}
    if options.kernel is not None:
        wrong = next((name for name, text in given.items() if text is not None), None)
        if wrong:
            raise MoteError(f"--{wrong} goes with --function; a kernel has --call")
        kernel = kernels.KERNELS[options.kernel]
        arguments = [buffer.name for buffer in kernel.buffers]
        if options.call is None and options.prefix is None:
            raise MoteError("give the name of the kernel's function: --call NAME")
        return (parse_call(options.call or options.prefix, arguments, arguments, "--call"),)
    if options.call is not None:
        raise MoteError("--call goes with --kernel; a function has --init, --update and --close")
    if not any(given.values()):
        return None
    lacking = [f"--{name}" for name, text in given.items() if text is None]
    if lacking and options.prefix is None:
        raise MoteError(f"{' and '.join(lacking)} or --prefix is missing")
    default = {
        "init": f"{options.prefix}_init",
        "update": str(options.prefix),
        "close": f"{options.prefix}_close",
    }
    return tuple(
        parse_call(given[name] or default[name], arguments, known, f"--{name}")
        for name, (arguments, known) in API.items()
    )


def _function(options: argparse.Namespace, calls: tuple[ApiCall, ...] | None) -> Function:
    """The function as the files have it: of a kernel what stands in for one."""
    functions = catalog.functions()
    if options.kernel is not None:
        kernel = kernels.KERNELS[options.kernel]
        return dataclasses.replace(
            functions[kernel.function],
            name=kernel.name,
            kind="kernel",
            block_bytes=kernel.block_bytes,
            specification=kernel.specification,
        )
    catalog.pick_names("function", [options.function], functions)
    function = functions[options.function]
    if calls is not None and function.kind != "hash":
        raise MoteError(
            f"--init, --update and --close: {function.name} is {kinds.of(function).title}"
        )
    if options.bytes_only or (calls is not None and "n" not in calls[2].arguments):
        function = dataclasses.replace(function, bit_messages=False)
    if calls is not None and "out_size" not in calls[0].arguments:
        # It is told no digest size, so it has one.
        function = dataclasses.replace(
            function, digest_bits=(function.main_digest,), any_digest=False
        )
    return function


def _implementations(options: argparse.Namespace) -> list[Implementation]:
    """What the options describe: one of all files, or one of each file of a folder."""
    if options.kernel is not None:
        catalog.pick_names("kernel", [options.kernel], kernels.KERNELS)
    calls = _calls(options)
    function = _function(options, calls)
    if options.header is not None and not options.header.is_file():
        raise MoteError(f"{options.header}: no such file")
    if options.context_bytes is not None and options.context_bytes < 1:
        raise MoteError(f"--context-bytes is {options.context_bytes}; it must be at least 1")
    if kinds.of(function).has_context and options.header is None and options.context_bytes is None:
        raise MoteError("give --header FILE, which declares the context, or --context-bytes N")
    for folder in options.include:
        if not Path(folder).is_dir():
            raise MoteError(f"-I {folder}: no such folder")
    prefix = options.prefix
    if prefix is None:
        if calls is None:
            raise MoteError("give --prefix NAME, or --init, --update and --close")
        symbols = [call.symbol for call in calls]
        same = itertools.takewhile(
            lambda letters: len(set(letters)) == 1, zip(*symbols, strict=False)
        )
        prefix = "".join(letters[0] for letters in same).rstrip("_") or symbols[0]
    if not prefix.isidentifier():
        raise MoteError(f"--prefix {prefix!r} is not a C identifier")
    for word, option in ((options.context, "--context"),):
        if word is not None and not re.fullmatch(r"(struct\s+)?[A-Za-z_]\w*", word):
            raise MoteError(f"{option} {word!r} is not the name of a type")
    flags = [f"-D{word}" for word in options.define]
    flags += [f"-O{options.optimize}"] if options.optimize else []
    kernel_bytes = (
        sum(buffer.size for buffer in kernels.KERNELS[options.kernel].buffers)
        if options.kernel
        else None
    )
    return [
        Implementation(
            name=sources[0].stem,
            function=function,
            sources=tuple(source.resolve() for source in sources),
            prefix=prefix,
            header=options.header.resolve() if options.header and not kernel_bytes else None,
            context_bytes=kernel_bytes or (None if options.header else options.context_bytes),
            include=tuple(Path(folder).resolve() for folder in options.include),
            options=(*flags, *options.flag),
            interface=calls,
            context_type=options.context or "",
            stated_context_bytes=options.context_bytes if options.header else None,
        )
        for sources in _sources(options.files)
    ]


def _sources(names: Sequence[str]) -> list[list[Path]]:
    """The sources of each implementation; raises MoteError for what is none."""
    paths = [Path(name) for name in names]
    folders = [path for path in paths if path.is_dir()]
    if folders and len(paths) > 1:
        raise MoteError(f"{folders[0]} is a folder: it stands alone, each file of it is measured")
    if folders:
        found = sorted(p for p in folders[0].iterdir() if p.suffix in catalog.SOURCE_SUFFIXES)
        if not found:
            raise MoteError(f"{folders[0]}: no C or assembly file in this folder")
        return [[source_of(path)] for path in found]
    return [[source_of(path) for path in paths]]


def source_of(path: Path) -> Path:
    """The path of a source file; raises MoteError for what is none."""
    if not path.is_file():
        raise MoteError(f"{path}: no such file")
    with path.open("rb") as stream:
        start = stream.read(4096)
    if b"\0" in start:
        kind = "an object or a program" if start[:4] == b"\x7fELF" else "a binary file"
        raise MoteError(f"{path}: {kind}; give its source, in C or assembly")
    if path.suffix not in catalog.SOURCE_SUFFIXES:
        raise MoteError(
            f"{path}: not a source file: the name must end in {' '.join(catalog.SOURCE_SUFFIXES)}"
        )
    return path


# The work, and how it is shown.


def _outcomes(chosen: Sequence[Job], options: argparse.Namespace) -> list[Outcome]:
    lacking = work.missing(
        list(dict.fromkeys(job.cpu for job in chosen)), allow_install=not options.no_install
    )
    outcomes: list[Outcome] = [Outcome()] * len(chosen)
    can = []
    for index, job in enumerate(chosen):
        if job.cpu.name in lacking:
            reason = f"missing: {' '.join(lacking[job.cpu.name])}; run `mote doctor`"
            outcomes[index] = _failed(job, reason)
        else:
            can.append(index)
    with tqdm(
        total=len(can), desc="measure", unit="row", file=sys.stderr, disable=None, leave=False
    ) as bar:
        for position, result in jobs.run(bench.run, [chosen[index] for index in can]):
            job = chosen[can[position]]
            if isinstance(result, MoteError):
                result = _failed(job, str(result))
            outcomes[can[position]] = result
            bar.update()
    return outcomes


def _failed(job: Job, reason: str) -> Outcome:
    rows = bench.failed_rows(job.implementation, job.cpu, reason)
    return Outcome(rows=rows, problem=reason)


def _beside(chosen: Sequence[Job]) -> list[Row]:
    """Mote's own smallest and fastest rows for the functions and CPUs, by the stored figures."""
    rows = []
    for function, cpu in dict.fromkeys((job.implementation.function, job.cpu) for job in chosen):
        if kinds.of(function).has_context:
            rows += report.own_rows(function, cpu)
    return rows


def _form(options: argparse.Namespace, chosen: Sequence[Job], outcomes: Sequence[Outcome]) -> str:
    """The result as the options want it."""
    beside = _beside(chosen)
    if options.json:
        rows = []
        for outcome in outcomes:
            checks = {c.name: {"status": c.status, "detail": c.detail} for c in outcome.checks}
            for row in outcome.rows:
                own = [
                    {**each.texts(), "reentrant": each.reentrant}
                    for each in beside
                    if (each.cpu, each.timing) == (row.cpu, row.timing)
                ]
                rows.append(
                    {
                        **published.beside(row),
                        "mote": own,
                        "checks": checks,
                        "helpers": dict(outcome.helpers),
                    }
                )
        return json.dumps(rows, indent=1) + "\n"
    if options.csv:
        out = io.StringIO()
        writer = csv.DictWriter(out, COLUMNS, lineterminator="\n", extrasaction="ignore")
        writer.writeheader()
        for outcome in outcomes:
            writer.writerows({**row.columns(), "whose": "yours"} for row in outcome.rows)
        writer.writerows({**row.columns(), "whose": "mote"} for row in beside)
        return out.getvalue()
    if all(outcome.size_bytes is None for outcome in outcomes) and len(chosen) == 1:
        return ""
    text = report.measure_page(list(zip(chosen, outcomes, strict=True)), beside, first_fault)
    return text + "\n"
