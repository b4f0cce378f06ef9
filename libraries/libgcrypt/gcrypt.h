/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Libgcrypt's public header as it is before configure puts the version into it, which nothing reads.
 */
#include "gcrypt.h.in"
