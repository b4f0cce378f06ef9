/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES-CMAC with keys of 128, 192 and 256 bits: a message authentication code from the block cipher
 * alone.
 *
 * Status: standard, unbroken.  A key is for CMAC and nothing else; at most 2^48 messages under one
 * (SP 800-38B, appendix B).
 * Specification: NIST SP 800-38B (May 2005, updated October 2016); AES-128-CMAC is RFC 4493's.
 * Constant time: no branch and no address depends on key or data.  Only the kernels for AVR have a
 * table, in program memory, which an AVR reads in the same time wherever that is.
 *
 *     mote_cmac_context cc;
 *     unsigned char key[16] = {1}, mac[16];
 *     if (mote_cmac_init(&cc, key, 128) != 0)
 *         return 1;  never for so many bits
 *     mote_cmac(&cc, "abc", 3);  as often as data comes
 *     mote_cmac_close(&cc, mac);
 *
 * A context is one computation, and a key that stays set: after mote_cmac_close or mote_cmac_check the
 * next message may come.  A plain copy goes on from the same place.  Data may have any alignment, and
 * be null with a length of 0.  Nothing is allocated, there is no global state; who no longer needs a
 * context wipes it.
 */
#ifndef MOTE_CMAC_H
#define MOTE_CMAC_H

#include "mote/aes.h"
#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is wrong; each function gives 0 where nothing is. */
#define MOTE_CMAC_WRONG_KEY_SIZE (-1) /* the key has not 128, 192 or 256 bits; nothing is set */
#define MOTE_CMAC_WRONG_TAG_SIZE (-3) /* the code to check has not 4 to 16 bytes */
#define MOTE_CMAC_WRONG_TAG (-5)      /* the message or its code was changed */

typedef struct {
    mote_aes_context key;
    unsigned char sum[16]; /* what all blocks before came to, with what there is of the last one */
    unsigned filled;       /* bytes of the last block, 0 only where there is no data: 0 to 16 */
} mote_cmac_context;

/* Sets the key, key_bits / 8 bytes at key, and starts. */
MOTE_CHECKED int mote_cmac_init(mote_cmac_context *cc, const void *key, unsigned key_bits);

/* Appends len bytes. */
void mote_cmac(mote_cmac_context *cc, const void *data, size_t len);

/*
 * Writes the code at dst (16 bytes), and starts anew.  A shorter code is its first bytes; of fewer
 * than 8, only where few wrong ones may be tried (SP 800-38B, appendix A).
 */
void mote_cmac_close(mote_cmac_context *cc, void *dst);

/*
 * Starts anew as well: 0 if the code of the message begins with the mac_len bytes at mac, 4 to 16, and
 * MOTE_CMAC_WRONG_TAG if not; the time is the same.
 */
MOTE_CHECKED int mote_cmac_check(mote_cmac_context *cc, const void *mac, size_t mac_len);

#ifdef __cplusplus
}
#endif

#endif
