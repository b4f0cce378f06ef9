"""Files that are wrong, leak or take variable time, all of which the prover once called proved.

Each is one of ours with a few lines more, which no vector and no run of the checks need meet.  What
refuses it is named: the obligation, the verdict and the reason.
"""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from mote.building import package
from mote.catalog import catalog
from mote.catalog.function import Implementation
from mote.common.paths import ROOT
from mote.proving import engine
from mote.proving.engine import OBLIGATIONS as ALL
from mote.proving.outcome import OPEN, PROVED, REFUTED, Obligation
from mote.proving.placing import FIXED, SYMBOLS

pytestmark = pytest.mark.always


@dataclass(frozen=True)
class Fault:
    """Lines that are put behind a place of a file, or in its place.

    reason: a part of what is said.
    """

    name: str
    file: tuple[str, str, str]
    obligation: str
    place: str
    lines: str
    verdict: str
    reason: str
    instead: bool = False


ASCON = ("ascon_hash256", "rv32imc", "rv32imc")
UPDATE = "function UPDATE\n        jal     t0, save\n"
CLOSES = "function CLOSE\n        mv      a1, a3\n        jal     t0, save\n"
BEGINS = "        sw      a5, FILL(a0)\n"
LEAVES = "leave:  sw      PLACE, FILL(CC)\n"

MESSAGE = "function mote_shabal\n        push    {r4-r7, lr}\n        load\n"

FLIP = """
        lw      a5, 0(CC)
        xori    a5, a5, 1
        sw      a5, 0(CC)
"""
"""Changes the state."""


def masked(register: str) -> str:
    """Changes the state by what a register of the caller holds."""
    return f"\n        lw a5, 0(CC)\n        xor a5, a5, {register}\n        sw a5, 0(CC)\n"


def wrong_with_bit(bit: int, register: str, context: str = "CC") -> str:
    """Changes the state where a bit of an address is set."""
    return (
        f"        srli a5, {register}, {bit}\n        andi a5, a5, 1\n        beqz a5, 90f\n"
        f"{FLIP.replace('CC', context)}90:\n"
    )


AVR = ("ascon_hash256", "avr8", "avr8")
ON_AVR = "        .type   UPDATE, @function\nUPDATE:\n"
"""Where each byte of a message begins."""

ON_8051 = ("ascon_hash256", "mcs51", "mcs51")

BLAKE_ON_8051 = ("blake2s", "mcs51", "mcs51")
SHA_ON_8051 = ("sha256", "mcs51", "mcs51")
CARRIES = "        cjne    r0,#0,7$\n        inc     p2\n"
"""Where the address of a byte of the context goes on: its lower byte is r0, the upper one p2."""
MESSAGE_CARRIES = "\tinc\tdata\n\txch\ta, data\n\tjnz\t1$\n\tinc\tdata + 1\n"

CHANGE_ON_AVR = """
        movw    r30, r24
        ld      r0, Z
        inc     r0
        st      Z, r0
9:
"""
"""Changes the state; the label is behind that."""

REGISTERS = ("ascon_hash256", "thumb_balanced", "cortex-m0")
"""Has the state in registers where a block begins."""

BLOCK_BEGINS = "        bne     no_permutation\n"


IN_CLOSE = """
        ldr     r5, [sp, #LEFT]
        cmp     r5, #0
        beq     91f
        movs    r5, #1
        eors    r0, r5
91:
"""
"""Changes the state in a register where a block begins, but not in a call of update."""

GOES_ON = "        rjmp    next_block\n"
LOOP_ON_AVR = f"        push    r29\n{GOES_ON}"
"""Where avr8_fast goes on with the next of several blocks."""

