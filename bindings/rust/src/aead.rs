// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Mote developers
//! Authenticated encryption, and the traits of `aead` for it.

/// What a C function's result says.
#[allow(dead_code)]
pub(crate) fn result(result: core::ffi::c_int) -> Result<(), crate::Error> {
    match result {
        0 => Ok(()),
        // MOTE_GCM_WRONG_TAG, and the same of all others.
        -5 => Err(crate::Error::Tag),
        _ => Err(crate::Error::Length),
    }
}

/// AEAD by AES: the context is a key that is set, and each message takes a copy of it.
///
/// `$allowed` says whether nonce and tag may have these lengths.
macro_rules! aes_aead_functions {
    ($bytes32:literal, $bytes64:literal, $init:literal, $seal:literal, $open:literal, $allowed:expr) => {
        context!($bytes32, $bytes64);

        unsafe extern "C" {
            #[link_name = $init]
            fn c_init(
                cc: *mut Context,
                key: *const u8,
                key_bits: core::ffi::c_uint,
            ) -> core::ffi::c_int;
            #[link_name = $seal]
            fn c_seal(
                cc: *mut Context,
                nonce: *const u8,
                nonce_len: usize,
                aad: *const u8,
                aad_len: usize,
                src: *const u8,
                dst: *mut u8,
                len: usize,
                tag: *mut u8,
                tag_len: usize,
            ) -> core::ffi::c_int;
            #[link_name = $open]
            fn c_open(
                cc: *mut Context,
                nonce: *const u8,
                nonce_len: usize,
                aad: *const u8,
                aad_len: usize,
                src: *const u8,
                dst: *mut u8,
                len: usize,
                tag: *const u8,
                tag_len: usize,
            ) -> core::ffi::c_int;
        }

        #[derive(Clone)]
        struct Keyed(Context);

        impl Keyed {
            fn new(key: &[u8]) -> Self {
                let mut context = Context::uninit();
                let bits = 8 * key.len() as core::ffi::c_uint;
                // SAFETY: the context is large enough (build.rs), and init writes all that is read.
                let failed = unsafe { c_init(&mut context, key.as_ptr(), bits) };
                debug_assert_eq!(failed, 0);
                Keyed(context)
            }

            fn allowed(nonce: &[u8], tag: &[u8]) -> Result<(), crate::Error> {
                let allowed: fn(usize, usize) -> bool = $allowed;
                if allowed(nonce.len(), tag.len()) {
                    Ok(())
                } else {
                    Err(crate::Error::Length)
                }
            }

            /// `text`: where it is read, where it is written, and its length.
            ///
            /// SAFETY: len bytes are readable and writable there, the same or apart.
            unsafe fn seal(
                &self,
                nonce: &[u8],
                aad: &[u8],
                text: (*const u8, *mut u8, usize),
                tag: &mut [u8],
            ) -> Result<(), crate::Error> {
                Self::allowed(nonce, tag)?;
                let mut context = self.0;
                // SAFETY: as the caller says.
                let failed = unsafe {
                    c_seal(
                        &mut context,
                        nonce.as_ptr(),
                        nonce.len(),
                        aad.as_ptr(),
                        aad.len(),
                        text.0,
                        text.1,
                        text.2,
                        tag.as_mut_ptr(),
                        tag.len(),
                    )
                };
                context.wipe();
                crate::aead::result(failed)
            }

            /// SAFETY: as of `seal`.
            unsafe fn open(
                &self,
                nonce: &[u8],
                aad: &[u8],
                text: (*const u8, *mut u8, usize),
                tag: &[u8],
            ) -> Result<(), crate::Error> {
                Self::allowed(nonce, tag)?;
                let mut context = self.0;
                // SAFETY: as the caller says.
                let failed = unsafe {
                    c_open(
                        &mut context,
                        nonce.as_ptr(),
                        nonce.len(),
                        aad.as_ptr(),
                        aad.len(),
                        text.0,
                        text.1,
                        text.2,
                        tag.as_ptr(),
                        tag.len(),
                    )
                };
                context.wipe();
                crate::aead::result(failed)
            }
        }

        impl Drop for Keyed {
            fn drop(&mut self) {
                self.0.wipe();
            }
        }
    };
}

