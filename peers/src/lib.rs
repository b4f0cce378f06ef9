//! Other people's hash functions behind one call, for the fuzzer and the host benchmark.
//!
//! Each is used as it comes from its registry, at a pinned version, in its portable form.

use digest::Digest;
use std::ffi::{c_char, CStr};

mod x11;

/// One digest size of one function as one program computes it.
pub struct Peer {
    /// Our identifier without `mote_`.
    pub function: &'static str,
    /// Digest size in bits.
    pub bits: u32,
    /// The program and its version.
    pub program: &'static str,
    /// Whether it is code for any CPU; else it is for the vector instructions of this one.
    pub portable: bool,
    /// Hashes a message of whole bytes into exactly `bits / 8` bytes.
    pub digest: fn(&[u8], &mut [u8]),
}

macro_rules! digests {
    ($program:literal: $($function:literal $bits:literal $kind:ty),* $(,)?) => {
        vec![$(Peer {
            function: $function,
            bits: $bits,
            program: $program,
            portable: !matches!($function, "jh"),
            digest: |data, out| out.copy_from_slice(&<$kind>::digest(data)),
        }),*]
    };
}

macro_rules! xofs {
    ($program:literal: $digest:ident: $($function:literal $kind:ty, $($bits:literal)*;)*) => {
        vec![$($(Peer {
            function: $function,
            bits: $bits,
            program: $program,
            portable: !matches!($function, "jh"),
            digest: |data, out| {
                use $digest::{ExtendableOutput, Update, XofReader};
                let mut state = <$kind>::default();
                state.update(data);
                state.finalize_xof().read(out);
            },
        }),*),*]
    };
}

macro_rules! blake2_sizes {
    ($function:literal $kind:ident $($bits:literal)*) => {
        vec![$(Peer {
            function: $function,
            bits: $bits,
            program: "blake2 0.10.6",
            portable: true,
            digest: |data, out| {
                use blake2::digest::{Update, VariableOutput};
                let mut state = blake2::$kind::new(out.len()).unwrap();
                state.update(data);
                state.finalize_variable(out).unwrap();
            },
        }),*]
    };
}

mod blake {
    //! blake-hash implements an older version of the trait.
    use blake_hash::digest::Digest;

    pub fn digest<D: Digest>(data: &[u8], out: &mut [u8]) {
        out.copy_from_slice(&D::digest(data));
    }
}

macro_rules! blake_digests {
    ($($function:literal $bits:literal $kind:ident),* $(,)?) => {
        vec![$(Peer {
            function: $function,
            bits: $bits,
            program: "blake-hash 0.4.1",
            portable: false,
            digest: blake::digest::<blake_hash::$kind>,
        }),*]
    };
}

mod ascon {
    //! The Ascon crates implement a newer version of the trait.
    use ascon_hash256::Digest;

    pub fn digest(data: &[u8], out: &mut [u8]) {
        out.copy_from_slice(&ascon_hash256::AsconHash256::digest(data));
    }

    pub fn customized(_: &[u8], customization: &[u8], data: &[u8], out: &mut [u8]) {
        use ascon_xof128::{AsconCxof128, ExtendableOutput, TryCustomizedInit, Update, XofReader};
        let mut state = AsconCxof128::try_new_customized(customization).unwrap();
        state.update(data);
        state.finalize_xof().read(out);
    }
}

