// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Mote developers
//! Hash functions, and the traits of `digest` for them.

/// The C functions of a hash function, and memory for its context.
macro_rules! hash_functions {
    ($bytes32:literal, $bytes64:literal, $init:literal, $update:literal, $close:literal) => {
        context!($bytes32, $bytes64);

        unsafe extern "C" {
            #[link_name = $init]
            fn c_init(cc: *mut Context, out_size: core::ffi::c_uint);
            #[link_name = $update]
            fn c_update(cc: *mut Context, data: *const u8, len: usize);
            #[link_name = $close]
            fn c_close(cc: *mut Context, ub: core::ffi::c_uint, n: core::ffi::c_uint, dst: *mut u8);
        }

        impl Context {
            fn new(bits: usize) -> Self {
                let mut context = Context::uninit();
                // SAFETY: the context is large enough (build.rs), and init writes all that is read.
                unsafe { c_init(&mut context, bits as core::ffi::c_uint) };
                context
            }

            fn update(&mut self, data: &[u8]) {
                // SAFETY: init was called; len bytes at data are readable.
                unsafe { c_update(self, data.as_ptr(), data.len()) };
            }

            /// `out` has as many bytes as `new` was asked for.
            fn close(&mut self, out: &mut [u8]) {
                // SAFETY: as above; close writes as many bytes as init was asked for.
                unsafe { c_close(self, 0, 0, out.as_mut_ptr()) };
            }
        }
    };
}

/// A type for one digest size.
macro_rules! hash {
    ($Name:ident, $title:literal, $bits:literal, $Output:ident, $block:literal, $Block:ident) => {
        #[doc = concat!($title, " with a digest of ", $bits, " bits.")]
        #[derive(Clone)]
        pub struct $Name(Context);

        impl $Name {
            /// Bytes of a digest.
            pub const OUTPUT_BYTES: usize = $bits / 8;
            /// Bytes of a message block.
            pub const BLOCK_BYTES: usize = $block;

            /// Starts a message.
            #[must_use]
            pub fn new() -> Self {
                $Name(Context::new($bits))
            }

            /// Appends to the message.
            pub fn update(&mut self, data: &[u8]) {
                self.0.update(data);
            }

            /// The digest of the message.
            #[must_use]
            pub fn finish(mut self) -> [u8; $bits / 8] {
                let mut out = [0; $bits / 8];
                self.0.close(&mut out);
                out
            }

            /// The digest of a message that is all there.
            #[must_use]
            pub fn hash(data: &[u8]) -> [u8; $bits / 8] {
                let mut hash = Self::new();
                hash.update(data);
                hash.finish()
            }
        }

        impl Default for $Name {
            fn default() -> Self {
                Self::new()
            }
        }

        impl core::fmt::Debug for $Name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!(stringify!($Name), " { .. }"))
            }
        }

        #[cfg(feature = "digest010")]
        hash_traits!(digest010, crypto_common, $Name, $bits, $Output, $Block);
        #[cfg(feature = "digest011")]
        hash_traits!(digest011, common, $Name, $bits, $Output, $Block);
    };
}

/// The traits of a version of `digest`, by which a type is a `Digest`.

macro_rules! hash_traits {
    ($digest:ident, $common:ident, $Name:ident, $bits:literal, $Output:ident, $Block:ident) => {
        impl $digest::HashMarker for $Name {}

        impl $digest::OutputSizeUser for $Name {
            type OutputSize = $digest::consts::$Output;
        }

        impl $digest::$common::BlockSizeUser for $Name {
            type BlockSize = $digest::consts::$Block;
        }

        impl $digest::Update for $Name {
            fn update(&mut self, data: &[u8]) {
                self.0.update(data);
            }
        }

        impl $digest::Reset for $Name {
            fn reset(&mut self) {
                self.0 = Context::new($bits);
            }
        }

        impl $digest::FixedOutput for $Name {
            fn finalize_into(mut self, out: &mut $digest::Output<Self>) {
                self.0.close(out);
            }
        }

        impl $digest::FixedOutputReset for $Name {
            fn finalize_into_reset(&mut self, out: &mut $digest::Output<Self>) {
                self.0.close(out);
                self.0 = Context::new($bits);
            }
        }
    };
}

/// A type whose digest size is chosen while the program runs.
macro_rules! variable_hash {
    ($Name:ident, $title:literal, $largest:literal) => {
        #[doc = concat!($title, " with a digest of a size that is chosen when it starts.")]
        #[derive(Clone)]
        pub struct $Name {
            context: Context,
            bytes: usize,
        }

        impl $Name {
            /// Bytes of the largest digest.
            pub const LARGEST_OUTPUT_BYTES: usize = $largest;

            /// Starts a message whose digest has so many bytes; not 0.
            pub fn new(bytes: usize) -> Result<Self, crate::Error> {
                if bytes == 0 || bytes > Self::LARGEST_OUTPUT_BYTES {
                    return Err(crate::Error::Length);
                }
                let context = Context::new(8 * bytes);
                Ok($Name { context, bytes })
            }

            /// Appends to the message.
            pub fn update(&mut self, data: &[u8]) {
                self.context.update(data);
            }

            /// Writes the digest; `out` has as many bytes as it was started for.
            pub fn finish_into(mut self, out: &mut [u8]) -> Result<(), crate::Error> {
                if out.len() != self.bytes {
                    return Err(crate::Error::Length);
                }
                self.context.close(out);
                Ok(())
            }
        }

        impl core::fmt::Debug for $Name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!(stringify!($Name), " { .. }"))
            }
        }

        #[cfg(feature = "digest010")]
        impl digest010::HashMarker for $Name {}

        #[cfg(feature = "digest010")]
        impl digest010::Update for $Name {
            fn update(&mut self, data: &[u8]) {
                self.context.update(data);
            }
        }

        #[cfg(feature = "digest010")]
        impl digest010::VariableOutput for $Name {
            const MAX_OUTPUT_SIZE: usize = Self::LARGEST_OUTPUT_BYTES;

            fn new(bytes: usize) -> Result<Self, digest010::InvalidOutputSize> {
                Self::new(bytes).map_err(|_| digest010::InvalidOutputSize)
            }

            fn output_size(&self) -> usize {
                self.bytes
            }

            fn finalize_variable(self, out: &mut [u8]) -> Result<(), digest010::InvalidBufferSize> {
                self.finish_into(out)
                    .map_err(|_| digest010::InvalidBufferSize)
            }
        }
    };
}
