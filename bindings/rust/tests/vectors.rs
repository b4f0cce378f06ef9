// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Mote developers
//! Mote's own test vectors (tests/vectors, whose columns vectors/README.md of the repository says).
//!
//! Keys, messages and so on are SHAKE128 of a text that names them: by the crate's own, which its own
//! vectors hold to what other programs give.
#![cfg(feature = "shake128")]

use mote_hash::*;
use std::collections::HashMap;

/// The rows of a file, by names of columns.
fn rows(name: &str) -> Vec<HashMap<String, String>> {
    let path = format!("{}/tests/vectors/{name}.csv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let names: Vec<&str> = lines.next().expect("a line of names").split(',').collect();
    lines
        .map(|line| {
            let values = line.split(',').map(String::from);
            names
                .iter()
                .map(|name| name.to_string())
                .zip(values)
                .collect()
        })
        .collect()
}

fn number(row: &HashMap<String, String>, column: &str) -> usize {
    row[column]
        .parse()
        .unwrap_or_else(|_| panic!("{column}: no number in {row:?}"))
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len())
        .step_by(2)
        .map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap())
        .collect()
}

/// As many bytes of SHAKE128 of the text.
fn made(text: &str, len: usize) -> Vec<u8> {
    let mut out = vec![0; len];
    if len != 0 {
        let mut hash = Shake128::new(len).unwrap();
        hash.update(text.as_bytes());
        hash.finish_into(&mut out).unwrap();
    }
    out
}

/// Whether a row of a hash function says nothing but how long message and digest are.
fn plain(row: &HashMap<String, String>) -> bool {
    row.iter().all(|(name, value)| {
        value.is_empty()
            || ["digest_bits", "message_bits", "digest"].contains(&name.as_str())
            || (name == "xof" && value == "0")
    }) && number(row, "message_bits") % 8 == 0
}

/// In one piece, and in pieces of 1, 2, 3 ... bytes.
macro_rules! hash_both_ways {
    ($message:expr, $new:expr, $finish:expr) => {{
        let mut whole = $new;
        whole.update($message);
        let mut parts = $new;
        let mut rest = $message;
        let mut size = 1;
        while !rest.is_empty() {
            let (part, more) = rest.split_at(size.min(rest.len()));
            parts.update(part);
            rest = more;
            size += 1;
        }
        let found = $finish(whole);
        assert_eq!(found, $finish(parts.clone()));
        found
    }};
}

#[allow(unused_macros)]
macro_rules! hash_test {
    ($name:ident, $($Name:ident $bits:literal),*; $($Variable:ident)?) => {
        #[test]
        fn $name() {
            let mut count = 0;
            for row in rows(stringify!($name)).iter().filter(|row| plain(row)) {
                let message_bits = number(row, "message_bits");
                let message = made(&format!("mote/{message_bits}"), message_bits / 8);
                let digest = bytes(&row["digest"]);
                let bits = number(row, "digest_bits");
                $(if bits == $bits {
                    let found = hash_both_ways!(&message[..], $Name::new(), |h: $Name| h.finish().to_vec());
                    assert_eq!(found, digest, "{row:?}");
                    count += 1;
                })*
                $({
                    let found = hash_both_ways!(&message[..], $Variable::new(bits / 8).unwrap(), |h: $Variable| {
                        let mut out = vec![0; bits / 8];
                        h.finish_into(&mut out).unwrap();
                        out
                    });
                    assert_eq!(found, digest, "{row:?}");
                    count += 1;
                })?
            }
            assert!(count >= 10, "{count} rows");
        }
    };
}

#[allow(unused_macros)]
macro_rules! hmac_test {
    ($name:ident, $($Name:ident $bits:literal),*) => {
        #[test]
        fn $name() {
            let mut count = 0;
            for row in rows(stringify!($name)) {
                let n = &row["number"];
                let key = made(&format!("mote/key/{n}"), number(&row, "key_bytes"));
                let message = made(&format!("mote/message/{n}"), number(&row, "message_bytes"));
                let code = bytes(&row["mac"]);
                let bits = number(&row, "digest_bits");
                $(if bits == $bits {
                    let found = hash_both_ways!(&message[..], $Name::new(&key).unwrap(), |h: $Name| h.finish().to_vec());
                    assert_eq!(found, code, "{row:?}");
                    let mut mac = $Name::new(&key).unwrap();
                    mac.update(&message);
                    assert_eq!(mac.clone().check(&code), Ok(()));
                    let mut wrong = code.clone();
                    wrong[0] ^= 1;
                    assert_eq!(mac.check(&wrong), Err(Error::Tag));
                    count += 1;
                })*
            }
            assert!(count >= 5, "{count} rows");
        }
    };
}

/// Key, initial value, further data and text of a row of a mode.
#[allow(dead_code)]
fn mode(row: &HashMap<String, String>, key_bytes: usize) -> [Vec<u8>; 5] {
    let n = &row["number"];
    let iv = bytes(&row["iv"]);
    [
        made(&format!("mote/key/{n}"), key_bytes),
        if iv.is_empty() {
            made(&format!("mote/iv/{n}"), number(row, "iv_bytes"))
        } else {
            iv
        },
        made(&format!("mote/aad/{n}"), number(row, "aad_bytes")),
        made(&format!("mote/text/{n}"), number(row, "bytes")),
        bytes(&row["output"]),
    ]
}

