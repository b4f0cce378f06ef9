"""Files from outside: the options that describe them, and the implementations that they are.

`mote measure`, `mote prove --file` and `mote mutate --file` have these options in common.  Needs no
installed package before `implementations`.
"""

from __future__ import annotations

import argparse
import dataclasses
import itertools
import re
from collections.abc import Sequence
from pathlib import Path

from mote.calling import kernels
from mote.calling.kernels import KnownKernel
from mote.catalog import catalog, kinds
from mote.catalog.cpu import Cpu
from mote.catalog.function import API, ApiCall, Function, Implementation, parse_call
from mote.choosing import choice, references
from mote.common.errors import MoteError

OPTIONS = (
    *("kernel", "prefix", "init", "update", "close", "call", "header", "context"),
    *("context_bytes", "bytes_only", "include", "define", "optimize", "flag", "reference"),
    *("value", "public", "library", "key_bits"),
)
"""The options of add_options, by their names in what is parsed."""


def _add_reference(files: argparse._ArgumentGroup) -> None:
    """Add what says what a kernel of somebody's own computes."""
    files.add_argument(
        "--reference",
        metavar="FILE",
        type=Path,
        help="what a kernel of yours computes: a function of its name in Python or C",
    )
    files.add_argument(
        "--value",
        action="append",
        default=[],
        type=_value,
        metavar="NAME=N,N",
        help="what a number of it is, the first for the figures (default: pseudo-random ones)",
    )
    files.add_argument(
        "--public",
        action="extend",
        default=[],
        type=choice.names,
        metavar="NAME,NAME",
        help="parameters of it that are no secret: its time may depend on them",
    )


def add_options(command: argparse.ArgumentParser) -> None:
    """Add what says how the files are called and built."""
    files = command.add_argument_group("files of your own (docs/measure-your-own.md)")
    what = files.add_mutually_exclusive_group()
    what.add_argument(
        "--function",
        dest="own_function",
        metavar="FUNCTION",
        help="the function that they compute",
    )
    what.add_argument(
        "--kernel",
        metavar="KERNEL",
        help="one function: the page lists them; with --reference any name of yours",
    )
    _add_reference(files)
    files.add_argument("--prefix", metavar="NAME", help="exports NAME_init, NAME and NAME_close")
    for name, (arguments, _) in API.items():
        files.add_argument(
            f"--{name}",
            metavar="CALL",
            help=f"another name, and other arguments: 'NAME({', '.join(arguments)})'",
        )
    files.add_argument("--call", metavar="CALL", help="the same for a kernel")
    files.add_argument("--header", metavar="FILE", type=Path, help="declares the context")
    files.add_argument("--context", metavar="TYPE", help="its type (default: NAME_context)")
    files.add_argument("--context-bytes", metavar="N", type=int, help="its size, without a header")
    files.add_argument(
        "--bytes-only", action="store_true", help="messages of whole bytes: no lengths in bits"
    )
    files.add_argument(
        "--library",
        action="store_true",
        help="the files hold more functions: those that are called are measured",
    )
    files.add_argument(
        "--key-bits",
        action="extend",
        default=[],
        type=_sizes,
        metavar="N,N",
        help="the sizes of keys that a cipher has (default: all of the function's)",
    )
    files.add_argument(
        "-I", dest="include", action="append", default=[], metavar="DIR", help="for the compiler"
    )
    files.add_argument(
        "-D", dest="define", action="append", default=[], metavar="NAME[=VALUE]", help="the same"
    )
    files.add_argument(
        "-O", dest="optimize", metavar="LEVEL", help="the same, instead of the CPU's own"
    )
    files.add_argument(
        "--flag",
        action="append",
        default=[],
        metavar="FLAG",
        help="any other: --flag=-funroll-loops",
    )


def _value(text: str) -> tuple[str, tuple[int, ...]]:
    """NAME=N,N; for argparse."""
    name, equal, numbers = text.partition("=")
    try:
        values = tuple(int(each, 0) for each in numbers.split(","))
    except ValueError:
        values = ()
    if not (name.isidentifier() and equal and values):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=N or NAME=N,N")
    return name, values


