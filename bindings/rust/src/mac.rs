// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Mote developers
//! Message authentication codes, and the traits of `digest` for them.

/// What all codes share: `Context` has `update`, `close` and `check`.
macro_rules! mac {
    ($Name:ident, $title:literal, $bytes:literal, $Output:ident, $Key:ident) => {
        #[doc = concat!($title, ", a message authentication code; it is wiped when it is dropped.")]
        #[derive(Clone)]
        pub struct $Name(Context);

        impl $Name {
            /// Bytes of a code.
            pub const OUTPUT_BYTES: usize = $bytes;

            /// Appends to the message.
            pub fn update(&mut self, data: &[u8]) {
                self.0.update(data);
            }

            /// The code of the message.
            #[must_use]
            pub fn finish(mut self) -> [u8; $bytes] {
                let mut out = [0; $bytes];
                self.0.close(&mut out);
                out
            }

            /// Whether this is the message's code, in the same time wherever the first difference is.
            /// It may be cut: HMAC's to half of it, CMAC's to 4 bytes.
            pub fn check(mut self, code: &[u8]) -> Result<(), crate::Error> {
                match self.0.check(code) {
                    0 => Ok(()),
                    _ => Err(crate::Error::Tag),
                }
            }
        }

        impl Drop for $Name {
            fn drop(&mut self) {
                self.0.wipe();
            }
        }

        impl core::fmt::Debug for $Name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!(stringify!($Name), " { .. }"))
            }
        }

        #[cfg(feature = "digest010")]
        mac_traits!(digest010, crypto_common, $Name, $bytes, $Output, $Key);
        #[cfg(feature = "digest011")]
        mac_traits!(digest011, common, $Name, $bytes, $Output, $Key);
    };
}

/// The traits of a version of `digest`, by which a type is a `Mac`.

macro_rules! mac_traits {
    ($digest:ident, $common:ident, $Name:ident, $bytes:literal, $Output:ident, $Key:ident) => {
        impl $digest::MacMarker for $Name {}

        impl $digest::OutputSizeUser for $Name {
            type OutputSize = $digest::consts::$Output;
        }

        impl $digest::$common::KeySizeUser for $Name {
            type KeySize = $digest::consts::$Key;
        }

        impl $digest::KeyInit for $Name {
            fn new(key: &$digest::Key<Self>) -> Self {
                $Name(Context::keyed($bytes, key))
            }

            fn new_from_slice(key: &[u8]) -> Result<Self, $digest::InvalidLength> {
                Self::new(key).map_err(|_| $digest::InvalidLength)
            }
        }

        impl $digest::Update for $Name {
            fn update(&mut self, data: &[u8]) {
                self.0.update(data);
            }
        }

        impl $digest::FixedOutput for $Name {
            fn finalize_into(mut self, out: &mut $digest::Output<Self>) {
                self.0.close(out);
            }
        }
    };
}

/// The C functions of a code, whatever its key; `$init` is called by `keyed`.
macro_rules! mac_functions {
    ($bytes32:literal, $bytes64:literal, $update:literal, $close:literal, $check:literal) => {
        context!($bytes32, $bytes64);

        unsafe extern "C" {
            #[link_name = $update]
            fn c_update(cc: *mut Context, data: *const u8, len: usize);
            #[link_name = $close]
            fn c_close(cc: *mut Context, dst: *mut u8);
            #[link_name = $check]
            fn c_check(cc: *mut Context, mac: *const u8, mac_len: usize) -> core::ffi::c_int;
        }

        impl Context {
            fn update(&mut self, data: &[u8]) {
                // SAFETY: init was called; len bytes at data are readable.
                unsafe { c_update(self, data.as_ptr(), data.len()) };
            }

            /// `out` has as many bytes as the code.
            fn close(&mut self, out: &mut [u8]) {
                // SAFETY: as above.
                unsafe { c_close(self, out.as_mut_ptr()) };
            }

            fn check(&mut self, code: &[u8]) -> core::ffi::c_int {
                // SAFETY: as above.
                unsafe { c_check(self, code.as_ptr(), code.len()) }
            }
        }
    };
}

/// HMAC: `keyed` takes a key of any length.
macro_rules! hmac_functions {
    ($init:literal) => {
        unsafe extern "C" {
            #[link_name = $init]
            fn c_init(
                cc: *mut Context,
                out_size: core::ffi::c_uint,
                key: *const u8,
                key_len: usize,
            );
        }

        impl Context {
            fn keyed(bytes: usize, key: &[u8]) -> Self {
                let mut context = Context::uninit();
                let bits = 8 * bytes as core::ffi::c_uint;
                // SAFETY: the context is large enough (build.rs), and init writes all that is read.
                unsafe { c_init(&mut context, bits, key.as_ptr(), key.len()) };
                context
            }
        }
    };
}

/// A type for HMAC of one digest size.
macro_rules! hmac {
    ($Name:ident, $title:literal, $bytes:literal, $Output:ident, $Block:ident) => {
        mac!($Name, $title, $bytes, $Output, $Block);

        impl $Name {
            /// Starts a message with a key of any length.
            // It cannot fail; it is a Result so that all codes start alike.
            pub fn new(key: &[u8]) -> Result<Self, crate::Error> {
                Ok($Name(Context::keyed($bytes, key)))
            }
        }
    };
}

/// CMAC: `keyed` takes a key whose length the type has checked.
macro_rules! cmac_functions {
    ($init:literal) => {
        unsafe extern "C" {
            #[link_name = $init]
            fn c_init(
                cc: *mut Context,
                key: *const u8,
                key_bits: core::ffi::c_uint,
            ) -> core::ffi::c_int;
        }

        impl Context {
            fn keyed(_bytes: usize, key: &[u8]) -> Self {
                let mut context = Context::uninit();
                let bits = 8 * key.len() as core::ffi::c_uint;
                // SAFETY: as in HMAC; the only failure is a key of another length.
                let failed = unsafe { c_init(&mut context, key.as_ptr(), bits) };
                debug_assert_eq!(failed, 0);
                context
            }
        }
    };
}

/// A type for CMAC of one key size.
macro_rules! cmac {
    ($Name:ident, $title:literal, $key:literal, $Key:ident) => {
        mac!($Name, $title, 16, U16, $Key);

        impl $Name {
            /// Bytes of a key.
            pub const KEY_BYTES: usize = $key;

            /// Starts a message.
            pub fn new(key: &[u8]) -> Result<Self, crate::Error> {
                if key.len() != Self::KEY_BYTES {
                    return Err(crate::Error::Length);
                }
                Ok($Name(Context::keyed(16, key)))
            }
        }
    };
}
