//! Our library: its generic interface, and that of each cipher and checksum.

use crate::{Program, Work};
use std::ffi::{c_char, CString};

#[repr(C)]
struct Function {
    name: *const c_char,
    out_size: u32,
    some: [u16; 4],
    step: u32,
    most: u32,
    init: unsafe extern "C" fn(*mut u64, u32),
    update: unsafe extern "C" fn(*mut u64, *const u8, usize),
    close: unsafe extern "C" fn(*mut u64, u32, u32, *mut u8),
}

extern "C" {
    fn mote_hash_find(name: *const c_char, out_size: *mut u32) -> *const Function;
    fn mote_crc32(crc: u32, data: *const u8, len: usize) -> u32;
    fn mote_crc32c(crc: u32, data: *const u8, len: usize) -> u32;
    fn mote_chacha20_init(cc: *mut u64, key: *const u8, nonce: *const u8, counter: u32);
    fn mote_chacha20_crypt(cc: *mut u64, src: *const u8, dst: *mut u8, len: usize);
    fn mote_chacha20_poly1305_seal(
        cc: *mut u64,
        key: *const u8,
        nonce: *const u8,
        aad: *const u8,
        aad_len: usize,
        src: *const u8,
        dst: *mut u8,
        len: usize,
        tag: *mut u8,
    ) -> i32;
    fn mote_poly1305_init(cc: *mut u64, key: *const u8);
    fn mote_poly1305(cc: *mut u64, data: *const u8, len: usize);
    fn mote_poly1305_close(cc: *mut u64, tag: *mut u8);
    fn mote_gcm_init(cc: *mut u64, key: *const u8, key_bits: u32) -> i32;
    fn mote_gcm_seal(
        cc: *mut u64,
        iv: *const u8,
        iv_len: usize,
        aad: *const u8,
        aad_len: usize,
        src: *const u8,
        dst: *mut u8,
        len: usize,
        tag: *mut u8,
        tag_len: usize,
    ) -> i32;
    fn mote_aes_init(cc: *mut u64, key: *const u8, key_bits: u32) -> i32;
    fn mote_aes_ctr_start(state: *mut u64, counter: *const u8);
    fn mote_aes_ctr(cc: *const u64, state: *mut u64, src: *const u8, dst: *mut u8, len: usize);
    fn mote_aes_cbc_decrypt(
        cc: *const u64,
        iv: *mut u8,
        src: *const u8,
        dst: *mut u8,
        blocks: usize,
    );
    fn mote_aes_xts_init(cc: *mut u64, key: *const u8, key_bits: u32) -> i32;
    fn mote_aes_xts_encrypt(
        cc: *const u64,
        tweak: *const u8,
        src: *const u8,
        dst: *mut u8,
        len: usize,
    ) -> i32;
}

/// No context is larger than so many words.
const WORDS: usize = 1024;

fn hash(name: &str, bits: u32) -> Option<Work> {
    let name = CString::new(name).unwrap();
    let mut size = 0;
    // The table is constant; a function that it has not is a null pointer.
    let function = unsafe { mote_hash_find(name.as_ptr(), &mut size).as_ref()? };
    let mut context = vec![0u64; WORDS];
    Some(Box::new(move |src, dst| unsafe {
        (function.init)(context.as_mut_ptr(), bits);
        (function.update)(context.as_mut_ptr(), src.as_ptr(), src.len());
        (function.close)(context.as_mut_ptr(), 0, 0, dst.as_mut_ptr());
        bits as usize / 8
    }))
}

