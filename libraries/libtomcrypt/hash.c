/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * LibTomCrypt takes lengths as unsigned long, also where size_t is shorter.
 */
#include <stddef.h>

#include "tomcrypt.h"

void adapter_update(hash_state *cc, const void *data, size_t len) {
    (void)ADAPTER(cc, data, (unsigned long)len);
}
