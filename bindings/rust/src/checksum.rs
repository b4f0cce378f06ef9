// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Mote developers
//! Checksums.

macro_rules! checksum {
    ($name:ident, $title:literal, $update:literal) => {
        unsafe extern "C" {
            #[link_name = $update]
            fn c_update(crc: u32, data: *const u8, len: usize) -> u32;
        }

        #[doc = concat!("The ", $title, " of what `before` is that of, with the data behind it.")]
        ///
        /// `before` is 0 at the start. It protects against accidents alone.
        #[must_use]
        pub fn $name(before: u32, data: &[u8]) -> u32 {
            // SAFETY: len bytes at data are readable.
            unsafe { c_update(before, data.as_ptr(), data.len()) }
        }
    };
}
