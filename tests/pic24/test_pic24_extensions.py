"""Every custom instruction of the 16-bit core against plain Python, over random states."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from mote.pic24.assembly.source import AssemblyError
from mote.pic24.expr import const
from mote.pic24.isa import FOLDER, load_module
from mote.pic24.kernel import Kernel
from mote.pic24.sets import InstructionSet, extension_names

ROUNDS = 60
EXTENSIONS = {name: load_module(FOLDER / "extensions" / f"{name}.py") for name in extension_names()}
BYTES = load_module(FOLDER / "extensions" / "_byte_substitution.py")


class Bench:
    """One instruction (with its REPEAT) in a routine; memory and registers before and after."""

    def __init__(self, folder: Path, extension: str, text: str, seed: int = 1) -> None:
        source = folder / "k.s"
        source.write_text(f".extension {extension}\nf:\n {text}\n return\n")
        self.kernel = Kernel([source])
        self.chance = random.Random(seed)
        self.place = self.kernel.allocate(256)

    def run(
        self,
        pointer: int | None = None,
        fixed: dict[int, int] | None = None,
        offset: int = 0,
        loaded: dict[int, int] | None = None,
    ) -> tuple[list[int], list[int], bytes, bytes]:
        """Registers and memory before and after, with random contents.

        pointer: the register that gets the memory's address, plus `offset`; fixed: other values;
        loaded: registers that get the word of memory at an offset.
        """
        chance = self.chance
        before = [chance.getrandbits(16) for _ in range(15)]
        if pointer is not None:
            before[pointer] = self.place + offset
        for number, value in (fixed or {}).items():
            before[number] = value
        memory = chance.randbytes(256)
        for number, at in (loaded or {}).items():
            before[number] = int.from_bytes(memory[at : at + 2], "little")
        self.kernel.write(self.place, memory)
        self.counts = self.kernel.call("f", *before, check_abi=False)
        after = self.kernel.machine.w[:15]
        self.cycles = self.counts.cycles - 3
        return before, after, memory, self.kernel.read(self.place, 256)


def unchanged(before: list[int], after: list[int], *lost: int) -> bool:
    """Whether no register but those in `lost` changed."""
    return all(a == b for n, (a, b) in enumerate(zip(before, after, strict=True)) if n not in lost)


def pair(registers: list[int], number: int, count: int = 2) -> int:
    return sum(registers[number + n] << 16 * n for n in range(count))


def rotl(value: int, amount: int, bits: int) -> int:
    amount %= bits
    return (value << amount | value >> (bits - amount)) & ((1 << bits) - 1)


@pytest.mark.parametrize("amount", [7, 8, 12])
@pytest.mark.parametrize(("s", "d"), [(0, 2), (4, 4), (12, 0), (2, 8)])
def test_blake_rrot(tmp_path: Path, amount: int, s: int, d: int) -> None:
    bench = Bench(tmp_path, "blake_rrot", f"s3_rrot_{amount} w{s}, w{d}")
    for _ in range(ROUNDS):
        before, after, _, _ = bench.run()
        assert pair(after, d) == rotl(pair(before, s), 32 - amount, 32)
        assert unchanged(before, after, d, d + 1)
    assert bench.cycles == 1


def test_blake_xcst(tmp_path: Path) -> None:
    bench = Bench(tmp_path, "blake_xcst", "repeat #15\n s3_xcst_blake w3")
    constants = EXTENSIONS["blake_cxm"].CONSTANTS[:8]
    for _ in range(ROUNDS):
        before, after, memory, end = bench.run(3)
        words = [int.from_bytes(memory[4 * n : 4 * n + 4], "little") for n in range(8)]
        made = b"".join(
            (w ^ c).to_bytes(4, "little") for w, c in zip(words, constants, strict=True)
        )
        assert end == made + memory[32:]
        assert unchanged(before, after)
    assert (bench.cycles, bench.counts.reads - 2, bench.counts.writes) == (17, 16, 16)


@pytest.mark.parametrize("name", ["s3_cxm", "s3_cxmr"])
def test_blake_cxm(tmp_path: Path, name: str) -> None:
    check_message_word(Bench(tmp_path, "blake_cxm", f"{name} w2, w6"), name == "s3_cxmr", 2)


@pytest.mark.parametrize("name", ["s3_cxm_relaxed", "s3_cxmr_relaxed"])
def test_blake_cxm_relaxed(tmp_path: Path, name: str) -> None:
    bench = Bench(tmp_path, "blake_cxm_relaxed", f"{name} w2, w6")
    check_message_word(bench, name == "s3_cxmr_relaxed", 3)


def check_message_word(bench: Bench, reverse: bool, cycles: int) -> None:
    module = EXTENSIONS["blake_cxm"]
    for round_ in range(14):
        for g in range(8):
            before, after, memory, end = bench.run(2, {14: 8 * round_ + g})
            row = module.SIGMA[round_ % 10]
            a, b = row[2 * g], row[2 * g + 1]
            if reverse:
                a, b = b, a
            word = int.from_bytes(memory[4 * a : 4 * a + 4], "little")
            assert pair(after, 6) == word ^ module.CONSTANTS[b]
            assert unchanged(before, after, 6, 7) and end == memory
    assert (bench.cycles, bench.counts.reads - 2) == (cycles, 2)


def test_blake_g(tmp_path: Path) -> None:
    """Each of its instructions, with words and calls of all numbers."""
    module = EXTENSIONS["blake_g"]

    def word(memory: bytes, number: int) -> int:
        return int.from_bytes(memory[4 * number : 4 * number + 4], "little")

    for call in range(8):
        for name, order in (("s3_cxa", (0, 1)), ("s3_cxar", (1, 0))):
            bench = Bench(tmp_path, "blake_g", f"{name} #{call}, [w5], w12, w2", call)
            for round_ in range(14):
                before, after, memory, end = bench.run(5, {14: 14 - round_})
                row = module.SIGMA[round_ % 10][2 * call : 2 * call + 2]
                first, second = (row[n] for n in order)
                y = pair(before, 12) + (word(memory, first) ^ module.CONSTANTS[second])
                assert pair(after, 2) == y & 0xFFFFFFFF
                assert unchanged(before, after, 2, 3) and end == memory
                assert (bench.cycles, bench.counts.reads - 2, bench.counts.writes) == (2, 2, 0)
        for amount in (16, 12, 8, 7):
            bench = Bench(tmp_path, "blake_g", f"s3_axr_{amount} #{call}, w6, [w9], w10", call)
            for _ in range(8):
                before, after, memory, end = bench.run(9)
                y = word(memory, call) + pair(before, 6) & 0xFFFFFFFF
                assert end == memory[: 4 * call] + y.to_bytes(4, "little") + memory[4 * call + 4 :]
                assert pair(after, 10) == rotl(pair(before, 10) ^ y, 32 - amount, 32)
                assert unchanged(before, after, 10, 11)
                assert (bench.cycles, bench.counts.reads - 2, bench.counts.writes) == (2, 2, 2)
    for number in range(16):
        for name, distance in (("s3_next", 1), ("s3_previous", -1)):
            bench = Bench(tmp_path, "blake_g", f"{name} #{number}, [w3], w8", number)
            before, after, memory, end = bench.run(3, offset=16)
            at = 16 + 4 * number
            stored = pair(before, 8).to_bytes(4, "little")
            assert end == memory[:at] + stored + memory[at + 4 :]
            assert pair(after, 8) == word(memory, 4 + number + distance)
            assert unchanged(before, after, 8, 9)
            assert (bench.cycles, bench.counts.reads - 2, bench.counts.writes) == (2, 2, 2)


def test_blake_tables() -> None:
    """The tables are BLAKE's: those of the reference implementation of the tests."""
    from reference import blake

    module = EXTENSIONS["blake_cxm"]
    texts = {tuple(map(tuple, v)) for v in vars(blake).values() if is_rows(v)}
    assert any(rows[:10] == module.SIGMA for rows in texts)
    tables = [tuple(v) for v in vars(blake).values() if isinstance(v, (tuple, list))]
    assert any(table[:16] == module.CONSTANTS for table in tables)


