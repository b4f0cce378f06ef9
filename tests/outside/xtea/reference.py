"""XTEA (R. M. Needham, D. J. Wheeler: Tea extensions, 1997) for `mote measure --reference`."""

PROTOTYPE = "void xtea(uint32_t block[2], const uint32_t key[4], unsigned rounds)"

WORD = 1 << 32
DELTA = 0x9E3779B9


def mixed(word: int) -> int:
    return (word << 4 ^ word >> 5) + word


def xtea(block: list[int], key: list[int], rounds: int) -> list[int]:
    left, right = block
    for cycle in range(rounds):
        before, after = cycle * DELTA, (cycle + 1) * DELTA
        left = (left + (mixed(right) % WORD ^ (before + key[before & 3]) % WORD)) % WORD
        right = (right + (mixed(left) % WORD ^ (after + key[after % WORD >> 11 & 3]) % WORD)) % WORD
    return [left, right]