FAULTS = (
    # ---- a call has another length than one block ----
    Fault(
        "wrong with more than one block in a call",
        *(ASCON, "update", UPDATE),
        f"        li a5, 9\n        bltu LEFT, a5, 90f\n{FLIP}90:\n",
        *(OPEN, "of the context is not the same by all ways to `block`"),
    ),
    Fault(
        "wrong where no bytes come behind five",
        *(ASCON, "update", UPDATE),
        f"        bnez LEFT, 90f\n        li a5, -3\n        bne PLACE, a5, 90f\n{FLIP}90:\n",
        *(REFUTED, "0 bytes behind 5"),
    ),
    Fault(
        "wrong from 65,536 bytes on",
        *(ASCON, "update", UPDATE),
        f"        lui a5, 16\n        bltu LEFT, a5, 90f\n{FLIP}90:\n",
        *(OPEN, "of the context is not the same by all ways to `block`"),
    ),
    Fault(
        "wrong where a later call completes a block",
        *(ASCON, "update", UPDATE),
        "        li a5, -8\n        beq PLACE, a5, 90f\n        add a5, LEFT, PLACE\n"
        f"        bltz a5, 90f\n{FLIP}90:\n",
        *(OPEN, "of the context is not the same by all ways to `block`"),
    ),
    Fault(
        "wrong where a later call completes a block, for one value of a word of the state",
        *(ASCON, "update", UPDATE),
        "        li a5, -8\n        beq PLACE, a5, 90f\n        add a5, LEFT, PLACE\n"
        "        bltz a5, 90f\n        lw a5, 4(CC)\n        lui a4, 0x5EED\n"
        "        xor a5, a5, a4\n        seqz a5, a5\n        lw a4, 0(CC)\n"
        "        xor a4, a4, a5\n        sw a4, 0(CC)\n90:\n",
        *(OPEN, "of the context is not the same by all ways to `block`"),
    ),
    Fault(
        "a branch on the message in long calls",
        *(ASCON, "update", UPDATE),
        "        li a5, 40\n        bgeu a5, LEFT, 90f\n        lbu a4, 0(DATA)\n"
        "        bnez a4, 90f\n        nop\n90:\n",
        *(OPEN, "a branch depends on secret data"),
    ),
    Fault(
        "four bytes read where three are",
        *(ASCON, "update", UPDATE),
        "        li a5, 3\n        bne LEFT, a5, 90f\n        lbu a5, 3(DATA)\n90:\n",
        *(OPEN, "outside what the contract permits"),
    ),
    Fault(
        "wrong where no bytes come, in a file that goes byte by byte",
        *(("shabal", "thumb", "cortex-m0"), "update", MESSAGE),
        "        cmp r2, #0\n        bne 92f\n        movs r3, #1\n        eors r6, r3\n92:\n",
        *(REFUTED, "0 bytes behind 0"),
    ),
    # ---- at other places ----
    Fault(
        "wrong where the message lies at an odd place",
        *(ASCON, "update", UPDATE),
        f"        andi a5, DATA, 1\n        beqz a5, 90f\n{FLIP}90:\n",
        *(OPEN, "of the context is not the same by all ways to `block`"),
    ),
    Fault(
        "wrong where a bit of the context's address is set",
        *(ASCON, "update", UPDATE),
        wrong_with_bit(18, "CC"),
        *(OPEN, "a branch depends on the address of the context"),
    ),
    Fault(
        "the context's address in the state",
        *(ASCON, "update", UPDATE),
        "        srli a5, CC, 18\n        andi a5, a5, 1\n"
        + masked("a5").replace("a5, 0", "a4, 0").replace("xor a5, a5, a5", "xor a4, a4, a5"),
        *(OPEN, "0 bytes behind 0: byte 0 of the context"),
    ),
    Fault(
        "the message at the end of a page",
        *(ASCON, "update", UPDATE),
        "        slli a5, DATA, 20\n        srli a5, a5, 20\n        addi a5, a5, -2047\n"
        f"        addi a5, a5, -2047\n        bltz a5, 90f\n{FLIP}90:\n",
        *(OPEN, "a branch depends on the address of the message"),
    ),
    Fault(
        "one place of the context less another one, taken for something else",
        *(ASCON, "update", UPDATE),
        "        addi a5, CC, 8\n        sub a5, a5, CC\n        addi a5, a5, -8\n"
        f"        bnez a5, 90f\n{FLIP}90:\n",
        *(REFUTED, "0 bytes behind 0"),
    ),
    Fault(
        "wrong where a bit of the digest's address less the context's is set",
        *(ASCON, "close", CLOSES),
        "        sub a4, DATA, CC\n" + wrong_with_bit(18, "a4"),
        *(OPEN, "a branch depends on the address of the context and the address of the digest"),
    ),
    Fault(
        "wrong from 1,024 bytes on, on an AVR",
        *(AVR, "update", ON_AVR),
        f"        cpi     r21, 4\n        brlo    9f\n{CHANGE_ON_AVR}",
        *(OPEN, "of the context is not the same by all ways to `block`"),
    ),
    Fault(
        "wrong where a bit of the message's address is set, on an AVR",
        *(AVR, "update", ON_AVR),
        f"        sbrs    r23, 2\n        rjmp    9f\n{CHANGE_ON_AVR}",
        *(OPEN, "a branch depends on the address of the message"),
    ),
    *(
        Fault(
            f"wrong in {name} on a stack with a bit of its address set, on an AVR",
            *(AVR, name, place),
            f"        in      r0, {0x3D if bit < 8 else 0x3E}\n        sbrs    r0, {bit % 8}\n"
            f"        rjmp    9f\n{CHANGE_ON_AVR}",
            *(OPEN, "a branch depends on the address of the stack"),
        )
        for name, place, bit in (
            ("init", "        .type   INIT, @function\nINIT:\n", 10),
            ("step", ON_AVR, 3),
            ("update", ON_AVR, 10),
            ("close", "        .type   CLOSE, @function\nCLOSE:\n", 10),
        )
    ),
    Fault(
        "wrong where a bit of the return address is set, on an AVR",
        *(AVR, "update", ON_AVR),
        "        pop     r0\n        push    r0\n        sbrs    r0, 2\n"
        f"        rjmp    9f\n{CHANGE_ON_AVR}",
        *(OPEN, "a branch depends on the address of the caller"),
    ),
    Fault(
        "a return to one word behind the caller, on an AVR",
        *(AVR, "init", "        .type   INIT, @function\nINIT:\n"),
        "        pop     r18\n        pop     r0\n        inc     r0\n        push    r0\n"
        "        push    r18\n",
        *(OPEN, "the target of a jump depends on"),
    ),
    Fault(
        "code read where the context's address leads in the other memory, on an AVR",
        *(AVR, "update", ON_AVR),
        "        movw    r30, r24\n        lpm     r0, Z\n        sbrs    r0, 0\n"
        f"        rjmp    9f\n{CHANGE_ON_AVR}",
        *(OPEN, "the address of a load depends on the address of the context"),
    ),
    *(
        Fault(
            f"a branch in {name} on a bit of the stack's address, on an 8051",
            *(ON_8051, name, place),
            "\tmov\ta, sp\n\tjnb\tacc.2, 90$\n\tnop\n90$:\n",
            *(OPEN, "a branch depends on the address of the stack"),
        )
        for name, place in (("init", "initialise:\n"), ("close", "close:  lcall   take\n"))
    ),
    Fault(
        "a fixed byte of internal RAM above the variables, where the stack may be, on an 8051",
        *(ON_8051, "init", "initialise:\n"),
        "\tmov\t0x60, #1\n",
        *(OPEN, "a store to 0x60"),
    ),
    Fault(
        "wrong in init on a stack with a bit of its address set, on a PIC24",
        *(("blake256", "pic24", "pic24"), "init", "mote_blake256_init:\n"),
        "    btsc w15, #10\n    inc w1, w1\n",
        *(OPEN, "a branch depends on the address of the stack"),
    ),
    Fault(
        "the state of the context, where the one in internal RAM is later, on an 8051",
        *(ON_8051, "close", "2$:     lcall   permute\n        mov     r0,#state\n"),
        "        mov     r2,dpl\n        mov     r3,dph\n        mov     dpl,context\n"
        "        mov     dph,context + 1\n        movx    a,@dptr\n        mov     state,a\n"
        "        mov     dpl,r2\n        mov     dph,r3\n",
        *(REFUTED, "0 bytes and 0 bits wait: byte 0 of the context in call 1"),
    ),
    Fault(
        "a branch on a bit of the message's address, on an 8051",
        *(("luffa384", "mcs51", "mcs51"), "update", "update:\tmov\tdptr, #length\n"),
        "update:\tmov\tdptr, #data+1\n\tmovx\ta, @dptr\n\tjnb\tacc.2, 90$\n\tnop\n"
        "90$:\tmov\tdptr, #length\n",
        *(OPEN, "a branch depends on the address of the message"),
        instead=True,
    ),
    # ---- sums of 16 bits by bytes, with a branch on the carry ----
    *(
        Fault(
            f"an address whose lower byte carries {name}, on an 8051",
            *(BLAKE_ON_8051, "update", CARRIES),
            lines,
            *(OPEN, "a branch depends on the address of the context"),
            instead=True,
        )
        for name, lines in (
            ("two into the upper one", f"{CARRIES}        inc     p2\n"),
            ("into the upper one at 1", CARRIES.replace("#0", "#1")),
            ("into another register", CARRIES.replace("p2", "r4")),
            ("and a byte is left out there", f"{CARRIES}        inc     r0\n"),
            ("and a byte is copied again there", f"{CARRIES}        inc     r7\n"),
            ("and something is stored there", f"{CARRIES}        movx    @r0,a\n"),
        )
    ),
    Fault(
        "an address of the message whose lower byte carries two, on an 8051",
        *(SHA_ON_8051, "update", MESSAGE_CARRIES),
        "\tinc\tdata + 1\n",
        *(OPEN, "a branch depends on the address of the message"),
    ),
    Fault(
        "wrong in init where a bit of the context's address is set",
        *(ASCON, "init", BEGINS),
        wrong_with_bit(18, "a0", "a0"),
        *(OPEN, "a branch depends on the address of the context"),
    ),
    Fault(
        "the context's address in the state from init on",
        *(ASCON, "init", BEGINS),
        "        srli a5, a0, 18\n        andi a5, a5, 1\n        sw a5, 0(a0)\n",
        *(OPEN, "but the simulator"),
    ),
    Fault(
        "wrong in close where a bit of the context's address is set",
        *(ASCON, "close", CLOSES),
        wrong_with_bit(18, "CC"),
        *(OPEN, "a branch depends on the address of the context"),
    ),
    Fault(
        "wrong where the digest goes to an odd place",
        *(ASCON, "close", CLOSES),
        wrong_with_bit(0, "DATA"),
        *(REFUTED, "0 bytes and 0 bits wait: "),
    ),
    Fault(
        "wrong where a bit of the digest's address is set",
        *(ASCON, "close", CLOSES),
        wrong_with_bit(18, "DATA"),
        *(OPEN, "a branch depends on the address of the digest"),
    ),
    Fault(
        "the digest and the context compared",
        *(ASCON, "close", CLOSES),
        f"        bltu CC, DATA, 90f\n{FLIP}90:\n",
        *(OPEN, "a branch depends on the address of the context and the address of the digest"),
    ),
    Fault(
        "wrong where the digest begins where the context ends",
        *(ASCON, "close", CLOSES),
        f"        addi a4, CC, 48\n        bne a4, DATA, 90f\n{FLIP}90:\n",
        *(OPEN, "a branch depends on the address of the context and the address of the digest"),
    ),
    Fault(
        "wrong where the digest ends where the context begins",
        *(ASCON, "close", CLOSES),
        f"        sub a4, DATA, CC\n        addi a4, a4, 32\n        bnez a4, 90f\n{FLIP}90:\n",
        *(OPEN, "a branch depends on the address of the context and the address of the digest"),
    ),
    *(
        Fault(
            f"wrong in {name} on a stack with a bit of its address set",
            *(ASCON, name, place),
            wrong_with_bit(18, "sp", context),
            *(OPEN, "a branch depends on the address of the stack"),
        )
        for name, place, context in (
            ("init", BEGINS, "a0"),
            ("step", UPDATE, "CC"),
            ("update", UPDATE, "CC"),
            ("close", CLOSES, "CC"),
        )
    ),
    Fault(
        "the place of the stack in a page in the state",
        *(ASCON, "update", UPDATE),
        "        slli a4, sp, 20\n" + masked("a4"),
        *(OPEN, "0 bytes behind 0: byte 3 of the context"),
    ),
    Fault(
        "wrong where a bit of the return address is set",
        *(ASCON, "update", UPDATE),
        wrong_with_bit(18, "ra"),
        *(OPEN, "a branch depends on the address of the caller"),
    ),
    Fault(
        "the context where the prover happens to have put it",
        *(ASCON, "init", BEGINS),
        "        lui a4, 0x200\n        sw zero, 0(a4)\n",
        *(OPEN, "a store to 0x200000: outside what the contract permits"),
    ),
    # ---- what calls hand to each other beside the context ----
    Fault(
        "the state masked with a register of the caller",
        *(ASCON, "update", LEAVES),
        masked("s5"),
        *(OPEN, "0 bytes behind 0: byte 0 of the context"),
    ),
    Fault(
        "the state masked with what lies on the stack",
        *(ASCON, "update", LEAVES),
        "        lw a4, 0(sp)" + masked("a4"),
        *(OPEN, "0 bytes behind 0: byte 0 of the context"),
    ),
    # ---- digest sizes, counters ----
    Fault(
        "wrong for one digest size",
        *(("shabal", "thumb", "cortex-m0"), "step", MESSAGE),
        "        cmp r4, #224\n        bne 91f\n"
        "        cmp r2, #64\n        bcc 91f\n        ldrb r3, [r1, #5]\n        lsrs r3, r3, #7\n"
        "        eors r5, r3\n91:\n",
        *(REFUTED, "the specification says"),
    ),
    Fault(
        "a counter of one word in the contract",
        *(("sha256", "rv32imc_balanced", "rv32imc"), "step", "counter = {offset = 96, words = 2"),
        "counter = {offset = 96, words = 1",
        *(OPEN, "the contract's counter runs over after 2^23 message blocks"),
        instead=True,
    ),
    # ---- the ABI ----
    Fault(
        "the direction of strings left downwards",
        *(("shabal", "i386", "i386"), "step", "/* nobody reads it after close */\n"),
        "        std\n",
        *(OPEN, "does not leave df as 0"),
    ),
    Fault(
        "interrupts left disabled",
        *(("ascon_hash256", "avr8", "avr8"), "step", "        brne    round\n"),
        "        cli\n",
        *(OPEN, "does not restore i"),
    ),
    Fault(
        "a store below the stack pointer, as deep as the stack may be",
        *(ASCON, "init", BEGINS),
        "        sw a5, -32(sp)\n",
        *(OPEN, "the stack is touched 32 bytes below its pointer"),
    ),
    Fault(
        "the upper half of a register with an unsigned int",
        *(("shabal", "amd64", "amd64"), "init", "/* init: clear the context */\n"),
        "        movq    %rsi, %rdx\n        shrq    $32, %rdx\n        xorl    %edx, %esi\n",
        *(OPEN, "but the simulator"),
    ),
    Fault(
        "a bit of ub above the eighth",
        *(ASCON, "close", "function CLOSE\n"),
        "        srli a2, a1, 8\n        andi a2, a2, 1\n        lw a4, 0(a0)\n"
        "        xor a4, a4, a2\n        sw a4, 0(a0)\n",
        *(REFUTED, "0 bytes and 0 bits wait: "),
    ),
    # ---- time ----
    Fault(
        "a shift by the message whose result is dropped",
        *(ASCON, "step", UPDATE),
        "        beqz LEFT, 90f\n        lbu a5, 0(DATA)\n        sll a3, a4, a5\n90:\n",
        *(OPEN, "a shift depends on secret data"),
    ),
    Fault(
        "a division by the message whose result is dropped",
        *(ASCON, "step", UPDATE),
        "        beqz LEFT, 90f\n        lbu a5, 0(DATA)\n        divu a3, a4, a5\n90:\n",
        *(OPEN, "the time of a division depends on secret data"),
    ),
    Fault(
        "a multiplication that takes longer for larger secrets",
        *(("shabal", "armv4", "armv4"), "step", "        add     r0, r0, r0, lsl #1\n"),
        "        mov     r2, #3\n        mul     r0, r2, r0\n",
        *(OPEN, "the time of a multiplication depends on secret data"),
        instead=True,
    ),
    Fault(
        "such a multiplication under a condition that holds",
        *(("shabal", "armv4", "armv4"), "step", "        add     r0, r0, r0, lsl #1\n"),
        "        mov     r2, #3\n        cmp     r2, #3\n        muleq   r0, r2, r0\n",
        *(OPEN, "the time of a multiplication depends on secret data"),
        instead=True,
    ),
    Fault(
        "a multiplication of Thumb whose multiplier is the secret",
        *(("shabal", "thumb", "thumb"), "step"),
        "        adds    r1, r0\n        ldr     r0, [sp, #11*RECORD+RA]\n",
        "        lsrs    r1, r0, #2\n        movs    r0, #5\n        muls    r1, r0\n"
        "        ldr     r0, [sp, #11*RECORD+RA]\n",
        *(OPEN, "the time of a multiplication depends on secret data"),
        instead=True,
    ),
    Fault(
        "a return where the caller's condition register says equal",
        *(("shabal", "powerpc", "powerpc"), "step"),
        "        cmplwi  1, 0                    # GT: the stack is not at address 0\n",
        "        beqlr   7\n        cmplwi  1, 0\n",
        *(OPEN, "a branch depends on secret data"),
        instead=True,
    ),
    Fault(
        "a branch that depends on where in memory the first byte of an object lies",
        *(("shabal", "powerpc", "powerpc"), "update"),
        "        cmplwi  1, 0                    # GT: the stack is not at address 0\n",
        "        cmplwi  3, 0\n",
        *(OPEN, "a branch depends on the address of the context"),
        instead=True,
    ),
    # ---- the state in registers alone from block to block ----
    Fault(
        "a bit of the state in a register that is wrong from the second block of a call on",
        *(REGISTERS, "update"),
        "        adds    r5, #8\n        str     r5, [sp, #DATA]\n",
        "        movs    r5, #1\n        eors    r0, r5\n",
        *(OPEN, "of the context is not the same by all ways to `block`"),
    ),
    Fault(
        "a bit of the state in a register that close changes before it begins a block",
        *(REGISTERS, "close", BLOCK_BEGINS),
        IN_CLOSE,
        *(REFUTED, "byte 0 of the context in call 0 becomes"),
    ),
    Fault(
        "a bit of what registers have of the state, the rest being in the context, on an AVR",
        *(("ascon_hash256", "avr8_fast", "avr8"), "update", LOOP_ON_AVR),
        f"        push    r29\n        ldi     r29, 1\n        eor     r10, r29\n{GOES_ON}",
        *(OPEN, "of the context is not the same by all ways to `block`"),
        instead=True,
    ),
)


