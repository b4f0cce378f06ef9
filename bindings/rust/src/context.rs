// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Mote developers
//! Memory for what the C code keeps of a computation.
//!
//! A context in C is a struct of bytes, `unsigned int`s, 32-bit words and `size_t`s.  build.rs compiles
//! check.c of each function, which fails where the struct takes more bytes than are reserved here.

use core::mem::MaybeUninit;
use core::sync::atomic::{Ordering, compiler_fence};

/// Overwrites memory with zeros, which no compiler leaves out.
#[allow(dead_code)]
pub(crate) fn wipe(bytes: &mut [MaybeUninit<u8>]) {
    for byte in bytes {
        // SAFETY: a byte of ours, whatever was in it.
        unsafe { core::ptr::write_volatile(byte.as_mut_ptr(), 0) };
    }
    compiler_fence(Ordering::SeqCst);
}

/// `Context`: so many bytes where pointers have 32 bits, and where they have 64.
macro_rules! context {
    ($bytes32:literal, $bytes64:literal) => {
        const CONTEXT_BYTES: usize = if cfg!(target_pointer_width = "32") {
            $bytes32
        } else {
            $bytes64
        };

        #[derive(Clone, Copy)]
        #[repr(C, align(8))]
        pub(crate) struct Context([core::mem::MaybeUninit<u8>; CONTEXT_BYTES]);

        impl Context {
            fn uninit() -> Self {
                Context([core::mem::MaybeUninit::uninit(); CONTEXT_BYTES])
            }

            #[allow(dead_code)]
            fn wipe(&mut self) {
                crate::context::wipe(&mut self.0);
            }
        }
    };
}
