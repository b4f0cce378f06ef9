/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * HKDF: keys from a secret that is not evenly random, such as the result of a key agreement, or many
 * keys from one.
 *
 * For SHA-256 and SHA-512 there are mote/hkdf_sha256.h and mote/hkdf_sha512.h; for another hash
 * function write a header and a source like those, of a few lines each.
 *
 * Status: standard, unbroken.  Not for passwords: whoever guesses them is not slowed down.
 * Specification: RFC 5869, "HMAC-based Extract-and-Expand Key Derivation Function", May 2010.
 *
 *     unsigned char prk[32], keys[64];
 *     mote_hkdf_sha256_extract(256, "salt", 4, "secret", 6, prk);
 *     if (mote_hkdf_sha256_expand(256, prk, 32, "purpose", 7, keys, 64) != 0)
 *         there are no more than 255 * 32 bytes
 *
 * Lengths are in bytes; with a length of 0 the pointer may be null.  The time depends on the lengths
 * alone.  Contexts and buffers on the stack are wiped; what the hash function leaves there is not.
 *
 * The header of a function includes that of its HMAC, defines MOTE_HMAC_HASH as there and
 * MOTE_HKDF_DECLARE, and includes this.
 */
#include "mote/interface.h"

#ifndef MOTE_HKDF_H
#define MOTE_HKDF_H

#define MOTE_HKDF_PART(part) MOTE_HMAC_JOIN(MOTE_HMAC_JOIN(mote_hkdf_, MOTE_HMAC_HASH), part)

/* What mote_hkdf_..._expand gives for a length that there is not. */
#define MOTE_HKDF_WRONG_LENGTH (-1)

#endif

#ifdef MOTE_HKDF_DECLARE
#undef MOTE_HKDF_DECLARE

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Extracts from a secret a key that is evenly random: out_size / 8 bytes at prk.  out_size: digest
 * size of the hash function, in bits.  salt: need not be secret, better there than not; it may be
 * empty.  prk may be salt or secret, which are then overwritten.
 */
void MOTE_HKDF_PART(_extract)(unsigned out_size, const void *salt, size_t salt_len,
                              const void *secret, size_t secret_len, void *prk);

/*
 * Expands the key of prk_len bytes at prk, which must be evenly random, to len bytes at dst, for the
 * purpose that info names: other purposes give other bytes.  dst overlaps neither prk nor info.
 * Returns 0; or MOTE_HKDF_WRONG_LENGTH for more than 255 * (out_size / 8) bytes, and writes nothing.
 */
MOTE_CHECKED int MOTE_HKDF_PART(_expand)(unsigned out_size, const void *prk, size_t prk_len,
                                         const void *info, size_t info_len, void *dst, size_t len);

#ifdef __cplusplus
}
#endif

#endif
