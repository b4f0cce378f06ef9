// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Mote developers
//! Lengths that there are not.
#![cfg(feature = "all")]

use mote_hash::*;

#[test]
fn lengths() {
    assert_eq!(Shake128::new(0).err(), Some(Error::Length));
    assert_eq!(Blake2s::new(33).err(), Some(Error::Length));
    assert_eq!(Blake2s::new(16).unwrap().finish_into(&mut [0; 15]), Err(Error::Length));
    let aead = Aes128Ccm::new(&[0; 16]).unwrap();
    let mut text = vec![1; 65536];
    // With a nonce of 13 bytes a text has at most 65,535; nothing is done.
    assert_eq!(aead.encrypt(&[0; 13], b"", &mut text, &mut [0; 16]), Err(Error::Length));
    assert!(text.iter().all(|&byte| byte == 1));
    assert_eq!(aead.encrypt(&[0; 13], b"", &mut text[1..], &mut [0; 16]), Ok(()));
    assert_eq!(aead.encrypt(&[0; 14], b"", &mut [], &mut [0; 16]), Err(Error::Length));
    assert_eq!(aead.encrypt(&[0; 12], b"", &mut [], &mut [0; 5]), Err(Error::Length));
    assert_eq!(Aes256Ctr::new(&[0; 16], &[0; 16]).err(), Some(Error::Length));
    assert_eq!(Error::Tag.to_string(), "the tag is not that of the message");
}
