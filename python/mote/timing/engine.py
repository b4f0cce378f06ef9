"""The C engine's structures (native/timing.h), and a way to run it without a machine."""

from __future__ import annotations

import ctypes

from mote.native import library as built

REGISTERS = 128
UNITS = 8
TABLES = 8

UNCOVERED = 1
BRANCH = 2
FOLDED = 4
SERIAL = 8
PREDICTED = 16
STATIC_TAKEN = 32
TAIL = 64
OVERLAPS = 128
OVERLAPPED = 256
STRADDLES = 512
ENTERED = 1024
NARROW = 2048
FOLDS = 4096
STORES = 8192
AWAITS = 16384

ALWAYS = 14


class MachineStructure(ctypes.Structure):
    """struct timing_model."""

    _fields_ = [
        ("size", ctypes.c_uint32),
        ("width", ctypes.c_uint8),
        ("queued", ctypes.c_uint8),
        ("window", ctypes.c_uint8),
        ("retire", ctypes.c_uint8),
        ("fetch_width", ctypes.c_uint8),
        ("fetch_queue", ctypes.c_uint8),
        ("delay_slots", ctypes.c_uint8),
        ("dynamic", ctypes.c_uint8),
        ("taken_fetch", ctypes.c_uint8),
        ("target_fetch", ctypes.c_uint8),
        ("target_width", ctypes.c_uint8),
        ("mispredict", ctypes.c_uint8),
        ("fill", ctypes.c_uint8),
        ("straddle", ctypes.c_uint8),
        ("straddle_run", ctypes.c_uint8),
        ("stations", ctypes.c_uint8 * UNITS),
        ("magnitude", ctypes.c_uint8 * TABLES),
        ("steps", (ctypes.c_uint8 * 33) * TABLES),
    ]


class Port(ctypes.Structure):
    """struct timing_port."""

    _fields_ = [
        ("reg", ctypes.c_uint8),
        ("cycles", ctypes.c_uint8),
        ("per_step", ctypes.c_uint8),
        ("address", ctypes.c_uint8),
    ]


class Row(ctypes.Structure):
    """struct timing_row."""

    _fields_ = [
        ("ports", ctypes.c_uint32),
        ("flags", ctypes.c_uint16),
        ("reads", ctypes.c_uint8),
        ("writes", ctypes.c_uint8),
        ("condition", ctypes.c_uint8),
        ("units", ctypes.c_uint8),
        ("table", ctypes.c_uint8),
        ("step", ctypes.c_uint8),
        ("issue_per_step", ctypes.c_uint8),
        ("busy_per_step", ctypes.c_uint8),
        ("latency_per_step", ctypes.c_uint8),
        ("issue", ctypes.c_uint16),
        ("skipped", ctypes.c_uint16),
        ("busy", ctypes.c_uint16),
        ("latency", ctypes.c_uint16),
    ]


class TableStructure(ctypes.Structure):
    """struct timing_table."""

    _fields_ = [
        ("rows", ctypes.POINTER(Row)),
        ("ports", ctypes.POINTER(Port)),
    ]


def library() -> ctypes.CDLL:
    """The engine alone, as a shared library."""
    c = built("timing", ["timing.c"])
    c.timing_new.restype = ctypes.c_void_p
    c.timing_new.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint32]
    c.timing_start.argtypes = [ctypes.c_void_p]
    c.timing_step.argtypes = [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32]
    words = ctypes.POINTER(ctypes.c_uint32)
    c.timing_run.argtypes = [ctypes.c_void_p, words, words, ctypes.c_uint32]
    c.timing_finish.argtypes = [ctypes.c_void_p]
    c.timing_cycles.restype = ctypes.c_uint64
    c.timing_cycles.argtypes = [ctypes.c_void_p]
    c.timing_free.argtypes = [ctypes.c_void_p]
    return c
