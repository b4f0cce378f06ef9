"""`mote fuzz`: our files against other people's programs.

Hash functions and KMAC against those of peers/ (mote.fuzzing.fuzz), modes of operation against
OpenSSL (mote.fuzzing.fuzz_modes), which also runs on simulated CPUs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mote.catalog import kinds
from mote.catalog.cpu import Cpu
from mote.choosing import choice
from mote.common.errors import MoteError

if TYPE_CHECKING:
    from mote.fuzzing import fuzz, fuzz_modes


def add_parser(commands: Any) -> None:
    """Add the command and its options."""
    text = "compare our files with other people's programs by fuzzing"
    parser = commands.add_parser("fuzz", help=text, description=text)
    choice.add_functions(parser)
    parser.add_argument(
        "--seconds", type=int, default=60, metavar="N", help="for each function (default: 60)"
    )
    parser.add_argument(
        "--cpu",
        action="extend",
        type=choice.names,
        default=[],
        metavar="CPU",
        help="modes of operation on simulated CPUs; default: this computer",
    )
    parser.add_argument(
        "--harnesses",
        type=Path,
        metavar="FOLDER",
        help="write the fuzzers of hash functions for OSS-Fuzz into a new folder instead",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Fuzz each chosen function and print what was found; 1 if there was a problem."""
    from mote.fuzzing import fuzz, fuzz_modes
    from mote.running import jobs, system
    from mote.showing import report

    if options.seconds < 1:
        raise MoteError(f"--seconds is {options.seconds}; it must be at least 1")
    if options.harnesses:
        return _write_harnesses(options)
    work = _jobs(options)
    wanted: dict[str, Sequence[str]] = {
        job.cpu.name: system.cpu_packages(job.cpu)
        for job in work
        if isinstance(job, fuzz_modes.ModeFuzzJob) and job.cpu
    }
    hashes = [job for job in work if isinstance(job, fuzz.FuzzJob)]
    wanted["mote fuzz"] = system.FUZZ_PACKAGES if hashes else system.BASE_PACKAGES
    lacking = system.ensure(wanted, allow=not options.no_install)
    if lacking:
        absent = sorted({name for names in lacking.values() for name in names})
        raise MoteError(f"cannot fuzz: missing: {' '.join(absent)}")
    if hashes:
        system.print_progress("building the programs to compare with …")
        library = fuzz.peers()
        work = [replace(j, library=library) if isinstance(j, fuzz.FuzzJob) else j for j in work]
    results = []
    for index, result in jobs.run(_fuzz, work):
        if isinstance(result, MoteError):
            print(getattr(result, "output", ""), file=sys.stderr)
            result = fuzz.Result(work[index].label, 0, 0, 0, str(result))
        results.append(result)
        system.print_progress(f"fuzz {len(results)}/{len(work)}: {result.function}")
    print(report.fuzz_table(sorted(results, key=lambda result: result.function)))
    return 1 if any(result.problem for result in results) else 0


def _write_harnesses(options: argparse.Namespace) -> int:
    from mote.fuzzing import fuzz, harnesses

    if options.cpu:
        raise MoteError("--harnesses are for this computer: leave --cpu out")
    functions = choice.functions(options.function)
    chosen = [each for each in functions if fuzz.is_fuzzed(each) and fuzz.portable(each)]
    other = [each.name for each in functions if each not in chosen] if options.function else []
    if other:
        raise MoteError(f"{other[0]} is no hash function: OSS-Fuzz's harnesses are of those alone")
    print(harnesses.write(chosen, options.harnesses))
    return 0


def _jobs(options: argparse.Namespace) -> list[fuzz.FuzzJob | fuzz_modes.ModeFuzzJob]:
    """What is asked for; raises MoteError for what nothing can be compared with."""
    from mote.fuzzing import fuzz, fuzz_modes

    cpus: list[Cpu | None] = [choice.cpu(name) for name in dict.fromkeys(options.cpu)]
    found: list[fuzz.FuzzJob | fuzz_modes.ModeFuzzJob] = []
    for function in choice.functions(options.function):
        if function.kind == "mode" and fuzz_modes.in_openssl(function):
            found += [
                fuzz_modes.ModeFuzzJob(function, cpu, options.seconds) for cpu in cpus or [None]
            ]
        elif fuzz.is_fuzzed(function) and not cpus:
            found.append(fuzz.FuzzJob(function, Path(), options.seconds))
        elif function.kind == "mode" and options.function:
            raise MoteError(
                f"{function.name} is not in OpenSSL: there is nothing to compare it with"
            )
        elif options.function:
            what = kinds.of(function).title
            takes = "a mode of a block cipher" if cpus else "a hash function or a mode of a cipher"
            raise MoteError(f"{function.name} is {what}, not {takes}; see `mote list`")
    return found


def _fuzz(job: fuzz.FuzzJob | fuzz_modes.ModeFuzzJob) -> fuzz.Result:
    from mote.fuzzing import fuzz, fuzz_modes

    return fuzz.fuzz(job) if isinstance(job, fuzz.FuzzJob) else fuzz_modes.fuzz(job)