LOOPS = ("sha256", "rv32imc", "rv32imc")
"""Its block function goes on with the next block itself, and update counts a whole call before."""

SKEIN_IN_C = ("skein256", "portable", "cortex-m0")
SKEIN_BEGINS = "void mote_skein256(context *cc, const void *data, size_t len) {\n"

SKEIN_ON_AVR = ("skein256", "avr8", "avr8")
LETS_GO = "    brne    1f\n    rcall   full_block\n"
"""Where the byte behind a full buffer, in r13, lets that go; `data` is the place behind it."""


def before_full_block(lines: str) -> str:
    return LETS_GO.replace("    rcall   full", f"{lines}    rcall   full")


LET_GO = (
    Fault(
        "the byte behind a full buffer in the state",
        *(SKEIN_ON_AVR, "update", LETS_GO),
        before_full_block(
            "    sbiw    r28, 32\n    ld      r0, Y\n    eor     r0, r13\n    st      Y, r0\n"
            "    adiw    r28, 32\n"
        ),
        *(OPEN, "is not what the specification says"),
        instead=True,
    ),
    Fault(
        "a second byte behind a full buffer read, which need not be there",
        *(SKEIN_ON_AVR, "update", LETS_GO),
        before_full_block("    movw    r30, data\n    ld      r0, Z\n"),
        *(OPEN, "outside what the contract permits"),
        instead=True,
    ),
)

