// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Mote developers
#![no_std]
#![doc = include_str!("../README.md")]
#![warn(missing_docs)]
// Each feature takes the macros of its kind.
#![allow(unused_macros)]

#[cfg(not(any(target_pointer_width = "32", target_pointer_width = "64")))]
compile_error!("mote-hash is for targets whose pointers have 32 or 64 bits");

#[macro_use]
mod context;
#[macro_use]
mod hash;
#[macro_use]
mod mac;
#[macro_use]
mod aead;
#[macro_use]
mod cipher;
#[macro_use]
mod checksum;
mod functions;

#[allow(unused_imports)] // without a feature there is none
pub use functions::*;

/// Why a function did nothing, or gives nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A key, nonce, tag, output or text has a length that the function does not allow.
    Length,
    /// The tag is not that of the text, the data, the nonce and the key.
    Tag,
}

impl core::fmt::Display for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Error::Length => "a length that the function does not allow",
            Error::Tag => "the tag is not that of the message",
        })
    }
}

impl core::error::Error for Error {}