/// Every peer there is.
pub fn peers() -> Vec<Peer> {
    use digest::consts::{U128, U16, U20, U28, U32, U48, U64};
    let mut all = digests!("sha1 0.10.6": "sha1" 160 sha1::Sha1);
    all.extend(digests!("sha2 0.10.9":
        "sha256" 224 sha2::Sha224, "sha256" 256 sha2::Sha256,
        "sha512" 384 sha2::Sha384, "sha512" 512 sha2::Sha512,
        "sha512_224" 224 sha2::Sha512_224, "sha512_256" 256 sha2::Sha512_256,
    ));
    all.extend(digests!("sha3 0.10.8":
        "sha3" 224 sha3::Sha3_224, "sha3" 256 sha3::Sha3_256,
        "sha3" 384 sha3::Sha3_384, "sha3" 512 sha3::Sha3_512,
        "keccak" 224 sha3::Keccak224, "keccak" 256 sha3::Keccak256,
        "keccak" 384 sha3::Keccak384, "keccak" 512 sha3::Keccak512,
    ));
    all.extend(xofs!("sha3 0.10.8": digest_xof:
        "shake128" sha3::Shake128, 8 128 256 512 1344 4096;
        "shake256" sha3::Shake256, 8 128 256 512 1344 4096;
    ));
    all.extend(digests!("shabal 0.4.1":
        "shabal" 192 shabal::Shabal192, "shabal" 224 shabal::Shabal224,
        "shabal" 256 shabal::Shabal256, "shabal" 384 shabal::Shabal384,
        "shabal" 512 shabal::Shabal512,
    ));
    all.extend(digests!("groestl 0.10.1":
        "groestl256" 224 groestl::Groestl224, "groestl256" 256 groestl::Groestl256,
        "groestl512" 384 groestl::Groestl384, "groestl512" 512 groestl::Groestl512,
    ));
    all.extend(digests!("jh 0.1.0":
        "jh" 224 jh::Jh224, "jh" 256 jh::Jh256, "jh" 384 jh::Jh384, "jh" 512 jh::Jh512,
    ));
    all.extend(digests!("skein 0.1.1":
        "skein256" 128 skein::Skein256<U16>, "skein256" 160 skein::Skein256<U20>,
        "skein256" 224 skein::Skein256<U28>, "skein256" 256 skein::Skein256<U32>,
        "skein512" 128 skein::Skein512<U16>, "skein512" 160 skein::Skein512<U20>,
        "skein512" 224 skein::Skein512<U28>, "skein512" 256 skein::Skein512<U32>,
        "skein512" 384 skein::Skein512<U48>, "skein512" 512 skein::Skein512<U64>,
        "skein1024" 256 skein::Skein1024<U32>, "skein1024" 384 skein::Skein1024<U48>,
        "skein1024" 512 skein::Skein1024<U64>, "skein1024" 1024 skein::Skein1024<U128>,
    ));
    all.extend(digests!("bmw-hash 0.1.0":
        "bmw512" 512 bmw_hash::Bmw512,
    ));
    all.extend(blake_digests!(
        "blake256" 224 Blake224, "blake256" 256 Blake256,
        "blake512" 384 Blake384, "blake512" 512 Blake512,
    ));
    all.extend(blake2_sizes!("blake2s" Blake2sVar 8 128 160 224 256));
    all.extend(blake2_sizes!("blake2b" Blake2bVar 8 128 160 224 256 384 512));
    all.push(Peer {
        function: "ascon_hash256",
        bits: 256,
        program: "ascon-hash256 0.1.0",
        portable: true,
        digest: ascon::digest,
    });
    all.extend(xofs!("ascon-xof128 0.2.1": ascon_xof128:
        "ascon_xof128" ascon_xof128::AsconXof128, 8 64 128 256 512;
    ));
    all.extend(x11::peers());
    all
}

use sha3::digest as digest_xof;

/// A function of a message and two strings before it: a name and a customization, or a key and one.
pub struct Customized {
    /// Our identifier without `mote_`.
    pub function: &'static str,
    /// The program and its version.
    pub program: &'static str,
    /// Hashes strings and a message into as many bytes as there is room for.
    pub digest: fn(&[u8], &[u8], &[u8], &mut [u8]),
}