#[allow(unused_macros)]
macro_rules! cmac_test {
    ($name:ident, $Name:ident) => {
        #[test]
        fn $name() {
            let all = rows(stringify!($name));
            assert!(all.len() >= 5);
            for row in all {
                let [key, _, _, text, code] = mode(&row, $Name::KEY_BYTES);
                let found = hash_both_ways!(&text[..], $Name::new(&key).unwrap(), |h: $Name| h
                    .finish()
                    .to_vec());
                assert_eq!(found[..code.len()], code, "{row:?}");
                assert!($Name::new(&key[1..]).is_err());
            }
        }
    };
}

#[allow(unused_macros)]
macro_rules! aead_test {
    ($name:ident, $Name:ident) => {
        #[test]
        fn $name() {
            let all = rows(stringify!($name));
            assert!(all.len() >= 5);
            for row in all {
                let [key, nonce, aad, text, output] = mode(&row, $Name::KEY_BYTES);
                let (sealed, tag) = output.split_at(text.len());
                let aead = $Name::new(&key).unwrap();
                let mut buffer = text.clone();
                let mut found = vec![0; tag.len()];
                aead.encrypt(&nonce, &aad, &mut buffer, &mut found).unwrap();
                assert_eq!((&buffer[..], &found[..]), (sealed, tag), "{row:?}");
                aead.decrypt(&nonce, &aad, &mut buffer, tag).unwrap();
                assert_eq!(buffer, text);
                let mut wrong = tag.to_vec();
                wrong[0] ^= 0x80;
                buffer.copy_from_slice(sealed);
                assert_eq!(
                    aead.decrypt(&nonce, &aad, &mut buffer, &wrong),
                    Err(Error::Tag)
                );
                assert!(buffer.iter().all(|&byte| byte == 0));
                assert_eq!(
                    aead.decrypt(&[], &aad, &mut buffer, tag),
                    Err(Error::Length)
                );
                assert_eq!(
                    aead.encrypt(&nonce, &aad, &mut buffer, &mut []),
                    Err(Error::Length)
                );
                assert!($Name::new(&key[1..]).is_err());
            }
        }
    };
}

#[allow(unused_macros)]
macro_rules! stream_test {
    ($name:ident, $Name:ident, $new:expr) => {
        #[test]
        fn $name() {
            let all = rows(stringify!($name));
            assert!(all.len() >= 5);
            for row in all {
                let [key, iv, _, text, output] = mode(&row, $Name::KEY_BYTES);
                let new: fn(&[u8], &[u8]) -> Result<$Name, Error> = $new;
                let mut buffer = text.clone();
                new(&key, &iv).unwrap().apply(&mut buffer).unwrap();
                assert_eq!(buffer, output, "{row:?}");
                let mut again = new(&key, &iv).unwrap();
                for part in buffer.chunks_mut(7) {
                    again.apply(part).unwrap();
                }
                assert_eq!(buffer, text);
                assert!(new(&key[1..], &iv).is_err());
                assert!(new(&key, &iv[1..]).is_err());
            }
        }
    };
}

/// A cipher whose rows have the number of the first block before the nonce.
#[allow(unused_macros)]
macro_rules! counted_stream_test {
    ($name:ident, $Name:ident) => {
        stream_test!($name, $Name, |key, iv| {
            let (block, nonce) = iv.split_at(4);
            match block.try_into() {
                Ok(block) => $Name::at_block(key, nonce, u32::from_le_bytes(block)),
                Err(_) => Err(Error::Length),
            }
        });
    };
}

#[allow(unused_macros)]
macro_rules! block_test {
    ($name:ident, $Name:ident) => {
        #[test]
        fn $name() {
            for row in rows(stringify!($name)) {
                let [key, _, _, text, output] = mode(&row, $Name::KEY_BYTES);
                let cipher = $Name::new(&key).unwrap();
                for (from, to) in text.chunks(16).zip(output.chunks(16)) {
                    let mut block: [u8; 16] = from.try_into().unwrap();
                    cipher.encrypt(&mut block);
                    assert_eq!(block, to);
                    cipher.decrypt(&mut block);
                    assert_eq!(block, from);
                }
            }
        }
    };
}

#[allow(unused_macros)]
macro_rules! checksum_test {
    ($name:ident) => {
        #[test]
        fn $name() {
            let all = rows(stringify!($name));
            assert!(all.len() >= 100);
            for row in all {
                let n = number(&row, "message_bytes");
                let before = u32::from_str_radix(&row["crc"], 16).unwrap();
                let message = made(&format!("mote/{}", 8 * n), n);
                let sum = u32::from_str_radix(&row["checksum"], 16).unwrap();
                assert_eq!(mote_hash::$name(before, &message), sum, "{row:?}");
            }
        }
    };
}

include!("functions.in");
