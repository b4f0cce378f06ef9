/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What Nettle asks of a compiler, for those of microcontrollers.
 */
#define HAVE_LITTLE_ENDIAN 1
#define SIZEOF_LONG 4
