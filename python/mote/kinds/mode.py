"""Modes of operation and stream ciphers: vectors, constant time, and figures.

function.toml says under `facts` which mode it is, one of MODES.  The functions of the interface are
those of mote/aes.h, mote/aes_ctr.h, mote/gcm.h, mote/ghash.h, mote/cmac.h, mote/ccm.h,
mote/aes_wrap.h, mote/ascon_aead128.h, mote/chacha20.h and mote/salsa20.h.
"""

from __future__ import annotations

import abc
import csv
import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from mote import native
from mote.building import package
from mote.building.image import Region
from mote.calling import session as sessions
from mote.calling.figures import PIECE_BYTES, Figures, slope
from mote.calling.session import Session, pseudo_random, secret_bytes, variation
from mote.catalog.function import ApiCall, Function
from mote.catalog.vectors import VectorCount, generated
from mote.common.differing import differing
from mote.common.errors import Breach
from mote.kinds import Kind
from mote.machines.call import Argument, CallResult

BLOCK = 16
HARNESS = Path(native.__file__).parent / "mode_harness.c"

SHORT_BYTES = 32
HALF_BLOCKS = 32
"""Long is the slope between a text of so many blocks and one of twice as many."""

TAG_SIZES = (16, 15, 14, 13, 12, 8, 4)
WRONG_KEY_SIZE = -1
"""MOTE_AES_WRONG_KEY_SIZE of mote/aes.h, and its like of mote/gcm.h and mote/aes_ctr.h."""

WRONG_TAG = -5
"""MOTE_GCM_WRONG_TAG of mote/gcm.h, and its like of mote/ascon_aead128.h."""

FIRST_ROWS = 10
"""Rows of every bench run: the first of a file have each edge once."""


@dataclass(frozen=True)
class Case:
    """What a row of vectors/<function>.csv is made of.

    iv: the initial value, counter block or tweak, as hexadecimal digits where it is not from the
    generator; a counter of a GCM vector stands there as the IV that leads to it.  counter_bits: of
    CTR, those of the counter block that count.
    """

    number: int
    bytes: int
    iv_bytes: int = BLOCK
    aad_bytes: int = 0
    tag_bytes: int = 0
    counter_bits: int = 0
    iv: str = ""


@dataclass(frozen=True)
class ModeVector:
    """A text and what it is encrypted to, with the tag behind it where the mode has one."""

    number: int
    key: bytes
    iv: bytes
    aad: bytes
    text: bytes
    tag_bytes: int
    output: bytes
    counter_bits: int = 128


@dataclass
class Text:
    """How a text goes through the functions of a mode on a machine."""

    session: Session
    cc: Region
    iv: bytes
    aad: bytes
    tag_bytes: int
    counter_bits: int
    chunks: tuple[int, ...] = ()
    offset: int = 0
    in_place: bool = False
    key: bytes = b""
    text: bytes = b""
    """That of the vector: what a code that is checked should be of."""
    right: bool = True
    """Whether the tag that came with the text was the right one."""


