"""Blue Midnight Wish written down from its specification, for clarity alone.

Source: D. Gligoroski, V. Klima, S. J. Knapskog, M. El-Hadedy, J. Amundsen, S. F. Mjolsnes,
"Cryptographic Hash Function BLUE MIDNIGHT WISH", version of the second round (September 2009):
tables 1.2 to 1.4 (functions f0, f1 and f2), section 1.2.3 (initial values), 1.3 (padding), 1.4
(finalization).
"""

from __future__ import annotations

from mote.specifications.bmw import FOLD_HIGH, FOLD_LOW, ROTATIONS, SHIFTS, SUMS
from mote.specifications.hashing import length_of
from reference.counter import NOT_RAISED, Raised


def compress(m: list[int], h: list[int], bits: int) -> list[int]:
    """The compression function on words of `bits` bits."""
    mask = (1 << bits) - 1

    def rotl(x: int, n: int) -> int:
        return (x << n | x >> (bits - n)) & mask

    def shift(x: int, n: int) -> int:
        return x << n & mask if n >= 0 else x >> -n

    def s(which: int, x: int) -> int:
        if which >= 4:
            return x >> (which - 3) ^ x
        right, left, one, other = SHIFTS[bits][which]
        return x >> right ^ x << left & mask ^ rotl(x, one) ^ rotl(x, other)

    # f0
    q = []
    for i in range(16):
        total = 0
        for term in SUMS[i].split():
            word = m[abs(int(term))] ^ h[abs(int(term))]
            total += -word if term.startswith("-") else word
        q.append((s(i % 5, total & mask) + h[(i + 1) % 16]) & mask)
    # f1
    for i in range(16, 32):
        j = i - 16
        element = 0
        for offset, sign in ((0, 1), (3, 1), (10, -1)):
            k = (j + offset) % 16
            element += sign * rotl(m[k], k + 1)
        element = (element + i * (0x0555555555555555 & mask >> 4)) & mask ^ h[(j + 7) % 16]
        total = element
        if i < 18:
            total += sum(s((k + 1) % 4, q[j + k]) for k in range(16))
        else:
            total += sum(q[j + k] for k in range(0, 14, 2))
            total += sum(rotl(q[j + 2 * k + 1], ROTATIONS[bits][k]) for k in range(7))
            total += s(4, q[i - 2]) + s(5, q[i - 1])
        q.append(total & mask)
    # f2
    low = high = 0
    for x in q[16:24]:
        low ^= x
    high = low
    for x in q[24:]:
        high ^= x
    out: list[int] = []
    for i in range(8):
        of_high, of_q = FOLD_HIGH[i]
        x = shift(high, of_high) ^ shift(q[16 + i], of_q) ^ m[i]
        out.append((x + (low ^ q[24 + i] ^ q[i])) & mask)
    for i in range(8, 16):
        x = rotl(out[(i - 4) % 8], i + 1) + (high ^ q[16 + i] ^ m[i])
        x += shift(low, FOLD_LOW[i - 8]) ^ q[16 + (i - 1) % 8] ^ q[i]
        out.append(x & mask)
    return out


def bmw(
    message: bytes,
    digest_bits: int,
    message_bits: int | None = None,
    raised: Raised = NOT_RAISED,
) -> bytes:
    """Return the Blue Midnight Wish digest, 224, 256, 384 or 512 bits, of a message.

    The message is the first `message_bits` bits of `message` (default: all).  Bits of a byte count
    from the highest; bits beyond `message_bits` are ignored.  raised: see
    reference.counter.  Raises ValueError for sizes that do not exist.
    """
    if digest_bits not in (224, 256, 384, 512):
        raise ValueError(f"Blue Midnight Wish has no digest of {digest_bits} bits")
    message_bits = length_of(message, message_bits)
    bits = 32 if digest_bits <= 256 else 64
    step, block = bits // 8, 2 * bits

    # Padding: one bit 1, bits 0, the length in 64 bits, the lowest byte first.
    whole, extra = divmod(message_bits, 8)
    last = message[whole] >> (8 - extra) if extra else 0
    padded = message[:whole] + bytes([(last << 1 | 1) << (7 - extra)])
    padded += bytes(-(len(padded) + 8) % block)
    padded += (message_bits + raised.amount).to_bytes(8, "little")

    # The initial value: bytes that count up.
    first = {224: 0, 256: 0x40, 384: 0, 512: 0x80}[digest_bits]
    counting = bytes(range(first, first + block))
    h = [int.from_bytes(counting[i : i + step], "big") for i in range(0, block, step)]
    for start in range(0, len(padded), block):
        part = padded[start : start + block]
        m = [int.from_bytes(part[i : i + step], "little") for i in range(0, block, step)]
        h = compress(m, h, bits)
    final = [(0xAAAAAAAAAAAAAAA0 & (1 << bits) - 1) + i for i in range(16)]
    h = compress(h, final, bits)
    return b"".join(x.to_bytes(step, "little") for x in h)[-(digest_bits // 8) :]