BY_A_JUMP = (
    Fault(
        "the last word of the state left out, where a block function begins by a jump",
        *(SHA_ON_8051, "update", "6$:\tlcall\tat\n\tmov\tr0, #0\n\tmov\tr3, #8\n"),
        "6$:\tlcall\tat\n\tmov\tr0, #0\n\tmov\tr3, #7\n",
        *(OPEN, "a block: "),
        instead=True,
    ),
)
"""It calls what its caller calls, too: where it ends says the stack."""

IN_A_FRAME = ("shabal", "thumb_fast", "cortex-m0")
"""Copies the state into its frame, and goes on with that for several blocks."""

COPIED = (
    Fault(
        "a word of the state in the frame changed between the final rounds",
        *(IN_A_FRAME, "close", "        str     r0, [sp, #F_COUNT]\n        beq     1f\n"),
        """
        ldr     r0, [sp, #F_MOVE]
        cmp     r0, #0
        bne     90f
        ldr     r0, [sp, #B]
        adds    r0, #1
        str     r0, [sp, #B]
90:
""",
        *(REFUTED, "0 bytes and 0 bits wait: "),
    ),
)
"""The context has the state of before the first of these rounds, and the frame what they made."""

BETWEEN_WORDS = (
    Fault(
        "wrong where the length carries from its first word into its second",
        *(("sha512", "thumb_fast", "cortex-m0"), "step"),
        "    u64 high = JOIN64(cc->count + 2) + ((u64)blocks >> 54) + (low < old);\n",
        "    if ((u32)(low >> 32) != (u32)(old >> 32))\n        cc->H[0] ^= 1;\n",
        *(REFUTED, "carry ends in bits 32 to 63 of the counter"),
    ),
)
"""The code compares numbers of 64 bits word by word: a case of the counter is of two."""

