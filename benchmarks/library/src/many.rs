//! Many messages at once: our functions for that beside our own one by one, and beside crates that have
//! such functions.

use crate::{Program, Work};
use std::ffi::c_void;

type Many = unsafe extern "C" fn(u32, usize, *const *const c_void, *const usize, *mut u8);

extern "C" {
    fn mote_blake2b_many(
        out_size: u32,
        count: usize,
        data: *const *const c_void,
        len: *const usize,
        dst: *mut u8,
    );
    fn mote_blake2s_many(
        out_size: u32,
        count: usize,
        data: *const *const c_void,
        len: *const usize,
        dst: *mut u8,
    );
    fn mote_sha256_many(
        out_size: u32,
        count: usize,
        data: *const *const c_void,
        len: *const usize,
        dst: *mut u8,
    );
    fn mote_sha3_many(
        out_size: u32,
        count: usize,
        data: *const *const c_void,
        len: *const usize,
        dst: *mut u8,
    );
    fn mote_sha512_many(
        out_size: u32,
        count: usize,
        data: *const *const c_void,
        len: *const usize,
        dst: *mut u8,
    );
    fn mote_shake128_many(
        out_size: u32,
        count: usize,
        data: *const *const c_void,
        len: *const usize,
        dst: *mut u8,
    );
}

/// Functions with bits of a digest.
pub const FUNCTIONS: &[(&str, u32)] = &[
    ("blake2b_many", 512),
    ("blake2s_many", 256),
    ("sha256_many", 256),
    ("sha3_many", 256),
    ("sha512_many", 512),
    ("shake128_many", 256),
];

pub const COUNTS: [usize; 6] = [1, 2, 4, 8, 16, 100];

/// So many equal pieces of the first slice, and their digests one behind the other.
pub fn programs(function: &str, bits: u32, count: usize) -> Vec<Program> {
    let size = bits as usize / 8;
    let many: Many = match function {
        "blake2b_many" => mote_blake2b_many,
        "blake2s_many" => mote_blake2s_many,
        "sha256_many" => mote_sha256_many,
        "sha3_many" => mote_sha3_many,
        "sha512_many" => mote_sha512_many,
        _ => mote_shake128_many,
    };
    let mut one = crate::mote::program(function.trim_end_matches("_many"), bits)
        .expect("each of these hashes one message, too")
        .work;
    let mut data: Vec<*const c_void> = vec![std::ptr::null(); count];
    let mut lengths = vec![0; count];
    let mut all: Vec<(&str, Work)> = vec![
        (
            "mote",
            Box::new(move |src, dst| {
                let len = src.len() / count;
                for (at, part) in data.iter_mut().zip(src.chunks_exact(len)) {
                    *at = part.as_ptr().cast();
                }
                lengths.fill(len);
                unsafe {
                    many(
                        bits,
                        count,
                        data.as_ptr(),
                        lengths.as_ptr(),
                        dst.as_mut_ptr(),
                    );
                }
                size * count
            }),
        ),
        (
            "mote, one by one",
            Box::new(move |src, dst| {
                let parts = src.chunks_exact(src.len() / count);
                for (part, to) in parts.zip(dst.chunks_exact_mut(size)) {
                    one(part, to);
                }
                size * count
            }),
        ),
    ];
    if function == "blake2b_many" {
        all.push((
            "blake2b_simd 1.0.5, many",
            Box::new(move |src, dst| {
                use blake2b_simd::many::{hash_many, HashManyJob};
                let params = blake2b_simd::Params::new();
                let parts = src.chunks_exact(src.len() / count);
                let mut jobs: Vec<_> = parts.map(|part| HashManyJob::new(&params, part)).collect();
                hash_many(jobs.iter_mut());
                for (job, to) in jobs.iter().zip(dst.chunks_exact_mut(size)) {
                    to.copy_from_slice(job.to_hash().as_bytes());
                }
                size * count
            }),
        ));
    }
    if function == "blake2s_many" {
        all.push((
            "blake2s_simd 1.0.5, many",
            Box::new(move |src, dst| {
                use blake2s_simd::many::{hash_many, HashManyJob};
                let params = blake2s_simd::Params::new();
                let parts = src.chunks_exact(src.len() / count);
                let mut jobs: Vec<_> = parts.map(|part| HashManyJob::new(&params, part)).collect();
                hash_many(jobs.iter_mut());
                for (job, to) in jobs.iter().zip(dst.chunks_exact_mut(size)) {
                    to.copy_from_slice(job.to_hash().as_bytes());
                }
                size * count
            }),
        ));
    }
    all.into_iter()
        .map(|(name, work)| Program {
            name: name.into(),
            work,
        })
        .collect()
}
