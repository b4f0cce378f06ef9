//! OpenSSL's libcrypto and libgcrypt, opened while the program runs: where one is not installed, it is
//! left out.  MOTE_LIBCRYPTO and MOTE_LIBGCRYPT name other files.

use crate::{Program, Work};
use std::ffi::{c_char, c_int, c_void, CStr, CString};
use std::ptr::{null, null_mut};

extern "C" {
    fn dlopen(name: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

const RTLD_NOW: c_int = 2;

struct Library(*mut c_void);

impl Library {
    fn open(variable: &str, name: &str) -> Option<Library> {
        let name = std::env::var(variable).unwrap_or(name.into());
        let name = CString::new(name).unwrap();
        let library = unsafe { dlopen(name.as_ptr(), RTLD_NOW) };
        (!library.is_null()).then_some(Library(library))
    }

    /// A function; F is its type.
    unsafe fn get<F: Copy>(&self, name: &str) -> F {
        let symbol = CString::new(name).unwrap();
        let found = dlsym(self.0, symbol.as_ptr());
        assert!(!found.is_null(), "{name} is not in the library");
        std::mem::transmute_copy(&found)
    }
}

type Pointer = *mut c_void;

/// In the order of key, initialization vector: 0, 1, 2..., and zeros.
fn key() -> Vec<u8> {
    (0..64).collect()
}

static ZEROS: [u8; 16] = [0; 16];

pub fn openssl(function: &str, bits: u32) -> Option<Program> {
    let library = Library::open("MOTE_LIBCRYPTO", "libcrypto.so.3")?;
    let name = unsafe {
        let version: unsafe extern "C" fn(c_int) -> *const c_char = library.get("OpenSSL_version");
        let text = CStr::from_ptr(version(0)).to_string_lossy().into_owned();
        text.split(' ').take(2).collect::<Vec<_>>().join(" ")
    };
    let work = unsafe { openssl_digest(&library, function, bits) }
        .or_else(|| unsafe { openssl_cipher(&library, function, bits) })?;
    Some(Program { name, work })
}

/// An algorithm fetched once, and a context that is used again: the quickest way through EVP.
unsafe fn openssl_digest(library: &Library, function: &str, bits: u32) -> Option<Work> {
    let (algorithm, xof) = match (function, bits) {
        ("sha1", 160) => ("SHA1", false),
        ("sha256", 256) => ("SHA256", false),
        ("sha512", 512) => ("SHA512", false),
        ("sha3", 256) => ("SHA3-256", false),
        ("shake128", _) => ("SHAKE128", true),
        ("shake256", _) => ("SHAKE256", true),
        ("blake2b", 512) => ("BLAKE2B-512", false),
        ("blake2s", 256) => ("BLAKE2S-256", false),
        _ => return None,
    };
    let fetch: unsafe extern "C" fn(Pointer, *const c_char, *const c_char) -> Pointer =
        library.get("EVP_MD_fetch");
    let new: unsafe extern "C" fn() -> Pointer = library.get("EVP_MD_CTX_new");
    let init: unsafe extern "C" fn(Pointer, Pointer, Pointer) -> c_int =
        library.get("EVP_DigestInit_ex");
    let update: unsafe extern "C" fn(Pointer, *const u8, usize) -> c_int =
        library.get("EVP_DigestUpdate");
    let end: unsafe extern "C" fn(Pointer, *mut u8, *mut u32) -> c_int =
        library.get("EVP_DigestFinal_ex");
    let end_xof: unsafe extern "C" fn(Pointer, *mut u8, usize) -> c_int =
        library.get("EVP_DigestFinalXOF");
    let algorithm = CString::new(algorithm).unwrap();
    let kind = fetch(null_mut(), algorithm.as_ptr(), null());
    assert!(!kind.is_null());
    let context = new();
    let size = bits as usize / 8;
    Some(Box::new(move |src, dst| {
        init(context, kind, null_mut());
        update(context, src.as_ptr(), src.len());
        if xof {
            end_xof(context, dst.as_mut_ptr(), size);
        } else {
            end(context, dst.as_mut_ptr(), null_mut());
        }
        size
    }))
}

unsafe fn openssl_cipher(library: &Library, function: &str, bits: u32) -> Option<Work> {
    let (algorithm, tag, encrypt) = match (function, bits) {
        ("chacha20", _) => ("ChaCha20".into(), 0, 1),
        ("chacha20_poly1305", _) => ("ChaCha20-Poly1305".into(), 16, 1),
        ("gcm", _) => (format!("AES-{bits}-GCM"), 16, 1),
        ("aes_ctr", _) => (format!("AES-{bits}-CTR"), 0, 1),
        ("aes_cbc_decrypt", _) => (format!("AES-{bits}-CBC"), 0, 0),
        ("aes_xts", _) => (format!("AES-{bits}-XTS"), 0, 1),
        _ => return None,
    };
    let fetch: unsafe extern "C" fn(Pointer, *const c_char, *const c_char) -> Pointer =
        library.get("EVP_CIPHER_fetch");
    let new: unsafe extern "C" fn() -> Pointer = library.get("EVP_CIPHER_CTX_new");
    type Init =
        unsafe extern "C" fn(Pointer, Pointer, Pointer, *const u8, *const u8, c_int) -> c_int;
    let init: Init = library.get("EVP_CipherInit_ex");
    let padding: unsafe extern "C" fn(Pointer, c_int) -> c_int =
        library.get("EVP_CIPHER_CTX_set_padding");
    let update: unsafe extern "C" fn(Pointer, *mut u8, *mut c_int, *const u8, c_int) -> c_int =
        library.get("EVP_CipherUpdate");
    let end: unsafe extern "C" fn(Pointer, *mut u8, *mut c_int) -> c_int =
        library.get("EVP_CipherFinal_ex");
    let control: unsafe extern "C" fn(Pointer, c_int, c_int, *mut u8) -> c_int =
        library.get("EVP_CIPHER_CTX_ctrl");
    let algorithm = CString::new(algorithm).unwrap();
    let kind = fetch(null_mut(), algorithm.as_ptr(), null());
    assert!(!kind.is_null());
    let context = new();
    let key = key();
    assert_eq!(
        init(
            context,
            kind,
            null_mut(),
            key.as_ptr(),
            ZEROS.as_ptr(),
            encrypt
        ),
        1
    );
    padding(context, 0);
    // ChaCha20 and its AEAD have no schedule, and take a key with each message as ours does.
    let again = function.starts_with("chacha20");
    const GET_TAG: c_int = 0x10;
    Some(Box::new(move |src, dst| {
        let mut n = 0;
        let k = if again { key.as_ptr() } else { null() };
        init(context, null_mut(), null_mut(), k, ZEROS.as_ptr(), encrypt);
        update(
            context,
            dst.as_mut_ptr(),
            &mut n,
            src.as_ptr(),
            src.len() as c_int,
        );
        if tag != 0 {
            let behind = dst.as_mut_ptr().add(src.len());
            end(context, behind, &mut n);
            control(context, GET_TAG, 16, behind);
        }
        src.len() + tag
    }))
}

pub fn gcrypt(function: &str, bits: u32) -> Option<Program> {
    let library = Library::open("MOTE_LIBGCRYPT", "libgcrypt.so.20")?;
    let version: unsafe extern "C" fn(*const c_char) -> *const c_char =
        unsafe { library.get("gcry_check_version") };
    let text = unsafe { CStr::from_ptr(version(null())) };
    let name = format!("libgcrypt {}", text.to_string_lossy());
    let work = unsafe { gcrypt_digest(&library, function, bits) }
        .or_else(|| unsafe { gcrypt_cipher(&library, function, bits) })?;
    Some(Program { name, work })
}

/// The numbers are those of gcrypt.h.
unsafe fn gcrypt_digest(library: &Library, function: &str, bits: u32) -> Option<Work> {
    let algorithm = match (function, bits) {
        ("sha1", 160) => 2,
        ("sha256", 256) => 8,
        ("sha512", 512) => 10,
        ("crc32", _) => 302,
        ("sha3", 256) => 313,
        ("blake2b", 512) => 318,
        ("blake2s", 256) => 322,
        _ => return None,
    };
    let hash: unsafe extern "C" fn(c_int, *mut u8, *const u8, usize) =
        library.get("gcry_md_hash_buffer");
    let size = bits as usize / 8;
    let reversed = function == "crc32"; // its bytes are those of a number, the highest first
    Some(Box::new(move |src, dst| {
        hash(algorithm, dst.as_mut_ptr(), src.as_ptr(), src.len());
        if reversed {
            dst[..size].reverse();
        }
        size
    }))
}

unsafe fn gcrypt_cipher(library: &Library, function: &str, bits: u32) -> Option<Work> {
    let aes = if bits == 128 { 7 } else { 9 };
    // (algorithm, mode, bytes of key, of nonce, of tag)
    let (algorithm, mode, key_size, nonce_size, tag) = match function {
        "chacha20" => (316, 4, 32, 12, 0),
        "chacha20_poly1305" => (316, 10, 32, 12, 16),
        "gcm" => (aes, 9, bits as usize / 8, 12, 16),
        "aes_ctr" => (aes, 6, bits as usize / 8, 16, 0),
        "aes_cbc_decrypt" => (aes, 3, bits as usize / 8, 16, 0),
        "aes_xts" => (aes, 13, bits as usize / 4, 16, 0),
        _ => return None,
    };
    let open: unsafe extern "C" fn(*mut Pointer, c_int, c_int, u32) -> u32 =
        library.get("gcry_cipher_open");
    let set_key: unsafe extern "C" fn(Pointer, *const u8, usize) -> u32 =
        library.get("gcry_cipher_setkey");
    let set_iv: unsafe extern "C" fn(Pointer, *const u8, usize) -> u32 =
        library.get("gcry_cipher_setiv");
    let set_counter: unsafe extern "C" fn(Pointer, *const u8, usize) -> u32 =
        library.get("gcry_cipher_setctr");
    type Crypt = unsafe extern "C" fn(Pointer, *mut u8, usize, *const u8, usize) -> u32;
    let encrypt: Crypt = library.get(if function == "aes_cbc_decrypt" {
        "gcry_cipher_decrypt"
    } else {
        "gcry_cipher_encrypt"
    });
    let get_tag: unsafe extern "C" fn(Pointer, *mut u8, usize) -> u32 =
        library.get("gcry_cipher_gettag");
    let mut context = null_mut();
    assert_eq!(open(&mut context, algorithm, mode, 0), 0);
    let key = key();
    assert_eq!(set_key(context, key.as_ptr(), key_size), 0);
    let again = function.starts_with("chacha20");
    let counts = function == "aes_ctr";
    Some(Box::new(move |src, dst| {
        if again {
            set_key(context, key.as_ptr(), key_size);
        }
        if counts {
            set_counter(context, ZEROS.as_ptr(), nonce_size);
        } else {
            set_iv(context, ZEROS.as_ptr(), nonce_size);
        }
        encrypt(
            context,
            dst.as_mut_ptr(),
            src.len(),
            src.as_ptr(),
            src.len(),
        );
        if tag != 0 {
            get_tag(context, dst.as_mut_ptr().add(src.len()), 16);
        }
        src.len() + tag
    }))
}
