"""The Unicorn machine: what it must let pass, what it must count, and what it must catch."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from mote.building.image import Region
from mote.building.toolchains import gnu
from mote.catalog import catalog
from mote.common.errors import Breach, MoteError
from mote.common.paths import ROOT
from mote.machines import Machine, open_machine, unicorn_rows
from mote.machines.architectures import Access, architecture_of
from mote.machines.call import Argument, CallResult, Pieces
from mote.machines.unicorn import create
from mote.machines.unicorn_memory import STACK_BYTES

CPUS = (
    *("armv4", "armv4-be", "armv4t", "armv4t-be", "thumb", "thumb-be"),
    *("cortex-m0", "cortex-m3", "cortex-m4", "mips32", "mips32-be", "powerpc", "powerpc-g4"),
    *("rv32imc", "rv32imcb", "rv32ec", "rv64gc", "rv64gc-crypto", "aarch64", "amd64", "i386"),
)

# What a probe's body is wrapped in: f(context, data, length), both areas 16 bytes and aligned.
FRAMES = {
    "arm": """
        .syntax unified
        .text
        .global probe
        .type probe, %function
{mode}
probe:
{body}
        .size probe, . - probe
""",
    "mips": """
        .set noreorder
        .set noat
        .text
        .globl probe
        .type probe, @function
        .ent probe
probe:
{body}
        .end probe
        .size probe, . - probe
""",
    "other": """
        .text
        .globl probe
        .type probe, @function
probe:
{body}
        .size probe, . - probe
