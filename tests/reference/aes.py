"""AES, its modes, GHASH and CMAC as FIPS PUB 197, SP 800-38A to -F and IEEE Std 1619 describe them.

Plain and slow: what the implementations and the test vectors are compared with.
"""

from __future__ import annotations

from collections.abc import Iterator

from mote.specifications.aes import INVERSE_S_BOX, S_BOX
from mote.specifications.aes import product as _times

BLOCK = 16


_PRODUCTS = {factor: [_times(value, factor) for value in range(256)] for factor in range(16)}


def key_schedule(key: bytes) -> bytes:
    """The words of section 5.2, one behind the other."""
    size = len(key) // 4
    words = [key[4 * i : 4 * i + 4] for i in range(size)]
    constant = 1
    for i in range(size, 4 * (size + 7)):
        word = words[-1]
        if i % size == 0:
            word = bytes(S_BOX[byte] for byte in word[1:] + word[:1])
            word = bytes([word[0] ^ constant]) + word[1:]
            constant = _times(constant, 2)
        elif size > 6 and i % size == 4:
            word = bytes(S_BOX[byte] for byte in word)
        words.append(_xor(word, words[i - size]))
    return b"".join(words)


def _xor(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b, strict=True))


def _round_keys(key: bytes) -> list[bytes]:
    schedule = key_schedule(key)
    return [schedule[i : i + BLOCK] for i in range(0, len(schedule), BLOCK)]


def _mixed(state: bytes, row: tuple[int, ...]) -> bytes:
    """Each column times the circulant matrix with this first row (sections 5.1.3, 5.3.3)."""
    return bytes(
        _PRODUCTS[row[0]][state[c]]
        ^ _PRODUCTS[row[1]][state[c - c % 4 + (c + 1) % 4]]
        ^ _PRODUCTS[row[2]][state[c - c % 4 + (c + 2) % 4]]
        ^ _PRODUCTS[row[3]][state[c - c % 4 + (c + 3) % 4]]
        for c in range(BLOCK)
    )


def encrypt_block(key: bytes, block: bytes) -> bytes:
    """Section 5.1."""
    first, *middle, last = _round_keys(key)
    state = _xor(block, first)
    for round_key in (*middle, last):
        state = bytes(S_BOX[state[5 * i % BLOCK]] for i in range(BLOCK))
        if round_key is not last:
            state = _mixed(state, (2, 3, 1, 1))
        state = _xor(state, round_key)
    return state


def decrypt_block(key: bytes, block: bytes) -> bytes:
    """Section 5.3."""
    first, *middle, last = _round_keys(key)
    state = _xor(block, last)
    for round_key in (*reversed(middle), first):
        state = bytes(INVERSE_S_BOX[state[13 * i % BLOCK]] for i in range(BLOCK))
        state = _xor(state, round_key)
        if round_key is not first:
            state = _mixed(state, (14, 11, 13, 9))
    return state


def _blocks(data: bytes) -> Iterator[bytes]:
    return (data[i : i + BLOCK] for i in range(0, len(data), BLOCK))


def ecb(key: bytes, data: bytes) -> bytes:
    """SP 800-38A, section 6.1."""
    return b"".join(encrypt_block(key, block) for block in _blocks(data))


def cbc(key: bytes, iv: bytes, data: bytes) -> bytes:
    """SP 800-38A, section 6.2."""
    result = b""
    for block in _blocks(data):
        iv = encrypt_block(key, _xor(block, iv))
        result += iv
    return result


def ctr(key: bytes, counter: bytes, data: bytes, bits: int = 128) -> bytes:
    """SP 800-38A, section 6.5; bits: of the counter block's end that count."""
    result = b""
    number = int.from_bytes(counter, "big")
    for block in _blocks(data):
        stream = encrypt_block(key, number.to_bytes(BLOCK, "big"))
        result += _xor(block, stream[: len(block)])
        number = number >> bits << bits | (number + 1) % (1 << bits)
    return result


def xts(key: bytes, tweak: bytes, data: bytes) -> bytes:
    """IEEE Std 1619-2007, section 5.3."""
    half = len(key) // 2
    t = int.from_bytes(encrypt_block(key[half:], tweak), "little")
    blocks: list[bytes] = []
    for block in _blocks(data):
        if len(block) < BLOCK:
            stolen = blocks.pop()
            blocks += [block + stolen[len(block) :], stolen[: len(block)]]
            mask = t.to_bytes(BLOCK, "little")
            blocks[-2] = _xor(encrypt_block(key[:half], _xor(blocks[-2], mask)), mask)
            break
        mask = t.to_bytes(BLOCK, "little")
        blocks.append(_xor(encrypt_block(key[:half], _xor(block, mask)), mask))
        t = t << 1 ^ (0x87 | 1 << 128 if t >> 127 else 0)
    return b"".join(blocks)


