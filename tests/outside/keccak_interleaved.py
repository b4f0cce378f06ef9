"""Keccak-f[1600] on lanes whose bits are interleaved, for `mote measure --reference`.

FIPS PUB 202, sections 3.2 and 3.3.  Word 2 i has the bits of lane i = x + 5 y at even places, word
2 i + 1 those at odd places, as programs for 32-bit processors keep them.
"""

PROTOTYPE = "void keccak_interleaved(uint32_t state[50])"

LANE = (1 << 64) - 1


def turned(lane: int, by: int) -> int:
    return (lane << by | lane >> (64 - by)) & LANE if by else lane


def lane_of(even: int, odd: int) -> int:
    return sum((even >> n & 1) << 2 * n | (odd >> n & 1) << 2 * n + 1 for n in range(32))


def words_of(lane: int) -> list[int]:
    return [sum((lane >> 2 * n + odd & 1) << n for n in range(32)) for odd in (0, 1)]


def constants() -> list[int]:
    """Algorithm 5: a shift register gives bit 2^j - 1 of each round's constant."""
    found, register = [], 1
    for _ in range(24):
        constant = 0
        for j in range(7):
            constant |= (register & 1) << (1 << j) - 1
            register = register << 1 ^ (register >> 7) * 0x171
        found.append(constant)
    return found


def keccak_interleaved(state: list[int]) -> list[int]:
    lanes = [lane_of(*state[2 * i : 2 * i + 2]) for i in range(25)]
    for constant in constants():
        column = [
            lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20]
            for x in range(5)
        ]
        for i in range(25):
            lanes[i] ^= column[(i + 4) % 5] ^ turned(column[(i + 1) % 5], 1)
        moved, x, y = list(lanes), 1, 0
        for t in range(24):
            target = (y, (2 * x + 3 * y) % 5)
            moved[target[0] + 5 * target[1]] = turned(lanes[x + 5 * y], (t + 1) * (t + 2) // 2 % 64)
            x, y = target
        lanes = [
            moved[i] ^ ~moved[i // 5 * 5 + (i + 1) % 5] & moved[i // 5 * 5 + (i + 2) % 5]
            for i in range(25)
        ]
        lanes[0] ^= constant
    return [word for lane in lanes for word in words_of(lane)]
