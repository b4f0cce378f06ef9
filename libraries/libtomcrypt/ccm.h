/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * LibTomCrypt's CCM with AES behind the functions of mote/ccm.h.
 */
#ifndef ADAPTER_CCM_H
#define ADAPTER_CCM_H

#include "tomcrypt.h"

/* Its computation begins with the key, which waits here for what follows. */
typedef struct {
    ccm_state state;
    unsigned long tag_bytes;
    unsigned char key[32];
    int key_bytes;
} adapter_context;

#endif
