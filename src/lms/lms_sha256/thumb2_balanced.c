/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Verification of LMS signatures with SHA-256 on Cortex-M3 and M4, with the balanced file of SHA-256 in assembly.
 */
#include "mote/lms_sha256.h"

#include "lms/lms_sha256.h"