OF_SEVERAL_BLOCKS = (
    Fault(
        "the carry of the length of several blocks is lost",
        *(("sha512", "thumb_fast", "cortex-m0"), "update"),
        "    u64 high = JOIN64(cc->count + 2) + ((u64)blocks >> 54) + (low < old);\n",
        "    u64 high = JOIN64(cc->count + 2) + ((u64)blocks >> 54) + (low < old && blocks < 2);\n",
        *(OPEN, "counter is not what the specification says"),
        instead=True,
    ),
)
"""A branch on the counter and the number of bytes: both ways are taken."""

CARRIED = (
    Fault(
        "the second carry from one byte of the count to the next is lost",
        *(("sha1", "avr8", "avr8"), "update"),
        "        ldi     r18, hi8(8 * BLOCK)\n9:      ld      r0, Z\n        add     r0, r18\n"
        "        st      Z+, r0\n        ldi     r18, 1\n        brcs    9b\n",
        "        ldi     r19, 0\n        ldi     r18, hi8(8 * BLOCK)\n9:      ld      r0, Z\n"
        "        add     r0, r18\n        st      Z+, r0\n        brcc    8f\n"
        "        inc     r19\n        ldi     r18, 1\n"
        "        sbrc    r19, 1\n        ldi     r18, 0\n        rjmp    9b\n8:\n",
        *(OPEN, "counter is not what the specification says"),
        instead=True,
    ),
)
"""Its count is right where nothing carries, which is assumed in one of the cases."""