""",
}

# (name, kind of breach, words of its message, body).  An empty kind: nothing may be reported.
ARM = [
    ("copy", "", "", "ldr r3, [r1]; str r3, [r0]; {ret}"),
    ("last word", "", "", "ldr r3, [r1, #12]; str r3, [r0, #12]; {ret}"),
    ("frame", "", "", "push {{r3, r4}}; str r0, [sp]; ldr r4, [sp]; pop {{r3, r4}}; {ret}"),
    ("literal", "", "", "ldr r3, 1f; str r3, [r0]; {ret}; .align 2; 1: .word 0x12345678"),
    ("write past", "write", "0 bytes past the end of context", "strb r3, [r0, #16]; {ret}"),
    ("read past", "read", "0 bytes past the end of data", "ldrb r3, [r1, #16]; {ret}"),
    ("write data", "write", "in data, which is read-only", "strb r3, [r1, #1]; {ret}"),
    ("null", "read", "null pointer", "movs r3, #0; ldr r3, [r3, #4]; {ret}"),
    ("write code", "write", "in the code, which is read-only", "mov r3, pc; str r3, [r3]; {ret}"),
    ("saved", "abi", "does not restore r4", "movs r4, #1; {ret}"),
    ("r9", "abi", "r9 must never be altered", "mov r3, r9; mov r9, r0; mov r9, r3; {ret}"),
    ("below", "stack", "below the stack pointer", "mov r3, sp; subs r3, #4; str r0, [r3]; {ret}"),
    (
        "stale",
        "stack",
        "below the stack pointer",
        "push {{r0}}; add sp, #4; mov r3, sp; subs r3, #4; ldr r0, [r3]; {ret}",
    ),
    ("lost stack", "abi", "does not restore sp: off by -8 bytes", "sub sp, #8; {ret}"),
    ("misaligned", "alignment", "misaligned read of 4 bytes", "adds r1, #1; ldr r3, [r1]; {ret}"),
    ("endless", "budget", "did not return within", "1: b 1b"),
    ("overflow", "stack", "stack overflow: more than", "1: push {{r0, r1, r2, r3}}; b 1b"),
    ("wild jump", "fetch", "not code", "ldr r3, =0x900000; mov pc, r3; .pool"),
    ("jump to data", "fetch", "into data", "mov pc, r1"),
]
CASES: dict[str, list[tuple[str, str, str, str]]] = {
    "armv4": [
        (n, k, w, b.format(ret="mov pc, lr"))
        for n, k, w, b in [
            *ARM,
            ("clz", "instruction", "instruction: ", ".inst 0xe16f3f10; mov pc, lr"),
        ]
    ],
    "thumb": [
        (n, k, w, b.format(ret="bx lr"))
        for n, k, w, b in [
            *ARM,
            ("state", "abi", "returns to a caller in ARM code in Thumb state", "mov pc, lr"),
            ("rev", "instruction", "instruction: ", ".inst.n 0xba00; bx lr"),
        ]
    ],
    "mips32": [
        ("copy", "", "", "lw $t0, 0($a1); nop; jr $ra; sw $t0, 0($a0)"),
        (
            "taken with store",
            "",
            "",
            "li $v0, 3; 1: addiu $v0, -1; bnez $v0, 1b; sw $0, 0($a0);"
            "beqz $v0, 2f; lw $v1, 0($a1); break; 2: jr $ra; nop",
        ),
        ("home", "", "", "sw $a0, 0($sp); jr $ra; sw $a3, 12($sp)"),
        (
            "unaligned pair",
            "",
            "",
            "lwl $t0, {l}($a1); lwr $t0, {r}($a1); nop;"
            "swl $t0, {l}($a0); jr $ra; swr $t0, {r}($a0)",
        ),
        ("last bytes", "", "", "lwr $t0, {last}($a1); jr $ra; nop"),
        (
            "partial past",
            "write",
            "of 1 byte at",
            "addiu $a0, $a0, 13; swl $t0, {l}($a0);jr $ra; swr $t0, {r}($a0)",
        ),
        ("write past", "write", "0 bytes past the end of context", "jr $ra; sb $t0, 16($a0)"),
        ("read past", "read", "0 bytes past the end of data", "jr $ra; lbu $t0, 16($a1)"),
        ("write data", "write", "in data, which is read-only", "jr $ra; sb $t0, 1($a1)"),
        ("null", "read", "null pointer", "lw $t0, 4($0); jr $ra; nop"),
        ("saved", "abi", "does not restore s0", "jr $ra; li $s0, 1"),
        ("k0", "abi", "k0 must never be altered", "move $t0, $k0; li $k0, 1; jr $ra;move $k0, $t0"),
        ("below", "stack", "below the stack pointer", "jr $ra; sw $a0, -4($sp)"),
        (
            "stale",
            "stack",
            "below the stack pointer",
            "addiu $sp, -8; sw $a0, 0($sp);addiu $sp, 8; lw $t0, -8($sp); jr $ra; nop",
        ),
        ("lost stack", "abi", "does not restore sp: off by -8 bytes", "jr $ra; addiu $sp, -8"),
        (
            "word store at a byte step",
            "alignment",
            "misaligned write of 4 bytes",
            "jr $ra; sw $t0, 1($a0)",
        ),
        ("misaligned half", "alignment", "1 byte into data", "jr $ra; lhu $t0, 1($a1)"),
        ("endless", "budget", "did not return within", "1: b 1b; nop"),
        ("overflow", "stack", "stack overflow: more than", "1: addiu $sp, -8; b 1b;sw $0, 0($sp)"),
        ("wild jump", "fetch", "not code", "lui $t0, 0x90; jr $t0; nop"),
        ("jump to data", "fetch", "into data", "jr $a1; nop"),
        ("rotr", "instruction", "instruction: ", ".word 0x00294902; jr $ra; nop"),
    ],
    "powerpc": [
        ("copy", "", "", "lwz 5, 0(4); stw 5, 0(3); blr"),
        (
            "frame",
            "",
            "",
            "mflr 0; stwu 1, -16(1); stw 0, 20(1); stw 31, 12(1); mr 31, 3;"
            "lwz 31, 12(1); lwz 0, 20(1); mtlr 0; addi 1, 1, 16; blr",
        ),
        (
            "multiple",
            "",
            "",
            "stwu 1, -32(1); stmw 30, 8(1); li 31, 0; lmw 30, 8(1);addi 1, 1, 32; blr",
        ),
        ("multiple past", "write", "0 bytes past the end of context", "stmw 30, 12(3); blr"),
        (
            "multiple read",
            "read",
            "0 bytes past the end of data",
            "stwu 1, -32(1);stmw 29, 8(1); lmw 29, 8(4); lmw 29, 8(1); addi 1, 1, 32; blr",
        ),
        (
            "multiple misaligned",
            "alignment",
            "misaligned read of 8 bytes",
            "stwu 1, -32(1);stmw 30, 8(1); lmw 30, 1(4); lmw 30, 8(1); addi 1, 1, 32; blr",
        ),
        ("string", "read", "2 bytes past the end of data", "addi 4, 4, 11; lswi 5, 4, 7; blr"),
        ("cache line", "write", "0 bytes past the end of context", "dcbz 0, 3; blr"),
        ("unaligned", "", "", "lwz 5, 1(4); stw 5, 3(3); lwbrx 5, 0, 4; blr"),
        ("write past", "write", "0 bytes past the end of context", "stb 5, 16(3); blr"),
        ("straddle", "write", "1 byte past the end of context", "stw 5, 13(3); blr"),
        ("read past", "read", "0 bytes past the end of data", "lbz 5, 16(4); blr"),
        ("write data", "write", "in data, which is read-only", "stb 5, 1(4); blr"),
        ("null", "read", "null pointer", "lwz 5, 4(0); blr"),
        ("saved", "abi", "does not restore r14", "li 14, 1; blr"),
        ("condition", "abi", "does not restore cr3", "cmpw 3, 1, 1; crnot 14, 14; crset 12; blr"),
        ("r13", "abi", "r13 must never be altered", "mr 5, 13; li 13, 1; mr 13, 5; blr"),
        ("r2", "abi", "r2 must never be altered", "mr 5, 2; lwz 2, 0(4); mr 2, 5; blr"),
        ("below", "stack", "below the stack pointer", "stw 3, -4(1); blr"),
        (
            "stale",
            "stack",
            "below the stack pointer",
            "stwu 1, -16(1); stw 3, 8(1);addi 1, 1, 16; lwz 5, -8(1); blr",
        ),
        ("lost stack", "abi", "does not restore r1: off by -16 bytes", "stwu 1, -16(1); blr"),
        ("endless", "budget", "did not return within", "1: b 1b"),
        ("overflow", "stack", "stack overflow: more than", "1: stwu 1, -64(1); b 1b"),
        ("wild jump", "fetch", "not code", "lis 5, 0x90; mtctr 5; bctr"),
        ("jump to data", "fetch", "into data", "mtctr 4; bctr"),
        ("isel", "instruction", "instruction: ", ".long 0x7ca5281e; blr"),
    ],
    "rv32imc": [
        ("copy", "", "", "lw a3, 0(a1); sw a3, 0(a0); ret"),
        (
            "frame",
            "",
            "",
            "addi sp, sp, -16; sw s0, 12(sp); mv s0, a0; lw s0, 12(sp);addi sp, sp, 16; ret",
        ),
        ("write past", "write", "0 bytes past the end of context", "sb a3, 16(a0); ret"),
        ("read past", "read", "0 bytes past the end of data", "lbu a3, 16(a1); ret"),
        ("write data", "write", "in data, which is read-only", "sb a3, 1(a1); ret"),
        ("null", "read", "null pointer", "lw a3, 4(zero); ret"),
        ("saved", "abi", "does not restore s0", "li s0, 1; ret"),
        ("gp", "abi", "gp must never be altered", "mv a3, gp; li gp, 1; mv gp, a3; ret"),
        ("below", "stack", "below the stack pointer", "sw a0, -4(sp); ret"),
        (
            "stale",
            "stack",
            "below the stack pointer",
            "addi sp, sp, -16; sw a0, 8(sp);addi sp, sp, 16; lw a3, -8(sp); ret",
        ),
        ("lost stack", "abi", "does not restore sp: off by -16 bytes", "addi sp, sp, -16; ret"),
        ("misaligned", "alignment", "misaligned write of 4 bytes", "sw a3, 1(a0); ret"),
        ("endless", "budget", "did not return within", "1: j 1b"),
        (
            "overflow",
            "stack",
            "stack overflow: more than",
            "1: addi sp, sp, -16; sw a0, 0(sp);j 1b",
        ),
        ("wild jump", "fetch", "not code", "lui a3, 0x900; jr a3"),
        ("jump to data", "fetch", "into data", "jr a1"),
        ("float", "instruction", "instruction: ", ".word 0x0005f053; ret"),
        ("rotation", "instruction", "instruction: ", ".word 0x6075d513; ret"),
    ],
    "rv64gc": [
        ("copy", "", "", "ld a3, 0(a1); sd a3, 0(a0); ret"),
        (
            "frame",
            "",
            "",
            "addi sp, sp, -16; sd s0, 8(sp); mv s0, a0; ld s0, 8(sp); addi sp, sp, 16; ret",
        ),
        ("write past", "write", "0 bytes past the end of context", "sd a3, 16(a0); ret"),
        ("straddle", "write", "past the end of context", "addi a0, a0, 12; sw a3, 4(a0); ret"),
        ("read past", "read", "0 bytes past the end of data", "lbu a3, 16(a1); ret"),
        ("write data", "write", "in data, which is read-only", "sb a3, 1(a1); ret"),
        ("short pointer", "write", "past the end of", "sext.w a0, a0; sb a3, 0(a0); ret"),
        ("saved", "abi", "does not restore s11", "li s11, 1; ret"),
        (
            "saved, upper half",
            "abi",
            "does not restore s0",
            "li a3, 1; slli a3, a3, 40; xor s0, s0, a3; ret",
        ),
        ("tp", "abi", "tp must never be altered", "mv a3, tp; li tp, 1; mv tp, a3; ret"),
        ("below", "stack", "below the stack pointer", "sd a0, -8(sp); ret"),
        ("lost stack", "abi", "does not restore sp: off by -16 bytes", "addi sp, sp, -16; ret"),
        ("misaligned", "alignment", "misaligned write of 8 bytes", "sd a3, 4(a0); ret"),
        ("endless", "budget", "did not return within", "1: j 1b"),
        ("jump to data", "fetch", "into data", "jr a1"),
    ],
    "aarch64": [
        ("copy", "", "", "ldr x3, [x1]; str x3, [x0]; ret"),
        ("pair", "", "", "ldr q0, [x1], 16; str q0, [x0]; ret"),
        ("unaligned", "", "", "ldr w3, [x1, 1]; str w3, [x0, 3]; ret"),
        (
            "frame",
            "",
            "",
            "stp x29, x19, [sp, -16]!; mov x19, x0; ldp x29, x19, [sp], 16; ret",
        ),
        ("write past", "write", "0 bytes past the end of context", "strb w3, [x0, 16]; ret"),
        ("straddle", "write", "past the end of context", "stur x3, [x0, 15]; ret"),
        ("pair past", "read", "past the end of data", "ldp x3, x4, [x1, 8]; ret"),
        ("write data", "write", "in data, which is read-only", "strb w3, [x1, 1]; ret"),
        ("null", "read", "null pointer", "mov x3, 0; ldr w3, [x3, 4]; ret"),
        ("short pointer", "write", "past the end of", "mov w3, w0; strb w3, [x3]; ret"),
        ("saved", "abi", "does not restore x28", "mov x28, 1; ret"),
        ("saved, upper half", "abi", "does not restore x19", "eor x19, x19, 1 << 40; ret"),
        ("saved vector", "abi", "does not restore d8", "movi v8.16b, 1; ret"),
        (
            "platform",
            "abi",
            "x18 must never be altered",
            "mov x3, x18; mov x18, 1; mov x18, x3; ret",
        ),
        ("platform, half", "abi", "x18 must never be altered", "mov w18, 1; ret"),
        ("below", "stack", "below the stack pointer", "str x0, [sp, -16]; ret"),
        (
            "stale",
            "stack",
            "below the stack pointer",
            "str x0, [sp, -16]!; add sp, sp, 16; ldr x3, [sp, -16]; ret",
        ),
        ("lost stack", "abi", "does not restore sp: off by -16 bytes", "sub sp, sp, 16; ret"),
        ("endless", "budget", "did not return within", "1: b 1b"),
        ("overflow", "stack", "stack overflow: more than", "1: str x0, [sp, -16]!; b 1b"),
        ("jump to data", "fetch", "into data", "br x1"),
        ("system call", "instruction", "instruction: svc", "svc 0; ret"),
        ("zeroes a line", "instruction", "instruction: dc", "dc zva, x0; ret"),
        ("no instruction", "instruction", "instruction: ", ".inst 0x00000000; ret"),
    ],
    "amd64": [
        ("copy", "", "", "mov (%rsi), %rax; mov %rax, (%rdi); ret"),
        ("red zone", "", "", "mov %rax, -128(%rsp); mov -128(%rsp), %rax; ret"),
        ("unaligned", "", "", "mov 1(%rsi), %eax; mov %eax, 3(%rdi); ret"),
        ("write past", "write", "0 bytes past the end of context", "movb $0, 16(%rdi); ret"),
        ("straddle", "write", "7 bytes past the end of context", "mov %rax, 15(%rdi); ret"),
        ("read past", "read", "0 bytes past the end of data", "movb 16(%rsi), %al; ret"),
        ("write data", "write", "in data, which is read-only", "movb $0, 1(%rsi); ret"),
        ("null", "read", "null pointer", "xor %eax, %eax; mov 4(%rax), %eax; ret"),
        ("short pointer", "write", "past the end of", "mov %edi, %eax; movb $0, (%rax); ret"),
        ("saved", "abi", "does not restore rbx", "xor %ebx, %ebx; ret"),
        ("direction", "abi", "direction flag", "std; ret"),
        (
            "length",
            "read",
            "data",
            "mov %edx, %eax; cmp %rax, %rdx; je 1f;movb 99(%rsi), %al; 1: mov 16(%rsi), %al; ret",
        ),
        ("below", "stack", "more than the red zone", "mov %rax, -136(%rsp); ret"),
        ("lost stack", "fetch", "not code", "push %rdi; ret"),
        ("endless", "budget", "did not return within", "1: jmp 1b"),
        ("overflow", "stack", "stack overflow: more than", "1: push %rax; jmp 1b"),
        ("wild jump", "fetch", "not code", "mov $0x900000, %eax; jmp *%rax"),
        ("jump to data", "fetch", "into data", "jmp *%rsi"),
        ("ud2", "instruction", "instruction: ", "ud2"),
        ("halt", "instruction", "instruction: ", "hlt"),
        ("trap", "instruction", "instruction: ", "int3"),
    ],
    "i386": [
        (
            "copy",
            "",
            "",
            "mov 4(%esp), %eax; mov 8(%esp), %ecx; mov (%ecx), %ecx;"
            "mov %ecx, (%eax); mov %eax, 4(%esp); ret",
        ),
        (
            "write past",
            "write",
            "0 bytes past the end of context",
            "mov 4(%esp), %eax; movb $0, 16(%eax); ret",
        ),
        (
            "read past",
            "read",
            "0 bytes past the end of data",
            "mov 8(%esp), %eax; movb 16(%eax), %al; ret",
        ),
        (
            "write data",
            "write",
            "in data, which is read-only",
            "mov 8(%esp), %eax; movb $0, 1(%eax); ret",
        ),
        ("saved", "abi", "does not restore ebx", "xor %ebx, %ebx; ret"),
        ("below", "stack", "below the stack pointer", "mov %eax, -4(%esp); ret"),
        (
            "stale",
            "stack",
            "below the stack pointer",
            "push %eax; pop %eax;mov -4(%esp), %eax; ret",
        ),
        ("caller's frame", "read", "past the end of the stack", "mov 24(%esp), %eax; ret"),
        ("callee pops", "abi", "does not restore esp: off by +4 bytes", "ret $4"),
        ("endless", "budget", "did not return within", "1: jmp 1b"),
        ("overflow", "stack", "stack overflow: more than", "1: push %eax; jmp 1b"),
        ("jump to data", "fetch", "into data", "jmp *8(%esp)"),
        ("ud2", "instruction", "instruction: ", "ud2"),
        ("cmov", "instruction", "instruction: ", "cmove %eax, %ecx; ret"),
    ],
}
CASES["armv4"] += [
    ("swap past", "read", "past the end of context", "add r0, #16; swpb r3, r3, [r0]; mov pc, lr"),
    ("block past", "write", "past the end of context", "add r0, #8; stm r0, {r1-r3}; mov pc, lr"),
]
ODD = [
    ("misaligned half", "alignment", "read of 2 bytes", "add r1, #1; ldrh r3, [r1]; mov pc, lr"),
    ("misaligned block", "alignment", "write of 4", "add r0, #2; stm r0, {r1, r2}; mov pc, lr"),
    ("misaligned if", "alignment", "of 4", "cmp r0, r0; ldreq r3, [r1, #2]; mov pc, lr"),
    ("not misaligned", "", "", "cmp r0, r0; ldrne r3, [r1, #2]; ldrgt r3, [r1, #1]; mov pc, lr"),
    ("index", "alignment", "of 4", "mov r3, #6; ldr r3, [r1, r3]; mov pc, lr"),
    ("scaled index", "", "", "mov r3, #3; ldr r3, [r1, r3, lsl #2]; mov pc, lr"),
    ("half index", "alignment", "of 4", "mov r3, #3; ldr r3, [r1, r3, lsl #1]; mov pc, lr"),
    ("less index", "alignment", "of 4", "mov r3, #2; ldr r3, [r1, -r3]!; mov pc, lr"),
    ("index after", "", "", "mov r3, #2; ldr r12, [r1], r3; ldr r12, [r1, #2]; mov pc, lr"),
    ("after", "", "", "ldrh r3, [r1], #2; ldrh r3, [r1, #-2]; mov pc, lr"),
]
CASES["armv4"] += ODD
CASES["amd64"] += [
    ("locked past", "read", "past the end of context", "lock incl 16(%rdi); ret"),
    ("exchange past", "read", "past the end of context", "xchg %eax, 16(%rdi); ret"),
    ("vector past", "write", "past the end of context", "movups %xmm0, 1(%rdi); ret"),
    ("string past", "write", "past the end of context", "mov $17, %ecx; rep stosb; ret"),
]
CASES["powerpc"] += [
    ("conditional past", "read", "past the end of data", "addi 4, 4, 16; lwarx 5, 0, 4; blr"),
    ("update past", "write", "past the end of context", "stwu 5, 16(3); blr"),
    ("reversed past", "read", "past the end of data", "addi 4, 4, 14; lwbrx 5, 0, 4; blr"),
]
CASES["armv4-be"] = CASES["armv4"]
CASES["armv4t"] = [(n, k, w, b.format(ret="bx lr")) for n, k, w, b in ARM] + [
    ("to Thumb", "abi", "returns to a caller in Thumb code in ARM state", "mov pc, lr"),
    ("via Thumb", "", "", "adr r3, 1f; adds r3, #1; bx r3; .thumb; 1: bx lr"),
    ("clz", "instruction", "instruction: ", ".inst 0xe16f3f10; bx lr"),
]
CASES["armv4t-be"] = CASES["armv4t"]
CASES["thumb-be"] = CASES["thumb"]
CASES["cortex-m0"] = [
    case for case in CASES["thumb"] if case[0] not in ("state", "rev", "wild jump", "jump to data")
]
CASES["cortex-m4"] = [
    *(case for case in CASES["cortex-m0"] if case[0] not in ("misaligned", "r9")),
    ("double past", "write", "past the end of context", "strd r1, r2, [r0, #12]; bx lr"),
    (
        "if-then past",
        "write",
        "past the end of context",
        "cmp r0, r0; it eq; streq r1, [r0, #16]; bx lr",
    ),
    ("if-then not past", "", "", "cmp r0, r0; it ne; strne r1, [r0, #16]; bx lr"),
    ("r9 lost", "abi", "r9", "mov r9, r0; bx lr"),
]
CASES["cortex-m3"] = CASES["cortex-m4"]
CASES["rv32ec"] = CASES["rv32imc"]
CASES["rv32imcb"] = [
    *(case for case in CASES["rv32imc"] if case[0] != "rotation"),
    ("pack of Zbkb", "instruction", "instruction: ", ".word 0x08c5c533; ret"),
    ("place", "", "", "li a3, 1; sh1add a3, a3, a0; lh a4, 2(a3); sh a4, 0(a3); ret"),
    (
        "place past",
        "read",
        "0 bytes past the end of data",
        "sh3add a3, a2, a1; lbu a3, -112(a3); ret",
    ),
    ("gp made", "abi", "gp must never be altered", "mv a3, gp; xnor gp, gp, zero; mv gp, a3; ret"),
    ("lost stack", "abi", "does not restore sp", "andn sp, sp, a2; ret"),
]
CASES["rv64gc-crypto"] = [
    *CASES["rv64gc"],
    ("nibbles of Zbkx", "instruction", "instruction: ", ".word 0x28c5a533; ret"),
    ("place", "", "", "li a3, 1; sh3add a3, a3, a0; ld a4, -8(a3); sd a4, 0(a3); ret"),
    (
        "place past",
        "write",
        "0 bytes past the end of context",
        "sh3add a3, a2, a0; sb a3, -112(a3); ret",
    ),
    ("gp made", "abi", "gp must never be altered", "mv a3, gp; aes64es gp, gp, gp; mv gp, a3; ret"),
]
CASES["mips32-be"] = CASES["mips32"]

LENGTH = 16


def available(name: str) -> catalog.Cpu:
    cpu = catalog.cpus()[name]
    if shutil.which(f"{cpu.toolchain.prefix}gcc") is None:
        pytest.skip(f"{cpu.toolchain.prefix}gcc is not installed")
    return cpu


def build(cpu: catalog.Cpu, body: str, folder: Path) -> Machine:
    """A machine with `body` as its function `probe`."""
    kind = cpu.machine_options["architecture"]
    frame = FRAMES.get(kind, FRAMES["other"])
    if kind == "mips":
        big = cpu.endianness == "big"
        body = body.format(l=0 if big else 3, r=3 if big else 0, last=12 if not big else 15)
    thumb = "thumb" in cpu.toolchain.support
    mode = "        .thumb\n        .thumb_func" if thumb else "        .arm"
    lines = "\n".join("        " + part.strip() for part in body.split(";"))
    source = folder / "probe.S"
    source.write_text(frame.format(body=lines, mode=mode))
    target = folder / "probe.o"
    gnu.compile(cpu, source, target, ())
    machine = open_machine(cpu)
    machine.load(gnu.link(cpu, [target], "probe", folder))
    return machine


def regions(machine: Machine) -> tuple[Region, Region]:
    base = machine.memory[0]
    return (
        Region("context", base + 0x40, LENGTH, True),
        Region("data", base + 0x100, LENGTH, False),
    )


def run(machine: Machine, *, detail: bool = True, budget: int = 100_000) -> CallResult:
    context, data = regions(machine)
    arguments = [
        Argument("pointer", context.address),
        Argument("pointer", data.address),
        Argument("size", LENGTH),
    ]
    return machine.call("probe", arguments, [context, data], detail=detail, budget=budget)


PARAMETERS = [
    pytest.param(cpu, *case[1:], id=f"{cpu}-{case[0]}")
    for cpu, cases in CASES.items()
    for case in cases
]


@pytest.mark.parametrize(("name", "kind", "words", "body"), PARAMETERS)
@pytest.mark.sampled(8)
def test_case(name: str, kind: str, words: str, body: str, tmp_path: Path) -> None:
    machine = build(available(name), body, tmp_path)
    if not kind:
        assert run(machine).instructions > 0
        run(machine, detail=False)
        return
    for _ in range(2):  # a breach leaves the machine as good as new
        with pytest.raises(Breach) as caught:
            run(machine)
        assert caught.value.kind == kind
        assert words in caught.value.what
        if kind not in ("abi", "fetch", "instruction"):
            assert "probe.S:" in caught.value.place


# What a call without detail watches too.
PLAIN = ("read", "write", "fetch", "alignment", "budget", "instruction")


@pytest.mark.parametrize(
    ("name", "kind", "words", "body"), [p for p in PARAMETERS if p.values[1] in PLAIN]
)
@pytest.mark.sampled(20)
def test_without_detail(name: str, kind: str, words: str, body: str, tmp_path: Path) -> None:
    machine = build(available(name), body, tmp_path)
    for _ in range(2):
        with pytest.raises(Breach) as caught:
            run(machine, detail=False)
        assert caught.value.kind == kind
        assert words in caught.value.what


@pytest.mark.parametrize("name", ["armv4", "thumb", "rv32imc"])
def test_what_is_said_of_alignment_is_held_to_the_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cpu = available(name)
    body = CASES[name][0][3]
    architecture = type(architecture_of(cpu))
    run(build(cpu, body, tmp_path))
    for wrong in (None, Access(4, "", 1, False, foreseen=False)):
        unicorn_rows.rows_of.cache_clear()
        monkeypatch.setattr(architecture, "alignment", lambda *_, wrong=wrong: wrong)
        with pytest.raises(MoteError, match="is not what"):
            run(build(cpu, body, tmp_path))
    unicorn_rows.rows_of.cache_clear()


COPIER = """
#include <string.h>
static const unsigned char table[4] = { 1, 2, 3, 250 };
void probe(unsigned char *to, const unsigned char *from, unsigned long length, unsigned mode) {
    unsigned long i;
    if (mode == 0)
        memcpy(to, from, length);
    else if (mode == 1)
        memset(to, from[0], length);
    else
        for (i = 0; i < length; i++)
            to[i] = from[i] ^ table[i & 3];
}
"""


@pytest.fixture(params=list(CPUS))
def copier(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Machine]:
    cpu = available(request.param)
    source = tmp_path / "copier.c"
    source.write_text(COPIER)
    target = tmp_path / "copier.o"
    gnu.compile(cpu, source, target, ())
    machine = create(cpu)
    machine.load(gnu.link(cpu, [target], "probe", tmp_path))
    yield machine
    machine.close()


def copy(machine: Machine, shift: tuple[int, int], length: int, mode: int, detail: bool):
    base = machine.memory[0]
    to = Region("to", base + 0x1000 + shift[0], length, True)
    source = Region("from", base + 0x2000 + shift[1], max(length, 1), False)
    message = bytes((37 * i + length) & 255 for i in range(source.size))
    machine.write(source.address, message)
    machine.write(to.address - 1, b"\xa5" * (length + 2))
    result = machine.call(
        "probe",
        [
            Argument("pointer", to.address),
            Argument("pointer", source.address),
            Argument("size", length),
            Argument("unsigned", mode),
        ],
        [to, source],
        detail=detail,
    )
    written = machine.read(to.address - 1, length + 2)
    assert written[:1] == written[-1:] == b"\xa5"
    expected = (
        message,
        message[:1] * length,
        bytes(byte ^ (1, 2, 3, 250)[i & 3] for i, byte in enumerate(message)),
    )[mode]
    assert written[1:-1] == expected[:length]
    return result


def test_memcpy_and_memset(copier: Machine) -> None:
    """The bench's own copies, at every alignment and length; C code, constants and all."""
    for mode in (0, 1, 2):
        for shift in ((0, 0), (1, 1), (2, 0), (0, 3)):
            for length in (0, 1, 2, 3, 15, 16, 17, 31, 32, 33, 64, 100):
                copy(copier, shift, length, mode, detail=length % 2 == 0)


