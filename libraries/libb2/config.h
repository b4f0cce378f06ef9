/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * libb2's C asks nothing of it.
 */
