//! Shabal-256 on this x86-64 host: ours and the `shabal` crate, taking turns in one process.
//!
//! Prints for each the median cycles a byte of the time-stamp counter, and the median of its time
//! divided by that of `amd64_fast.S` in the same turn.  Quote the ratio: the machine's speed drifts.

use shabal::{Digest, Shabal256};
use std::arch::x86_64::{_mm_lfence, _rdtsc};

type Context = [u64; 40];

macro_rules! implementation {
    ($module:ident, $init:ident, $update:ident, $close:ident) => {
        mod $module {
            extern "C" {
                pub fn $init(cc: *mut u64, out_size: u32);
                pub fn $update(cc: *mut u64, data: *const u8, len: usize);
                pub fn $close(cc: *mut u64, ub: u32, n: u32, dst: *mut u8);
            }
        }
    };
}

implementation!(fast, fast_init_, fast_, fast_close_);
implementation!(small, small_init_, small_, small_close_);
implementation!(o2, o2_init_, o2_, o2_close_);
implementation!(o3, o3_init_, o3_, o3_close_);
implementation!(o3u, o3u_init_, o3u_, o3u_close_);

struct Ours {
    name: &'static str,
    init: unsafe extern "C" fn(*mut u64, u32),
    update: unsafe extern "C" fn(*mut u64, *const u8, usize),
    close: unsafe extern "C" fn(*mut u64, u32, u32, *mut u8),
}

macro_rules! ours {
    ($name:literal, $module:ident, $init:ident, $update:ident, $close:ident) => {
        Ours {
            name: $name,
            init: $module::$init,
            update: $module::$update,
            close: $module::$close,
        }
    };
}

const TURNS: usize = 401;

fn now() -> u64 {
    unsafe {
        _mm_lfence();
        let count = _rdtsc();
        _mm_lfence();
        count
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    let all = [
        ours!("amd64_fast.S", fast, fast_init_, fast_, fast_close_),
        ours!("amd64.S", small, small_init_, small_, small_close_),
        ours!("portable.c, gcc -O2", o2, o2_init_, o2_, o2_close_),
        ours!("portable.c, gcc -O3", o3, o3_init_, o3_, o3_close_),
        ours!(
            "portable.c, gcc -O3 -funroll-loops",
            o3u,
            o3u_init_,
            o3u_,
            o3u_close_
        ),
    ];
    let data = vec![0x5Au8; 64 * 1024];
    let expected = Shabal256::digest(&data[..777]);
    for each in &all {
        let (mut cc, mut digest): (Context, [u8; 32]) = ([0; 40], [0; 32]);
        unsafe {
            (each.init)(cc.as_mut_ptr(), 256);
            (each.update)(cc.as_mut_ptr(), data.as_ptr(), 777);
            (each.close)(cc.as_mut_ptr(), 0, 0, digest.as_mut_ptr());
        }
        assert_eq!(digest[..], expected[..], "{}: wrong digest", each.name);
    }
    for len in [4096, 32768] {
        let mut times = vec![Vec::with_capacity(TURNS); all.len() + 1];
        for _ in 0..TURNS {
            for (each, taken) in all.iter().zip(times.iter_mut()) {
                let mut cc: Context = [0; 40];
                unsafe {
                    (each.init)(cc.as_mut_ptr(), 256);
                    (each.update)(cc.as_mut_ptr(), data.as_ptr(), 64);
                    let start = now();
                    (each.update)(cc.as_mut_ptr(), data.as_ptr(), len);
                    taken.push((now() - start) as f64);
                }
            }
            let mut hash = Shabal256::new();
            hash.update(&data[..64]);
            let start = now();
            hash.update(&data[..len]);
            times[all.len()].push((now() - start) as f64);
            std::hint::black_box(hash.finalize());
        }
        println!("{len} bytes: cycles/byte, and time / amd64_fast.S");
        let names = all
            .iter()
            .map(|each| each.name)
            .chain(["crate shabal 0.4.1"]);
        for (name, taken) in names.zip(&times) {
            let ratios = taken.iter().zip(&times[0]).map(|(a, b)| a / b).collect();
            let speed = median(taken.clone()) / len as f64;
            println!("  {name:36} {speed:6.2}  x{:.3}", median(ratios));
        }
    }
}