SHARED = (
    Fault(
        "a load of the byte behind a short message",
        *(ASCON, "update", "        bltz    LEFT, no_message\n"),
        "        lbu     a4, 0(DATA)\n        bltz    LEFT, no_message\n",
        *(OPEN, "outside what the contract permits"),
        instead=True,
    ),
    Fault(
        "a call that is wrong with three bytes in an empty buffer",
        *(ASCON, "update", UPDATE),
        f"        li a5, 3\n        bne LEFT, a5, 90f\n        li a5, -8\n"
        f"        bne PLACE, a5, 90f\n{FLIP}90:\n",
        *(REFUTED, "3 bytes behind 0"),
    ),
)
"""Wrong with one number of bytes, in a run that stands for many."""

IN_LOOPS = (
    Fault(
        "the first block is none where many bytes come behind five",
        *(SKEIN_IN_C, "update", SKEIN_BEGINS),
        "    if (len > 100 && cc->ptr == 5)\n        cc->tweak[3] &= ~FIRST;\n",
        *(OPEN, "a block: "),
    ),
    Fault(
        "wrong behind the first block alone, where many bytes come behind five",
        *(SKEIN_IN_C, "update", SKEIN_BEGINS),
        "    if (len > 100 && cc->ptr == 5 && !(cc->tweak[3] & FIRST))\n        cc->G[0] ^= 1;\n",
        *(OPEN, "of the context is not the same by all ways to `block`"),
    ),
    Fault(
        "a letter that is wrong from the second of several blocks on",
        *(LOOPS, "update", "        add_to_hash\n"),
        "        xori    s1, s1, 1\n",
        *(OPEN, "is not what the specification says"),
    ),
    Fault(
        "a block of several that is left out",
        *(LOOPS, "update", "        add_to_hash\n"),
        "        addi    a5, X, -7\n        bnez    a5, 90f\n        li      X, 6\n90:\n",
        *(OPEN, "is not what the specification says"),
    ),
    Fault(
        "the bits of a call that need a second word are not counted",
        *(LOOPS, "update", "        add     a3, a3, a5\n"),
        "        nop\n",
        *(OPEN, "counter is not what the specification says"),
        instead=True,
    ),
)


KERNEL = ("ascon_hash256", "thumb_fast", "cortex-m0")
"""A mode in C that calls a kernel in assembly for any number of blocks."""

ABSORBS = "    mote_ascon_hash256_ascon_absorb(cc->S, data, blocks);\n"
COUNTS = "        lsls    r2, r2, #3\n"
CLOSES_IN_C = "    add_byte(cc, 1);\n"
RESTORES = "        mov     r11, r6\n#if"

WITH_A_KERNEL = (
    Fault(
        "padding with another bit",
        *(KERNEL, "close", CLOSES_IN_C),
        "    add_byte(cc, 2);\n",
        *(REFUTED, "0 bytes and 0 bits wait: byte 0 of the context in call 0"),
        instead=True,
    ),
    Fault(
        "a digest that depends on how many bytes waited",
        *(KERNEL, "close", CLOSES_IN_C),
        "    add_byte(cc, 1);\n    i = cc->ptr;\n    if (i == 3)\n        *out++ = 0, left--;\n",
        *(REFUTED, "2 bytes and 0 bits wait: digest[0] becomes"),
        instead=True,
    ),
    Fault(
        "wrong with two blocks in a call of the kernel",
        *(KERNEL, "update", ABSORBS),
        f"    if (blocks == 2)\n        cc->S[0] ^= 1;\n{ABSORBS}",
        *(OPEN, "of the context is not the same by all ways to `block`"),
        instead=True,
    ),
    Fault(
        "wrong behind 4,096 blocks in a call of the kernel",
        *(KERNEL, "update", ABSORBS),
        "    if (blocks > 4096)\n        cc->S[0] ^= 1;\n",
        *(OPEN, "a branch depends on secret data"),
    ),
    Fault(
        "a part of the state in static memory",
        *(KERNEL, "update", ABSORBS),
        "    {\n        static u32 kept;\n        cc->S[0] ^= kept;\n        kept = 0;\n    }\n",
        *(OPEN, "which the contract does not let it write"),
    ),
    Fault(
        "a kernel that takes its number of blocks for one of 16 bits",
        *(KERNEL, "update", COUNTS),
        "        lsls    r2, r2, #13\n        lsrs    r2, r2, #13\n",
        *(OPEN, "the address of a load depends on secret data"),
    ),
    *(
        Fault(
            f"a register of the mode that the kernel does not restore, by {name}",
            *(KERNEL, name, RESTORES),
            "        mov     r11, r6\n        str     r6, [sp, #4]\n#if",
            *(OPEN, reason),
            instead=True,
        )
        for name, reason in (
            ("kernel", "does not restore r5"),
            ("update", "the address of a store"),
        )
    ),
)
"""In the mode or in the kernel: the obligations are of both as they are linked."""

BUFFERED = ("sha256", "thumb_fast", "cortex-m0")
"""Its mode fills the buffer, gives that to the kernel, and goes on with the rest of the call."""

