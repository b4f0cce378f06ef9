//! The C sources inside the Python package x11_hash: see build.rs.

use crate::Peer;
use std::ffi::c_void;

const PROGRAM: &str = "x11_hash 1.4";

/// More than any of its contexts takes.
#[repr(align(64))]
struct Context([u8; 4096]);

macro_rules! peers {
    ($($function:literal $bits:literal $init:ident $update:ident $close:ident;)*) => {
        extern "C" {
            $(
                fn $init(cc: *mut c_void);
                fn $update(cc: *mut c_void, data: *const c_void, len: usize);
                fn $close(cc: *mut c_void, dst: *mut c_void);
            )*
        }

        pub fn peers() -> Vec<Peer> {
            vec![$(Peer {
                function: $function,
                bits: $bits,
                program: PROGRAM,
                portable: true,
                digest: |data, out| {
                    assert_eq!(out.len(), $bits / 8);
                    let mut context = Context([0; 4096]);
                    let cc: *mut c_void = context.0.as_mut_ptr().cast();
                    // The context and the digest are large enough.
                    unsafe {
                        $init(cc);
                        $update(cc, data.as_ptr().cast(), data.len());
                        $close(cc, out.as_mut_ptr().cast());
                    }
                },
            }),*]
        }
    };
}

peers! {
    "blake256" 224 sph_blake224_init sph_blake224 sph_blake224_close;
    "blake256" 256 sph_blake256_init sph_blake256 sph_blake256_close;
    "blake512" 384 sph_blake384_init sph_blake384 sph_blake384_close;
    "blake512" 512 sph_blake512_init sph_blake512 sph_blake512_close;
    "bmw256" 224 sph_bmw224_init sph_bmw224 sph_bmw224_close;
    "bmw256" 256 sph_bmw256_init sph_bmw256 sph_bmw256_close;
    "bmw512" 384 sph_bmw384_init sph_bmw384 sph_bmw384_close;
    "bmw512" 512 sph_bmw512_init sph_bmw512 sph_bmw512_close;
    "groestl256" 224 sph_groestl224_init sph_groestl224 sph_groestl224_close;
    "groestl256" 256 sph_groestl256_init sph_groestl256 sph_groestl256_close;
    "groestl512" 384 sph_groestl384_init sph_groestl384 sph_groestl384_close;
    "groestl512" 512 sph_groestl512_init sph_groestl512 sph_groestl512_close;
    "jh" 224 sph_jh224_init sph_jh224 sph_jh224_close;
    "jh" 256 sph_jh256_init sph_jh256 sph_jh256_close;
    "jh" 384 sph_jh384_init sph_jh384 sph_jh384_close;
    "jh" 512 sph_jh512_init sph_jh512 sph_jh512_close;
    "keccak" 224 sph_keccak224_init sph_keccak224 sph_keccak224_close;
    "keccak" 256 sph_keccak256_init sph_keccak256 sph_keccak256_close;
    "keccak" 384 sph_keccak384_init sph_keccak384 sph_keccak384_close;
    "keccak" 512 sph_keccak512_init sph_keccak512 sph_keccak512_close;
    "luffa256" 224 sph_luffa224_init sph_luffa224 sph_luffa224_close;
    "luffa256" 256 sph_luffa256_init sph_luffa256 sph_luffa256_close;
    "luffa384" 384 sph_luffa384_init sph_luffa384 sph_luffa384_close;
    "luffa512" 512 sph_luffa512_init sph_luffa512 sph_luffa512_close;
    "skein512" 224 sph_skein224_init sph_skein224 sph_skein224_close;
    "skein512" 256 sph_skein256_init sph_skein256 sph_skein256_close;
    "skein512" 384 sph_skein384_init sph_skein384 sph_skein384_close;
    "skein512" 512 sph_skein512_init sph_skein512 sph_skein512_close;
}
