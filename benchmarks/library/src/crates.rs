//! Rust crates, each with what it has for this processor.

use crate::{Program, Work};

macro_rules! digest {
    ($kind:ty, $digest:path) => {
        Box::new(|src, dst| {
            use $digest as Digest;
            let out = <$kind as Digest>::digest(src);
            dst[..out.len()].copy_from_slice(&out);
            out.len()
        })
    };
}

macro_rules! xof {
    ($kind:ty, $digest:ident, $size:expr) => {
        Box::new(move |src, dst| {
            use $digest::{ExtendableOutput, Update, XofReader};
            let mut state = <$kind>::default();
            state.update(src);
            state.finalize_xof().read(&mut dst[..$size]);
            $size
        })
    };
}

pub fn program(function: &str, bits: u32) -> Option<Program> {
    let size = bits as usize / 8;
    let (name, work): (&str, Work) = match (function, bits) {
        ("ascon_hash256", 256) => (
            "ascon-hash256 0.1.0",
            digest!(ascon_hash256::AsconHash256, ascon_hash256::Digest),
        ),
        ("ascon_xof128", _) => (
            "ascon-xof128 0.2.1",
            xof!(ascon_xof128::AsconXof128, ascon_xof128, size),
        ),
        ("blake256", 256) => (
            "blake-hash 0.4.1",
            digest!(blake_hash::Blake256, blake_hash::digest::Digest),
        ),
        // Its code for other processors is not there: it panics.
        #[cfg(target_arch = "x86_64")]
        ("blake512", 512) => (
            "blake-hash 0.4.1",
            digest!(blake_hash::Blake512, blake_hash::digest::Digest),
        ),
        ("blake2b", 512) => (
            "blake2b_simd 1.0.5",
            Box::new(|src, dst| {
                dst[..64].copy_from_slice(blake2b_simd::blake2b(src).as_bytes());
                64
            }),
        ),
        ("blake2s", 256) => (
            "blake2s_simd 1.0.5",
            Box::new(|src, dst| {
                dst[..32].copy_from_slice(blake2s_simd::blake2s(src).as_bytes());
                32
            }),
        ),
        ("blake3", 256) => (
            "blake3 1.8.7",
            Box::new(|src, dst| {
                dst[..32].copy_from_slice(blake3::hash(src).as_bytes());
                32
            }),
        ),
        ("crc32", _) => (
            "crc32fast 1.5.0",
            Box::new(|src, dst| {
                dst[..4].copy_from_slice(&crc32fast::hash(src).to_le_bytes());
                4
            }),
        ),
        ("groestl256", 256) => (
            "groestl 0.10.1",
            digest!(groestl::Groestl256, digest::Digest),
        ),
        ("groestl512", 512) => (
            "groestl 0.10.1",
            digest!(groestl::Groestl512, digest::Digest),
        ),
        ("jh", 256) => ("jh 0.1.0", digest!(jh::Jh256, digest::Digest)),
        ("sha1", 160) => ("sha1 0.10.6", digest!(sha1::Sha1, digest::Digest)),
        ("sha256", 256) => ("sha2 0.10.9", digest!(sha2::Sha256, digest::Digest)),
        ("sha512", 512) => ("sha2 0.10.9", digest!(sha2::Sha512, digest::Digest)),
        ("sha3", 256) => ("sha3 0.10.8", digest!(sha3::Sha3_256, digest::Digest)),
        ("shake128", _) => ("sha3 0.10.8", xof!(sha3::Shake128, digest, size)),
        ("shake256", _) => ("sha3 0.10.8", xof!(sha3::Shake256, digest, size)),
        ("turboshake128", _) => (
            "sha3 0.10.8",
            Box::new(move |src, dst| {
                use digest::{ExtendableOutput, Update, XofReader};
                let core = sha3::TurboShake128Core::new(0x1F);
                let mut state = sha3::TurboShake128::from_core(core);
                state.update(src);
                state.finalize_xof().read(&mut dst[..size]);
                size
            }),
        ),
        ("shabal", 256) => ("shabal 0.4.1", digest!(shabal::Shabal256, digest::Digest)),
        ("skein512", 512) => (
            "skein 0.1.1",
            digest!(skein::Skein512<digest::consts::U64>, digest::Digest),
        ),
        _ => return None,
    };
    Some(Program {
        name: name.into(),
        work,
    })
}

/// What has a key, on AArch64 alone: the crates' own code for the processor's instructions.
#[cfg(target_arch = "aarch64")]
pub fn cipher(function: &str, bits: u32) -> Option<Program> {
    use aes_gcm::aead::AeadInPlace;
    use aes_gcm::KeyInit;
    use ctr::cipher::{InnerIvInit, KeyIvInit, StreamCipher, StreamCipherCoreWrapper};

    macro_rules! counter {
        ($kind:ty, $size:expr) => {{
            let key: Vec<u8> = (0..$size).collect();
            let cipher = <$kind>::new(key.as_slice().into());
            Box::new(move |src: &[u8], dst: &mut [u8]| {
                type Core<'a> = ctr::CtrCore<&'a $kind, ctr::flavors::Ctr128BE>;
                let core = Core::inner_iv_init(&cipher, (&[0u8; 16]).into());
                let mut state = StreamCipherCoreWrapper::from_core(core);
                state
                    .apply_keystream_b2b(src, &mut dst[..src.len()])
                    .unwrap();
                src.len()
            })
        }};
    }
    macro_rules! aead {
        ($kind:ty, $size:expr) => {{
            let key: Vec<u8> = (0..$size).collect();
            let cipher = <$kind>::new(key.as_slice().into());
            Box::new(move |src: &[u8], dst: &mut [u8]| {
                dst[..src.len()].copy_from_slice(src);
                let text = &mut dst[..src.len()];
                let tag = cipher.encrypt_in_place_detached((&[0u8; 12]).into(), b"", text);
                dst[src.len()..src.len() + 16].copy_from_slice(&tag.unwrap());
                src.len() + 16
            })
        }};
    }
    let (name, work): (&str, Work) = match (function, bits) {
        ("aes_ctr", 128) => ("aes 0.8.4", counter!(aes::Aes128, 16)),
        ("aes_ctr", 256) => ("aes 0.8.4", counter!(aes::Aes256, 32)),
        ("gcm", 128) => ("aes-gcm 0.10.3", aead!(aes_gcm::Aes128Gcm, 16)),
        ("gcm", 256) => ("aes-gcm 0.10.3", aead!(aes_gcm::Aes256Gcm, 32)),
        ("chacha20", _) => (
            "chacha20 0.9.1",
            Box::new(|src, dst| {
                let key: Vec<u8> = (0..32).collect();
                let nonce = [0u8; 12];
                let mut state = chacha20::ChaCha20::new(key.as_slice().into(), (&nonce).into());
                state
                    .apply_keystream_b2b(src, &mut dst[..src.len()])
                    .unwrap();
                src.len()
            }),
        ),
        ("chacha20_poly1305", _) => (
            "chacha20poly1305 0.10.1",
            aead!(chacha20poly1305::ChaCha20Poly1305, 32),
        ),
        _ => return None,
    };
    Some(Program {
        name: name.into(),
        work,
    })
}