def test_pieces_in_one_go(copier: Machine) -> None:
    """As calls one by one, and the first that goes wrong is the one that is told of."""
    base = copier.memory[0]
    content, where = bytes(range(60, 80)), base + 0x2003
    arguments = [
        Argument("pointer", base + 0x1000),
        Argument("pointer", where),
        Argument("size", 0),
        Argument("unsigned", 2),
    ]
    for room in (8, 4):
        pieces = Pieces("data", content, (1, 0, 3, 5, 2), where, 1, 2, (1000, 100))
        to = Region("to", base + 0x1000, room, True)
        copier.write(base + 0x1000, bytes(8))
        if room == 8:
            assert copier.call_in_pieces("probe", arguments, [to], pieces)
            told = zip(content[9:11] + content[6:9], (1, 2, 3, 250, 1), strict=True)
            assert copier.read(base + 0x1000, 5) == bytes(byte ^ mask for byte, mask in told)
            continue
        with pytest.raises(Breach, match="past the end of to"):
            copier.call_in_pieces("probe", arguments, [to], pieces)
        assert copier.read(where, 5) == content[4:9]


@pytest.mark.sampled(8)
def test_the_same_figures_twice(copier: Machine) -> None:
    first = copy(copier, (0, 0), 64, 0, True)
    copy(copier, (1, 2), 33, 2, False)
    second = copy(copier, (0, 0), 64, 0, True)
    assert first == second
    assert first.instructions > first.library_instructions
    names = {t.name for t in copier.cpu.timings if t.fidelity == "modelled"}
    assert set(first.cycles) == names
    assert all(0 < cycles < 10_000 for cycles in first.cycles.values())