def is_rows(value: object) -> bool:
    return isinstance(value, (tuple, list)) and all(isinstance(v, (tuple, list)) for v in value)


@pytest.mark.parametrize("name", ["p", "q"])
def test_groestl_cst(tmp_path: Path, name: str) -> None:
    count = 8 if name == "p" else 32
    bench = Bench(tmp_path, "groestl_cst", f"repeat #{count - 1}\n s3_cst_{name} w9")
    for round_ in range(10):
        before, after, memory, end = bench.run(9, {14: round_})
        state = bytearray(memory)
        for column in range(8):
            for row in range(8):
                at = 8 * column + row
                if name == "q":
                    state[at] ^= 0xFF ^ (column << 4 ^ round_ if row == 7 else 0)
                elif row == 0:
                    state[at] ^= column << 4 ^ round_
        assert end == bytes(state) and unchanged(before, after)
    assert (bench.cycles, bench.counts.writes) == (1 + count, count)


def test_groestl_sbox(tmp_path: Path) -> None:
    bench = Bench(tmp_path, "groestl_sbox", "repeat #31\n s3_sbox w8")
    table = EXTENSIONS["groestl_sbox"].SBOX
    assert sorted(table) == list(range(256))
    assert [table[n] for n in (0, 1, 0x53, 0xFF)] == [0x63, 0x7C, 0xED, 0x16], "FIPS 197, figure 7"
    for _ in range(ROUNDS):
        before, after, memory, end = bench.run(8)
        assert end == bytes(table[byte] for byte in memory[:64]) + memory[64:]
        assert unchanged(before, after)
    assert bench.cycles == 33