/// AEAD whose C functions take key and nonce together: the key is kept as bytes.
macro_rules! plain_aead_functions {
    ($key:literal, $nonce:literal, $bytes32:literal, $bytes64:literal, $seal:literal, $open:literal) => {
        context!($bytes32, $bytes64);

        unsafe extern "C" {
            // Ascon's returns nothing, and cannot fail; what is in the result's register is not read.
            #[link_name = $seal]
            fn c_seal(
                cc: *mut Context,
                key: *const u8,
                nonce: *const u8,
                aad: *const u8,
                aad_len: usize,
                src: *const u8,
                dst: *mut u8,
                len: usize,
                tag: *mut u8,
            );
            #[link_name = $open]
            fn c_open(
                cc: *mut Context,
                key: *const u8,
                nonce: *const u8,
                aad: *const u8,
                aad_len: usize,
                src: *const u8,
                dst: *mut u8,
                len: usize,
                tag: *const u8,
            ) -> core::ffi::c_int;
        }

        #[derive(Clone)]
        struct Keyed([core::mem::MaybeUninit<u8>; $key]);

        impl Keyed {
            fn new(key: &[u8]) -> Self {
                let mut kept = [core::mem::MaybeUninit::new(0); $key];
                for (to, from) in kept.iter_mut().zip(key) {
                    to.write(*from);
                }
                Keyed(kept)
            }

            fn allowed(nonce: &[u8], len: usize, tag: &[u8]) -> Result<(), crate::Error> {
                // ChaCha20's counter has 32 bits; no text of Ascon's is so long either.
                let too_long = len as u64 > (1 << 38) - 64;
                if nonce.len() != $nonce || tag.len() != 16 || too_long {
                    return Err(crate::Error::Length);
                }
                Ok(())
            }

            /// `text`: where it is read, where it is written, and its length.
            ///
            /// SAFETY: len bytes are readable and writable there, the same or apart.
            unsafe fn seal(
                &self,
                nonce: &[u8],
                aad: &[u8],
                text: (*const u8, *mut u8, usize),
                tag: &mut [u8],
            ) -> Result<(), crate::Error> {
                Self::allowed(nonce, text.2, tag)?;
                let mut context = Context::uninit();
                // SAFETY: the context is large enough (build.rs); the rest as the caller says.
                unsafe {
                    c_seal(
                        &mut context,
                        self.0.as_ptr().cast(),
                        nonce.as_ptr(),
                        aad.as_ptr(),
                        aad.len(),
                        text.0,
                        text.1,
                        text.2,
                        tag.as_mut_ptr(),
                    )
                };
                Ok(())
            }

            /// SAFETY: as of `seal`.
            unsafe fn open(
                &self,
                nonce: &[u8],
                aad: &[u8],
                text: (*const u8, *mut u8, usize),
                tag: &[u8],
            ) -> Result<(), crate::Error> {
                Self::allowed(nonce, text.2, tag)?;
                let mut context = Context::uninit();
                // SAFETY: as of `seal`.
                let failed = unsafe {
                    c_open(
                        &mut context,
                        self.0.as_ptr().cast(),
                        nonce.as_ptr(),
                        aad.as_ptr(),
                        aad.len(),
                        text.0,
                        text.1,
                        text.2,
                        tag.as_ptr(),
                    )
                };
                crate::aead::result(failed)
            }
        }

        impl Drop for Keyed {
            fn drop(&mut self) {
                crate::context::wipe(&mut self.0);
            }
        }
    };
}