def gf128_times(a: int, b: int) -> int:
    """The product of two blocks (SP 800-38D, section 6.3), as big-endian numbers."""
    product = 0
    for i in range(127, -1, -1):
        if b >> i & 1:
            product ^= a
        a = a >> 1 ^ (0xE1 << 120 if a & 1 else 0)
    return product


def gf128_inverse(a: int) -> int:
    """The block whose product with this one is 1: its power 2^128 - 2."""
    result = 1 << 127
    for i in range(128):
        if i:
            result = gf128_times(result, a)
        a = gf128_times(a, a)
    return result


def ghash(key: bytes, data: bytes) -> bytes:
    """SP 800-38D, section 6.4; the last block is filled with zeros."""
    h, y = int.from_bytes(key, "big"), 0
    for block in _blocks(data):
        y = gf128_times(y ^ int.from_bytes(block.ljust(BLOCK, b"\0"), "big"), h)
    return y.to_bytes(BLOCK, "big")


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % BLOCK)


def _lengths(a: int, b: int) -> bytes:
    return (8 * a).to_bytes(8, "big") + (8 * b).to_bytes(8, "big")


def first_counter(key: bytes, iv: bytes) -> bytes:
    """J0 of SP 800-38D, section 7.1, step 2."""
    if len(iv) == 12:
        return iv + b"\0\0\0\1"
    return ghash(encrypt_block(key, bytes(BLOCK)), _padded(iv) + _lengths(0, len(iv)))


def iv_for_counter(key: bytes, counter: bytes) -> bytes:
    """The IV of 16 bytes that makes first_counter this one."""
    h = int.from_bytes(encrypt_block(key, bytes(BLOCK)), "big")
    back = gf128_inverse(h)
    value = gf128_times(int.from_bytes(counter, "big"), back) ^ int.from_bytes(
        _lengths(0, BLOCK), "big"
    )
    return gf128_times(value, back).to_bytes(BLOCK, "big")


def gcm(key: bytes, iv: bytes, aad: bytes, data: bytes, tag_bytes: int = BLOCK) -> bytes:
    """SP 800-38D, section 7.1: the ciphertext, and then the tag."""
    j0 = first_counter(key, iv)
    start = j0[:12] + ((int.from_bytes(j0[12:], "big") + 1) % (1 << 32)).to_bytes(4, "big")
    text = ctr(key, start, data, 32)
    h = encrypt_block(key, bytes(BLOCK))
    s = ghash(h, _padded(aad) + _padded(text) + _lengths(len(aad), len(text)))
    return text + _xor(s, encrypt_block(key, j0))[:tag_bytes]


def cmac_subkeys(key: bytes) -> tuple[bytes, bytes]:
    """K1 and K2 of SP 800-38B, section 6.1."""
    value, found = int.from_bytes(encrypt_block(key, bytes(BLOCK)), "big"), []
    for _ in range(2):
        value = value << 1 & (1 << 128) - 1 ^ (0x87 if value >> 127 else 0)
        found.append(value.to_bytes(BLOCK, "big"))
    return found[0], found[1]


def cmac(key: bytes, data: bytes) -> bytes:
    """SP 800-38B, section 6.2."""
    k1, k2 = cmac_subkeys(key)
    *blocks, last = list(_blocks(data)) or [b""]
    full = len(last) == BLOCK
    last = _xor(last, k1) if full else _xor(_padded(last + b"\x80"), k2)
    return cbc(key, bytes(BLOCK), b"".join([*blocks, last]))[-BLOCK:]


def ccm(key: bytes, nonce: bytes, aad: bytes, data: bytes, tag_bytes: int = BLOCK) -> bytes:
    """SP 800-38C, section 6.1, formatted as in appendix A: the ciphertext, and then the tag."""
    q = 15 - len(nonce)
    flags = 0x40 * (len(aad) > 0) + 8 * ((tag_bytes - 2) // 2) + q - 1
    blocks = bytes([flags]) + nonce + len(data).to_bytes(q, "big")
    if aad:
        size = len(aad)
        head = size.to_bytes(2, "big") if size < 0xFF00 else b"\xff\xfe" + size.to_bytes(4, "big")
        blocks += _padded(head + aad)
    tag = cbc(key, bytes(BLOCK), blocks + _padded(data))[-BLOCK:]
    first = bytes([q - 1]) + nonce + bytes(q)
    masked = ctr(key, first, tag + data)
    return masked[BLOCK:] + masked[:tag_bytes]


def wrap(key: bytes, data: bytes) -> bytes:
    """RFC 3394, section 2.2.1, alternative by indices: KW of SP 800-38F."""
    a, parts = b"\xa6" * 8, [data[i : i + 8] for i in range(0, len(data), 8)]
    for step in range(6 * len(parts)):
        place = step % len(parts)
        block = encrypt_block(key, a + parts[place])
        a, parts[place] = _xor(block[:8], (step + 1).to_bytes(8, "big")), block[8:]
    return a + b"".join(parts)
