"""The options that choose functions, CPUs and implementations, and what they choose."""

from __future__ import annotations

import argparse
import dataclasses
import difflib
import re
from collections.abc import Iterable, Mapping, Sequence

from mote.catalog import catalog, chips, kinds
from mote.catalog.chips import Chip
from mote.catalog.cpu import Cpu
from mote.catalog.function import Function, Implementation
from mote.common.errors import MoteError


def hexadecimal(option: str, text: str | None) -> bytes | None:
    """The bytes of an option in hexadecimal; None where it is not given.  Raises MoteError."""
    if text is None:
        return None
    try:
        return bytes.fromhex(text)
    except ValueError:
        shown = text if len(text) <= 40 else f"{text[:37]}..."
        if option == "--key":
            # A key is not shown.
            raise MoteError("--key is not hexadecimal, two digits a byte") from None
        raise MoteError(f"{option} {shown!r} is not hexadecimal, two digits a byte") from None


def names(text: str) -> list[str]:
    """The names of one option, separated by commas; for argparse."""
    found = text.split(",")
    if not all(found):
        raise argparse.ArgumentTypeError(f"{text!r} has an empty name: write A or A,B")
    return found


def name(text: str) -> str:
    """A name that stands alone; for argparse."""
    if not text or "," in text:
        raise argparse.ArgumentTypeError(f"{text!r} is not one name")
    return text


def add_functions(parser: argparse.ArgumentParser) -> None:
    """Add the functions' names, as many as wanted: `options.function`."""
    parser.add_argument("function", nargs="*", metavar="FUNCTION", help="default: all")


def add_pairs(parser: argparse.ArgumentParser) -> None:
    """Add what chooses implementations and CPUs: `options.function`, `cpu`, `implementation`."""
    add_functions(parser)
    for option, value in (("--cpu", "CPU"), ("--implementation", "NAME")):
        parser.add_argument(
            option,
            action="extend",
            type=names,
            default=[],
            metavar=value,
            help=f"one name, or several: {value},{value}; default: all",
        )


def add_scheduler(parser: argparse.ArgumentParser) -> None:
    """Add who does the work: `options.scheduler`, None for this machine."""
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="a Dask scheduler with workers of `mote worker` (default: this machine)",
    )


def pairs(
    options: argparse.Namespace, also: Iterable[str] = ()
) -> tuple[list[Implementation], list[Cpu]]:
    """The implementations and CPUs that the options name; raises MoteError for an unknown one.

    also: names that are known beside those of implementations.
    """
    chosen = list(dict.fromkeys(map(cpu, options.cpu))) or list(catalog.cpus().values())
    found = [
        implementation
        for function in functions(options.function)
        for implementation in catalog.implementations(function)
    ]
    known = dict.fromkeys([*(i.name for i in found), *also])
    wanted = set(catalog.pick_names("implementation", options.implementation, known))
    return [i for i in found if i.name in wanted], chosen


def joined(words: Sequence[str]) -> list[str]:
    """The names of functions among words: `lms sha256`, what is built on and with what, is one."""
    known, found = catalog.functions(), list[str]()
    for word in words:
        name = f"{found[-1]}_{word}" if found else ""
        is_new = bool(found) and found[-1].isidentifier() and found[-1] not in known
        if is_new and name.partition(":")[0] in known:
            found[-1] = name
        else:
            found.append(word)
    return found


ALIASES = {"kangarootwelve": "kt128", "k12": "kt128", "cmac": "aescmac"}
"""Names that differ by more: RFC 9861's, and OpenSSL's CMAC, whose cipher is named apart."""


def _plain(text: str) -> str:
    """A name as all spellings of it have it: lower case, letters and digits.

    OpenSSL's: SHA2-256 is SHA-256, id-aes128-GCM is AES-128-GCM.
    """
    text = "".join(letter for letter in text.lower() if letter.isalnum()).removeprefix("id")
    text = re.sub(r"sha2(?=224|256|384|512)", "sha", text)
    return ALIASES.get(text, text)


def spelled(name: str, known: Iterable[str]) -> str:
    """The known name that differs by case and punctuation alone: sha512_256 for SHA-512/256.

    Other programs spell some names so; what is no such name comes back as it is.
    """
    known = list(known)
    if name in known:
        return name
    plain = _plain(name)
    found = [each for each in known if _plain(each) == plain]
    return found[0] if len(found) == 1 else name


def with_digest(name: str, known: Mapping[str, Function]) -> tuple[str, int | None]:
    """The known name and the size of a digest, in bits, that other programs write into it.

    sha3-512 is (sha3, 512), sha384 (sha512, 384), hmac-sha224 (hmac_sha256, 224); None where the
    name says no size.
    """
    found = spelled(name, known)
    if found in known:
        return found, None
    parts = re.fullmatch(r"(.*?)(\d{3})", _plain(name))
    if parts is None:
        return name, None
    begin, bits = parts[1], int(parts[2])
    if begin.endswith("sha"):
        # SHA-224 and SHA-384 are SHA-256 and SHA-512 with other initial values.
        begin += {224: "256", 384: "512"}.get(bits, "")
    base = spelled(begin, known)
    if base in known and known[base].has_digest(bits):
        return base, bits
    return name, None