/// The function with keys 0, 1, 2..., a nonce of bytes 0, no associated data, and a key set up beforehand
/// where it has a schedule.  Each writes what it returns the length of.
pub fn program(function: &str, bits: u32) -> Option<Program> {
    let key: Vec<u8> = (0..64).collect();
    let nonce = [0u8; 16];
    let mut cc = vec![0u64; WORDS];
    let mut state = vec![0u64; 16];
    let work: Work = match function {
        "crc32" => Box::new(|src, dst| {
            let crc = unsafe { mote_crc32(0, src.as_ptr(), src.len()) };
            dst[..4].copy_from_slice(&crc.to_le_bytes());
            4
        }),
        "crc32c" => Box::new(|src, dst| {
            let crc = unsafe { mote_crc32c(0, src.as_ptr(), src.len()) };
            dst[..4].copy_from_slice(&crc.to_le_bytes());
            4
        }),
        "chacha20" => Box::new(move |src, dst| unsafe {
            mote_chacha20_init(cc.as_mut_ptr(), key.as_ptr(), nonce.as_ptr(), 0);
            mote_chacha20_crypt(cc.as_mut_ptr(), src.as_ptr(), dst.as_mut_ptr(), src.len());
            src.len()
        }),
        "chacha20_poly1305" => Box::new(move |src, dst| unsafe {
            let tag = dst.as_mut_ptr().add(src.len());
            mote_chacha20_poly1305_seal(
                cc.as_mut_ptr(),
                key.as_ptr(),
                nonce.as_ptr(),
                std::ptr::null(),
                0,
                src.as_ptr(),
                dst.as_mut_ptr(),
                src.len(),
                tag,
            );
            src.len() + 16
        }),
        "poly1305" => Box::new(move |src, dst| unsafe {
            mote_poly1305_init(cc.as_mut_ptr(), key.as_ptr());
            mote_poly1305(cc.as_mut_ptr(), src.as_ptr(), src.len());
            mote_poly1305_close(cc.as_mut_ptr(), dst.as_mut_ptr());
            16
        }),
        "gcm" => {
            let made = unsafe { mote_gcm_init(cc.as_mut_ptr(), key.as_ptr(), bits) };
            assert_eq!(made, 0);
            Box::new(move |src, dst| unsafe {
                let tag = dst.as_mut_ptr().add(src.len());
                mote_gcm_seal(
                    cc.as_mut_ptr(),
                    nonce.as_ptr(),
                    12,
                    std::ptr::null(),
                    0,
                    src.as_ptr(),
                    dst.as_mut_ptr(),
                    src.len(),
                    tag,
                    16,
                );
                src.len() + 16
            })
        }
        "aes_ctr" => {
            let made = unsafe { mote_aes_init(cc.as_mut_ptr(), key.as_ptr(), bits) };
            assert_eq!(made, 0);
            Box::new(move |src, dst| unsafe {
                mote_aes_ctr_start(state.as_mut_ptr(), nonce.as_ptr());
                mote_aes_ctr(
                    cc.as_ptr(),
                    state.as_mut_ptr(),
                    src.as_ptr(),
                    dst.as_mut_ptr(),
                    src.len(),
                );
                src.len()
            })
        }
        "aes_cbc_decrypt" => {
            let made = unsafe { mote_aes_init(cc.as_mut_ptr(), key.as_ptr(), bits) };
            assert_eq!(made, 0);
            Box::new(move |src, dst| unsafe {
                let mut iv = nonce;
                mote_aes_cbc_decrypt(
                    cc.as_ptr(),
                    iv.as_mut_ptr(),
                    src.as_ptr(),
                    dst.as_mut_ptr(),
                    src.len() / 16,
                );
                src.len()
            })
        }
        "aes_xts" => {
            let made = unsafe { mote_aes_xts_init(cc.as_mut_ptr(), key.as_ptr(), bits) };
            assert_eq!(made, 0);
            Box::new(move |src, dst| unsafe {
                mote_aes_xts_encrypt(
                    cc.as_ptr(),
                    nonce.as_ptr(),
                    src.as_ptr(),
                    dst.as_mut_ptr(),
                    src.len(),
                );
                src.len()
            })
        }
        _ => hash(function, bits)?,
    };
    Some(Program {
        name: "mote".into(),
        work,
    })
}
