// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Mote developers
//! Stream ciphers and AES' blocks, and the traits of `cipher` for them.

/// The C functions of a stream cipher with a key of 32 bytes, a nonce and a counter of 32 bits.
macro_rules! counted_stream_functions {
    ($bytes32:literal, $bytes64:literal, $init:literal, $crypt:literal) => {
        stream_functions!($bytes32, $bytes64, $crypt);

        unsafe extern "C" {
            #[link_name = $init]
            fn c_init(cc: *mut Context, key: *const u8, nonce: *const u8, counter: u32);
        }
    };
}

/// The C functions of AES in counter mode.
macro_rules! aes_stream_functions {
    ($bytes32:literal, $bytes64:literal, $init:literal, $crypt:literal) => {
        stream_functions!($bytes32, $bytes64, $crypt);

        unsafe extern "C" {
            #[link_name = $init]
            fn c_init(
                cc: *mut Context,
                key: *const u8,
                key_bits: core::ffi::c_uint,
                counter: *const u8,
            ) -> core::ffi::c_int;
        }
    };
}

macro_rules! stream_functions {
    ($bytes32:literal, $bytes64:literal, $crypt:literal) => {
        context!($bytes32, $bytes64);

        unsafe extern "C" {
            #[link_name = $crypt]
            fn c_crypt(cc: *mut Context, src: *const u8, dst: *mut u8, len: usize);
        }
    };
}

/// A type for a stream cipher; `left` is what the counter allows still, in bytes.
macro_rules! stream {
    ($Name:ident, $title:literal, $key:literal, $Key:ident, $nonce:literal, $Nonce:ident) => {
        #[doc = concat!($title, ": a stream cipher; it is wiped when it is dropped.")]
        ///
        /// It authenticates nothing. Never use a nonce twice under one key.
        #[derive(Clone)]
        pub struct $Name {
            context: Context,
            left: u64,
        }

        impl $Name {
            /// Bytes of a key.
            pub const KEY_BYTES: usize = $key;
            /// Bytes of a nonce; in counter mode the counter of the first block, highest byte first.
            pub const NONCE_BYTES: usize = $nonce;

            /// Encrypts or decrypts the text in its place, and goes on behind what came before.
            ///
            /// Where the key stream is shorter than the text, nothing is done.
            pub fn apply(&mut self, text: &mut [u8]) -> Result<(), crate::Error> {
                let place = text.as_mut_ptr();
                // SAFETY: one slice, read and written.
                unsafe { self.crypt(place, place, text.len()) }
            }

            /// SAFETY: len bytes are readable at src and writable at dst, the same or apart.
            unsafe fn crypt(
                &mut self,
                src: *const u8,
                dst: *mut u8,
                len: usize,
            ) -> Result<(), crate::Error> {
                self.left = self
                    .left
                    .checked_sub(len as u64)
                    .ok_or(crate::Error::Length)?;
                // SAFETY: as the caller says; init was called.
                unsafe { c_crypt(&mut self.context, src, dst, len) };
                Ok(())
            }
        }

        impl Drop for $Name {
            fn drop(&mut self) {
                self.context.wipe();
            }
        }

        impl core::fmt::Debug for $Name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!(stringify!($Name), " { .. }"))
            }
        }

        #[cfg(feature = "cipher04")]
        stream_key_traits!(cipher04, $Name, $Key, $Nonce);
        #[cfg(feature = "cipher05")]
        stream_key_traits!(cipher05, $Name, $Key, $Nonce);

        #[cfg(feature = "cipher04")]
        impl cipher04::StreamCipher for $Name {
            fn try_apply_keystream_inout(
                &mut self,
                text: cipher04::inout::InOutBuf<'_, '_, u8>,
            ) -> Result<(), cipher04::StreamCipherError> {
                let len = text.len();
                let (src, dst) = text.into_raw();
                // SAFETY: an InOutBuf's buffers are the same or apart.
                unsafe { self.crypt(src, dst, len) }.map_err(|_| cipher04::StreamCipherError)
            }
        }

        #[cfg(feature = "cipher05")]
        impl cipher05::StreamCipher for $Name {
            fn check_remaining(&self, len: usize) -> Result<(), cipher05::StreamCipherError> {
                if len as u64 > self.left {
                    return Err(cipher05::StreamCipherError);
                }
                Ok(())
            }

            fn unchecked_apply_keystream_inout(
                &mut self,
                text: cipher05::inout::InOutBuf<'_, '_, u8>,
            ) {
                let len = text.len();
                let (src, dst) = text.into_raw();
                // SAFETY: an InOutBuf's buffers are the same or apart.
                let done = unsafe { self.crypt(src, dst, len) };
                debug_assert!(done.is_ok());
            }

            fn unchecked_write_keystream(&mut self, out: &mut [u8]) {
                out.fill(0);
                let done = self.apply(out);
                debug_assert!(done.is_ok());
            }
        }
    };
}

