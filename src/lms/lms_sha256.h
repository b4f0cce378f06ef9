/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Verification of LMS signatures with any file of SHA-256.
 *
 * A private header.  The source includes mote/lms_sha256.h before it.
 */
typedef mote_lms_sha256_context context;
typedef mote_sha256_context hash_context;

#define INIT mote_lms_sha256_init
#define UPDATE mote_lms_sha256
#define CLOSE mote_lms_sha256_close
#define HASH_INIT mote_sha256_init
#define HASH_UPDATE mote_sha256
#define HASH_CLOSE mote_sha256_close

/* Of LMS_SHA256_M32_H5 and LMOTS_SHA256_N32_W1. */
#define FIRST_TYPE 5
#define FIRST_OTS_TYPE 1

#include "lms/lms.h"