def test_the_trace_sees_addresses(copier: Machine) -> None:
    """Two runs differ in their trace exactly when an address differs."""
    copier.record = True
    base = copy(copier, (0, 0), 20, 2, True)
    events = copier.events()
    assert [kind for kind, _ in events].count("execute") == base.instructions
    start = copier.memory[0]
    reads = [a for kind, a in events if kind == "read" and a >= start + 0x2000]
    assert [a - start - 0x2000 for a in reads if a < start + 0x2014] == list(range(20))
    assert copy(copier, (0, 1), 20, 2, True).trace != base.trace
    assert copy(copier, (0, 0), 20, 2, True).trace == base.trace
    copier.record = False
    copy(copier, (0, 0), 20, 2, True)
    assert copier.events() == []


COUNTS = {
    "armv4": ("push {r4, lr}; mov r4, r0; moveq r4, r1; movne r4, r1; pop {r4, pc}", 5, 8),
    "thumb": ("push {r4, lr}; bl 1f; pop {r4}; pop {r3}; bx r3; 1: bx lr", 6, 8),
    "mips32": ("addiu $sp, -24; jr $ra; addiu $sp, 24", 3, 24),
    "powerpc": ("stwu 1, -48(1); addi 1, 1, 48; blr", 3, 48),
    "rv32imc": ("addi sp, sp, -32; addi sp, sp, 32; ret", 3, 32),
    "rv64gc": ("addi sp, sp, -32; addi sp, sp, 32; ret", 3, 32),
    "aarch64": ("stp x29, x30, [sp, -32]!; ldp x29, x30, [sp], 32; ret", 3, 32),
    # each step of a rep and its last look at the counter are instructions
    "amd64": ("push %rbx; mov $5, %ecx; rep movsb; pop %rbx; ret", 10, 16),
    "i386": ("push %ebx; pop %ebx; ret", 3, 8),
}