FILLS = "        compress(cc, buf, 1);\n        bytes += room;\n"
GOES_BY = "        bytes += room;\n        len -= room;\n"

BEHIND_A_BUFFER = (
    Fault(
        "goes on a byte too far where 40 bytes filled the buffer",
        *(BUFFERED, "update", FILLS),
        "        bytes += room == 40 ? 41 : room;\n        compress(cc, buf, 1);\n",
        *(OPEN, "a branch depends on secret data"),
        instead=True,
    ),
    Fault(
        "forgets a byte where the first of the fills that are tried has filled the buffer",
        *(BUFFERED, "update", FILLS),
        "        bytes += room == 63 ? 62 : room;\n        compress(cc, buf, 1);\n",
        *(OPEN, "a branch depends on secret data"),
        instead=True,
    ),
    Fault(
        "counts what is left by twice the bytes that filled the buffer",
        *(BUFFERED, "update", GOES_BY),
        "        bytes += room;\n        len -= 2 * room;\n",
        *(OPEN, "a branch depends on secret data"),
        instead=True,
    ),
    Fault(
        "counts what is left by the bytes that waited in the buffer",
        *(BUFFERED, "update", GOES_BY),
        "        bytes += room;\n        len -= ptr;\n",
        *(OPEN, "a branch depends on secret data"),
        instead=True,
    ),
    Fault(
        "wrong behind the block that 17 bytes filled, with more than a block left",
        *(BUFFERED, "update", GOES_BY),
        "        if (room == 17 && len > 99)\n            cc->H[0] ^= 1;\n",
        *(OPEN, "a branch depends on secret data"),
    ),
)
"""Of the bytes that filled the buffer, all that is known is what a call's other numbers say."""


BY_ONE = ("luffa256", "armv4_fast", "armv4")
"""Its mode has the kernel take one block after the other, and goes on with the call's length."""

ONE_BLOCK = "        luffa_round(cc->V, data);\n"

BLOCK_BY_BLOCK = (
    Fault(
        "wrong with two blocks left in a loop of the mode",
        *(BY_ONE, "update", ONE_BLOCK),
        f"{ONE_BLOCK}        if (blocks == 2)\n            cc->V[0] ^= 1;\n",
        *(OPEN, "a branch depends on secret data"),
        instead=True,
    ),
    Fault(
        "takes a byte too many behind ten blocks",
        *(BY_ONE, "update", "    ptr = (unsigned)(len % BLOCK_BYTES);\n"),
        "    ptr = (unsigned)((len + (blocks > 9)) % BLOCK_BYTES);\n",
        *(OPEN, "a branch depends on secret data"),
        instead=True,
    ),
    Fault(
        "goes a block too far in the message behind its second block",
        *(BY_ONE, "update", ONE_BLOCK),
        f"{ONE_BLOCK}        if (blocks == 2)\n            data -= 32;\n",
        *(OPEN, "32 bytes before data: outside what the contract permits"),
        instead=True,
    ),
)
"""How far a loop over blocks has come in a call is one number, for all that goes by it."""


def _with_included(text: str, place: str) -> str:
    """A file, and what it includes of its family in its place, as deep as the place lies."""
    for line in text.splitlines():
        if re.match(r"\s*[#.]include ", line) and place and place not in text:
            included = ROOT / "src" / line.split('"')[1]
            if included.exists():
                inner = _with_included(included.read_text(), place)
                if place in inner:
                    text = text.replace(line, inner)
    return text


def planted(fault: Fault, folder: Path) -> Implementation:
    """The file with the fault."""
    function, name, _ = fault.file
    files = {each.name: each for each in catalog.implementations(catalog.functions()[function])}
    file = files[name]
    text = _with_included(file.source.read_text(), fault.place)
    assert text.count(fault.place) == 1, fault.place
    text = text.replace(fault.place, fault.lines if fault.instead else fault.place + fault.lines)
    source = folder / file.source.name
    source.write_text(text)
    return dataclasses.replace(file, sources=(source,))


def asked(fault: Fault, folder: Path) -> Obligation:
    [found] = asked_of(planted(fault, folder), fault)
    return found


def asked_of(implementation: Implementation, fault: Fault) -> list[Obligation]:
    job = engine.ProofJob(
        implementation,
        catalog.cpus()[fault.file[2]],
        use_kept=False,
        obligations=(fault.obligation,),
        places=SYMBOLS,
    )
    return engine.run(job)


@pytest.mark.parametrize("fault", (*FAULTS, *SHARED, *COPIED), ids=lambda fault: fault.name)
@pytest.mark.sampled(8)
def test_a_planted_fault_is_not_proved(fault: Fault, tmp_path: Path) -> None:
    found = asked(fault, tmp_path)
    assert found.verdict == fault.verdict, found.detail
    assert fault.reason in found.detail


LANES = ("turboshake128", "thumb2_fast", "cortex-m3")
"""Takes whole lanes of the message in at once, and keeps their bits interleaved."""

ADDS_LANES = "            add_lanes(cc->A + (cc->ptr >> 2), bytes, n >> 3);\n"

BY_LANES = (
    Fault(
        "a byte behind whole lanes, which some calls with as many lanes have not",
        *(LANES, "update", ADDS_LANES),
        "            cc->A[1] ^= bytes[n + 3];\n",
        *(OPEN, "outside what the contract permits"),
    ),
    Fault(
        "wrong behind so many lanes in calls of one length",
        *(LANES, "update", ADDS_LANES),
        "            if (len == 21)\n                cc->A[n >> 2] ^= 1;\n",
        *(REFUTED, "21 bytes behind 0: byte 16 of the context becomes"),
    ),
)
"""What calls with as many whole lanes could hide that have other bytes behind them."""


