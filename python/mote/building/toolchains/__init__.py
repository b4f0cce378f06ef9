"""Toolchains: one module for each kind, all with the functions of Tools."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from mote.building.image import Compiled, Image, Layout, ObjectFacts, SourceLine
from mote.catalog.cpu import Cpu
from mote.common.errors import MoteError


class Tools(Protocol):
    """What a toolchain can do; every function raises BuildError or MissingTool.

    include: the folders for #include; options: those of the implementation, beside the CPU's.
    prefix: the main identifier of the implementation.  folder: where files may be made.
    """

    OBJECTS_HAVE_CODE: bool
    """Whether an object has the code, and its context's size comes from the header; otherwise only
    an image has code, and the source states the size."""

    def version(self, cpu: Cpu, source: Path) -> str:
        """What a figure of this source depends on: the tool and its version."""
        ...

    def content_key(self, cpu: Cpu) -> object:
        """What decides an object beside its sources and options, whenever it is made; None where
        files take part of which nobody knows here."""
        ...

    def compile(
        self,
        cpu: Cpu,
        source: Path,
        target: Path,
        include: Sequence[Path],
        options: Sequence[str] = (),
    ) -> Compiled:
        """Compile or assemble a source into the object `target`."""
        ...

    def compile_all(
        self,
        cpu: Cpu,
        sources: Sequence[Path],
        folder: Path,
        include: Sequence[Path],
        options: Sequence[str] = (),
    ) -> list[Compiled]:
        """Compile each source into an object of its own in `folder`; the objects in that order."""
        ...

    def join(self, cpu: Cpu, objects: Sequence[Path], target: Path) -> list[Path]:
        """What an implementation is made of: one object where the linker can join them."""
        ...

    def inspect(
        self, cpu: Cpu, object_file: Path, prefix: str, wanted: Sequence[str] = ()
    ) -> ObjectFacts:
        """Sections, exported and undefined names of an object.

        wanted: the sections are those that the linker keeps for these functions, where it can leave
        any out; all where none are given.
        """
        ...

    def separate(self) -> tuple[str, ...]:
        """The options with which a linker can leave out functions of C that nothing calls."""
        ...

    def places_of_calls(self, cpu: Cpu, object_file: Path, name: str) -> list[str]:
        """The source lines (file:line) that refer to an undefined name of an object."""
        ...

    def address_of_label(self, image: Image, name: str) -> int | None:
        """Where a label of assembly stands in an image, exported or not; None where it has none."""
        ...

    def shared_library_problem(self, cpu: Cpu, object_file: Path, folder: Path) -> str:
        """Why the object cannot go into a shared library; empty when it can (Annex A.2.4)."""
        ...

    def object_problems(self, cpu: Cpu, object_file: Path, source: Path) -> list[str]:
        """What the object of a source lacks for linkers and debuggers, one line each."""
        ...

    def missing_instructions(self, cpu: Cpu, object_file: Path) -> list[str]:
        """Instructions in an object that the stated architecture lacks, as text."""
        ...

    def link(
        self,
        cpu: Cpu,
        objects: Sequence[Path],
        prefix: str,
        folder: Path,
        wanted: Sequence[str] = (),
        layout: Layout | None = None,
    ) -> Image:
        """Link objects with the bench's memcpy and memset into an image for the machine.

        layout: at these addresses instead of the usual ones.

        wanted: what these functions do not need is left out, where the linker can; nothing is
        where none are given.
        """
        ...

    def source_lines(self, cpu: Cpu, image: Image) -> Callable[[int], SourceLine]:
        """What gives the source line of an address of code; mote.machines.places uses it."""
        ...

    def type_layout(
        self,
        cpu: Cpu,
        header: Path,
        type_name: str,
        include: Sequence[Path],
        folder: Path,
        options: Sequence[str] = (),
    ) -> tuple[int, int]:
        """Size and alignment of a type that a header declares, in bytes."""
        ...


def toolchain_of(cpu: Cpu) -> Tools:
    """What builds for this CPU; raises MoteError where its file names no toolchain there is."""
    # Not at the top: what lists and explains runs without the packages that these need.
    from mote.building.toolchains import gnu, pic24, sdcc

    kinds: dict[str, Tools] = {"gnu": gnu, "pic24": pic24, "sdcc": sdcc}
    if cpu.toolchain.kind not in kinds:
        raise MoteError(
            f"{cpu.path}: [toolchain] kind {cpu.toolchain.kind!r} is not one of {', '.join(kinds)}"
        )
    return kinds[cpu.toolchain.kind]