/// A sponge on the permutation of a crate, of so many rounds: what follows a message, and output.
fn sponge(rounds: usize, rate: usize, suffix: u8, text: &[u8], out: &mut [u8]) {
    let mut padded = text.to_vec();
    padded.push(suffix);
    padded.resize(padded.len().div_ceil(rate) * rate, 0);
    *padded.last_mut().unwrap() |= 0x80;
    let mut state = [0u64; 25];
    for block in padded.chunks(rate) {
        for (lane, bytes) in state.iter_mut().zip(block.chunks(8)) {
            *lane ^= u64::from_le_bytes(bytes.try_into().unwrap());
        }
        keccak::keccak_p(&mut state, rounds);
    }
    for (number, part) in out.chunks_mut(rate).enumerate() {
        if number != 0 {
            keccak::keccak_p(&mut state, rounds);
        }
        let bytes: Vec<u8> = state.iter().flat_map(|lane| lane.to_le_bytes()).collect();
        part.copy_from_slice(&bytes[..part.len()]);
    }
}

/// A number in as few bytes as it takes (NIST SP 800-185, section 2.3.1), and how many they are.
fn encoded(number: usize) -> (Vec<u8>, u8) {
    let bytes = number.to_be_bytes();
    let zeros = bytes.iter().take(7).take_while(|byte| **byte == 0).count();
    (bytes[zeros..].to_vec(), (8 - zeros) as u8)
}

fn left_encode(number: usize) -> Vec<u8> {
    let (bytes, count) = encoded(number);
    [vec![count], bytes].concat()
}

/// A block that begins with its length, and has zeros behind strings (sections 2.3.2 and 2.3.3).
fn padded(rate: usize, strings: &[&[u8]]) -> Vec<u8> {
    let mut text = left_encode(rate);
    for string in strings {
        text.extend(left_encode(8 * string.len()));
        text.extend(*string);
    }
    text.resize(text.len().div_ceil(rate) * rate, 0);
    text
}

/// cSHAKE (section 3.3).  The crates that have it, sha3 0.10.8 and tiny-keccak 2.0.2, add a block of
/// zeros where strings fill theirs.
fn cshake(rate: usize, name: &[u8], customization: &[u8], data: &[u8], out: &mut [u8]) {
    if name.is_empty() && customization.is_empty() {
        return sponge(24, rate, 0x1F, data, out);
    }
    let text = [&padded(rate, &[name, customization]), data].concat();
    sponge(24, rate, 4, &text, out);
}

/// KMAC (section 4.3); length: of the output in bits, or 0 for any.
fn kmac(rate: usize, strings: [&[u8]; 2], data: &[u8], length: usize, out: &mut [u8]) {
    let (number, count) = encoded(length);
    let text = [&padded(rate, &strings[..1]), data, &number, &[count]].concat();
    cshake(rate, b"KMAC", strings[1], &text, out);
}

/// The bytes of a number, none for 0, and how many they are (RFC 9861, section 3.3).
fn length_encode(number: usize) -> Vec<u8> {
    let (bytes, count) = encoded(number);
    if number == 0 {
        vec![0]
    } else {
        [bytes, vec![count]].concat()
    }
}

/// KangarooTwelve (RFC 9861, section 3.2), with chaining values of so many bytes.
fn kangaroo(rate: usize, size: usize, customization: &[u8], data: &[u8], out: &mut [u8]) {
    let text = [data, customization, &length_encode(customization.len())].concat();
    let mut chunks = text.chunks(8192);
    let mut last = chunks.next().unwrap().to_vec();
    let others = chunks.len();
    if others == 0 {
        return sponge(12, rate, 7, &last, out);
    }
    last.extend([3, 0, 0, 0, 0, 0, 0, 0]);
    for chunk in chunks {
        let mut value = vec![0; size];
        sponge(12, rate, 11, chunk, &mut value);
        last.extend(value);
    }
    last.extend(length_encode(others));
    last.extend([0xFF, 0xFF]);
    sponge(12, rate, 6, &last, out);
}