def functions(wanted: Sequence[str], kind: str = "", *, digests: bool = False) -> list[Function]:
    """The wanted functions (all of them, or of the kind, when none is wanted).

    kind: one of mote.kinds where it must be that.  digests: whether a name may say a digest's size,
    as sha3-512, which is of no account then.  Raises MoteError for an unknown name or another kind.
    A CPU's name there is most likely the second behind --cpu: then the message says how to write
    that.
    """
    everything = catalog.functions()
    by_name = {name: each for name, each in everything.items() if kind in ("", each.kind)}
    wanted = [name for word in wanted for name in _meant(word, everything, digests)]
    for each in wanted:
        if each in everything and each not in by_name:
            raise MoteError(
                f"{each} is {kinds.of(everything[each]).title}, not {kinds.named(kind).title}; "
                "see `mote list`"
            )
        if each not in by_name and each in catalog.cpus():
            raise MoteError(f"{each!r} is a CPU, not a function: write --cpu {each}, or --cpu A,B")
    return [by_name[each] for each in catalog.pick_names("function", wanted, by_name)]


def _meant(word: str, known: Mapping[str, Function], digests: bool) -> list[str]:
    """The functions of a word: aes_wrap and aes-gcm are those of all sizes of a key."""
    name, bits = with_digest(word, known)
    if bits is not None and not digests:
        raise MoteError(f"{word} is {name} with a digest of {bits} bits: write {name}")
    return [name] if name in known else of_all_sizes(word, known) or [name]


def of_all_sizes(word: str, known: Iterable[str]) -> list[str]:
    """The known names that say the size of AES's key beside the word: aes128_wrap of aes-wrap."""
    plain = _plain(word)
    if not re.match("aes[a-z]", plain):
        return []
    return [each for each in known if re.sub(r"^aes\d{3}", "aes", _plain(each)) == plain]


def of_key(word: str, known: Mapping[str, int], size: int) -> str:
    """The known name that a word means, which need not say the size of AES's key.

    known: with the bytes of each one's key; size: of the key that is given.  Raises MoteError where
    none has that.
    """
    found = of_all_sizes(word, known)
    for name in found:
        if known[name] == size:
            return name
    if found:
        *others, last = (str(known[name]) for name in found)
        raise MoteError(f"--key has {size} bytes; {word} takes {', '.join(others)} or {last}")
    return spelled(word, known)


def function(wanted: str, kind: str = "") -> Function:
    """The function of that name, which must be of the kind if one is given; raises MoteError."""
    found = functions([wanted], kind)
    if len(found) != 1:
        *others, last = (each.name for each in found)
        raise MoteError(f"{wanted}: say the key's size: {', '.join(others)} or {last}")
    return found[0]


def sized(wanted: str, kind: str, bits: int | None) -> tuple[Function, int]:
    """The function of that name and kind, and the size of its digest: bits, or the name's, or the
    main one; raises MoteError where both are given and differ."""
    name, own = with_digest(wanted, catalog.functions())
    found = function(name, kind)
    if own is not None and bits not in (None, own):
        raise MoteError(f"--digest {bits}: {wanted} has {own} bits; leave one of the two out")
    own = found.main_size if own is None else own
    return found, own if bits is None else bits


def cpu(wanted: str) -> Cpu:
    """The CPU of that name, or of the chip of that name; raises MoteError."""
    return device(wanted)[0]


def device(wanted: str) -> tuple[Cpu, Chip | None]:
    """The CPU of that name, or a chip's (mote.catalog.chips) and that chip; raises MoteError.

    The first timing of a chip's CPU is the chip's.
    """
    cpus = catalog.cpus()
    if wanted in cpus:
        return cpus[wanted], None
    chip = chips.find(wanted)
    if chip is not None:
        cpu = cpus[chip.cpu]
        timings = sorted(cpu.timings, key=lambda timing: timing.name != chip.timing)
        return dataclasses.replace(cpu, timings=tuple(timings)), chip
    near = difflib.get_close_matches(wanted.lower(), [*cpus, *chips.chips()], 1, 0.6)
    hint = f"did you mean {near[0]!r}?" if near else "`mote cpus` lists CPUs and chips"
    raise MoteError(f"unknown CPU {wanted!r}; {hint}")


def implementation(of: Function, wanted: str, on: Cpu | None) -> Implementation:
    """The implementation of that name, if it runs on the CPU (None is the host: portable C).

    Raises MoteError.
    """
    by_name = {i.name: i for i in catalog.implementations(of)}
    if wanted not in by_name:
        here = [n for n, i in by_name.items() if on is None or catalog.runs_on(i, on)]
        where = "" if on is None else f" for {on.name}"
        catalog.pick_names("implementation", [wanted], here, f" of {of.name}{where}")
    chosen = by_name[wanted]
    if on is None and (chosen.source.suffix != ".c" or not wanted.startswith("portable")):
        raise MoteError(f"{wanted} is not for the host; name its CPU with --cpu")
    if on is not None and not catalog.runs_on(chosen, on):
        fits = [n for n, i in by_name.items() if catalog.runs_on(i, on)]
        raise MoteError(
            f"{wanted} is not for {on.name}; for it there is {', '.join(fits) or 'none'}"
        )
    return chosen
