"""The C half of the Unicorn machine (native/unicorn_engine.c), as ctypes sees it."""

from __future__ import annotations

import ctypes
import functools
from ctypes import POINTER, c_int32, c_uint32, c_uint64, c_void_p
from pathlib import Path

import unicorn

from mote import native

REGISTERS, REGIONS, TIMINGS, VARIABLE = 64, 64, 4, 3

# The order of `enum breach` in unicorn_engine.h.
BREACHES = (
    "none",
    "read",
    "write",
    "fetch",
    "alignment",
    "illegal",
    "invalid",
    "stack overflow",
    "stack above",
    "below read",
    "below write",
    "untouched",
    "call alignment",
    "saved",
    "stack pointer",
    "flag",
    "state",
    "back chain",
    "budget",
    "engine",
    "untold",
)

MOVES_STACK, ILLEGAL, LIBRARY, LIBRARY_ENTRY, WRITES_RESERVED = 1, 2, 4, 8, 16
TO_END, TO_START, STORES, FORESEEN, WORDS, LINE, EMULATED = 32, 64, 128, 256, 512, 1024, 2048
ALIGNED, CONDITIONAL, UNTOLD = 4096, 8192, 16384


STACK_ARGUMENTS = 16
"""Words above the stack pointer in which a call passes arguments."""


class Register(ctypes.Structure):
    _fields_ = (
        ("id", c_int32),
        ("bits", c_uint32),
        ("value", c_uint64),
        ("free", c_uint64),
    )


class Settings(ctypes.Structure):
    _fields_ = (
        ("architecture", c_int32),
        ("mode", c_int32),
        ("model", c_int32),
        ("word_bytes", c_uint32),
        ("strict_alignment", c_uint32),
        ("big_endian", c_uint32),
        ("red_zone", c_uint32),
        ("stack_alignment", c_uint32),
        ("pushes_return_address", c_uint32),
        ("caller_bytes", c_uint32),
        ("back_chain", c_uint32),
        ("unit_bytes", c_uint32),
        ("program_counter", c_int32),
        ("stack_pointer", c_int32),
        ("return_register", c_int32),
        ("flags_register", c_int32),
        ("untracked_code_is_fine", c_uint32),
        ("accesses_from_rows", c_uint32),
        ("alignment_exception", c_int32),
        ("state_register", c_int32),
        ("thumb_bit", c_uint32),
        ("flags_mask", c_uint64),
        ("physical_mask", c_uint64),
        ("stack_low", c_uint64),
        ("stack_high", c_uint64),
        ("sentinel", c_uint64),
        ("saved_count", c_uint32),
        ("saved", Register * REGISTERS),
        ("filled_count", c_uint32),
        ("filled", Register * REGISTERS),
        ("reserved_count", c_uint32),
        ("reserved", Register * REGISTERS),
    )


class Range(ctypes.Structure):
    _fields_ = (
        ("start", c_uint64),
        ("end", c_uint64),
        ("writable", c_uint32),
        ("reserved", c_uint32),
    )


class Row(ctypes.Structure):
    _fields_ = (
        ("address", c_uint64),
        ("flags", c_uint32),
        ("base", c_int32),
        ("index", c_int32),
        ("offset", c_int32),
        ("access_bytes", c_uint32),
        ("operands", c_int32 * TIMINGS),
        ("variable", c_int32 * VARIABLE),
    )


class Call(ctypes.Structure):
    _fields_ = (
        ("function", c_uint64),
        ("return_address", c_uint64),
        ("budget", c_uint64),
        ("stack_high", c_uint64),
        ("detail", c_uint32),
        ("record", c_uint32),
        ("function_is_thumb", c_uint32),
        ("caller_is_thumb", c_uint32),
        ("argument_count", c_uint32),
        ("region_count", c_uint32),
        ("arguments", Register * REGISTERS),
        ("stack_argument_count", c_uint32),
        ("lenient", c_uint32),
        ("untimed", c_uint32),
        ("reserved", c_uint32),
        ("stack_arguments", c_uint64 * STACK_ARGUMENTS),
        ("regions", Range * REGIONS),
    )


class Pieces(ctypes.Structure):
    _fields_ = (
        ("address", c_uint64),
        ("data_argument", c_uint32),
        ("length_argument", c_uint32),
        ("region", c_uint32),
        ("count", c_uint32),
        ("budget", c_uint64),
    )


class Result(ctypes.Structure):
    _fields_ = (
        ("breach", c_uint32),
        ("size", c_uint32),
        ("address", c_uint64),
        ("program_counter", c_uint64),
        ("got", c_uint64),
        ("expected", c_uint64),
        ("register_id", c_int32),
        ("reserved", c_uint32),
        ("instructions", c_uint64),
        ("library_instructions", c_uint64),
        ("stack_bytes", c_uint64),
        ("trace", c_uint64),
        ("cycles", c_uint64 * TIMINGS),
    )


class Event(ctypes.Structure):
    _fields_ = (("address", c_uint64), ("kind", c_uint32), ("size", c_uint32))


@functools.cache
def library() -> ctypes.CDLL:
    """The engine, compiled against the headers and the library of Unicorn's wheel.

    Raises MissingTool without a C compiler, BuildError when it does not compile.
    """
    package = Path(unicorn.__file__).parent
    folder = package / "lib"
    shared = next(iter(sorted(folder.glob("libunicorn.so*"))))
    lib = native.library(
        "unicorn_engine",
        ["unicorn_engine.c", "timing.c", "riscv_bits.c", "riscv64_bits.c", "x86_vectors.c"],
        include=[package / "include"],
        link=[str(shared), f"-Wl,-rpath,{folder}"],
    )
    lib.engine_new.restype = c_void_p
    lib.engine_new.argtypes = (POINTER(Settings),)
    lib.engine_free.restype = None
    lib.engine_free.argtypes = (c_void_p,)
    lib.engine_map.restype = c_void_p
    lib.engine_map.argtypes = (c_void_p, c_uint64, c_uint64, c_uint32)
    lib.engine_code.argtypes = (c_void_p, POINTER(Range), c_uint32, POINTER(Row), c_uint32)
    lib.engine_timing.argtypes = (c_void_p, c_uint32, c_void_p, c_void_p, c_uint32)
    lib.engine_call.restype = None
    lib.engine_call.argtypes = (c_void_p, POINTER(Call), POINTER(Result))
    lib.engine_pieces.restype = c_uint32
    lib.engine_pieces.argtypes = (
        c_void_p,
        POINTER(Call),
        POINTER(Pieces),
        ctypes.c_char_p,
        POINTER(c_uint32),
        POINTER(Result),
    )
    lib.engine_entry.restype = None
    lib.engine_entry.argtypes = (c_void_p, POINTER(Register), POINTER(c_uint64))
    lib.engine_register.restype = None
    lib.engine_register.argtypes = (c_void_p, c_int32, POINTER(c_uint64))
    lib.engine_events.restype = POINTER(Event)
    lib.engine_events.argtypes = (c_void_p, POINTER(c_uint64))
    return lib