macro_rules! on_keccak {
    ($($function:literal $rate:literal $code:literal $xof:literal $turbo:literal
        $tree:literal $size:literal),*) => {
        vec![$(
            Customized {
                function: $function,
                program: "keccak 0.1.6",
                digest: |name, customization, data, out| {
                    cshake($rate, name, customization, data, out)
                },
            },
            Customized {
                function: $code,
                program: "keccak 0.1.6",
                digest: |key, customization, data, out| {
                    kmac($rate, [key, customization], data, 8 * out.len(), out)
                },
            },
            Customized {
                function: $xof,
                program: "keccak 0.1.6",
                digest: |key, customization, data, out| {
                    kmac($rate, [key, customization], data, 0, out)
                },
            },
            Customized {
                function: $turbo,
                program: "keccak 0.1.6",
                digest: |_, _, data, out| sponge(12, $rate, 0x1F, data, out),
            },
            Customized {
                function: $tree,
                program: "keccak 0.1.6",
                digest: |_, customization, data, out| {
                    kangaroo($rate, $size, customization, data, out)
                },
            }
        ),*]
    };
}

/// The numbers of two bytes, lowest first, that stand in place of a string.
fn numbers(text: &[u8]) -> Vec<usize> {
    text.chunks_exact(2)
        .map(|pair| usize::from(u16::from_le_bytes([pair[0], pair[1]])))
        .collect()
}

/// TupleHash (section 5.3): lengths of the tuple's strings, none where the text has their encodings.
fn tuplehash(rate: usize, strings: [&[u8]; 2], data: &[u8], length: usize, out: &mut [u8]) {
    let mut text = Vec::new();
    let mut rest = data;
    for size in numbers(strings[0]) {
        let (item, behind) = rest.split_at(size);
        text.extend(left_encode(8 * size));
        text.extend(item);
        rest = behind;
    }
    let (number, count) = encoded(length);
    let text = [&text, rest, &number, &[count]].concat();
    cshake(rate, b"TupleHash", strings[1], &text, out);
}

/// ParallelHash (section 6.3): bytes of a block, none for 8192.
fn parallelhash(rate: usize, strings: [&[u8]; 2], data: &[u8], length: usize, out: &mut [u8]) {
    let block = numbers(strings[0]).first().copied().unwrap_or(8192);
    let mut text = left_encode(block);
    for part in data.chunks(block) {
        let mut value = vec![0; 200 - rate];
        sponge(24, rate, 0x1F, part, &mut value);
        text.extend(value);
    }
    for number in [data.len().div_ceil(block), length] {
        let (bytes, count) = encoded(number);
        text.extend(bytes);
        text.push(count);
    }
    cshake(rate, b"ParallelHash", strings[1], &text, out);
}

/// BLAKE3, with a key or a context string, or with neither.
fn of_blake3(key: &[u8], context: &[u8], data: &[u8], out: &mut [u8]) {
    let mut hasher = match <&[u8; 32]>::try_from(key) {
        Ok(key) => blake3::Hasher::new_keyed(key),
        Err(_) if context.is_empty() => blake3::Hasher::new(),
        // The crate takes text; the specification, and the crate behind that type, any bytes.
        Err(_) => {
            blake3::Hasher::new_derive_key(unsafe { std::str::from_utf8_unchecked(context) })
        }
    };
    hasher.update(data);
    hasher.finalize_xof().fill(out);
}

macro_rules! of_tuples_and_blocks {
    ($($function:literal $called:ident $rate:literal $bits:expr),*) => {
        vec![$(
            Customized {
                function: $function,
                program: "keccak 0.1.6",
                digest: |numbers, customization, data, out| {
                    let length = $bits * 8 * out.len();
                    $called($rate, [numbers, customization], data, length, out)
                },
            }
        ),*]
    };
}

