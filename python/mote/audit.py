"""The rules of Annex A on an object file, without running it."""

from __future__ import annotations

from mote.build import Built
from mote.toolchains import toolchain_of
from mote.types import Cpu, Implementation

ALLOWED_UNDEFINED = ("memcpy", "memset")


def problems(implementation: Implementation, cpu: Cpu, built: Built) -> list[str]:
    """Every rule that the object breaks, one line each; an empty list when it keeps them all.

    Annex A.2.1 (the three names, C calling convention), A.2.2 (only memcpy and memset from
    outside; the compiler's own helpers where the CPU's file allows them), A.1.3 (no other name
    without the prefix), A.2.3 and A.2.5 (no data, no bss), A.2.4 (position independence where
    the platform has it), A.3 (only instructions of the stated architecture).
    """
    found = []
    facts = built.facts
    for name in implementation.symbols:
        if name not in facts.exported:
            found.append(f"does not export {name} (exported: {_list(facts.exported)})")
    for name in facts.exported:
        if name != implementation.prefix and not name.startswith(implementation.prefix + "_"):
            found.append(
                f"exports {name}, which does not begin with {implementation.prefix}_: "
                "make it static or local"
            )
    allowed = (*ALLOWED_UNDEFINED, *cpu.toolchain.allowed_undefined)
    for name in facts.undefined:
        if name not in allowed:
            found.append(f"needs {name} from outside: only memcpy and memset may be called")
    for section in facts.sections:
        if section.kind in ("data", "bss"):
            found.append(
                f"section {section.name} has {section.size} bytes of {section.kind}: "
                "an implementation has no variables of its own"
            )
    tools = toolchain_of(cpu)
    if cpu.toolchain.position_independent and not found:
        reason = tools.shared_library_problem(cpu, built.object, built.folder)
        if reason:
            found.append(f"is not position-independent: {reason}")
    if hasattr(tools, "missing_instructions"):
        for text in tools.missing_instructions(cpu, built.object):
            found.append(f"holds an instruction that {cpu.name} lacks: {text}")
    return found


def _list(names: tuple[str, ...]) -> str:
    return ", ".join(names) if names else "nothing"