/// ChaCha20 and Salsa20: blocks of 64 bytes.  `$blocks`: how many a nonce has, 2^32 or 2^64 (`u64::MAX`).
macro_rules! counted_stream {
    ($Name:ident, $title:literal, $nonce:literal, $Nonce:ident, $blocks:expr) => {
        stream!($Name, $title, 32, U32, $nonce, $Nonce);

        impl $Name {
            /// Starts at block 0.
            pub fn new(key: &[u8], nonce: &[u8]) -> Result<Self, crate::Error> {
                Self::at_block(key, nonce, 0)
            }

            /// Starts at a block of 64 bytes.
            pub fn at_block(key: &[u8], nonce: &[u8], block: u32) -> Result<Self, crate::Error> {
                if key.len() != Self::KEY_BYTES || nonce.len() != Self::NONCE_BYTES {
                    return Err(crate::Error::Length);
                }
                let mut context = Context::uninit();
                // SAFETY: the context is large enough (build.rs), and init writes all that is read.
                unsafe { c_init(&mut context, key.as_ptr(), nonce.as_ptr(), block) };
                let blocks: u64 = $blocks;
                let left = (blocks - u64::from(block)).saturating_mul(64);
                Ok($Name { context, left })
            }
        }
    };
}

/// AES in counter mode: the counter has 128 bits.
macro_rules! aes_stream {
    ($Name:ident, $title:literal, $key:literal, $Key:ident) => {
        stream!($Name, $title, $key, $Key, 16, U16);

        impl $Name {
            /// Starts with this counter block.
            pub fn new(key: &[u8], counter: &[u8]) -> Result<Self, crate::Error> {
                if key.len() != Self::KEY_BYTES || counter.len() != Self::NONCE_BYTES {
                    return Err(crate::Error::Length);
                }
                let mut context = Context::uninit();
                // SAFETY: the context is large enough (build.rs), and init writes all that is read.
                let failed =
                    unsafe { c_init(&mut context, key.as_ptr(), 8 * $key, counter.as_ptr()) };
                debug_assert_eq!(failed, 0);
                Ok($Name {
                    context,
                    left: u64::MAX,
                })
            }
        }
    };
}

/// The traits of a version of `cipher` that set a key and a nonce.

macro_rules! stream_key_traits {
    ($cipher:ident, $Name:ident, $Key:ident, $Nonce:ident) => {
        impl $cipher::KeySizeUser for $Name {
            type KeySize = $cipher::consts::$Key;
        }

        impl $cipher::IvSizeUser for $Name {
            type IvSize = $cipher::consts::$Nonce;
        }

        impl $cipher::KeyIvInit for $Name {
            fn new(key: &$cipher::Key<Self>, nonce: &$cipher::Iv<Self>) -> Self {
                // Their lengths are those of the types.
                match Self::new(key, nonce) {
                    Ok(stream) => stream,
                    Err(_) => unreachable!(),
                }
            }
        }
    };
}

/// The C functions of AES' blocks.
macro_rules! block_functions {
    ($bytes32:literal, $bytes64:literal, $init:literal, $encrypt:literal, $decrypt:literal) => {
        context!($bytes32, $bytes64);

        unsafe extern "C" {
            #[link_name = $init]
            fn c_init(
                cc: *mut Context,
                key: *const u8,
                key_bits: core::ffi::c_uint,
            ) -> core::ffi::c_int;
            #[link_name = $encrypt]
            fn c_encrypt(cc: *const Context, src: *const u8, dst: *mut u8, blocks: usize);
            #[link_name = $decrypt]
            fn c_decrypt(cc: *const Context, src: *const u8, dst: *mut u8, blocks: usize);
        }

        #[cfg(any(feature = "cipher04", feature = "cipher05"))]
        struct Backend<'a>(&'a Context);

        #[cfg(feature = "cipher04")]
        backend_traits!(cipher04);
        #[cfg(feature = "cipher05")]
        backend_traits!(cipher05);

        #[cfg(feature = "cipher04")]
        struct Inverse<'a>(Backend<'a>);

        #[cfg(feature = "cipher04")]
        impl cipher04::BlockSizeUser for Inverse<'_> {
            type BlockSize = cipher04::consts::U16;
        }

        #[cfg(feature = "cipher04")]
        impl cipher04::ParBlocksSizeUser for Inverse<'_> {
            type ParBlocksSize = cipher04::consts::U1;
        }

        #[cfg(feature = "cipher04")]
        impl cipher04::BlockBackend for Backend<'_> {
            fn proc_block(&mut self, block: cipher04::inout::InOut<'_, '_, cipher04::Block<Self>>) {
                let (src, dst) = block.into_raw();
                // SAFETY: init was called; a block is read and written, the same or apart.
                unsafe { c_encrypt(self.0, src.cast(), dst.cast(), 1) };
            }
        }

        #[cfg(feature = "cipher04")]
        impl cipher04::BlockBackend for Inverse<'_> {
            fn proc_block(&mut self, block: cipher04::inout::InOut<'_, '_, cipher04::Block<Self>>) {
                let (src, dst) = block.into_raw();
                // SAFETY: as above.
                unsafe { c_decrypt(self.0.0, src.cast(), dst.cast(), 1) };
            }
        }

        #[cfg(feature = "cipher05")]
        impl cipher05::BlockCipherEncBackend for Backend<'_> {
            fn encrypt_block(&self, block: cipher05::inout::InOut<'_, '_, cipher05::Block<Self>>) {
                let (src, dst) = block.into_raw();
                // SAFETY: as above.
                unsafe { c_encrypt(self.0, src.cast(), dst.cast(), 1) };
            }
        }

        #[cfg(feature = "cipher05")]
        impl cipher05::BlockCipherDecBackend for Backend<'_> {
            fn decrypt_block(&self, block: cipher05::inout::InOut<'_, '_, cipher05::Block<Self>>) {
                let (src, dst) = block.into_raw();
                // SAFETY: as above.
                unsafe { c_decrypt(self.0, src.cast(), dst.cast(), 1) };
            }
        }
    };
}

