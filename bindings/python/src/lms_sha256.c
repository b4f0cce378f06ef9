/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * LMS with SHA256, compiled for every parameter set; the library has one.
 */
#include "binding.h"

#define MOTE_LMS_N 0
#define MOTE_LMS_W 0
#define MOTE_LMS_H 0
#define mote_lms_sha256_init binding_lms_sha256_init
#define mote_lms_sha256 binding_lms_sha256
#define mote_lms_sha256_close binding_lms_sha256_close
#include "lms/lms_sha256/portable.c"

int lms_sha256_verify(const Py_buffer *key, const Py_buffer *message, const Py_buffer *signature) {
    mote_lms_sha256_context cc;

    mote_lms_sha256_init(&cc, key->buf, (size_t)key->len, signature->buf, (size_t)signature->len);
    mote_lms_sha256(&cc, message->buf, (size_t)message->len);
    return mote_lms_sha256_close(&cc) == MOTE_LMS_VALID;
}
