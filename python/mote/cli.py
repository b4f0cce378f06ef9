"""The command line.  It only calls the other modules; results to stdout, progress to stderr."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from tqdm import tqdm

from mote import bench, catalog, fuzz, hashing, jobs, published, report, store, system, vectors
from mote.bench import Job, Outcome
from mote.ise import command as command_of_ise
from mote.types import Cpu, Function, Implementation, MoteError

DESCRIPTION = (
    "Hash functions small and fast enough for any processor, and the bench that proves it."
)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="mote", description=DESCRIPTION)
    parser.add_argument(
        "--no-install", action="store_true", help="never install system packages, name them instead"
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def add(name: str, text: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=text, description=text)

    def choose(command: argparse.ArgumentParser) -> None:
        command.add_argument("function", nargs="*", metavar="FUNCTION", help="default: all")
        for option, name in (("--cpu", "CPU"), ("--implementation", "NAME")):
            command.add_argument(
                option, nargs="+", action="extend", default=[], metavar=name, help="default: all"
            )

    command = add("bench", "build, check and measure implementations; print size and speed")
    choose(command)
    command.add_argument("--json", action="store_true", help="print the rows as JSON")
    command.add_argument(
        "--check", action="store_true", help="fail on any difference from results/figures.csv"
    )
    command = add("check", "run all checks in full: vectors, guard, ABI, constant time, object")
    choose(command)
    command.add_argument("--json", action="store_true", help="print the outcome as JSON")

    command = add("measure", "audit, check and measure a source file of your own")
    command.add_argument("file", metavar="FILE", type=Path, help="C or assembly")
    command.add_argument("--cpu", required=True, metavar="CPU")
    command.add_argument("--function", required=True, metavar="FUNCTION")
    command.add_argument("--prefix", required=True, metavar="NAME", help="exports NAME_init, …")
    how = command.add_mutually_exclusive_group(required=True)
    how.add_argument("--header", metavar="FILE", type=Path, help="declares NAME_context")
    how.add_argument("--context-bytes", metavar="N", type=int, help="size of the context")
    command.add_argument("--json", action="store_true", help="print the rows as JSON")

    command = add("hash", "hash files or messages, on the host or on a simulated CPU")
    command.add_argument("function", metavar="FUNCTION")
    command.add_argument("--digest", type=int, metavar="BITS", help="default: the main size")
    command.add_argument("--cpu", metavar="CPU", help="simulate this CPU (default: the host)")
    command.add_argument("--implementation", metavar="NAME", default="portable")
    command.add_argument("files", nargs="*", metavar="FILE", help="- is standard input")
    command.add_argument("--hex", metavar="HEX", help="a message in hexadecimal")
    command.add_argument("--bits", type=int, metavar="N", help="with --hex: its length in bits")
    command.add_argument("--kat", metavar="FILE", type=Path, help="messages in the NIST format")

    command = add("fuzz", "compare the portable files with other people's programs by fuzzing")
    command.add_argument("function", nargs="*", metavar="FUNCTION", help="default: all")
    command.add_argument(
        "--seconds", type=int, default=60, metavar="N", help="for each function (default: 60)"
    )

    command_of_ise.add_parser(commands)
    add("cpus", "list the CPUs")
    add("list", "list the functions and their implementations")
    command = add("report", "print the tables of results/figures.csv in Markdown")
    command.add_argument("--write", action="store_true", help="put them into their pages")
    add("doctor", "show what is installed, what is missing and how to get it")
    add("test", "run the tests; further arguments go to pytest")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    # What follows `test` is pytest's, options too, which argparse would take for its own.
    test = given[:1] == ["test"] or given[:2] == ["--no-install", "test"]
    end = given.index("test") + 1 if test else len(given)
    parser = _parser()
    # argparse takes names that follow an option for lost; they belong to the list of names.
    options, late = parser.parse_known_args(given[:end])
    names = {"hash": "files", "bench": "function", "check": "function", "fuzz": "function"}.get(
        options.command
    )
    wrong = [word for word in late if word.startswith("-") and word != "-"]
    if late and (wrong or names is None):
        parser.error(
            f"unknown argument {(wrong or late)[0]!r}; see `mote {options.command} --help`"
        )
    if names is not None:
        getattr(options, names).extend(late)
    if options.command == "test":
        options.arguments = given[end:]
    try:
        if options.command in ("hash", "measure") and options.cpu:
            catalog.pick_names("CPU", [options.cpu], catalog.cpus())
        status: int = globals()[f"_{options.command}"](options)
        sys.stdout.flush()
        return status
    except MoteError as error:
        print(f"mote: {error}", file=sys.stderr)
        output = getattr(error, "output", "")
        if output:
            print(output, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("mote: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141


def _choice(options: argparse.Namespace) -> tuple[list[Implementation], list[Cpu]]:
    """The implementations and CPUs that the options name; raises MoteError for an unknown one."""
    functions = catalog.functions()
    # An option takes every name up to the next option: a function behind it is meant as one.
    for taken in (options.cpu, options.implementation):
        options.function += [name for name in taken if name in functions]
        taken[:] = [name for name in taken if name not in functions]
    names = catalog.pick_names("function", options.function, functions)
    cpus = catalog.cpus()
    chosen = [cpus[name] for name in catalog.pick_names("CPU", options.cpu, cpus)]
    found = [i for name in names for i in catalog.implementations(functions[name])]
    known = dict.fromkeys(i.name for i in found)
    wanted = set(catalog.pick_names("implementation", options.implementation, known))
    return [i for i in found if i.name in wanted], chosen


def _missing(cpus: Sequence[Cpu], options: argparse.Namespace) -> dict[str, list[str]]:
    """Packages that CPUs lack after an attempt to install them, by CPU."""
    wanted = {cpu.name: system.cpu_packages(cpu) for cpu in cpus}
    return system.ensure(wanted, allow=not options.no_install)


def _work(work: Sequence[Job], options: argparse.Namespace, label: str) -> list[Outcome]:
    """The outcome of each job, in the order given, with a progress bar."""
    lacking = _missing(list(dict.fromkeys(job.cpu for job in work)), options)
    outcomes: list[Outcome] = [Outcome()] * len(work)
    can = []
    for index, job in enumerate(work):
        if job.cpu.name in lacking:
            reason = f"missing: {' '.join(lacking[job.cpu.name])}; run `mote doctor`"
            rows = bench.failed_rows(job.implementation, job.cpu, reason)
            outcomes[index] = Outcome(rows=rows, problem=reason)
        else:
            can.append(index)
    bar = tqdm(total=len(can), desc=label, unit="row", file=sys.stderr, disable=None, leave=False)
    with bar:
        for position, result in jobs.run(bench.run, [work[index] for index in can]):
            index = can[position]
            job = work[index]
            if isinstance(result, MoteError):
                rows = bench.failed_rows(job.implementation, job.cpu, str(result))
                result = Outcome(rows=rows, problem=str(result))
            outcomes[index] = result
            bar.set_postfix_str(f"{job.implementation.name} on {job.cpu.name}", refresh=False)
            bar.update()
            if not sys.stderr.isatty():
                done = sum(1 for i in can if outcomes[i].rows or outcomes[i].checks)
                system.print_progress(
                    f"{label} {done}/{len(can)}: {job.implementation.function.name} "
                    f"{job.implementation.name} on {job.cpu.name}"
                )
            failed = [f"{c.name}: {c.detail}" for c in result.checks if c.failed]
            if result.problem or failed:
                # At once: the table comes when all is done, which may be in an hour.
                first = (result.problem or failed[0]).partition("\n")[0]
                bar.write(
                    f"mote: {job.implementation.function.name} {job.implementation.name} on "
                    f"{job.cpu.name} failed: {first}",
                    file=sys.stderr,
                )
    return outcomes


def _compiler_words(work: Sequence[Job], outcomes: Sequence[Outcome]) -> None:
    for job, outcome in zip(work, outcomes, strict=True):
        if outcome.output:
            system.print_progress(f"{job.implementation.name} on {job.cpu.name}: compiler's words:")
            print(outcome.output, file=sys.stderr)


def _with_published(rows: Sequence[bench.Row]) -> list[bench.Row]:
    return [{**row, "published": published.against(row)} for row in rows]


def _bench(options: argparse.Namespace) -> int:
    found, cpus = _choice(options)
    work = bench.jobs_for(found, cpus, host_timing=not options.check)
    if not work:
        raise MoteError("no chosen implementation runs on a chosen CPU; see `mote list`")
    outcomes = _work(work, options, "bench")
    rows = [row for outcome in outcomes for row in outcome.rows]
    _compiler_words(work, outcomes)
    if options.json:
        print(json.dumps(_with_published(rows), indent=1))
    elif not options.check:
        print(report.bench_table(rows))
    if options.check:
        changed, other = store.compare(rows)
        for line in [*changed, *other]:
            print(line, file=sys.stderr if options.json else sys.stdout)
        if changed:
            system.print_progress(f"{len(changed)} figures differ from {store.FIGURES.name}")
            return 1
        compared = sum(row["fidelity"] != "host" for row in rows) - len(other)
        system.print_progress(f"{compared} rows compared, no difference; {len(other)} not compared")
        return 1 if any(outcome.problem for outcome in outcomes) and not compared else 0
    store.merge(rows, _known_keys())
    return 1 if any(outcome.problem for outcome in outcomes) else 0


def _known_keys() -> list[store.Key]:
    """The key of every row that the catalog can give."""
    keys = []
    for function in catalog.functions().values():
        found = catalog.implementations(function)
        for job in bench.jobs_for(found, list(catalog.cpus().values())):
            for timing in range(len(job.cpu.timings)):
                keys.append(store.key(bench.empty_row(job.implementation, job.cpu, timing)))
    return keys


def _check(options: argparse.Namespace) -> int:
    found, cpus = _choice(options)
    work = bench.jobs_for(found, cpus, full=True, measure=False)
    if not work:
        raise MoteError("no chosen implementation runs on a chosen CPU; see `mote list`")
    outcomes = _work(work, options, "check")
    _compiler_words(work, outcomes)
    results = [
        (
            job.implementation.function.name,
            job.implementation.name,
            job.cpu.name,
            o.checks,
            o.problem,
        )
        for job, o in zip(work, outcomes, strict=True)
    ]
    if options.json:
        out = [
            {
                "function": function,
                "implementation": implementation,
                "cpu": cpu,
                "problem": problem or None,
                "checks": {c.name: {"status": c.status, "detail": c.detail} for c in checks},
            }
            for function, implementation, cpu, checks, problem in results
        ]
        print(json.dumps(out, indent=1))
    else:
        print(report.check_table(results))
    bad = sum(1 for o in outcomes if o.problem or any(c.failed for c in o.checks))
    system.print_progress(f"{len(results) - bad} of {len(results)} passed all checks")
    return 1 if bad else 0


def _measure(options: argparse.Namespace) -> int:
    functions = catalog.functions()
    catalog.pick_names("function", [options.function], functions)
    if not options.file.is_file():
        raise MoteError(f"{options.file}: no such file")
    if options.file.suffix not in catalog.SOURCE_SUFFIXES:
        raise MoteError(
            f"{options.file}: not a source file: the name must end in "
            f"{' '.join(catalog.SOURCE_SUFFIXES)}"
        )
    if options.header is not None and not options.header.is_file():
        raise MoteError(f"{options.header}: no such file")
    if options.context_bytes is not None and options.context_bytes < 1:
        raise MoteError(f"--context-bytes is {options.context_bytes}; it must be at least 1")
    if not options.prefix.isidentifier():
        raise MoteError(f"--prefix {options.prefix!r} is not a C identifier")
    cpu = catalog.cpus()[options.cpu]
    implementation = Implementation(
        name=options.file.stem,
        function=functions[options.function],
        source=options.file.resolve(),
        prefix=options.prefix,
        header=options.header.resolve() if options.header else None,
        context_bytes=options.context_bytes,
    )
    job = Job(implementation, cpu, full=True)
    outcome = _work([job], options, "measure")[0]
    _compiler_words([job], [outcome])
    failed = [check for check in outcome.checks if check.failed]
    if options.json:
        rows = _with_published(outcome.rows)
        for row in rows:
            row["checks"] = {
                c.name: {"status": c.status, "detail": c.detail} for c in outcome.checks
            }
        print(json.dumps(rows, indent=1))
    else:
        print(report.measure_page(implementation, cpu, outcome))
    if outcome.problem:
        system.print_progress(f"{options.file.name} on {cpu.name}: {outcome.problem}")
    for check in failed:
        system.print_progress(f"{options.file.name} on {cpu.name}: {check.name}: {check.detail}")
    return 1 if outcome.problem or failed else 0


def _hash(options: argparse.Namespace) -> int:
    functions = catalog.functions()
    catalog.pick_names("function", [options.function], functions)
    function = functions[options.function]
    if function.kind != "hash":
        raise MoteError(f"{function.name} is a block cipher, not a hash function")
    digest = options.digest or function.main_digest
    if not function.has_digest(digest):
        sizes = report.digest_sizes(function)
        raise MoteError(f"{function.name} has no digest of {digest} bits; it has {sizes}")
    cpu = catalog.cpus()[options.cpu] if options.cpu else None
    implementation = _one(function, options.implementation, cpu)
    if sum((bool(options.files), options.hex is not None, options.kat is not None)) != 1:
        raise MoteError("give files, --hex or --kat: one of the three")
    if options.bits is not None and options.hex is None:
        raise MoteError("--bits goes with --hex")
    if cpu is None:
        lacking = system.ensure({"the host": system.BASE_PACKAGES}, allow=not options.no_install)
    else:
        lacking = _missing([cpu], options)
    if lacking:
        names = " ".join(next(iter(lacking.values())))
        raise MoteError(f"cannot build for {cpu.name if cpu else 'the host'}: missing: {names}")
    for name in options.files:
        digest_bytes = hashing.hash_file(implementation, cpu, digest, name)
        print(f"{digest_bytes.hex()}  {name}")
    if options.files:
        return 0
    messages = _messages(options)
    if not function.bit_messages:
        for number, (_, bits) in enumerate(messages, 1):
            if bits % 8 != 0:
                raise MoteError(
                    f"message {number} has {bits} bits; {function.name} is defined for whole bytes"
                )
    hashing.each_line(
        hashing.hash_messages(implementation, cpu, digest, messages), sys.stdout.write
    )
    return 0


def _one(function: Function, name: str, cpu: Cpu | None) -> Implementation:
    """The implementation of that name, if it runs on the CPU (on the host: portable C)."""
    by_name = {i.name: i for i in catalog.implementations(function)}
    catalog.pick_names("implementation", [name], by_name)
    chosen = by_name[name]
    if cpu is None and chosen.source.suffix != ".c":
        raise MoteError(f"{name} is not for the host; name its CPU with --cpu")
    if cpu is not None and not catalog.runs_on(chosen, cpu):
        fits = [n for n, i in by_name.items() if catalog.runs_on(i, cpu)]
        raise MoteError(
            f"{name} is not for {cpu.name}; for it there is {', '.join(fits) or 'none'}"
        )
    return chosen


def _messages(options: argparse.Namespace) -> list[tuple[bytes, int]]:
    if options.kat is not None:
        if not options.kat.is_file():
            raise MoteError(f"{options.kat}: no such file")
        messages = list(vectors.read_kat(options.kat))
        if not messages:
            raise MoteError(f"{options.kat}: no messages (lines `Len = N` and `Msg = HEX`)")
        return messages
    try:
        data = bytes.fromhex(options.hex)
    except ValueError:
        raise MoteError(f"--hex {options.hex!r} is not hexadecimal, two digits a byte") from None
    bits = 8 * len(data) if options.bits is None else options.bits
    if not 0 <= bits <= 8 * len(data):
        raise MoteError(f"--bits {bits}: the message in --hex has {8 * len(data)} bits")
    return [(data[: (bits + 7) // 8], bits)]


def _fuzz(options: argparse.Namespace) -> int:
    functions = catalog.hashes()
    names = catalog.pick_names("function", options.function, functions)
    if options.seconds < 1:
        raise MoteError(f"--seconds is {options.seconds}; it must be at least 1")
    wanted = {"mote fuzz": system.FUZZ_PACKAGES}
    lacking = system.ensure(wanted, allow=not options.no_install)
    if lacking:
        raise MoteError(f"cannot fuzz: missing: {' '.join(lacking['mote fuzz'])}")
    system.print_progress("building the programs to compare with …")
    library = fuzz.peers()
    work = [fuzz.Job(functions[name], library, options.seconds) for name in names]
    results = []
    for index, result in jobs.run(fuzz.fuzz, work):
        if isinstance(result, MoteError):
            print(getattr(result, "output", ""), file=sys.stderr)
            result = fuzz.Result(work[index].function.name, 0, 0, 0, str(result))
        results.append(result)
        system.print_progress(f"fuzz {len(results)}/{len(work)}: {result.function}")
    print(report.fuzz_table(sorted(results, key=lambda result: result.function)))
    return 1 if any(result.problem for result in results) else 0


def _ise(options: argparse.Namespace) -> int:
    return command_of_ise.run(options)


def _cpus(options: argparse.Namespace) -> int:
    print(report.cpu_table())
    return 0


def _list(options: argparse.Namespace) -> int:
    print(report.function_table())
    return 0


def _report(options: argparse.Namespace) -> int:
    if options.write:
        for path in report.write_pages():
            print(path)
    else:
        print(report.main_table())
    return 0


def _doctor(options: argparse.Namespace) -> int:
    from mote import doctor

    return doctor.run()


def _test(options: argparse.Namespace) -> int:
    from mote import testing

    return testing.run(options.arguments, allow_install=not options.no_install)