@pytest.mark.parametrize("name", COUNTS)
def test_counts(name: str, tmp_path: Path) -> None:
    """Instructions and stack as counted by hand; a pushed return address is part of the stack."""
    body, instructions, stack = COUNTS[name]
    result = run(build(available(name), body, tmp_path))
    assert (result.instructions, result.stack_bytes) == (instructions, stack)
    assert result.library_instructions == 0


@pytest.mark.parametrize("name", ["thumb", "thumb-be", "cortex-m0"])
def test_a_call_over_the_end_of_a_page(name: str, tmp_path: Path) -> None:
    """The two halves of a BL in different pages are one instruction, as elsewhere."""
    counts = set()
    for shift in range(0, 12, 2):
        # A row of calls, 4 bytes each, over 1 KiB from an offset that the nops shift.
        calls = "; ".join(["nop"] * (shift // 2) + ["bl 1f"] * 300)
        body = f"push {{r4, lr}}; {calls}; pop {{r4}}; pop {{r3}}; bx r3; 1: bx lr"
        machine = build(available(name), body, tmp_path)
        result = run(machine)
        run(machine, detail=False)
        counts.add(result.instructions - shift // 2)
    assert counts == {1 + 300 * 2 + 3}


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("armv4", "push {r4}; bl memset; pop {r4}; mov pc, lr"),
        ("amd64", "call memset@PLT; ret"),
    ],
)
def test_stack_alignment_at_calls(name: str, body: str, tmp_path: Path) -> None:
    with pytest.raises(Breach, match="is not aligned to") as caught:
        run(build(available(name), body, tmp_path))
    assert caught.value.kind == "abi"
    assert "memset" in caught.value.place


def test_freed_stack_is_overwritten(tmp_path: Path) -> None:
    """A value that was popped is gone, as after a signal, even where the red zone hides it."""
    machine = build(
        available("amd64"),
        "sub $256, %rsp; movq $0x1234, (%rsp); lea (%rsp), %rax; add $256, %rsp;"
        "sub $256, %rsp; mov (%rsp), %rax; mov %rax, (%rdi); add $256, %rsp; ret",
        tmp_path,
    )
    run(machine)
    context, _ = regions(machine)
    assert int.from_bytes(machine.read(context.address, 8), "little") != 0x1234


def test_the_rest_of_an_int_is_arbitrary(tmp_path: Path) -> None:
    """amd64 leaves the upper half of an int's register undefined."""
    machine = build(available("amd64"), "mov %rsi, (%rdi); ret", tmp_path)
    context, _ = regions(machine)
    machine.call(
        "probe", [Argument("pointer", context.address), Argument("unsigned", 7)], [context]
    )
    value = int.from_bytes(machine.read(context.address, 8), "little")
    assert value & 0xFFFFFFFF == 7
    assert value >> 32


def test_stack_limit(tmp_path: Path) -> None:
    """A frame of the stack's own size still fits; what lies below does not."""
    fits = f"ldr r3, =-{STACK_BYTES}; add sp, r3; str r0, [sp]; ldr r3, ={STACK_BYTES};"
    machine = build(available("armv4"), fits + "add sp, r3; mov pc, lr; .pool", tmp_path)
    assert run(machine).stack_bytes == STACK_BYTES
    over = fits.replace(f"-{STACK_BYTES}", f"-{STACK_BYTES + 4}")
    machine = build(available("armv4"), over + "add sp, r3; mov pc, lr; .pool", tmp_path)
    for detail in (True, False):
        with pytest.raises(Breach, match="stack overflow") as caught:
            run(machine, detail=detail)
        assert caught.value.kind == "stack"


def test_wrong_requests(tmp_path: Path) -> None:
    machine = build(available("armv4"), "mov pc, lr", tmp_path)
    with pytest.raises(MoteError, match="has no function nothing"):
        machine.call("nothing", [], [])
    with pytest.raises(MoteError, match="outside the data memory"):
        machine.read(machine.memory[0] - 1, 4)
    machine.close()
    with pytest.raises(MoteError, match="no image"):
        run(machine)


def test_every_cpu_file_is_here() -> None:
    names = {name for name, cpu in catalog.cpus().items() if cpu.machine == "unicorn"}
    # Those of amd64-vaes and -avx512 are in tests/functions/test_x86_*.py; all else is of amd64.
    # AArch64 with more instructions is that machine with another model.
    assert names == {*CPUS, "amd64-vaes", "amd64-avx512", "aarch64-crypto", "aarch64-sha3"}
    assert {path.stem for path in (ROOT / "cpus").glob("*.toml")} >= names


def test_integers_are_extended_on_rv64(tmp_path: Path) -> None:
    """An unsigned argument comes sign-extended, and so has a result to go (RISC-V psABI)."""
    cpu = available("rv64gc")
    machine = build(cpu, "sext.w a3, a0; bne a3, a0, 1f; ret; 1: unimp", tmp_path)
    for value in (1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF):
        machine.call("probe", [Argument("unsigned", value)], [])
        assert machine.returned(4) == value
    machine = build(cpu, "slli a0, a0, 32; srli a0, a0, 32; ret", tmp_path)
    machine.call("probe", [Argument("unsigned", 5)], [])
    assert machine.returned(4) == 5
    machine.call("probe", [Argument("unsigned", 0x80000000)], [])
    with pytest.raises(Breach, match="no extended number of 4 bytes"):
        machine.returned(4)


def test_a_new_cpu_is_one_file(tmp_path: Path) -> None:
    """A copy of a CPU's file under another name, for another core of its instruction set."""
    text = (ROOT / "cpus" / "rv64gc.toml").read_text(encoding="utf-8")
    path = tmp_path / "rv64ic.toml"
    path.write_text(text.replace("-march=rv64gc", "-march=rv64ic").replace("lp64d", "lp64"))
    cpu = catalog.load_cpu(path)
    available("rv64gc")
    assert run(build(cpu, "ld a3, 0(a1); sd a3, 0(a0); ret", tmp_path)).instructions == 3


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        ("avr8", 'kind = "simavr"', 'kind = "unicorn"', "architecture 'avr' is not one of aarch64"),
        ("aarch64", "pointer_bytes = 8", "pointer_bytes = 4", "of aarch64 the machine runs"),
        ("power8-le", "elf_abi = 2", "", "kind qemu, which runs POWER, lacks 'elf_abi'"),
    ],
)
def test_what_a_cpu_file_lacks_is_named(
    name: str, old: str, new: str, words: str, tmp_path: Path
) -> None:
    text = (ROOT / "cpus" / f"{name}.toml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(MoteError, match=words):
        open_machine(catalog.load_cpu(path))