macro_rules! backend_traits {
    ($cipher:ident) => {
        impl $cipher::BlockSizeUser for Backend<'_> {
            type BlockSize = $cipher::consts::U16;
        }

        impl $cipher::ParBlocksSizeUser for Backend<'_> {
            type ParBlocksSize = $cipher::consts::U1;
        }
    };
}

/// A block cipher of one key size.
macro_rules! block_cipher {
    ($Name:ident, $title:literal, $key:literal, $Key:ident) => {
        #[doc = concat!($title, ": a block cipher; it is wiped when it is dropped.")]
        ///
        /// Blocks by themselves hide no patterns: it is meant for the modes of other crates.
        #[derive(Clone)]
        pub struct $Name(Context);

        impl $Name {
            /// Bytes of a key.
            pub const KEY_BYTES: usize = $key;
            /// Bytes of a block.
            pub const BLOCK_BYTES: usize = 16;

            /// Sets the key.
            pub fn new(key: &[u8]) -> Result<Self, crate::Error> {
                if key.len() != Self::KEY_BYTES {
                    return Err(crate::Error::Length);
                }
                let mut context = Context::uninit();
                // SAFETY: the context is large enough (build.rs), and init writes all that is read.
                let failed = unsafe { c_init(&mut context, key.as_ptr(), 8 * $key) };
                debug_assert_eq!(failed, 0);
                Ok($Name(context))
            }

            /// Encrypts a block in its place.
            pub fn encrypt(&self, block: &mut [u8; 16]) {
                let place = block.as_mut_ptr();
                // SAFETY: init was called; a block is read and written.
                unsafe { c_encrypt(&self.0, place, place, 1) };
            }

            /// Decrypts a block in its place.
            pub fn decrypt(&self, block: &mut [u8; 16]) {
                let place = block.as_mut_ptr();
                // SAFETY: as above.
                unsafe { c_decrypt(&self.0, place, place, 1) };
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

        #[cfg(feature = "cipher04")]
        block_key_traits!(cipher04, $Name, $Key);
        #[cfg(feature = "cipher05")]
        block_key_traits!(cipher05, $Name, $Key);

        #[cfg(feature = "cipher04")]
        impl cipher04::BlockCipher for $Name {}

        #[cfg(feature = "cipher04")]
        impl cipher04::BlockEncrypt for $Name {
            fn encrypt_with_backend(
                &self,
                f: impl cipher04::BlockClosure<BlockSize = Self::BlockSize>,
            ) where
                Self: cipher04::BlockSizeUser,
            {
                f.call(&mut Backend(&self.0));
            }
        }

        #[cfg(feature = "cipher04")]
        impl cipher04::BlockDecrypt for $Name {
            fn decrypt_with_backend(
                &self,
                f: impl cipher04::BlockClosure<BlockSize = Self::BlockSize>,
            ) {
                f.call(&mut Inverse(Backend(&self.0)));
            }
        }

        #[cfg(feature = "cipher05")]
        impl cipher05::BlockCipherEncrypt for $Name {
            fn encrypt_with_backend(
                &self,
                f: impl cipher05::BlockCipherEncClosure<BlockSize = Self::BlockSize>,
            ) {
                f.call(&Backend(&self.0));
            }
        }

        #[cfg(feature = "cipher05")]
        impl cipher05::BlockCipherDecrypt for $Name {
            fn decrypt_with_backend(
                &self,
                f: impl cipher05::BlockCipherDecClosure<BlockSize = Self::BlockSize>,
            ) {
                f.call(&Backend(&self.0));
            }
        }
    };
}

/// The traits of a version of `cipher` that set a key.

macro_rules! block_key_traits {
    ($cipher:ident, $Name:ident, $Key:ident) => {
        impl $cipher::BlockSizeUser for $Name {
            type BlockSize = $cipher::consts::U16;
        }

        impl $cipher::KeySizeUser for $Name {
            type KeySize = $cipher::consts::$Key;
        }

        impl $cipher::KeyInit for $Name {
            fn new(key: &$cipher::Key<Self>) -> Self {
                // Its length is that of the type.
                match Self::new(key) {
                    Ok(cipher) => cipher,
                    Err(_) => unreachable!(),
                }
            }
        }
    };
}
