/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Verification of LMS signatures with SHA-256 (and SHA-256/192).
 *
 * Status: standard, unbroken.
 * Specification: RFC 8554, "Leighton-Micali Hash-Based Signatures", April 2019; NIST SP 800-208.
 * Interface: mote/lms.h, which says what the functions do, and which parameter sets are built in.
 *
 *     mote_lms_sha256_context cc;
 *     static const unsigned char key[56] = {0}, signature[1452] = {0};   put yours there
 *     mote_lms_sha256_init(&cc, key, 56, signature, 1452);               lengths in bytes
 *     mote_lms_sha256(&cc, "abc", 3);                                    as often as needed
 *     if (mote_lms_sha256_close(&cc) == MOTE_LMS_VALID)                  no other number will do
 *         return 1;                                                      start it
 */
#ifndef MOTE_LMS_SHA256_H
#define MOTE_LMS_SHA256_H

#include "mote/lms.h"
#include "mote/sha256.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    mote_sha256_context hash; /* of the message, then of the one-time public key */
    const unsigned char *key; /* null: refused */
    const unsigned char *signature;
#if MOTE_LMS_N == 0
    unsigned n;
#endif
#if MOTE_LMS_W == 0
    unsigned log_w;
#endif
#if MOTE_LMS_H == 0
    unsigned h;
#endif
    unsigned char text[23 + 2 * 32]; /* I, q or r, i or D, j; one or two hashes: what is hashed */
} mote_lms_sha256_context;

/*
 * Starts with key_len bytes of a public key at key, and signature_len bytes of a signature at
 * signature; both have to stay there until close.
 */
void mote_lms_sha256_init(mote_lms_sha256_context *cc, const void *key, size_t key_len,
                          const void *signature, size_t signature_len);

/* Appends len bytes at data to the message; with len 0, data may be null. */
void mote_lms_sha256(mote_lms_sha256_context *cc, const void *data, size_t len);

/*
 * Whether the signature is the message's under that key: MOTE_LMS_VALID if it is, otherwise 0.
 * Afterwards *cc is of use to init alone.
 */
MOTE_CHECKED int mote_lms_sha256_close(mote_lms_sha256_context *cc);

#ifdef __cplusplus
}
#endif

#endif
