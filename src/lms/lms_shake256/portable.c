/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Verification of LMS signatures with SHAKE256 in portable C.
 */
#include "mote/lms_shake256.h"

typedef mote_lms_shake256_context context;
typedef mote_shake256_context hash_context;

#define INIT mote_lms_shake256_init
#define UPDATE mote_lms_shake256
#define CLOSE mote_lms_shake256_close
#define HASH_INIT mote_shake256_init
#define HASH_UPDATE mote_shake256
#define HASH_CLOSE mote_shake256_close

/* Of LMS_SHAKE_M32_H5 and LMOTS_SHAKE_N32_W1. */
#define FIRST_TYPE 15
#define FIRST_OTS_TYPE 9

#include "lms/lms.h"
