// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Mote developers
//! RustCrypto's test vectors, in the tests that its crates of traits have for implementations.
//!
//! RUSTCRYPTO_DATA: the folders with the files, with colons between them.
#![cfg(test)]

use mote_hash::*;

fn blobs(name: &str) -> Vec<&'static [u8]> {
    let folders = std::env::var("RUSTCRYPTO_DATA").expect("RUSTCRYPTO_DATA names folders");
    let path = folders
        .split(':')
        .map(|folder| std::path::Path::new(folder).join(name));
    let path = path
        .clone()
        .find(|path| path.exists())
        .unwrap_or_else(|| panic!("no {name}"));
    let data: &'static [u8] = Box::leak(std::fs::read(&path).unwrap().into_boxed_slice());
    blobby::parse_into_vec(data).unwrap_or_else(|error| panic!("{path:?}: {error:?}"))
}

/// The rows of a file, and how many there are.
fn rows<const N: usize>(name: &str) -> Vec<[&'static [u8]; N]> {
    let all = blobs(name);
    assert_eq!(all.len() % N, 0, "{name}");
    assert!(!all.is_empty(), "{name}");
    println!("{name}: {} rows", all.len() / N);
    all.chunks(N).map(|row| row.try_into().unwrap()).collect()
}

macro_rules! hashes {
    ($($test:ident $file:literal $Type:ty;)*) => {$(
        #[test]
        fn $test() {
            for [input, output] in rows::<2>($file) {
                digest::dev::fixed_reset_test::<$Type>(&digest::dev::TestVector { input, output }).unwrap();
                let old = <$Type as digest010::Digest>::new_with_prefix(input);
                assert_eq!(digest010::Digest::finalize(old)[..], *output);
            }
        }
    )*};
}

hashes! {
    sha1 "sha1_kat.blb" Sha1;
    sha224 "sha224_kat.blb" Sha224;
    sha256 "sha256_kat.blb" Sha256;
    sha384 "sha384_kat.blb" Sha384;
    sha512 "sha512_kat.blb" Sha512;
    sha512_224 "sha512_224_kat.blb" Sha512_224;
    sha512_256 "sha512_256_kat.blb" Sha512_256;
    sha3_224 "sha3_224_kat.blb" Sha3_224;
    sha3_256 "sha3_256_kat.blb" Sha3_256;
    sha3_384 "sha3_384_kat.blb" Sha3_384;
    sha3_512 "sha3_512_kat.blb" Sha3_512;
    keccak256 "keccak_256_kat.blb" Keccak256;
    blake2b512 "blake2b_kat.blb" Blake2b512;
}

macro_rules! macs {
    ($($test:ident $file:literal $Type:ty, $cut:ident;)*) => {$(
        #[test]
        fn $test() {
            for [key, input, tag] in rows::<3>($file) {
                let row = digest::dev::MacTestVector { key, input, tag };
                digest::dev::mac_test::<$Type>(&row, digest::dev::MacTruncSide::$cut).unwrap();
                let mut old = <$Type as digest010::Mac>::new_from_slice(key).unwrap();
                digest010::Mac::update(&mut old, input);
                digest010::Mac::verify_truncated_left(old, tag).unwrap();
            }
        }
    )*};
}

macs! {
    hmac_sha1 "hmac_sha1_wycheproof.blb" HmacSha1, Left;
    hmac_sha224 "hmac_sha224_rfc4231.blb" HmacSha224, Left;
    hmac_sha256 "hmac_sha256_rfc4231.blb" HmacSha256, Left;
    hmac_sha256_wycheproof "hmac_sha256_wycheproof.blb" HmacSha256, Left;
    hmac_sha384 "hmac_sha384_wycheproof.blb" HmacSha384, Left;
    hmac_sha512 "hmac_sha512_wycheproof.blb" HmacSha512, Left;
    cmac_aes128 "cmac_aes128_wycheproof.blb" Aes128Cmac, Left;
    cmac_aes192 "cmac_aes192_nist.blb" Aes192Cmac, Left;
    cmac_aes256 "cmac_aes256_wycheproof.blb" Aes256Cmac, Left;
}