@pytest.mark.parametrize(("name", "shifts"), [("p", range(8)), ("q", (1, 3, 5, 7, 0, 2, 4, 6))])
def test_groestl_shift(tmp_path: Path, name: str, shifts: tuple[int, ...]) -> None:
    bench = Bench(tmp_path, "groestl_shift", f"repeat #35\n s3_shift_{name} w8")
    for _ in range(ROUNDS):
        before, after, memory, end = bench.run(8)
        state = bytes(memory[8 * ((n // 8 + shifts[n % 8]) % 8) + n % 8] for n in range(64))
        assert end == state + memory[64:]
        assert unchanged(before, after, *range(8))
    assert (bench.cycles, bench.counts.reads - 2, bench.counts.writes) == (37, 32, 32)


def test_groestl_mix(tmp_path: Path) -> None:
    times = BYTES.times
    row = (2, 2, 3, 4, 5, 3, 5, 7)
    bench = Bench(tmp_path, "groestl_mix", "repeat #79\n s3_mix w8")
    for _ in range(ROUNDS):
        before, after, memory, end = bench.run(8)
        state = bytearray(64)
        for column in range(8):
            for i in range(8):
                for j in range(8):
                    state[8 * column + i] ^= times(row[(j - i) % 8], memory[8 * column + j])
        assert end == bytes(state) + memory[64:]
        assert unchanged(before, after, *range(4))
    assert (bench.cycles, bench.counts.reads - 2, bench.counts.writes) == (81, 64, 32)


def groestl_round(state: bytes, variant: int, number: int) -> bytes:
    """Groestl, sections 3.4.2 to 3.4.5: a round of P (0) or Q (1) on 64 bytes."""
    shifts = ((0, 1, 2, 3, 4, 5, 6, 7), (1, 3, 5, 7, 0, 2, 4, 6))[variant]
    row = (2, 2, 3, 4, 5, 3, 5, 7)
    flip = 0xFF * variant
    x = bytearray(byte ^ flip for byte in state)
    for column in range(8):
        x[8 * column + 7 * variant] ^= column << 4 ^ number
    x = bytearray(EXTENSIONS["groestl_sbox"].SBOX[byte] for byte in x)
    x = bytearray(x[8 * ((n // 8 + shifts[n % 8]) % 8) + n % 8] for n in range(64))
    out = bytearray(64)
    for n in range(64):
        for k in range(8):
            out[n] ^= BYTES.times(row[k], x[n & ~7 | (n + k) % 8])
    return bytes(out)


@pytest.mark.parametrize("variant", [0, 1])
def test_groestl_rounds(tmp_path: Path, variant: int) -> None:
    """Nine rounds and the tenth, added to other bytes; the first constants are the program's."""
    text = f"repeat #72\n gr_rounds #{variant}, w9\n repeat #7\n gr_final #{variant}, w9, w10"
    bench = Bench(tmp_path, "groestl_rounds", text)
    for _ in range(ROUNDS // 6):
        before, after, memory, end = bench.run(9, {10: bench.place + 128})
        state = bytearray(memory[:64])
        for column in range(8):
            state[8 * column + 7 * variant] ^= column << 4
        for number in range(10):
            state = groestl_round(bytes(state), variant, number)
        added = bytes(a ^ b for a, b in zip(memory[128:192], state, strict=True))
        assert end[64:] == memory[64:128] + added + memory[192:]
        assert unchanged(before, after, *range(5))
    assert bench.cycles == 2 + 73 * 8 + 8 * 12
    assert (bench.counts.reads - 2, bench.counts.writes) == (73 * 8 + 96, 72 * 8 + 32)


def test_groestl_rounds_steps(tmp_path: Path) -> None:
    """A column in at a time: eight cycles; one round is where its bytes came from."""
    bench = Bench(tmp_path, "groestl_rounds", "mov w11, RCOUNT\n gr_rounds #0, w9")
    # The first repetition only reads: W0 to W3 are the first column, with W4 for its lower rows.
    before, after, memory, end = bench.run(9, {11: 72})
    assert end == memory and bench.cycles == 9
    state = bytearray(memory[:64])
    for column in range(8):
        state[8 * column] ^= column << 4
    product = groestl_round(bytes(state), 0, 0)[:8]
    single, double = after[4] & 0xFF, after[4] >> 8
    assert double == BYTES.times(2, single)
    words = [after[n] >> shift & 0xFF for n in range(4) for shift in (8, 0)]
    factors = (2, 2, 3, 4, 0, 0, 0, 0)
    found = [w ^ BYTES.times(f, single) for w, f in zip(words, factors, strict=True)]
    assert found == list(reversed(product))
    assert unchanged(before, after, *range(5))


@pytest.mark.parametrize("name", ["acxm", "amxc"])
def test_jh_cst(tmp_path: Path, name: str) -> None:
    words = EXTENSIONS["jh_cst"].WORDS
    assert len(words) == 42 * 16
    for index in (0, 5, 15):
        bench = Bench(tmp_path, "jh_cst", f"s3_cst_{name} #{index}, w3, [w9], w4")
        for round_ in range(42):
            before, after, memory, _ = bench.run(9, {14: round_})
            constant = words[16 * round_ + index]
            other = int.from_bytes(memory[:2], "little")
            y = before[3] & constant ^ other if name == "acxm" else before[3] & other ^ constant
            assert after[4] == y and unchanged(before, after, 4)
    assert bench.cycles == 1


def test_jh_swap(tmp_path: Path) -> None:
    bench = Bench(tmp_path, "jh_swap", "repeat #31\n s3_swap w8")
    for round_ in range(42):
        size = 1 << round_ % 7
        # From 16 bits on the first of the odd words is in W0 when the instruction begins.
        loaded = {0: 16} if size >= 16 else {}
        before, after, memory, end = bench.run(8, {14: round_}, loaded=loaded)
        state = bytearray(memory[:128])
        for odd in range(1, 8, 2):
            bits = [memory[16 * odd + n // 8] >> (7 - n % 8) & 1 for n in range(128)]
            bits = [bits[n ^ size] for n in range(128)]
            for n in range(16):
                state[16 * odd + n] = int("".join(map(str, bits[8 * n : 8 * n + 8])), 2)
        assert end == bytes(state) + memory[128:], round_
        assert unchanged(before, after, 0)
        assert size >= 16 or after[0] == before[0]
        assert bench.cycles == 1 + 32
        assert (bench.counts.reads - 2, bench.counts.writes) == (32, 32)


def jh_256_of_nothing() -> bytes:
    """JH-256 of the empty message, bit-sliced, with the constants of the extension."""
    constants = EXTENSIONS["jh_cst"].WORDS
    ones = (1 << 128) - 1

    def load(block: bytes) -> list[int]:
        return [int.from_bytes(block[16 * n : 16 * n + 16], "big") for n in range(8)]

    def constant(round_: int, half: int) -> int:
        words = constants[16 * round_ + 8 * half : 16 * round_ + 8 * half + 8]
        return int.from_bytes(b"".join(w.to_bytes(2, "little") for w in words), "big")

    def rounds(s: list[int]) -> list[int]:
        s = list(s)
        for round_ in range(42):
            for half in (0, 1):
                m0, m1, m2, m3 = (s[2 * n + half] for n in range(4))
                c = constant(round_, half)
                m3 ^= ones
                m0 ^= ~m2 & c & ones
                t = c ^ (m0 & m1)
                m0 ^= m2 & m3
                m3 ^= ~m1 & m2 & ones
                m1 ^= m0 & m2
                m2 ^= m0 & ~m3 & ones
                m0 ^= m1 | m3
                m3 ^= m1 & m2
                m1 ^= t & m0
                m2 ^= t
                for n, value in enumerate((m0, m1, m2, m3)):
                    s[2 * n + half] = value
            a, b = [s[2 * n] for n in range(4)], [s[2 * n + 1] for n in range(4)]
            b[0] ^= a[1]
            b[1] ^= a[2]
            b[2] ^= a[0] ^ a[3]
            b[3] ^= a[0]
            a[0] ^= b[1]
            a[1] ^= b[2]
            a[2] ^= b[0] ^ b[3]
            a[3] ^= b[0]
            size = 1 << round_ % 7
            mask = sum(((1 << size) - 1) << at for at in range(0, 128, 2 * size))
            b = [(x & mask) << size | x >> size & mask for x in b]
            s = [word for both in zip(a, b, strict=True) for word in both]
        return s

    def compress(state: bytes, block: bytes) -> bytes:
        mixed = bytes(a ^ b for a, b in zip(state, block, strict=False)) + state[64:]
        after = b"".join(word.to_bytes(16, "big") for word in rounds(load(mixed)))
        return after[:64] + bytes(a ^ b for a, b in zip(after[64:], block, strict=True))

    state = compress((256).to_bytes(2, "big") + bytes(126), bytes(64))
    state = compress(state, b"\x80" + bytes(63))
    return state[-32:]


def test_jh_e8(tmp_path: Path) -> None:
    """On the state between the words that the instruction finds and leaves in registers."""
    from reference import jh

    words = EXTENSIONS["jh_cst"].WORDS
    table = [words[16 * r + 8 * odd + e] for r in range(42) for e in range(8) for odd in (0, 1)]
    places = ((5, 14), (1, 46), (6, 78), (7, 110))
    lines = [f"mov [w4+{place}], w{register}" for register, place in places]
    lines += ["mov [w4+64], w2", "mov #tbloffset(table), w3", "repeat #335", "s3_e8 w4, w3"]
    lines += [f"mov w{register}, [w4+{place}]" for register, place in places]
    lines += ["bra end", ".const", "table:", f".word {', '.join(map(str, table))}"]
    lines += [".text", "end:"]
    bench = Bench(tmp_path, "jh_e8", "\n ".join(lines))
    for offset in (0, 34, 126):
        before, after, memory, end = bench.run(4, offset=offset)
        state = int.from_bytes(memory[offset : offset + 128], "big")
        made = jh._e8(state).to_bytes(128, "big")
        assert end == memory[:offset] + made + memory[offset + 128 :]
        assert unchanged(before, after, 0, 1, 2, 3, 5, 6, 7)
        assert after[3] == bench.kernel.address("table") + 2 * len(table)
    assert bench.cycles == 6 + 1 + 10 * 336 + 4 + 2
    assert (bench.counts.reads - 2, bench.counts.writes) == (5 + 8 * 336, 8 * 336 + 4)


def test_jh_constants() -> None:
    """JH-256 of the empty message as the submission's known answers have it (Len = 0)."""
    digest = "46e64619c18bb0a92a5e87185a47eef83ca747b8fcc8e1412921357e326df434"
    assert jh_256_of_nothing().hex() == digest


@pytest.mark.parametrize(("s", "d"), [(0, 4), (4, 0), (12, 8), (8, 4)])
def test_keccak_lrot1(tmp_path: Path, s: int, d: int) -> None:
    check_rotation_by_1(Bench(tmp_path, "keccak_lrot1", f"s3_lrot1 w{s}, w{d}"), s, d, 2)


@pytest.mark.parametrize(("s", "d"), [(0, 4), (4, 0), (12, 8), (8, 4)])
def test_keccak_lrot1_relaxed(tmp_path: Path, s: int, d: int) -> None:
    bench = Bench(tmp_path, "keccak_lrot1_relaxed", f"s3_lrot1_relaxed w{s}, w{d}")
    check_rotation_by_1(bench, s, d, 4)


def check_rotation_by_1(bench: Bench, s: int, d: int, cycles: int) -> None:
    for _ in range(ROUNDS):
        before, after, _, _ = bench.run()
        source = [*before, bench.kernel.machine.w[15] + 4]
        assert pair(after, d, 4) == rotl(pair(source, s, 4), 1, 64)
        assert unchanged(before, after, *range(d, d + 4))
    assert bench.cycles == cycles


@pytest.mark.parametrize("variant", ["a", "b"])
def test_keccak_lrotm(tmp_path: Path, variant: str) -> None:
    source, kept = (0, 4) if variant == "a" else (4, 0)
    for amount in range(64):
        lane = amount * 7 % 25
        bench = Bench(
            tmp_path, "keccak_lrotm", f"s3_lrotm_{variant} #{amount}, #{lane}, w8", amount
        )
        before, after, memory, end = bench.run(8)
        y = rotl(pair(before, source, 4), amount, 64).to_bytes(8, "little")
        assert end == memory[: 8 * lane] + y + memory[8 * lane + 8 :]
        lane_before = int.from_bytes(memory[8 * lane : 8 * lane + 8], "little")
        assert pair(after, kept, 4) == lane_before
        assert unchanged(before, after, *range(kept, kept + 4))
        assert (bench.cycles, bench.counts.reads - 2, bench.counts.writes) == (4, 4, 4)


def test_keccak_xcst(tmp_path: Path) -> None:
    constants = EXTENSIONS["keccak_xcst"].CONSTANTS
    # FIPS 202, section 3.2.5, or the Keccak team's table: the first, the third and the last.
    assert [constants[n] for n in (0, 2, 23)] == [1, 0x800000000000808A, 0x8000000080008008]
    taken = check_round_constant(Bench(tmp_path, "keccak_xcst", "s3_xcst_keccak w2"))
    # A cycle for each word that is not zero.
    assert taken == [sum(c >> n & 0xFFFF != 0 for n in (0, 16, 32, 48)) for c in constants]
    assert set(taken) == {1, 2, 3}


def test_keccak_xcst_relaxed(tmp_path: Path) -> None:
    bench = Bench(tmp_path, "keccak_xcst_relaxed", "s3_xcst_keccak_relaxed w2")
    assert check_round_constant(bench) == [3] * 24


def check_round_constant(bench: Bench) -> list[int]:
    """The cycles of each round, as many as reads and writes."""
    taken = []
    for round_, constant in enumerate(EXTENSIONS["keccak_xcst"].CONSTANTS):
        before, after, memory, end = bench.run(2, {14: round_})
        lane = int.from_bytes(memory[:8], "little") ^ constant
        assert end == lane.to_bytes(8, "little") + memory[8:]
        assert unchanged(before, after)
        assert bench.cycles == bench.counts.reads - 2 == bench.counts.writes
        taken.append(bench.cycles)
    return taken


def test_keccak_chi(tmp_path: Path) -> None:
    sheets = (0, 120, 40, 160, 80)
    for k in range(4):
        bench = Bench(tmp_path, "keccak_chi", f"repeat #4\n k_chi #{k}, w8", k)
        for _ in range(ROUNDS // 4):
            bench.chance.seed(bench.chance.getrandbits(32))
            memory = bench.chance.randbytes(256)

            def word(x: int, y: int, k: int, memory: bytes = memory) -> int:
                at = sheets[x] + 8 * y + 2 * k
                return int.from_bytes(memory[at : at + 2], "little")

            before = [bench.chance.getrandbits(16) for _ in range(15)]
            before[0], before[1], before[8] = word(0, 4, k), word(1, 4, k), bench.place
            bench.kernel.write(bench.place, memory)
            counts = bench.kernel.call("f", *before, check_abi=False)
            after = bench.kernel.machine.w[:15]
            sums = [0] * 5
            end = bytearray(memory)
            for y in range(5):
                a = [word(x, y, k) for x in range(5)]
                for x in range(5):
                    out = a[x] ^ (~a[(x + 1) % 5] & a[(x + 2) % 5])
                    sums[x] ^= out
                    at = sheets[x] + 8 * y + 2 * k
                    end[at : at + 2] = out.to_bytes(2, "little")
            assert bench.kernel.read(bench.place, 256) == end
            assert after[9:14] == sums
            assert unchanged(before, after, 0, 1, *range(9, 14))
            if k < 3:
                assert after[:2] == [word(0, 4, k + 1), word(1, 4, k + 1)]
            assert (counts.cycles - 3, counts.reads - 2, counts.writes) == (26, 25, 25)


def test_keccak_iota(tmp_path: Path) -> None:
    constants = EXTENSIONS["keccak_xcst"].CONSTANTS
    for k in range(4):
        bench = Bench(tmp_path, "keccak_iota", f"k_iota #{k}, w2", k)
        for round_, constant in enumerate(constants):
            before, after, memory, end = bench.run(2, {14: round_})
            word = constant >> 16 * k & 0xFFFF
            lane = int.from_bytes(memory[:8], "little") ^ word << 16 * k
            assert end == lane.to_bytes(8, "little") + memory[8:]
            assert after[9] == before[9] ^ word and unchanged(before, after, 9)
            assert (bench.cycles, bench.counts.reads - 2, bench.counts.writes) == (1, 1, 1)


@pytest.mark.parametrize(("s", "d"), [(0, 4), (8, 0)])
def test_skein_lrot(tmp_path: Path, s: int, d: int) -> None:
    check_rotation(tmp_path, "skein_lrot", s, d, 2)


@pytest.mark.parametrize(("s", "d"), [(0, 4), (8, 0)])
def test_skein_lrot_relaxed(tmp_path: Path, s: int, d: int) -> None:
    check_rotation(tmp_path, "skein_lrot_relaxed", s, d, 4)


def check_rotation(tmp_path: Path, extension: str, s: int, d: int, cycles: int) -> None:
    name = extension.replace("skein", "s3")
    for amount in range(64):
        bench = Bench(tmp_path, extension, f"{name} #{amount}, w{s}, w{d}", amount)
        for _ in range(3):
            before, after, _, _ = bench.run()
            assert pair(after, d, 4) == rotl(pair(before, s, 4), amount, 64)
            assert unchanged(before, after, *range(d, d + 4))
    assert bench.cycles == cycles


def check_mix(
    tmp_path: Path, extension: str, name: str, amount: int, s: int, d: int, added: int
) -> None:
    """MIX with its even word in memory: W(added) to W(added + 3) go into the sum."""
    at = 8 * (amount % 4)
    bench = Bench(tmp_path, extension, f"{name} #{amount}, #{at}, w{s}, w{d}", amount)
    for _ in range(3):
        before, after, memory, end = bench.run(13, {d + 3: 0xFFFF} if amount < 9 else {})
        old = int.from_bytes(memory[at : at + 8], "little")
        total = (old + pair(before, added, 4)) % 2**64
        assert end == memory[:at] + total.to_bytes(8, "little") + memory[at + 8 :]
        assert pair(after, d, 4) == rotl(pair(before, s, 4), amount, 64) ^ total
        assert unchanged(before, after, *range(d, d + 4))
    assert (bench.cycles, bench.counts.reads - 2, bench.counts.writes) == (5, 4, 4)


@pytest.mark.parametrize(("s", "d"), [(0, 4), (4, 0), (8, 4), (0, 8)])
def test_skein_mix(tmp_path: Path, s: int, d: int) -> None:
    for amount in range(64):
        for name, added in (("tf_mix", s), ("tf_mixk", d)):
            check_mix(tmp_path, "skein_mix", name, amount, s, d, added)


def test_skein_mix_others(tmp_path: Path) -> None:
    for at, d in ((0, 8), (40, 0), (56, 4)):
        bench = Bench(tmp_path, "skein_mix", f"tf_exch #{at}, w{d}")
        for _ in range(ROUNDS):
            before, after, memory, end = bench.run(13)
            assert pair(after, d, 4) == int.from_bytes(memory[at : at + 8], "little")
            new = pair(before, d, 4).to_bytes(8, "little")
            assert end == memory[:at] + new + memory[at + 8 :]
            assert unchanged(before, after, *range(d, d + 4))
        assert (bench.cycles, bench.counts.reads - 2, bench.counts.writes) == (4, 4, 4)
    for s, m, d in ((0, 12, 8), (4, 14, 4), (8, 13, 0)):
        bench = Bench(tmp_path, "skein_mix", f"tf_add w{s}, w{m}, w{d}")
        for _ in range(ROUNDS):
            before, after, memory, end = bench.run(m)
            total = (int.from_bytes(memory[:8], "little") + pair(before, s, 4)) % 2**64
            assert pair(after, d, 4) == total and after[m] == before[m] + 8 and end == memory
            assert unchanged(before, after, m, *range(d, d + 4))
        assert (bench.cycles, bench.counts.reads - 2, bench.counts.writes) == (4, 4, 0)


@pytest.mark.parametrize(("s", "d"), [(0, 4), (4, 0), (8, 4), (0, 8)])
def test_shared_rotate(tmp_path: Path, s: int, d: int) -> None:
    """Rotations of 64 bits with what they do to memory, by all amounts."""
    for amount in range(64):
        at = 8 * (amount * 7 % 32)
        bench = Bench(tmp_path, "shared_rotate", f"sr_turn #{amount}, #{at}, w{s}, w{d}", amount)
        for _ in range(3):
            before, after, memory, end = bench.run(13)
            y = rotl(pair(before, s, 4), amount, 64).to_bytes(8, "little")
            assert end == memory[:at] + y + memory[at + 8 :]
            assert pair(after, d, 4) == int.from_bytes(memory[at : at + 8], "little")
            assert unchanged(before, after, *range(d, d + 4))
        assert (bench.cycles, bench.counts.reads - 2, bench.counts.writes) == (4, 4, 4)
        for name, added in (("sr_mix", s), ("sr_mixk", d)):
            check_mix(tmp_path, "shared_rotate", name, amount, s, d, added)
    # Without a rotation the registers may be the same: an exchange.
    bench = Bench(tmp_path, "shared_rotate", f"sr_turn #0, #40, w{s}, w{s}")
    before, after, memory, end = bench.run(13)
    assert end == memory[:40] + pair(before, s, 4).to_bytes(8, "little") + memory[48:]
    assert pair(after, s, 4) == int.from_bytes(memory[40:48], "little")


@pytest.mark.parametrize(("z", "y"), [(0, 2), (2, 0), (10, 4), (6, 8)])
def test_shared_rotate_pairs(tmp_path: Path, z: int, y: int) -> None:
    """Words of 32 bits: rotated, added to memory and XORed; exchanged with memory."""
    for amount in range(32):
        at = 4 * (amount % 8)
        bench = Bench(tmp_path, "shared_rotate", f"sr_step #{amount}, #{at}, w{z}, w{y}", amount)
        for _ in range(8):
            before, after, memory, end = bench.run(13)
            turned = rotl(pair(before, z), amount, 32)
            total = int.from_bytes(memory[at : at + 4], "little") + turned & 0xFFFFFFFF
            assert end == memory[:at] + total.to_bytes(4, "little") + memory[at + 4 :]
            assert pair(after, z) == turned and pair(after, y) == pair(before, y) ^ total
            assert unchanged(before, after, z, z + 1, y, y + 1)
        assert (bench.cycles, bench.counts.reads - 2, bench.counts.writes) == (3, 2, 2)
    for number in range(16):
        bench = Bench(tmp_path, "shared_rotate", f"sr_swap #{4 * number}, w{z}", number)
        before, after, memory, end = bench.run(13)
        stored = pair(before, z).to_bytes(4, "little")
        assert end == memory[: 4 * number] + stored + memory[4 * number + 4 :]
        assert pair(after, z) == int.from_bytes(memory[4 * number : 4 * number + 4], "little")
        assert unchanged(before, after, z, z + 1)
        assert (bench.cycles, bench.counts.reads - 2, bench.counts.writes) == (2, 2, 2)


@pytest.mark.parametrize(("b", "c", "m", "d"), [(0, 1, 9, 2), (3, 2, 12, 3), (1, 0, 4, 0)])
def test_shared_rotate_chi(tmp_path: Path, b: int, c: int, m: int, d: int) -> None:
    bench = Bench(tmp_path, "shared_rotate", f"sr_chi w{b}, w{c}, w{m}, w{d}")
    for _ in range(ROUNDS):
        before, after, memory, end = bench.run(m)
        old = int.from_bytes(memory[:2], "little")
        new = old ^ ~before[b] & before[c] & 0xFFFF
        assert end == new.to_bytes(2, "little") + memory[2:]
        assert after[d] == old and after[m] == before[m] + 2
        assert unchanged(before, after, d, m)
    assert (bench.cycles, bench.counts.reads - 2, bench.counts.writes) == (1, 1, 1)
    with pytest.raises(AssemblyError, match="one of w0 to w3"):
        Bench(tmp_path, "shared_rotate", "sr_chi w0, w5, w9, w1")
    with pytest.raises(AssemblyError, match="cannot be encoded together"):
        Bench(tmp_path, "shared_rotate", "sr_turn #1, #0, w4, w4")


def test_same_registers_are_refused(tmp_path: Path) -> None:
    with pytest.raises(AssemblyError, match="cannot be encoded together"):
        Bench(tmp_path, "skein_lrot", "s3_lrot #3, w4, w4")


def test_every_extension_is_tested() -> None:
    tests = "".join(path.read_text() for path in Path(__file__).parent.glob("test_pic24_*.py"))
    for name in extension_names():
        assert f"def test_{name}(" in tests, name


def test_all_at_once() -> None:
    """A core may have all of them: no word is two instructions."""
    everything = InstructionSet(extension_names())
    chance = random.Random(5)
    for _ in range(20_000):
        word = chance.getrandbits(24)
        if chance.random() < 0.5:
            word = word & 0x0FFFFF | chance.choice([0xC, 0xF]) << 20
        found = [i.name for i in everything.instructions if i.words == 1 and i.matches(word)]
        assert len(found) <= 1, (hex(word), found)


def test_fallback(tmp_path: Path) -> None:
    """One macro with a plain sequence: the same outcome with and without the instruction."""
    text = """
.macro rotr8 lo, hi, dlo, dhi
.if has_blake_rrot
    s3_rrot_8 \\lo, \\dlo
.else
    swap \\lo
    swap \\hi
    xor.b \\lo, \\hi, \\dlo
    mov \\lo, \\dlo
    mov \\hi, \\dhi
    xor \\dlo, \\dhi, w6
    mov #0xff00, w7
    and w6, w7, w6
    xor \\dlo, w6, \\dlo
    xor \\dhi, w6, \\dhi
.endif
.endm
f:  rotr8 w0, w1, w2, w3
    return
"""
    source = tmp_path / "k.s"
    source.write_text(text)
    results: list[int] = []
    counts: list[int] = []
    for extensions in ([], ["blake_rrot"]):
        kernel = Kernel([source], extensions)
        counts.append(kernel.call("f", 0x1234, 0xABCD).cycles)
        results.append(pair(kernel.machine.w, 2))
    assert results == [0x34ABCD12, 0x34ABCD12]
    assert counts == [13, 4]


def test_a_wrong_meaning_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checks above fail for a table with one wrong entry."""
    module = EXTENSIONS["jh_cst"]
    words = list(module.WORDS)
    test_jh_constants()
    words[77] ^= 4
    monkeypatch.setattr(module, "WORDS", tuple(words))
    with pytest.raises(AssertionError):
        test_jh_constants()


def test_the_gates_of_the_s_box() -> None:
    """FIPS 197, figure 7: four entries; the gates give what the table gives."""
    assert [BYTES.SBOX[byte] for byte in (0x00, 0x01, 0x53, 0xFF)] == [0x63, 0x7C, 0xED, 0x16]
    assert [BYTES.gates(const(byte, 8)).value for byte in range(256)] == list(BYTES.SBOX)