/// A type for one key size.
macro_rules! aead {
    ($Name:ident, $title:literal, $key:literal, $Key:ident, $nonce:literal, $Nonce:ident) => {
        #[doc = concat!($title, ": encryption that authenticates the text and further data.")]
        ///
        /// It is a key, which is wiped when it is dropped. Never use a nonce twice under one key.
        #[derive(Clone)]
        pub struct $Name(Keyed);

        impl $Name {
            /// Bytes of a key.
            pub const KEY_BYTES: usize = $key;
            /// Bytes of a nonce, as the traits have it.
            pub const NONCE_BYTES: usize = $nonce;
            /// Bytes of a whole tag.
            pub const TAG_BYTES: usize = 16;

            /// Sets the key.
            pub fn new(key: &[u8]) -> Result<Self, crate::Error> {
                if key.len() != Self::KEY_BYTES {
                    return Err(crate::Error::Length);
                }
                Ok($Name(Keyed::new(key)))
            }

            /// Encrypts the text in its place, and writes the tag.
            pub fn encrypt(
                &self,
                nonce: &[u8],
                aad: &[u8],
                text: &mut [u8],
                tag: &mut [u8],
            ) -> Result<(), crate::Error> {
                let place = text.as_mut_ptr();
                // SAFETY: one slice, read and written.
                unsafe { self.0.seal(nonce, aad, (place, place, text.len()), tag) }
            }

            /// Decrypts the text in its place; where anything is wrong, no text is left there.
            pub fn decrypt(
                &self,
                nonce: &[u8],
                aad: &[u8],
                text: &mut [u8],
                tag: &[u8],
            ) -> Result<(), crate::Error> {
                let place = text.as_mut_ptr();
                // SAFETY: one slice, read and written.
                unsafe { self.0.open(nonce, aad, (place, place, text.len()), tag) }
            }
        }

        impl core::fmt::Debug for $Name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!(stringify!($Name), " { .. }"))
            }
        }

        #[cfg(feature = "aead05")]
        aead_key_traits!(aead05, $Name, $Key);
        #[cfg(feature = "aead06")]
        aead_key_traits!(aead06, $Name, $Key);

        #[cfg(feature = "aead05")]
        impl aead05::AeadCore for $Name {
            type NonceSize = aead05::consts::$Nonce;
            type TagSize = aead05::consts::U16;
            type CiphertextOverhead = aead05::consts::U0;
        }

        #[cfg(feature = "aead05")]
        impl aead05::AeadInPlace for $Name {
            fn encrypt_in_place_detached(
                &self,
                nonce: &aead05::Nonce<Self>,
                aad: &[u8],
                text: &mut [u8],
            ) -> aead05::Result<aead05::Tag<Self>> {
                let mut tag = aead05::Tag::<Self>::default();
                self.encrypt(nonce, aad, text, &mut tag)
                    .map_err(|_| aead05::Error)?;
                Ok(tag)
            }

            fn decrypt_in_place_detached(
                &self,
                nonce: &aead05::Nonce<Self>,
                aad: &[u8],
                text: &mut [u8],
                tag: &aead05::Tag<Self>,
            ) -> aead05::Result<()> {
                self.decrypt(nonce, aad, text, tag)
                    .map_err(|_| aead05::Error)
            }
        }

        #[cfg(feature = "aead06")]
        impl aead06::AeadCore for $Name {
            type NonceSize = aead06::consts::$Nonce;
            type TagSize = aead06::consts::U16;
            const TAG_POSITION: aead06::TagPosition = aead06::TagPosition::Postfix;
        }

        #[cfg(feature = "aead06")]
        impl aead06::AeadInOut for $Name {
            fn encrypt_inout_detached(
                &self,
                nonce: &aead06::Nonce<Self>,
                aad: &[u8],
                text: aead06::inout::InOutBuf<'_, '_, u8>,
            ) -> aead06::Result<aead06::Tag<Self>> {
                let mut tag = aead06::Tag::<Self>::default();
                let len = text.len();
                let (src, dst) = text.into_raw();
                // SAFETY: an InOutBuf's buffers are the same or apart.
                unsafe { self.0.seal(nonce, aad, (src, dst, len), &mut tag) }
                    .map_err(|_| aead06::Error)?;
                Ok(tag)
            }

            fn decrypt_inout_detached(
                &self,
                nonce: &aead06::Nonce<Self>,
                aad: &[u8],
                text: aead06::inout::InOutBuf<'_, '_, u8>,
                tag: &aead06::Tag<Self>,
            ) -> aead06::Result<()> {
                let len = text.len();
                let (src, dst) = text.into_raw();
                // SAFETY: as above.
                unsafe { self.0.open(nonce, aad, (src, dst, len), tag) }.map_err(|_| aead06::Error)
            }
        }
    };
}

/// The traits of a version of `aead` that set a key.

macro_rules! aead_key_traits {
    ($aead:ident, $Name:ident, $Key:ident) => {
        impl $aead::KeySizeUser for $Name {
            type KeySize = $aead::consts::$Key;
        }

        impl $aead::KeyInit for $Name {
            fn new(key: &$aead::Key<Self>) -> Self {
                $Name(Keyed::new(key))
            }
        }
    };
}