macro_rules! aeads {
    ($($test:ident $pass:literal $fail:literal $Type:ty;)*) => {$(
        #[test]
        fn $test() {
            use aead::dev::{TestVector, fail_test, pass_test};
            for [key, nonce, aad, plaintext, ciphertext] in rows::<5>($pass) {
                let row = TestVector { key, nonce, aad, plaintext, ciphertext };
                pass_test::<$Type>(&row).unwrap();
                use aead05::{AeadInPlace, KeyInit};
                let old = <$Type as KeyInit>::new_from_slice(key).unwrap();
                let mut text = plaintext.to_vec();
                let tag = old.encrypt_in_place_detached(nonce.into(), aad, &mut text).unwrap();
                assert_eq!([&text[..], &tag[..]].concat(), ciphertext);
            }
            for [key, nonce, aad, plaintext, ciphertext] in rows::<5>($fail) {
                fail_test::<$Type>(&TestVector { key, nonce, aad, plaintext, ciphertext }).unwrap();
            }
        }
    )*};
}

aeads! {
    aes128_gcm "wycheproof-128_pass.blb" "wycheproof-128_fail.blb" Aes128Gcm;
    aes256_gcm "wycheproof-256_pass.blb" "wycheproof-256_fail.blb" Aes256Gcm;
    chacha20_poly1305 "wycheproof_chacha20poly1305_pass.blb" "wycheproof_chacha20poly1305_fail.blb" ChaCha20Poly1305;
}

macro_rules! block_ciphers {
    ($($test:ident $file:literal $Type:ty;)*) => {$(
        #[test]
        fn $test() {
            for [key, plaintext, ciphertext] in rows::<3>($file) {
                let row = cipher::dev::block_cipher::TestVector { key, plaintext, ciphertext };
                cipher::dev::block_cipher::encrypt_decrypt_test::<$Type>(&row).unwrap();
                use cipher04::{BlockDecrypt, BlockEncrypt, KeyInit};
                let old = <$Type as KeyInit>::new_from_slice(key).unwrap();
                let mut block = *cipher04::Block::<$Type>::from_slice(plaintext);
                old.encrypt_block(&mut block);
                assert_eq!(block[..], *ciphertext);
                old.decrypt_block(&mut block);
                assert_eq!(block[..], *plaintext);
            }
        }
    )*};
}

block_ciphers! {
    aes128 "aes128.blb" Aes128;
    aes192 "aes192.blb" Aes192;
    aes256 "aes256.blb" Aes256;
}

/// RFC 8439, section 2.4.2: its key stream by both versions of the traits, and where it ends.
#[test]
fn chacha20() {
    let key: [u8; 32] = core::array::from_fn(|i| i as u8);
    let nonce = [0, 0, 0, 0, 0, 0, 0, 0x4a, 0, 0, 0, 0];
    let text =
        b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the \
        future, sunscreen would be it.";
    let mut at_one = ChaCha20::at_block(&key, &nonce, 1).unwrap();
    let mut buffer = text.to_vec();
    at_one.apply(&mut buffer).unwrap();
    assert_eq!(
        buffer[..8],
        [0x6e, 0x2e, 0x35, 0x9a, 0x25, 0x68, 0xf9, 0x80]
    );
    let mut new = <ChaCha20 as cipher::KeyIvInit>::new(&key.into(), &nonce.into());
    cipher::StreamCipher::apply_keystream(&mut new, &mut [0; 64]);
    cipher::StreamCipher::apply_keystream(&mut new, &mut buffer);
    assert_eq!(buffer, text);
    let mut old = <ChaCha20 as cipher04::KeyIvInit>::new(&key.into(), &nonce.into());
    cipher04::StreamCipher::apply_keystream(&mut old, &mut [0; 64]);
    cipher04::StreamCipher::apply_keystream(&mut old, &mut buffer);
    assert_eq!(
        buffer[..8],
        [0x6e, 0x2e, 0x35, 0x9a, 0x25, 0x68, 0xf9, 0x80]
    );
    let mut last = ChaCha20::at_block(&key, &nonce, u32::MAX).unwrap();
    assert_eq!(last.apply(&mut [0; 65]), Err(Error::Length));
    assert_eq!(last.apply(&mut [0; 64]), Ok(()));
    assert_eq!(last.apply(&mut [0; 1]), Err(Error::Length));
}

/// Output of a chosen length by `digest` 0.10, and lengths that there are not.
#[test]
fn variable_output() {
    use digest010::VariableOutput;
    let mut hash = <Shake128 as VariableOutput>::new(4).unwrap();
    digest010::Update::update(&mut hash, b"abc");
    assert!(hash.clone().finalize_variable(&mut [0; 5]).is_err());
    let mut out = [0; 4];
    hash.finalize_variable(&mut out).unwrap();
    assert_eq!(out, [0x58, 0x81, 0x09, 0x2d]);
    assert!(<Blake2s as VariableOutput>::new(33).is_err());
    assert!(<Blake2s as VariableOutput>::new(0).is_err());
    assert_eq!(<Blake2s as VariableOutput>::MAX_OUTPUT_SIZE, 32);
}