def _sizes(text: str) -> list[int]:
    """Numbers of bits; for argparse."""
    if not re.fullmatch(r"\d+(,\d+)*", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not N or N,N")
    return [int(each) for each in text.split(",")]


def add_files(command: argparse.ArgumentParser) -> None:
    """Add `--file` for a command that is of Mote's own files without it, and the options."""
    command.add_argument(
        "--file",
        action="extend",
        nargs="+",
        default=[],
        metavar="FILE",
        help="files of your own instead of ours: together one implementation; or a folder, each "
        "file of which is one",
    )
    add_options(command)


def needs_file(options: argparse.Namespace) -> None:
    """Raise MoteError where an option of add_options stands without `--file`."""
    spelled = {"include": "-I", "define": "-D", "optimize": "-O"}
    for name in OPTIONS:
        if getattr(options, name):
            option = spelled.get(name, f"--{name.replace('_', '-')}")
            raise MoteError(f"{option} goes with --file FILE: it describes files of your own")


def without(options: argparse.Namespace, names: Sequence[str]) -> None:
    """Raise MoteError where an option stands beside `--file` that is for Mote's own files."""
    for name in names:
        if getattr(options, name):
            option = name.replace("_", "-")
            raise MoteError(f"--{option} does not go with --file: that is for Mote's own files")


def cpus(options: argparse.Namespace) -> list[Cpu]:
    """The CPUs that are named, of which there has to be one; raises MoteError."""
    wanted = [options.cpu] if isinstance(options.cpu, str) else options.cpu
    if not wanted:
        raise MoteError("files of your own need --cpu CPU: `mote cpus` lists them")
    return [choice.cpu(name) for name in dict.fromkeys(wanted)]


def _kernel(options: argparse.Namespace) -> KnownKernel | None:
    """The kernel that is named, of somebody's own with what its reference gives, else None."""
    name, reference = options.kernel, options.reference
    given = {"reference": reference, "value": options.value, "public": options.public}
    for option, value in given.items():
        if value and (name is None or reference is None):
            raise MoteError(f"--{option} goes with --kernel NAME --reference FILE")
    if name is None:
        return None
    if reference is None:
        if name not in kernels.KERNELS and name.isidentifier():
            known = ", ".join(kernels.KERNELS)
            raise MoteError(
                f"unknown kernel {name!r}; known: {known}; --reference FILE says what another does"
            )
        catalog.pick_names("kernel", [name], kernels.KERNELS)
        return kernels.KERNELS[name]
    if name in kernels.KERNELS:
        raise MoteError(f"--kernel {name} is known without --reference: call yours otherwise")
    if not name.isidentifier():
        raise MoteError(f"--kernel {name!r} is not a C identifier")
    return references.kernel(name, reference, dict(options.value), options.public)


def _calls(options: argparse.Namespace, kernel: KnownKernel | None) -> tuple[ApiCall, ...] | None:
    """The functions to call where the options name them, else None."""
    given = {name: getattr(options, name) for name in API}
    if kernel is not None:
        wrong = next((name for name, text in given.items() if text is not None), None)
        if wrong:
            raise MoteError(f"--{wrong} goes with --function; a kernel has --call")
        arguments = [each.name for each in kernel.parameters]
        own = kernel.name if options.reference else None
        call = options.call or options.prefix or own
        if call is None:
            raise MoteError("give the name of the kernel's function: --call NAME")
        return (parse_call(call, arguments, arguments, "--call"),)
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


def _library(function: Function) -> Function:
    """The function in a file that exports others, too: what is called of it is taken."""
    return dataclasses.replace(function, reached=True, facts={**function.facts, "library": True})


def _of_kernel(kernel: KnownKernel, options: argparse.Namespace) -> Function:
    """What stands in for the function of a kernel."""
    described = dataclasses.replace(
        catalog.functions()[kernel.function],
        name=kernel.name,
        kind="kernel",
        block_bytes=kernel.block_bytes,
        specification=kernel.specification,
    )
    if not options.reference:
        return _library(described) if options.library else described
    described = dataclasses.replace(
        described,
        title=kernel.prototype,
        sizes=(8 * kernel.block_bytes,),
        main_size=8 * kernel.block_bytes,
        block_bytes=1,
        facts={"kernel": kernel},
        security_bits=0,
        uses=(),
        status="",
    )
    return _library(described) if options.library else described


def _function(
    options: argparse.Namespace, name: str, calls: tuple[ApiCall, ...] | None
) -> Function:
    """The function as the files have it."""
    function = choice.function(name)
    if calls is not None and function.kind != "hash":
        raise MoteError(
            f"--init, --update and --close: {function.name} is {kinds.of(function).title}"
        )
    if options.bytes_only or (calls is not None and "n" not in calls[2].arguments):
        function = dataclasses.replace(
            function, hashing=dataclasses.replace(function.hashing, bit_messages=False)
        )
    if options.library:
        function = _library(function)
    if options.key_bits:
        function = _with_keys(function, options.key_bits)
    if calls is not None and "out_size" not in calls[0].arguments:
        # It is told no digest size, so it has one.
        function = dataclasses.replace(
            function,
            sizes=(function.main_size,),
            hashing=dataclasses.replace(function.hashing, any_digest=False),
        )
    return function


def _with_keys(function: Function, sizes: Sequence[int]) -> Function:
    """The function with fewer sizes of keys; raises MoteError."""
    known = kinds.of(function).key_sizes(function)
    if not known:
        raise MoteError(f"--key-bits: {function.name} is not asked for keys of several sizes")
    wrong = next((each for each in sizes if each not in known), None)
    if wrong is not None:
        raise MoteError(f"--key-bits {wrong}: {function.name} has {', '.join(map(str, known))}")
    if function.main_size not in sizes:
        raise MoteError(f"--key-bits: {function.name} is measured with {function.main_size}")
    return dataclasses.replace(function, facts={**function.facts, "key_bits": tuple(sizes)})


def implementations(
    options: argparse.Namespace, files: Sequence[str], function: str = "", *, ours: bool = False
) -> list[Implementation]:
    """What the options describe: one of all files, or one of each file of a folder.

    function: its name, where `--function` does not say it.  ours: without names and a header they
    are those of the function in Mote.  Raises MoteError.
    """
    each = _sources(files)
    if options.own_function and function not in ("", options.own_function):
        raise MoteError(f"--function {options.own_function}, or {function}? They compute one")
    function = options.own_function or function
    if options.kernel is not None:
        if function:
            raise MoteError(f"--kernel {options.kernel} stands alone, without {function}")
    elif not function:
        raise MoteError("name what the files compute: --function FUNCTION, or --kernel KERNEL")
    kernel = _kernel(options)
    calls = _calls(options, kernel)
    described = (
        _of_kernel(kernel, options) if kernel is not None else _function(options, function, calls)
    )
    prefix, header = options.prefix, options.header
    if ours and calls is None and prefix is None:
        prefix = described.identifier
        if header is None and options.context_bytes is None:
            header = catalog.header(described)
    if header is not None and not header.is_file():
        raise MoteError(f"{header}: no such file")
    if options.context_bytes is not None and options.context_bytes < 1:
        raise MoteError(f"--context-bytes is {options.context_bytes}; it must be at least 1")
    if kinds.of(described).has_context and header is None and options.context_bytes is None:
        raise MoteError("give --header FILE, which declares the context, or --context-bytes N")
    for folder in options.include:
        if not Path(folder).is_dir():
            raise MoteError(f"-I {folder}: no such folder")
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
    if options.context and not re.fullmatch(r"(struct\s+)?[A-Za-z_]\w*", options.context):
        raise MoteError(f"--context {options.context!r} is not the name of a type")
    flags = [f"-D{word}" for word in options.define]
    flags += [f"-O{options.optimize}"] if options.optimize else []
    kernel_bytes = (
        sum(buffer.size for buffer in kernel.buffers)
        if kernel is not None and not options.reference
        else None
    )
    return [
        Implementation(
            name=sources[0].stem,
            function=described,
            sources=tuple(source.resolve() for source in sources),
            prefix=prefix,
            header=header.resolve() if header and kernel is None else None,
            context_bytes=kernel_bytes or (None if header else options.context_bytes),
            include=tuple(Path(folder).resolve() for folder in options.include),
            options=(*flags, *options.flag),
            interface=calls,
            context_type=options.context or "",
            stated_context_bytes=options.context_bytes if header else None,
        )
        for sources in each
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
        if str(path) in catalog.functions():
            raise MoteError(f"{path} is a function, not a file: name it before --file")
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