class Mode(abc.ABC):
    """One mode of operation.

    calls: the functions behind {prefix} and their arguments.  whole_blocks: whether it takes texts
    of whole blocks only, of `unit` bytes; least: bytes of the shortest text.  keys: how many keys
    its key holds; key_sizes: in bits, those that the function which sets a key takes.  guarded: as
    Kind.guarded, of modes that are in assembly as a whole.
    in_pieces: whether a text may come in several calls.  one_direction: whether decryption is
    what encryption is, or there is none.
    has_iv: whether it takes an initial value, of iv_bytes, of which the first public_iv are no
    secret; any_iv: whether of any size, best 12 bytes; iv_sizes: those that it may have, where
    they are several.  tags: the sizes of its tag, the longest first; without one it does not
    authenticate.
    """

    calls: tuple[tuple[str, tuple[str | int, ...]], ...]
    whole_blocks = False
    unit = BLOCK
    least = 0
    keys = 1
    key_sizes: tuple[int, ...] = (128, 192, 256)
    guarded: Mapping[str, int | str] = MappingProxyType({})
    decrypts = True
    in_pieces = True
    one_direction = False
    has_iv = True
    iv_bytes = BLOCK
    public_iv = 0
    any_iv = False
    iv_sizes: tuple[int, ...] = ()
    tags: tuple[int, ...] = ()
    is_mac = False

    def set_key(self, session: Session, cc: Region, key: bytes, offset: int = 0) -> None:
        """Call the function that sets the key."""
        (where,) = session.arranged([("key", len(key), False)], offset)
        session.machine.write(where.address, key)
        bits = Argument("unsigned", 8 * len(key) // self.keys)
        session.api(0, {"cc": cc, "key": where, "key_bits": bits})

    def try_key(self, session: Session, cc: Region, key: bytes) -> None:
        """Call the function that takes or refuses a key for its size."""
        self.set_key(session, cc, key)

    @abc.abstractmethod
    def crypt(self, text: Text, data: bytes, back: bool) -> bytes:
        """Encrypt, or decrypt what encryption gave (with its tag); raises Breach."""

    @abc.abstractmethod
    def example(self, name: str, bits: int) -> Sequence[tuple[str, str]]:
        """As Kind.example; name: the main identifier, bits: those of a key."""

    def cases(self, key: bytes, reference: Any) -> Iterator[Case]:
        """What the rows of the vectors are made of; reference: tests/reference/aes.py."""
        if self.whole_blocks:
            lengths = [0, 1, 3, 8, 9, 2, 5, 16, 17, 33, 4, 6, 7, 40]
            lengths = [self.unit * each for each in lengths]
        else:
            lengths = [0, 1, 48, 33, 127, 144, 15, 16, 272, 17, 31, 32, 47, 63, 64, 65, 128, 129]
            lengths += [130, 255, 256, 257, 145, 529]
        for number, length in enumerate(each for each in lengths if each >= self.least):
            yield Case(number, length)

    @abc.abstractmethod
    def output(self, vector: ModeVector, reference: Any) -> bytes:
        """What the reference says."""

    def _whole(
        self,
        text: Text,
        which: int,
        data: bytes,
        values: dict[str, Argument | Region],
        length: str,
        more: Sequence[tuple[str, bytes, bool]] = (),
    ) -> bytes:
        """One call with data, at src and dst, and `more` objects beside them.

        length: the name of the argument with the bytes, or the blocks, of data.  more: name,
        contents and whether they are written; those are read again into `after`.
        """
        session, size = text.session, len(data)
        objects = [(name, len(content), writable) for name, content, writable in more]
        objects += [("text", size, text.in_place), ("result", 0 if text.in_place else size, True)]
        *others, source, target = session.arranged(objects, text.offset)
        for where, (_, content, _) in zip(others, more, strict=True):
            session.machine.write(where.address, content)
        target = source if text.in_place else target
        if size:
            session.machine.write(target.address, pseudo_random("dirty", size))
            session.machine.write(source.address, data)
        amount = size // BLOCK if length == "blocks" else size
        arguments = {**values, "src": source, "dst": target, length: Argument("size", amount)}
        arguments |= dict(zip((name for name, _, _ in more), others, strict=True))
        session.api(which, arguments, size)
        self.after = [
            session.machine.read(where.address, len(content))
            for where, (_, content, _) in zip(others, more, strict=True)
        ]
        return session.machine.read(target.address, size) if size else b""

    after: list[bytes]


def read_only(region: Region) -> Region:
    return replace(region, writable=False)


def cut(data: bytes, cycle: tuple[int, ...], unit: int, capacity: int) -> Iterator[bytes]:
    """The data in pieces of these lengths, each a multiple of the unit."""
    sizes = tuple(min(each, capacity) // unit * unit for each in cycle)
    if not any(sizes):
        sizes = (capacity // unit * unit,)
    number = done = 0
    while done < len(data) or (number == 0 and not data):
        size = sizes[number % len(sizes)]
        yield data[done : done + size]
        done += size
        number += 1


def capacity(session: Session) -> int:
    """The most bytes of text that one call is given: it may lie twice, with a state beside it."""
    return int(min(4096, (session.capacity - 512) // 2))


INIT = ("_init", ("cc", "key", "key_bits"))


class Ecb(Mode):
    calls = (
        INIT,
        ("_ecb_encrypt", ("cc", "src", "dst", "blocks")),
        ("_ecb_decrypt", ("cc", "src", "dst", "blocks")),
    )
    whole_blocks = True
    has_iv = False

    def example(self, name: str, bits: int) -> Sequence[tuple[str, str]]:
        return (
            (f"{name}_context cc;", ""),
            (f"unsigned char key[{bits // 8}] = {{1}}, blocks[32] = {{2}};", ""),
            (f"if ({name}_init(&cc, key, {bits}) == 0)", ""),
            (f"    {name}_ecb_encrypt(&cc, blocks, blocks, 2);", "in place"),
        )

    def crypt(self, text: Text, data: bytes, back: bool) -> bytes:
        values: dict[str, Argument | Region] = {"cc": read_only(text.cc)}
        pieces = cut(data, text.chunks, BLOCK, capacity(text.session))
        return b"".join(self._whole(text, 1 + back, piece, values, "blocks") for piece in pieces)

    def output(self, vector: ModeVector, reference: Any) -> bytes:
        return bytes(reference.ecb(vector.key, vector.text))


class Cbc(Mode):
    calls = (
        INIT,
        ("_cbc_encrypt", ("cc", "iv", "src", "dst", "blocks")),
        ("_cbc_decrypt", ("cc", "iv", "src", "dst", "blocks")),
    )
    whole_blocks = True

    def example(self, name: str, bits: int) -> Sequence[tuple[str, str]]:
        return (
            (f"{name}_context cc;", ""),
            (f"unsigned char key[{bits // 8}] = {{1}}, iv[16] = {{2}}, blocks[32] = {{3}};", ""),
            (f"if ({name}_init(&cc, key, {bits}) == 0)", ""),
            (
                f"    {name}_cbc_encrypt(&cc, iv, blocks, blocks, 2);",
                "in place; and on, with the iv as it is now",
            ),
        )

    def crypt(self, text: Text, data: bytes, back: bool) -> bytes:
        values: dict[str, Argument | Region] = {"cc": read_only(text.cc)}
        iv, result = text.iv, b""
        for piece in cut(data, text.chunks, BLOCK, capacity(text.session)):
            more = [("iv", iv, True)]
            result += self._whole(text, 1 + back, piece, values, "blocks", more)
            iv = self.after[0]
        return result

    def output(self, vector: ModeVector, reference: Any) -> bytes:
        return bytes(reference.cbc(vector.key, vector.iv, vector.text))


class Ctr(Mode):
    """With a counter of 128 bits, and of 32."""

    one_direction = True
    calls: tuple[tuple[str, tuple[str | int, ...]], ...] = (
        INIT,
        ("_ctr_start", ("state", "counter")),
        ("_ctr", ("cc", "state", "src", "dst", "len")),
        ("_ctr32", ("cc", "state", "src", "dst", "len")),
    )

    def example(self, name: str, bits: int) -> Sequence[tuple[str, str]]:
        return (
            (f"{name}_context cc;", ""),
            (f"{name}_ctr_state state;", ""),
            (
                f'unsigned char key[{bits // 8}] = {{1}}, counter[16] = {{2}}, text[4] = "abc";',
                "",
            ),
            (f"{name}_ctr_start(&state, counter);", ""),
            (f"if ({name}_init(&cc, key, {bits}) == 0)", ""),
            (
                f"    {name}_ctr(&cc, &state, text, text, 4);",
                "in place; and again, to decrypt",
            ),
        )

    def crypt(self, text: Text, data: bytes, back: bool) -> bytes:
        session = text.session
        values: dict[str, Argument | Region] = {"cc": read_only(text.cc)}
        state = pseudo_random("dirty state", state_bytes(session))
        where, counter = session.arranged(
            [("state", len(state), True), ("counter", BLOCK, False)], 0
        )
        session.machine.write(where.address, state)
        session.machine.write(counter.address, text.iv)
        session.api(1, {"state": where, "counter": counter})
        state, result = session.machine.read(where.address, len(state)), b""
        # Somebody else's program may have one of the two (facts of the function: counter_bits).
        both = len(session.implementation.calls) > 3
        which = 3 if both and text.counter_bits == 32 else 2
        # A state is of the type's own alignment: the text may lie anywhere behind it.
        for piece in cut(data, text.chunks, 1, capacity(session)):
            more = [("state", state, True), ("gap", bytes(text.offset), False)]
            aligned = replace(text, offset=0)
            result += self._whole(aligned, which, piece, values, "len", more)
            state = self.after[0]
        return result

    def cases(self, key: bytes, reference: Any) -> Iterator[Case]:
        number = 0
        for case in super().cases(key, reference):
            number = case.number
            yield replace(case, counter_bits=32 if number % 3 == 1 else 128)
        # Counters that go through 2^32, 2^64 and 2^128 in the middle.
        for iv, length in (
            ("ff" * 16, 100),
            ("00" * 11 + "ff" * 5, 64),
            ("17" * 8 + "ff" * 7 + "fc", 160),
            ("ff" * 15 + "f7", 300),
            # A call that is longer than what any file of ours does at once.
            ("00" * 15 + "bd", 1200),
        ):
            for bits in (128, 32):
                number += 1
                yield Case(number, length, counter_bits=bits, iv=iv)

    def output(self, vector: ModeVector, reference: Any) -> bytes:
        return bytes(reference.ctr(vector.key, vector.iv, vector.text, vector.counter_bits))


class CtrOnly(Ctr):
    """That of mote/aes_ctr.h, whose context is the state, too."""

    calls = (
        ("_init", ("cc", "key", "key_bits", "counter")),
        ("_crypt", ("cc", "src", "dst", "len")),
    )
    key_sizes = (128, 256)
    guarded = MappingProxyType(
        {"key": "key_bits / 8", "counter": BLOCK, "src": "len", "dst": "len"}
    )

    def example(self, name: str, bits: int) -> Sequence[tuple[str, str]]:
        return (
            (f"{name}_context cc;", ""),
            (
                f'unsigned char key[{bits // 8}] = {{1}}, counter[16] = {{2}}, text[4] = "abc";',
                "",
            ),
            (f"if ({name}_init(&cc, key, {bits}, counter) == 0)", ""),
            (
                f"    {name}_crypt(&cc, text, text, 4);",
                "in place; and again from init, to decrypt",
            ),
        )

    def set_key(self, session: Session, cc: Region, key: bytes, offset: int = 0) -> None:
        """Nothing: the key comes with the counter."""

    def try_key(self, session: Session, cc: Region, key: bytes) -> None:
        self.start(Text(session, cc, bytes(BLOCK), b"", 0, 128, key=key))

    def start(self, text: Text) -> None:
        """Call the function that sets key and counter."""
        session, size = text.session, len(text.key)
        objects = [("key", size, False), ("counter", BLOCK, False)]
        key, counter = session.arranged(objects, text.offset)
        session.machine.write(key.address, text.key)
        session.machine.write(counter.address, text.iv)
        bits = Argument("unsigned", 8 * size)
        session.api(0, {"cc": text.cc, "key": key, "key_bits": bits, "counter": counter})

    def crypt(self, text: Text, data: bytes, back: bool) -> bytes:
        self.start(text)
        values: dict[str, Argument | Region] = {"cc": text.cc}
        pieces = cut(data, text.chunks, 1, capacity(text.session))
        return b"".join(self._whole(text, 1, piece, values, "len") for piece in pieces)

    def cases(self, key: bytes, reference: Any) -> Iterator[Case]:
        for case in super().cases(key, reference):
            yield replace(case, counter_bits=128)


class Xts(Mode):
    calls = (
        ("_xts_init", ("cc", "key", "key_bits")),
        ("_xts_encrypt", ("cc", "tweak", "src", "dst", "len")),
        ("_xts_decrypt", ("cc", "tweak", "src", "dst", "len")),
    )
    least = BLOCK
    keys = 2
    in_pieces = False

    def example(self, name: str, bits: int) -> Sequence[tuple[str, str]]:
        return (
            (f"{name}_xts_context cc;", ""),
            (
                f"unsigned char key[{2 * bits // 8}] = {{1}}, tweak[16] = {{2}}, text[17] = {{3}};",
                "two keys",
            ),
            (f"if ({name}_xts_init(&cc, key, {bits}) == 0 &&", "bits of one of them"),
            (f"    {name}_xts_encrypt(&cc, tweak, text, text, 17) != 0)", ""),
            ("    return 1;", "never for so many bytes"),
        )

    def crypt(self, text: Text, data: bytes, back: bool) -> bytes:
        values: dict[str, Argument | Region] = {"cc": read_only(text.cc)}
        return self._whole(text, 1 + back, data, values, "len", [("tweak", text.iv, False)])

    def output(self, vector: ModeVector, reference: Any) -> bytes:
        return bytes(reference.xts(vector.key, vector.iv, vector.text))


class Authenticated(Mode):
    """A mode with further data before the text and a tag behind it.

    aad: which of the calls takes the data; those for the text, the tag and its check follow.
    """

    aad: int

    @abc.abstractmethod
    def start(self, text: Text) -> None:
        """The calls before the data."""

    def _given(self, text: Text, which: int, names: tuple[str, str], data: bytes) -> None:
        """A call with cc, bytes that it reads, and their number where it asks for that."""
        (where,) = text.session.arranged([(names[0], len(data), False)], text.offset)
        if data:
            text.session.machine.write(where.address, data)
        size = Argument("size", len(data))
        values: dict[str, Argument | Region] = {"cc": text.cc, names[0]: where, names[1]: size}
        asked = {name: values[name] for name in self.calls[which][1] if isinstance(name, str)}
        text.session.api(which, asked, len(data))

    def crypt(self, text: Text, data: bytes, back: bool) -> bytes:
        session, room = text.session, capacity(text.session)
        values: dict[str, Argument | Region] = {"cc": text.cc}
        encrypt, decrypt, tagged, check = range(self.aad + 1, self.aad + 5)
        self.start(text)
        for piece in cut(text.aad, text.chunks, 1, room):
            self._given(text, self.aad, ("data", "len"), piece)
        end = len(data) - text.tag_bytes if back else len(data)
        result = b"".join(
            self._whole(text, decrypt if back else encrypt, piece, values, "len")
            for piece in cut(data[:end], text.chunks, 1, room)
        )
        if back:
            self._given(text, check, ("tag", "tag_len"), data[end:])
            text.right = returned(session) == 0
            return result
        (tag,) = session.arranged([("tag", text.tag_bytes, True)], text.offset)
        session.machine.write(tag.address, pseudo_random("dirty", text.tag_bytes))
        given: dict[str, Argument | Region] = {"cc": text.cc, "tag": tag}
        if "tag_len" in self.calls[tagged][1]:
            given["tag_len"] = Argument("size", text.tag_bytes)
        session.api(tagged, given)
        return result + session.machine.read(tag.address, text.tag_bytes)


class Gcm(Authenticated):
    calls = (
        INIT,
        ("_start", ("cc", "iv", "iv_len")),
        ("_aad", ("cc", "data", "len")),
        ("_encrypt", ("cc", "src", "dst", "len")),
        ("_decrypt", ("cc", "src", "dst", "len")),
        ("_tag", ("cc", "tag", "tag_len")),
        ("_check", ("cc", "tag", "tag_len")),
    )
    aad = 2
    any_iv = True
    tags = TAG_SIZES

    def example(self, name: str, bits: int) -> Sequence[tuple[str, str]]:
        return (
            (f"{name}_context cc;", ""),
            (
                f"unsigned char key[{bits // 8}] = {{1}}, iv[12] = {{2}}, "
                'text[4] = "abc", tag[16];',
                "",
            ),
            (f"if ({name}_init(&cc, key, {bits}) != 0 ||", ""),
            (f'    {name}_seal(&cc, iv, 12, "header", 6, text, text, 4, tag, 16) != 0)', ""),
            ("    text[0] = 0;", "nothing was encrypted"),
        )

    def start(self, text: Text) -> None:
        self._given(text, 1, ("iv", "iv_len"), text.iv)

    def cases(self, key: bytes, reference: Any) -> Iterator[Case]:
        ivs = (12, 12, 16, 1, 12, 17, 8, 12, 12, 60, 12, 33)
        aads = (0, 20, 16, 33, 1, 0, 15, 48, 17, 32)
        number = 0
        for case in super().cases(key, reference):
            iv, aad = ivs[number % len(ivs)], aads[number % len(aads)]
            yield Case(number, case.bytes, iv, aad, TAG_SIZES[number % len(TAG_SIZES)])
            number += 1
        # Counters that go through 2^32 in the middle; GMAC, in which there is no text.
        for counter in ("9" * 24 + "fffffffe", "0" * 24 + "fffffff7"):
            iv_of = reference.iv_for_counter(key, bytes.fromhex(counter))
            yield Case(number, 250, BLOCK, 5, BLOCK, iv=iv_of.hex())
            number += 1
        yield Case(number, 0, 12, 70, BLOCK)
        # Several turns of a loop over sixteen blocks, and the counter through 2^32 in one of them.
        iv_of = reference.iv_for_counter(key, bytes.fromhex("5" * 24 + "ffffffe5"))
        yield Case(number + 1, 50 * BLOCK + 7, BLOCK, 20, BLOCK, iv=iv_of.hex())

    def output(self, vector: ModeVector, reference: Any) -> bytes:
        aad, tag_bytes = vector.aad, vector.tag_bytes
        return bytes(reference.gcm(vector.key, vector.iv, aad, vector.text, tag_bytes))


class Wrap(Mode):
    """Key wrap: what it gives is 8 bytes longer, and any change of it is seen."""

    calls = (
        INIT,
        ("_encrypt", ("cc", "src", "dst", "secret_len")),
        ("_decrypt", ("cc", "src", "dst", "wrapped_len")),
    )
    whole_blocks = True
    unit = 8
    least = BLOCK
    has_iv = False
    in_pieces = False
    tags = (8,)

    def example(self, name: str, bits: int) -> Sequence[tuple[str, str]]:
        return (
            (f"{name}_context cc;", ""),
            (
                f"unsigned char key[{bits // 8}] = {{1}}, secret[16] = {{2}}, wrapped[24];",
                "",
            ),
            (f"if ({name}_init(&cc, key, {bits}) != 0 ||", ""),
            (f"    {name}_encrypt(&cc, secret, wrapped, 16) != 0 ||", ""),
            (f"    {name}_decrypt(&cc, wrapped, secret, 24) != 0)", ""),
            ("    return 1;", "a change would have been seen"),
        )

    def crypt(self, text: Text, data: bytes, back: bool) -> bytes:
        session, size = text.session, len(data)
        given = size - 8 if back else size + 8
        room = max(size, given) if text.in_place else size
        objects = [("text", room, text.in_place), ("result", 0 if text.in_place else given, True)]
        source, target = session.arranged(objects, text.offset)
        target = source if text.in_place else target
        session.machine.write(target.address, pseudo_random("dirty", given))
        session.machine.write(source.address, data)
        values: dict[str, Argument | Region] = {"cc": read_only(text.cc), "src": source}
        length = "wrapped_len" if back else "secret_len"
        session.api(1 + back, {**values, "dst": target, length: Argument("size", size)}, size)
        text.right = returned(session) == 0
        return session.machine.read(target.address, given)

    def cases(self, key: bytes, reference: Any) -> Iterator[Case]:
        # The last ones have steps with numbers of two bytes.
        lengths = [16, 24, 32, 40, 48, 56, 64, 128, 136, 144, 72, 80, 88, 96, 264, 336, 344, 520]
        for number, length in enumerate(lengths):
            yield Case(number, length, tag_bytes=8)

    def output(self, vector: ModeVector, reference: Any) -> bytes:
        return bytes(reference.wrap(vector.key, vector.text))


class Ccm(Authenticated):
    """The lengths of data and text are declared before them, and the size of the tag."""

    calls = (
        INIT,
        ("_start", ("cc", "nonce", "nonce_len", "aad_len", "len", "tag_len")),
        ("_aad", ("cc", "data", "len")),
        ("_encrypt", ("cc", "src", "dst", "len")),
        ("_decrypt", ("cc", "src", "dst", "len")),
        ("_tag", ("cc", "tag")),
        ("_check", ("cc", "tag")),
    )
    aad = 2
    iv_bytes = 13
    iv_sizes = (13, 12, 11, 10, 9, 8, 7)
    tags = (16, 14, 12, 10, 8, 6, 4)

    def example(self, name: str, bits: int) -> Sequence[tuple[str, str]]:
        return (
            (f"{name}_context cc;", ""),
            (
                f"unsigned char key[{bits // 8}] = {{1}}, nonce[13] = {{2}}, "
                'text[4] = "abc", tag[8];',
                "",
            ),
            (f"if ({name}_init(&cc, key, {bits}) != 0 ||", ""),
            (f'    {name}_seal(&cc, nonce, 13, "header", 6, text, text, 4, tag, 8) != 0)', ""),
            ("    text[0] = 0;", "nothing was encrypted"),
        )

    def start(self, text: Text) -> None:
        (where,) = text.session.arranged([("nonce", len(text.iv), False)], text.offset)
        text.session.machine.write(where.address, text.iv)
        sizes = {
            "nonce_len": len(text.iv),
            "aad_len": len(text.aad),
            "len": len(text.text),
            "tag_len": text.tag_bytes,
        }
        numbers = {name: Argument("size", size) for name, size in sizes.items()}
        text.session.api(1, {"cc": text.cc, "nonce": where, **numbers})

    def cases(self, key: bytes, reference: Any) -> Iterator[Case]:
        nonces, tags = (13, 7, 12, 8, 11, 9, 10), (16, 8, 4, 14, 10, 6, 12, 16, 4)
        aads = (0, 20, 14, 33, 1, 0, 15, 48, 17, 32, 30)
        for case in super().cases(key, reference):
            number = case.number
            iv, tag = nonces[number % len(nonces)], tags[number % len(tags)]
            yield Case(number, case.bytes, iv, aads[number % len(aads)], tag)
        # Data alone; a length of them with two bytes that are not 0; a counter of two bytes.
        yield Case(number + 1, 0, 13, 70, BLOCK)
        yield Case(number + 2, 7, 13, 300, 8)
        yield Case(number + 3, 258 * BLOCK + 3, 12, 0, BLOCK)

    def output(self, vector: ModeVector, reference: Any) -> bytes:
        aad, tag_bytes = vector.aad, vector.tag_bytes
        return bytes(reference.ccm(vector.key, vector.iv, aad, vector.text, tag_bytes))


class Ascon(Authenticated):
    calls = (
        ("_init", ("cc", "key", "nonce")),
        ("_aad", ("cc", "data", "len")),
        ("_encrypt", ("cc", "src", "dst", "len")),
        ("_decrypt", ("cc", "src", "dst", "len")),
        ("_tag", ("cc", "tag")),
        ("_check", ("cc", "tag")),
    )
    aad = 1
    tags = (BLOCK,)

    def example(self, name: str, bits: int) -> Sequence[tuple[str, str]]:
        text = '"header", 6, text, text, 4, tag'
        return (
            (f"{name}_context cc;", ""),
            (
                f"unsigned char key[{bits // 8}] = {{1}}, nonce[16] = {{2}}, "
                'text[4] = "abc", tag[16];',
                "",
            ),
            (f"{name}_seal(&cc, key, nonce, {text});", ""),
            (f"if ({name}_open(&cc, key, nonce, {text}) != 0)", ""),
            ("    text[0] = 0;", "not what was encrypted: text is all zeros"),
        )

    def set_key(self, session: Session, cc: Region, key: bytes, offset: int = 0) -> None:
        """Nothing: the key comes with the nonce."""

    def start(self, text: Text) -> None:
        session = text.session
        sizes = (("key", len(text.key), False), ("iv", len(text.iv), False))
        key, nonce = session.arranged(sizes, text.offset)
        session.machine.write(key.address, text.key)
        session.machine.write(nonce.address, text.iv)
        session.api(0, {"cc": text.cc, "key": key, "nonce": nonce})

    def cases(self, key: bytes, reference: Any) -> Iterator[Case]:
        aads = (0, 20, 16, 33, 1, 0, 15, 48, 17, 32)
        for case in super().cases(key, reference):
            yield replace(case, aad_bytes=aads[case.number % len(aads)], tag_bytes=BLOCK)

    def output(self, vector: ModeVector, reference: Any) -> bytes:
        return bytes(reference.aead(vector.key, vector.iv, vector.aad, vector.text))


class ChaChaPoly(Ascon):
    iv_bytes = 12

    def example(self, name: str, bits: int) -> Sequence[tuple[str, str]]:
        text = '"header", 6, text, text, 4, tag'
        return (
            (f"{name}_context cc;", ""),
            (
                f"unsigned char key[{bits // 8}] = {{1}}, nonce[12] = {{2}}, "
                'text[4] = "abc", tag[16];',
                "",
            ),
            (f"if ({name}_seal(&cc, key, nonce, {text}) != 0 ||", ""),
            (f"    {name}_open(&cc, key, nonce, {text}) != 0)", ""),
            ("    text[0] = 0;", "not what was encrypted: text is all zeros"),
        )

    def cases(self, key: bytes, reference: Any) -> Iterator[Case]:
        found = [replace(each, iv_bytes=12) for each in super().cases(key, reference)]
        yield from found
        # Several blocks of ChaCha20 at once, and lengths around their ends.
        for number, length in enumerate((192, 191, 320, 1100), found[-1].number + 1):
            yield Case(number, length, 12, 20 * (number % 3), BLOCK)

    def output(self, vector: ModeVector, reference: Any) -> bytes:
        given = (vector.key, vector.iv, vector.aad, vector.text)
        return bytes(reference.chacha20_poly1305(*given))


class Ghash(Mode):
    calls: tuple[tuple[str, tuple[str | int, ...]], ...] = (
        ("_init", ("cc", "key")),
        ("", ("cc", "data", "len")),
        ("_close", ("cc", "dst")),
    )
    decrypts = False
    one_direction = True

    def example(self, name: str, bits: int) -> Sequence[tuple[str, str]]:
        return (
            (f"{name}_context cc;", ""),
            (f"unsigned char key[{bits // 8}] = {{1}}, hash[16];", ""),
            (f"{name}_init(&cc, key);", ""),
            (f'{name}(&cc, "abc", 3);', "as often as data comes"),
            (f"{name}_close(&cc, hash);", ""),
        )

    def append(self, text: Text, data: bytes) -> None:
        """The calls that take the data."""
        session = text.session
        for piece in cut(data, text.chunks, 1, 2 * capacity(session)):
            (where,) = session.arranged([("data", len(piece), False)], text.offset)
            if piece:
                session.machine.write(where.address, piece)
            size = Argument("size", len(piece))
            session.api(1, {"cc": text.cc, "data": where, "len": size}, len(piece))

    def crypt(self, text: Text, data: bytes, back: bool) -> bytes:
        session = text.session
        self.append(text, data)
        (target,) = session.arranged([("hash", BLOCK, True)], text.offset)
        session.machine.write(target.address, pseudo_random("dirty", BLOCK))
        session.api(2, {"cc": text.cc, "dst": target})
        return session.machine.read(target.address, BLOCK)

    def output(self, vector: ModeVector, reference: Any) -> bytes:
        return bytes(reference.ghash(vector.key, vector.text))


class Poly1305(Ghash):
    has_iv = False

    def example(self, name: str, bits: int) -> Sequence[tuple[str, str]]:
        return (
            (f"{name}_context cc;", ""),
            (f"unsigned char key[{bits // 8}] = {{1}}, tag[16];", ""),
            (f"{name}_init(&cc, key);", ""),
            (f'{name}(&cc, "abc", 3);', "as often as data comes"),
            (f"{name}_close(&cc, tag);", ""),
        )

    def output(self, vector: ModeVector, reference: Any) -> bytes:
        return bytes(reference.poly1305(vector.key, vector.text))


class Cmac(Ghash):
    """Its output is the code, or the first bytes of it; decryption is the check of a code."""

    calls = (
        INIT,
        ("", ("cc", "data", "len")),
        ("_close", ("cc", "dst")),
        ("_check", ("cc", "mac", "mac_len")),
    )
    decrypts = True
    has_iv = False
    tags = tuple(range(BLOCK, 3, -1))
    is_mac = True

    def example(self, name: str, bits: int) -> Sequence[tuple[str, str]]:
        return (
            (f"{name}_context cc;", ""),
            (f"unsigned char key[{bits // 8}] = {{1}}, mac[16];", ""),
            (f"if ({name}_init(&cc, key, {bits}) != 0)", ""),
            ("    return 1;", "never for so many bits"),
            (f'{name}(&cc, "abc", 3);', "as often as data comes"),
            (f"{name}_close(&cc, mac);", ""),
        )

    def crypt(self, text: Text, data: bytes, back: bool) -> bytes:
        if not back:
            return super().crypt(text, data, back)[: text.tag_bytes]
        session, mac = text.session, data[len(data) - text.tag_bytes :]
        self.append(text, text.text)
        (where,) = session.arranged([("mac", len(mac), False)], text.offset)
        session.machine.write(where.address, mac)
        session.api(3, {"cc": text.cc, "mac": where, "mac_len": Argument("size", len(mac))})
        text.right = returned(session) == 0
        return text.text

    def cases(self, key: bytes, reference: Any) -> Iterator[Case]:
        tags = (16, 16, 12, 16, 8, 16, 4, 16, 15, 14, 16, 13, 11)
        for case in super().cases(key, reference):
            yield replace(case, tag_bytes=tags[case.number % len(tags)])

    def output(self, vector: ModeVector, reference: Any) -> bytes:
        return bytes(reference.cmac(vector.key, vector.text))[: vector.tag_bytes]


class Stream(Mode):
    """A stream cipher of blocks of 64 bytes, whose key comes with a nonce and a block's number.

    Its initial value is that number, four bytes, the lowest first, and the nonce behind it.
    """

    calls = (
        ("_init", ("cc", "key", "nonce", "counter")),
        ("_crypt", ("cc", "src", "dst", "len")),
    )
    one_direction = True
    public_iv = 4

    def __init__(self, name: str, nonce_bytes: int, *, carries: bool) -> None:
        """name: of the reference's function; carries: whether numbers go beyond 2^32."""
        self.name = name
        self.iv_bytes = 4 + nonce_bytes
        self.guarded = {"key": 32, "nonce": nonce_bytes, "src": "len", "dst": "len"}
        self.carries = carries

    def example(self, name: str, bits: int) -> Sequence[tuple[str, str]]:
        size = self.iv_bytes - 4
        return (
            (f"{name}_context cc;", ""),
            (
                f'unsigned char key[{bits // 8}] = {{1}}, nonce[{size}] = {{2}}, text[4] = "abc";',
                "",
            ),
            (f"{name}_init(&cc, key, nonce, {int(not self.carries)});", ""),
            (
                f"{name}_crypt(&cc, text, text, 4);",
                "in place; and again from init, to decrypt",
            ),
        )

    def set_key(self, session: Session, cc: Region, key: bytes, offset: int = 0) -> None:
        """Nothing: the key comes with the nonce."""

    def crypt(self, text: Text, data: bytes, back: bool) -> bytes:
        session, nonce = text.session, text.iv[4:]
        objects = [("key", len(text.key), False), ("iv", len(nonce), False)]
        key, where = session.arranged(objects, text.offset)
        session.machine.write(key.address, text.key)
        session.machine.write(where.address, nonce)
        counter = Argument("word", int.from_bytes(text.iv[:4], "little"))
        session.api(0, {"cc": text.cc, "key": key, "nonce": where, "counter": counter})
        values: dict[str, Argument | Region] = {"cc": text.cc}
        pieces = cut(data, text.chunks, 1, capacity(session))
        return b"".join(self._whole(text, 1, piece, values, "len") for piece in pieces)

    def cases(self, key: bytes, reference: Any) -> Iterator[Case]:
        lengths = [0, 1, 192, 129, 511, 576, 63, 64, 1088, 65, 127, 128, 191, 255, 256, 257, 320]
        lengths += [383, 384, 385, 448, 512, 513, 767, 768, 769, 1023, 1024, 1025, 1300]
        # Two of those that come in one piece begin with an odd number: several blocks at a time.
        odd = {8: "01000000", 24: "ffffffff" if self.carries else "ff000000"}
        if self.carries:
            # Seven blocks before 2^32: four of them at a time, three, and behind it 767 bytes.
            odd[8], lengths[8] = "f9ffffff", 7 * 64 + 767
        for number, length in enumerate(lengths):
            nonce = generated("iv", number, self.iv_bytes)[4:].hex()
            iv = odd[number] + nonce if number in odd else ""
            yield Case(number, length, self.iv_bytes, iv=iv)
        # Numbers of blocks that go through 2^8 and 2^16 in the middle, and to their end or past it.
        for first, length in (
            ("fe000000", 500),
            ("fdff0000", 700),
            ("f8ffffff", 832 if self.carries else 512),
            *((("feffffff", 321), ("fdffffff", 1000), ("ffffffff", 640)) if self.carries else ()),
        ):
            number += 1
            nonce = generated("iv", number, self.iv_bytes)[4:].hex()
            yield Case(number, length, self.iv_bytes, iv=first + nonce)

    def output(self, vector: ModeVector, reference: Any) -> bytes:
        return bytes(getattr(reference, self.name)(vector.key, vector.iv, vector.text))


MODES: dict[str, Mode] = {
    "ecb": Ecb(),
    "cbc": Cbc(),
    "ctr": Ctr(),
    "ctr_only": CtrOnly(),
    "xts": Xts(),
    "gcm": Gcm(),
    "ccm": Ccm(),
    "wrap": Wrap(),
    "ghash": Ghash(),
    "ascon": Ascon(),
    "chacha20_poly1305": ChaChaPoly(),
    "poly1305": Poly1305(),
    "cmac": Cmac(),
    "chacha20": Stream("chacha20", 12, carries=False),
    "salsa20": Stream("salsa20", 8, carries=True),
}


def state_bytes(session: Session) -> int:
    """sizeof(mote_aes_ctr_state)."""
    return 2 * BLOCK + session.cpu.abi.int_bytes


def returned(session: Session) -> int:
    """The int that the last call returned."""
    size = session.cpu.abi.int_bytes
    value = session.machine.returned(size)
    return value - (1 << 8 * size) if value >> (8 * size - 1) else value


def mode_of(function: Function) -> Mode:
    return MODES[function.facts["mode"]]


def key_bytes(function: Function) -> int:
    """The bytes of all keys."""
    return mode_of(function).keys * function.main_size // 8


def vector(function: Function, case: Case, output: bytes = b"") -> ModeVector:
    """A case with its contents."""
    number = case.number
    iv = bytes.fromhex(case.iv) if case.iv else generated("iv", number, case.iv_bytes)
    return ModeVector(
        number,
        generated("key", number, key_bytes(function)),
        iv,
        generated("aad", number, case.aad_bytes),
        generated("text", number, case.bytes),
        case.tag_bytes,
        output,
        case.counter_bits,
    )


COLUMNS = ("number", "bytes", "iv_bytes", "aad_bytes", "tag_bytes", "counter_bits", "iv", "output")


def rows(function: Function, reference: Any) -> Iterator[str]:
    """The lines of vectors/<function>.csv, its columns first."""
    yield ",".join(COLUMNS)
    mode = mode_of(function)
    count = sum(1 for _ in mode.cases(bytes(key_bytes(function)), reference))
    for number in range(count):
        # An IV may be made of the row's own key.
        key = generated("key", number, key_bytes(function))
        case = next(each for each in mode.cases(key, reference) if each.number == number)
        output = mode.output(vector(function, case), reference)
        yield ",".join([*(str(getattr(case, name)) for name in COLUMNS[:-1]), output.hex()])


@functools.cache
def own(function: Function) -> tuple[ModeVector, ...]:
    """The project's vectors of a mode, from vectors/<function>.csv."""
    with function.vectors.open(newline="", encoding="utf-8") as stream:
        table = csv.DictReader(line for line in stream if not line.startswith("#"))
        found = tuple(
            vector(
                function,
                Case(**{name: int(row[name]) for name in COLUMNS[:-2]}, iv=row["iv"]),
                bytes.fromhex(row["output"]),
            )
            for row in table
        )
    size = function.facts.get("counter_bits")
    return tuple(each for each in found if size in (None, each.counter_bits))


def run(
    session: Session,
    given: ModeVector,
    *,
    back: bool = False,
    chunks: tuple[int, ...] = (),
    offset: int = 0,
    context: int = 0,
    in_place: bool = False,
) -> tuple[bytes, bool]:
    """A text encrypted under a fresh key, or the output decrypted; whether the tag was right.

    offset: bytes past an aligned address of all but the context; context: the number of its place.
    Raises Breach.
    """
    mode = mode_of(session.implementation.function)
    cc = session.context(session.fresh(variation(context, BLOCK)))
    mode.set_key(session, cc, given.key, offset)
    text = Text(
        *(session, cc, given.iv, given.aad, given.tag_bytes, given.counter_bits),
        *(chunks, offset, in_place, given.key, given.text),
    )
    result = mode.crypt(text, given.output if back else given.text, back)
    return result, text.right


def run_vectors(session: Session, chosen: Iterable[ModeVector]) -> VectorCount:
    """Encrypt and decrypt each text, each cut and placed in another way.  Raises Breach."""
    count = VectorCount()
    mode = mode_of(session.implementation.function)
    count.first = _sizes_of_keys(session, mode)
    count.failed += bool(count.first)
    for each in chosen:
        session.calls = []
        number = each.number
        placed = variation(number, BLOCK)
        options: dict[str, Any] = {
            "chunks": placed.chunks,
            "offset": placed.data,
            "context": number,
            "in_place": number % 2 == 1,
        }
        wrong = disagreement(session, each, options)
        count.passed += not wrong
        count.failed += bool(wrong)
        if wrong:
            count.first = count.first or f"text {number} of {len(each.text)} bytes, {wrong}"
    return count


def disagreement(session: Session, given: ModeVector, options: dict[str, Any]) -> str:
    """What is wrong with a text there and back, and a changed tag; empty if nothing is.

    options: what `run` takes behind the vector.  Raises Breach.
    """
    encrypted, _ = run(session, given, **options)
    if encrypted != given.output:
        return f"encrypted {differing(encrypted, given.output)}"
    if not mode_of(session.implementation.function).decrypts:
        return ""
    decrypted, right = run(session, given, back=True, **options)
    if decrypted != given.text:
        return f"decrypted {differing(decrypted, given.text)}"
    if not right:
        return "decrypted: the right tag is said to be wrong"
    return _changed(session, given, options) if given.tag_bytes else ""


def _sizes_of_keys(session: Session, mode: Mode) -> str:
    """Which size of key is wrongly taken or refused; empty if none is, or where there is one."""
    if "key_bits" not in session.implementation.calls[0].arguments:
        return ""
    sizes = sizes_of_keys(session.implementation.function)
    for bits in (0, 120, 128, 136, 192, 256, 384):
        cc = session.context(session.fresh())
        try:
            mode.try_key(session, cc, pseudo_random("key of any size", mode.keys * bits // 8))
        except Breach as breach:
            known = "" if bits in sizes else ", which it has to refuse"
            raise breach.told(f"given a key of {bits} bits{known}") from None
        found = returned(session)
        right = 0 if bits in sizes else WRONG_KEY_SIZE
        if found != right:
            other = not package.is_ours(session.implementation) and right == 0
            hint = "; --key-bits N names the sizes that it has" if other else ""
            return f"a key of {bits} bits is answered with {found}, should be {right}{hint}"
    return ""


def sizes_of_keys(function: Function) -> tuple[int, ...]:
    """In bits, those of the mode, or those that somebody's own program has of them."""
    found: tuple[int, ...] = function.facts.get("key_bits", mode_of(function).key_sizes)
    return found


def _changed(session: Session, given: ModeVector, options: dict[str, Any]) -> str:
    """What is wrong with how a changed tag is taken; each byte of the tag has its turn."""
    place = len(given.output) - given.tag_bytes + given.number % given.tag_bytes
    output = bytearray(given.output)
    output[place] ^= 1 << given.number % 8
    _, right = run(session, replace(given, output=bytes(output)), back=True, **options)
    found = returned(session)
    return "" if not right and found == WRONG_TAG else f"a wrong tag is answered with {found}"


def constant_time(session: Session) -> str:
    """Where the run depends on key, initial value, data or text; empty when it does not."""
    function = session.implementation.function
    mode = mode_of(function)
    tag = mode.tags[0] if mode.tags else 0

    def fill(number: int, what: str, size: int) -> bytes:
        content = secret_bytes(number, what, size)
        # The two keys of XTS must not be the same.
        return content if number > 1 or not size else content[:-1] + bytes([content[-1] ^ 1])

    def one(number: int, size: int, aad: int, iv: int, options: dict[str, Any]) -> None:
        size = size // BLOCK * BLOCK if mode.whole_blocks else max(size, mode.least)
        given = ModeVector(
            0,
            fill(number, "key", key_bytes(function)),
            bytes(mode.public_iv)
            + fill(number, "iv", iv if mode.any_iv else mode.iv_bytes - mode.public_iv),
            fill(number, "aad", aad) if tag and not mode.is_mac else b"",
            fill(number, "text", size),
            tag,
            fill(number, "output", size + tag),
        )
        run(session, given, **options)
        if mode.decrypts:
            run(session, given, back=True, **options)
        if len(session.implementation.calls) > 3 and isinstance(mode, Ctr):
            run(session, replace(given, counter_bits=32), **options)

    def group(
        size: int, aad: int, iv: int, contents: int = sessions.FEW, **options: Any
    ) -> list[Callable[[], object]]:
        given = (size, aad, iv, options)
        return [functools.partial(one, number, *given) for number in range(contents)]

    secret = "the key, the initial value or the text"
    groups = [
        group(3 * BLOCK if mode.whole_blocks else 2 * BLOCK + 5, 19, BLOCK + 1, sessions.FEW + 1),
        group(BLOCK, 3, 12),
        group(11, 45, 45, in_place=True),
        group(17 * BLOCK + 7, 256 + 5, 7),
        group(17 * BLOCK + 7, 90, 12, chunks=sessions.SECRET_PIECES),
    ]
    found = (
        sessions.constant_time(session, secret, runs, public=("context", "state"))
        for runs in groups
    )
    return next((each for each in found if each), "")


def calls(
    session: Session, size: int, back: bool = False, chunks: tuple[int, ...] = ()
) -> list[CallResult]:
    """The calls for a text of that size: first the one that sets the key.  Raises Breach.

    chunks: the sizes of its pieces, if it does not come in one.
    """
    function = session.implementation.function
    found = mode_of(function)
    tag = found.tags[0] if found.tags else 0
    session.calls = []
    key, iv = key_bytes(function), 12 if found.any_iv else found.iv_bytes
    text, output = pseudo_random("text", size), pseudo_random("output", size + tag)
    given = ModeVector(
        0, pseudo_random("key", key), pseudo_random("iv", iv), b"", text, tag, output
    )
    run(session, given, back=back, chunks=chunks)
    return list(session.calls)


def parts_of(session: Session) -> dict[str, int]:
    """The figures of mote.measuring.parts; a long text is the slope that `measure` has, too."""

    def instructions(size: int, back: bool = False) -> tuple[int, int]:
        first, *others = calls(session, size, back)
        return first.instructions, sum(call.instructions for call in others)

    function = session.implementation.function
    key, block = instructions(function.block_bytes)
    found = {"key_instructions": key, "block_instructions": block}
    if mode_of(function).one_direction:
        return found
    found["decryption_block_instructions"] = instructions(BLOCK, True)[1]
    less, more = (instructions(n * HALF_BLOCKS * BLOCK, True)[1] for n in (1, 2))
    return {**found, "decryption_long_instructions": more - less}


def measure(session: Session) -> Figures:
    """Long: the marginal cost of encrypting a block; short: a key is set, and 32 bytes encrypted.

    Short ends with the tag where there is one, and begins with an IV of 12 bytes where any will do.
    In pieces: the second of two calls.  Raises Breach.
    """
    session.detail = True
    function = session.implementation.function
    mode = function.facts["mode"]
    block = function.block_bytes
    half = min(HALF_BLOCKS, capacity(session) // block // 2 // 8 * 8)
    totals: dict[int, list[CallResult]] = {}
    for size in (SHORT_BYTES, half * block, 2 * half * block):
        totals[size] = calls(session, size)
    context = session.built.context_bytes + (state_bytes(session) if mode == "ctr" else 0)
    short, less, more = totals.values()
    figures = slope(context, short, less, more, half, block)
    if mode_of(function).in_pieces:
        found = calls(session, 2 * PIECE_BYTES, chunks=(PIECE_BYTES,))
        (second,) = (b for a, b in itertools.pairwise(found) if a.symbol == b.symbol)
        figures.add_pieces([[second]])
    return figures


def harness_line(function: Function, given: ModeVector) -> str:
    """A vector as native/mode_harness.c reads it; its number is the variation."""
    parts = (given.key, given.iv, given.aad, given.text, given.output)
    numbers = (given.tag_bytes, given.counter_bits, given.number)
    words = [function.facts["mode"], *(part.hex() or "-" for part in parts), *map(str, numbers)]
    return " ".join(words) + "\n"


class ModeKind(Kind):
    """A mode of operation."""

    title = "a mode of operation"
    proved_by_calls = True
    keyed = True
    unit = "block"
    results = "texts"

    def jobs(self, function: Function) -> tuple[str, ...]:
        mode = mode_of(function)
        if mode.is_mac:
            return ("mac",)
        return ("encryption",) if isinstance(mode, Authenticated) else ()

    def interface(self, function: Function) -> tuple[ApiCall, ...]:
        return tuple(
            ApiCall("{prefix}" + name, arguments) for name, arguments in mode_of(function).calls
        )

    def guarded(self, function: Function) -> Mapping[str, int | str]:
        return mode_of(function).guarded

    def key_sizes(self, function: Function) -> tuple[int, ...]:
        calls = self.interface(function)
        asked = any("key_bits" in call.arguments for call in calls)
        return sizes_of_keys(function) if asked else ()

    def wrong(self, table: Mapping[str, Any]) -> str:
        mode = table.get("facts", {}).get("mode")
        return "" if mode in MODES else f"facts.mode {mode!r} is not one of {', '.join(MODES)}"

    def summary(self, function: Function) -> str:
        return f"{function.title}, a key of {function.main_size} bits"

    def example(self, function: Function) -> Sequence[tuple[str, str]]:
        return mode_of(function).example(function.identifier, function.main_size)

    def bench_vectors(self, function: Function) -> tuple[ModeVector, ...]:
        return own(function)[:FIRST_ROWS]

    def all_vectors(self, function: Function, thinned: int = 1) -> tuple[ModeVector, ...]:
        found = own(function)
        if thinned < 64:
            return found
        # The first have each edge once: that of several blocks at a time, too.
        return tuple(each for each in found if len(each.text) <= 160 or each.number < FIRST_ROWS)

    def run_vectors(self, session: Session, chosen: Iterable[ModeVector]) -> VectorCount:
        return run_vectors(session, chosen)

    def constant_time(self, session: Session) -> str:
        return constant_time(session)

    def measure(self, session: Session, *, lenient: bool = False) -> Figures:
        return measure(session)

    def parts(self, session: Session) -> dict[str, int]:
        return parts_of(session)

    def sanitizer(self, function: Function) -> tuple[Path, Sequence[str]]:
        return HARNESS, [harness_line(function, each) for each in own(function)]


KIND = ModeKind()