def planted_beside_a_kernel(fault: Fault, folder: Path) -> Implementation:
    """The mode and the kernel as a user gets them, with the fault in the one that has its place."""
    function, name, _ = fault.file
    files = {each.name: each for each in catalog.implementations(catalog.functions()[function])}
    made, _ = package.unpacked(files[name], folder)
    texts = {path: path.read_text() for path in made.sources}
    assert sum(text.count(fault.place) for text in texts.values()) == 1, fault.place
    for path, text in texts.items():
        lines = fault.lines if fault.instead else fault.place + fault.lines
        path.write_text(text.replace(fault.place, lines))
    return made


@pytest.mark.parametrize(
    "fault",
    (
        *WITH_A_KERNEL,
        *BEHIND_A_BUFFER,
        *BETWEEN_WORDS,
        *OF_SEVERAL_BLOCKS,
        *BY_LANES,
        *BLOCK_BY_BLOCK,
    ),
    ids=lambda fault: fault.name,
)
@pytest.mark.sampled(3)
def test_a_fault_beside_a_kernel_or_in_it_is_not_proved(fault: Fault, tmp_path: Path) -> None:
    # With step comes the kernel by itself, which is right.
    *_, found = asked_of(planted_beside_a_kernel(fault, tmp_path), fault)
    assert found.verdict == fault.verdict, found.detail
    assert fault.reason in found.detail


@pytest.mark.turns("proofs", 16, "python/mote/proving")
def test_a_mode_with_its_kernel_is_proved() -> None:
    function, name, cpu = KERNEL
    files = {each.name: each for each in catalog.implementations(catalog.functions()[function])}
    job = engine.ProofJob(files[name], catalog.cpus()[cpu], use_kept=False, obligations=ALL)
    found = engine.run(job)
    assert [(each.name, each.verdict) for each in found] == [
        (name, PROVED) for name in ("kernel", *ALL)
    ]
    assert {each.places for each in found[1:]} == {SYMBOLS}


@pytest.mark.long
@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    "fault", (*IN_LOOPS, *LET_GO, *BY_A_JUMP, *CARRIED), ids=lambda fault: fault.name
)
@pytest.mark.turns("proofs", 16, "python/mote/proving")
def test_a_fault_in_a_loop_over_blocks_is_not_proved(fault: Fault, tmp_path: Path) -> None:
    found = asked(fault, tmp_path)
    assert found.verdict == fault.verdict, found.detail
    assert fault.reason in found.detail


@pytest.mark.long
@pytest.mark.turns("proofs", 16, "python/mote/proving")
def test_update_of_a_mode_that_has_its_kernel_take_one_block_after_the_other_is_proved() -> None:
    function, name, cpu = BY_ONE
    files = {each.name: each for each in catalog.implementations(catalog.functions()[function])}
    job = engine.ProofJob(
        files[name], catalog.cpus()[cpu], use_kept=False, obligations=("update",), places=SYMBOLS
    )
    *_, found = engine.run(job)
    assert (found.name, found.verdict) == ("update", PROVED), found.detail


@pytest.mark.long
@pytest.mark.turns("proofs", 16, "python/mote/proving")
def test_update_of_a_file_that_counts_blocks_within_the_block_function_is_proved() -> None:
    """Its counter is no number of bytes, and whole blocks leave its buffer as it was."""
    function, name, cpu = IN_A_FRAME
    files = {each.name: each for each in catalog.implementations(catalog.functions()[function])}
    job = engine.ProofJob(
        files[name],
        catalog.cpus()[cpu],
        use_kept=False,
        obligations=("update",),
        places=SYMBOLS,
    )
    [found] = engine.run(job)
    assert found.verdict == PROVED, found.detail


@pytest.mark.turns("proofs", 16, "python/mote/proving")
def test_update_of_a_file_that_goes_byte_by_byte_is_proved() -> None:
    """Its branches on the number of bytes are the same behind every fill."""
    files = {each.name: each for each in catalog.implementations(catalog.functions()["shabal"])}
    job = engine.ProofJob(
        files["thumb"], catalog.cpus()["cortex-m0"], use_kept=False, obligations=("update",)
    )
    [found] = engine.run(job)
    assert found.verdict == PROVED, found.detail


def test_the_file_without_a_fault_is_proved() -> None:
    function, name, cpu = ASCON
    files = {each.name: each for each in catalog.implementations(catalog.functions()[function])}
    job = engine.ProofJob(files[name], catalog.cpus()[cpu], use_kept=False, obligations=ALL)
    found = engine.run(job)
    assert [(each.verdict, each.places) for each in found] == [(PROVED, SYMBOLS)] * 4


def test_what_holds_at_the_places_of_the_prover_alone_says_so(tmp_path: Path) -> None:
    """Its row has the reason, and the file is not called proved."""
    [fault] = (each for each in FAULTS if each.name.startswith("wrong in init where"))
    job = engine.ProofJob(
        planted(fault, tmp_path),
        catalog.cpus()[fault.file[2]],
        use_kept=False,
        obligations=(fault.obligation,),
    )
    [found] = engine.run(job)
    assert (found.verdict, found.places) == (PROVED, FIXED)
    assert found.detail.startswith(f"not at symbols: {fault.reason}")