/// Every peer of a function with strings before the message; of a code's XOF with `_xof` behind its
/// name.
pub fn customized() -> Vec<Customized> {
    let mut all = on_keccak!(
        "cshake128" 168 "kmac128" "kmac128_xof" "turboshake128" "kt128" 32,
        "cshake256" 136 "kmac256" "kmac256_xof" "turboshake256" "kt256" 64
    );
    all.extend(of_tuples_and_blocks!(
        "tuplehash128" tuplehash 168 1,
        "tuplehash128_xof" tuplehash 168 0,
        "tuplehash256" tuplehash 136 1,
        "tuplehash256_xof" tuplehash 136 0,
        "parallelhash128" parallelhash 168 1,
        "parallelhash128_xof" parallelhash 168 0,
        "parallelhash256" parallelhash 136 1,
        "parallelhash256_xof" parallelhash 136 0
    ));
    for function in ["blake3", "blake3_xof"] {
        all.push(Customized {
            function,
            program: "blake3 1.8.7",
            digest: of_blake3,
        });
    }
    all.push(Customized {
        function: "ascon_cxof128",
        program: "ascon-xof128 0.2.1",
        digest: ascon::customized,
    });
    all
}

unsafe fn bytes<'a>(start: *const u8, len: usize) -> &'a [u8] {
    if len == 0 {
        &[]
    } else {
        std::slice::from_raw_parts(start, len)
    }
}

/// As `mote_peers_agree`, of a function with two strings before the message.
///
/// # Safety
///
/// As there; `first` has `first_len` bytes, `second` `second_len`.
#[no_mangle]
#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn mote_customized_agree(
    function: *const c_char,
    bits: u32,
    first: *const u8,
    first_len: usize,
    second: *const u8,
    second_len: usize,
    data: *const u8,
    len: usize,
    wanted: *const u8,
) -> i32 {
    let function = CStr::from_ptr(function).to_str().unwrap_or("");
    let wanted = std::slice::from_raw_parts(wanted, bits as usize / 8);
    let (first, second) = (bytes(first, first_len), bytes(second, second_len));
    let mut agreed = 0;
    for peer in customized().iter().filter(|p| p.function == function) {
        let mut digest = vec![0; wanted.len()];
        (peer.digest)(first, second, bytes(data, len), &mut digest);
        if digest != wanted {
            eprintln!("{function}-{bits}: {} gives {digest:02x?}", peer.program);
            return -1;
        }
        agreed += 1;
    }
    agreed
}

/// Compares a digest with what every peer gives.
///
/// Returns how many gave the same (0 where none has this function and size), or -1 after naming on
/// standard error the first that did not.
///
/// # Safety
///
/// `function` is a C string; `data` has `len` bytes and `wanted` `bits / 8`.
#[no_mangle]
pub unsafe extern "C" fn mote_peers_agree(
    function: *const c_char,
    bits: u32,
    data: *const u8,
    len: usize,
    wanted: *const u8,
) -> i32 {
    thread_local!(static PEERS: Vec<Peer> = peers());
    let function = CStr::from_ptr(function).to_str().unwrap_or("");
    let data = if len == 0 {
        &[][..]
    } else {
        std::slice::from_raw_parts(data, len)
    };
    let wanted = std::slice::from_raw_parts(wanted, bits as usize / 8);
    PEERS.with(|peers| {
        let mut agreed = 0;
        for peer in peers
            .iter()
            .filter(|p| p.function == function && p.bits == bits)
        {
            let mut digest = vec![0; wanted.len()];
            (peer.digest)(data, &mut digest);
            if digest != wanted {
                eprintln!("{function}-{bits}: {} gives {digest:02x?}", peer.program);
                return -1;
            }
            agreed += 1;
        }
        agreed
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_programs_of_one_function_agree() {
        let all = peers();
        let text = b"two programs".repeat(40);
        let mut compared = 0;
        for one in &all {
            for other in all
                .iter()
                .filter(|p| p.function == one.function && p.bits == one.bits)
            {
                let (mut a, mut b) = (
                    vec![0; one.bits as usize / 8],
                    vec![1; one.bits as usize / 8],
                );
                (one.digest)(&text, &mut a);
                (other.digest)(&text, &mut b);
                assert_eq!(
                    a, b,
                    "{}: {} and {}",
                    one.function, one.program, other.program
                );
                compared += (one.program != other.program) as u32;
            }
        }
        assert!(compared > 10);
    }
}
