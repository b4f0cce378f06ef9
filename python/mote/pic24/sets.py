"""Instruction sets of the 16-bit core: the base instructions and some extensions, checked."""

from __future__ import annotations

import functools
import weakref
from collections.abc import Iterable
from types import ModuleType

from mote.common.errors import MoteError
from mote.pic24 import checks, isa
from mote.pic24.isa import Alias, Instruction, load_module


def extension_names() -> tuple[str, ...]:
    """Every extension there is, by the names of files."""
    return tuple(
        sorted(p.stem for p in (isa.FOLDER / "extensions").glob("*.py") if p.stem[0] != "_")
    )


def _extension(name: str) -> ModuleType:
    """The module of an extension, checked once; raises MoteError saying what is wrong with it."""
    path = isa.FOLDER / "extensions" / f"{name}.py"
    module = load_module(path)
    if not hasattr(module, "INSTRUCTIONS"):
        raise MoteError(f"{checks.shown(path)}: INSTRUCTIONS: it is missing: a list of Instruction")
    if module not in _CHECKED:
        checks.check(name, path, module.INSTRUCTIONS)
        _CHECKED.add(module)
    return module


_CHECKED: weakref.WeakSet[ModuleType] = weakref.WeakSet()
"""The modules of extensions that have been checked."""


class InstructionSet:
    """The base instructions and those of some extensions, with a decoder.

    Raises MoteError when an extension is not sound (mote.pic24.checks).
    """

    def __init__(self, extensions: Iterable[str] = ()) -> None:
        base = load_module(isa.FOLDER / "instructions.py")
        self.extensions = tuple(sorted(set(extensions)))
        self.instructions: list[Instruction] = list(base.INSTRUCTIONS)
        self.aliases: list[Alias] = list(base.ALIASES)
        known = extension_names()
        for name in self.extensions:
            if name not in known:
                raise MoteError(f"unknown extension {name!r}; known: {', '.join(known)}")
            module = _extension(name)
            self.instructions += module.INSTRUCTIONS
            self.aliases += getattr(module, "ALIASES", [])
        names = [instruction.name for instruction in self.instructions]
        for name in names:
            if names.count(name) > 1:
                raise MoteError(f"two instructions are called {name}")
        if self.extensions:
            checks.check_words(self.instructions, isa.FOLDER / "extensions")
        self._by_byte: list[list[Instruction]] = [[] for _ in range(256)]
        for instruction in self.instructions:
            mask, value = (part >> 16 & 0xFF for part in instruction.mask_value)
            for top in range(256):
                if top & mask == value & mask:
                    self._by_byte[top].append(instruction)
        for group in self._by_byte:
            group.sort(key=lambda i: -bin(i.mask_value[0] & 0xFFFFFF).count("1"))
        self.by_mnemonic: dict[str, list[Instruction]] = {}
        for instruction in self.instructions:
            self.by_mnemonic.setdefault(instruction.mnemonic, []).append(instruction)

    def decode(self, word: int, second: int = 0) -> Instruction | None:
        """The instruction of an instruction word, `second` being the one after it."""
        for instruction in self._by_byte[word >> 16 & 0xFF]:
            if instruction.matches(word | second << 24 if instruction.words == 2 else word):
                return instruction
        return None

    def disassemble(self, word: int, second: int = 0, address: int = 0) -> str:
        """Assembler source of an instruction word; `.pword` for one that is not defined."""
        instruction = self.decode(word, second)
        if instruction is None:
            return f".pword {word:#08x}"
        whole = word | second << 24 if instruction.words == 2 else word
        return instruction.text(instruction.fields_of(whole), address)


@functools.cache
def instruction_set(extensions: tuple[str, ...] = ()) -> InstructionSet:
    """The instruction set with these extensions (sorted names)."""
    return InstructionSet(extensions)
