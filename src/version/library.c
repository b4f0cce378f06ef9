/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Which version this is: see mote/version.h.
 */
#include "mote/version.h"

const char *mote_version(void) {
    return MOTE_VERSION;
}
