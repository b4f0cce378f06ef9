//! The library beside the best that others have for this processor, taking turns in one process.
//!
//! Each turn has every program compute the same once.  A line gives for each length the median, with the
//! 10th and the 90th percentile, of the program's time divided by ours in the same turn: above 1, ours is
//! faster.  Our own line has the cycles a byte of the time-stamp counter.  On other processors than x86-64
//! executed instructions are counted, under QEMU (clock.rs).
//!
//! Arguments: names of functions (default: all); `--write FILE` writes the lines as CSV, too.

mod clock;
mod crates;
mod many;
mod mote;
mod shared;

use clock::{BUNCH, LONG_TURNS, TURNS, UNIT};
use std::fmt::Write;

/// Computes a function of the first slice; writes the result and returns its length.
pub type Work = Box<dyn FnMut(&[u8], &mut [u8]) -> usize>;

pub struct Program {
    pub name: String,
    pub work: Work,
}

/// Functions with bits of output, or of the key.
const FUNCTIONS: &[(&str, u32)] = &[
    ("aes_cbc_decrypt", 128),
    ("aes_ctr", 128),
    ("aes_ctr", 256),
    ("aes_xts", 256),
    ("ascon_hash256", 256),
    ("ascon_xof128", 256),
    ("blake256", 256),
    ("blake2b", 512),
    ("blake2s", 256),
    ("blake3", 256),
    ("blake512", 512),
    ("chacha20", 256),
    ("chacha20_poly1305", 256),
    ("crc32", 32),
    ("gcm", 128),
    ("gcm", 256),
    ("groestl256", 256),
    ("groestl512", 512),
    ("jh", 256),
    ("sha1", 160),
    ("sha256", 256),
    ("sha3", 256),
    ("sha512", 512),
    ("shabal", 256),
    ("shake128", 256),
    ("shake256", 256),
    ("skein512", 512),
    ("turboshake128", 256),
];

const LENGTHS: [usize; 4] = [64, 1024, 16384, 1 << 20];

/// Bytes of output beyond those of the message: a tag, or digests.
const SPARE: usize = 6400;

/// Linux's riscv_hwprobe for our library, of what QEMU runs: MOTE_HWPROBED has the answer.
#[cfg(target_arch = "riscv64")]
#[no_mangle]
extern "C" fn played_hwprobe(pair: *mut [u64; 2], _count: usize) -> std::ffi::c_long {
    let text = std::env::var("MOTE_HWPROBED").unwrap_or("0x0".into());
    unsafe { (*pair)[1] = u64::from_str_radix(&text[2..], 16).unwrap() };
    0
}

fn quantile(values: &[f64], part: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[((sorted.len() - 1) as f64 * part).round() as usize]
}

fn programs(function: &str, bits: u32) -> Vec<Program> {
    [
        mote::program(function, bits),
        shared::openssl(function, bits),
        shared::gcrypt(function, bits),
        crates::program(function, bits),
        #[cfg(target_arch = "aarch64")]
        crates::cipher(function, bits),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Every program has to give the same, of a message that takes each one's ways through its code.
fn agree(function: &str, bits: u32, programs: &mut [Program], data: &[u8], lengths: &[usize]) {
    for &length in lengths {
        let mut expected = vec![0; length + SPARE];
        let size = (programs[0].work)(&data[..length], &mut expected);
        for program in programs.iter_mut() {
            let mut out = vec![0; length + SPARE];
            let given = (program.work)(&data[..length], &mut out);
            assert!(
                given == size && out[..size] == expected[..size],
                "{function}, {bits} bits, {length} bytes: {} gives something else",
                program.name
            );
        }
    }
}

/// Programs on messages of these lengths; of many messages all together have one of them.
fn compare(
    function: &str,
    bits: u32,
    mut programs: Vec<Program>,
    lengths: &[usize],
    csv: &mut String,
) {
    let longest = lengths[lengths.len() - 1];
    let data: Vec<u8> = (0..longest)
        .map(|i| (i * 31 + i / 256 + i / 65536) as u8)
        .collect();
    agree(function, bits, &mut programs, &data, lengths);
    let mut out = vec![0; longest + SPARE];
    let mut lines = vec![String::new(); programs.len()];
    for &length in lengths {
        let bunch = (BUNCH / length).max(1);
        let turns = if length > 65536 { LONG_TURNS } else { TURNS };
        let mut times = Vec::new();
        let mut ratios = vec![Vec::new(); programs.len()];
        for turn in 0..turns {
            // Who goes first changes, as what a program leaves in the caches is another's gain.
            let mut taken = vec![0.0; programs.len()];
            for step in 0..programs.len() {
                let number = (turn + step) % programs.len();
                let work = &mut programs[number].work;
                taken[number] = clock::taken(&mut || {
                    for _ in 0..bunch {
                        std::hint::black_box(work(
                            std::hint::black_box(&data[..length]),
                            std::hint::black_box(&mut out),
                        ));
                    }
                });
            }
            times.push(taken[0] / (bunch * length) as f64);
            for (of, time) in ratios.iter_mut().zip(&taken) {
                of.push(time / taken[0]);
            }
        }
        let speed = quantile(&times, 0.5);
        for (number, program) in programs.iter().enumerate() {
            let [low, middle, high] = [0.1, 0.5, 0.9].map(|part| quantile(&ratios[number], part));
            if number == 0 {
                write!(lines[0], " {speed:14.2} {UNIT:.1}/B ").unwrap();
            } else {
                write!(lines[number], " {middle:6.2} ({low:.2}-{high:.2})").unwrap();
            }
            writeln!(
                csv,
                "{function},{bits},{},{length},{speed:.3},{middle:.3},{low:.3},{high:.3}",
                program.name
            )
            .unwrap();
        }
    }
    println!("{function}, {bits} bits");
    for (program, line) in programs.iter().zip(lines) {
        println!("  {:20} {line}", program.name);
    }
}

fn processor() -> String {
    if cfg!(not(target_arch = "x86_64")) {
        return format!("{} under QEMU", std::env::consts::ARCH);
    }
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let fact = |name: &str| {
        let mut facts = text.lines().filter_map(|line| line.split_once(':'));
        let found = facts.find(|(key, _)| key.trim() == name);
        found.map_or("unknown", |(_, fact)| fact.trim())
    };
    let [name, family, model] = ["model name", "cpu family", "model"].map(fact);
    format!("{name}, family {family}, model {model}")
}

fn main() {
    let mut wanted: Vec<String> = Vec::new();
    let mut file = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--write" {
            file = arguments.next();
        } else if FUNCTIONS
            .iter()
            .chain(many::FUNCTIONS)
            .any(|(name, _)| *name == argument)
        {
            wanted.push(argument);
        } else {
            let all = FUNCTIONS.iter().chain(many::FUNCTIONS);
            let mut known: Vec<&str> = all.map(|(name, _)| *name).collect();
            known.dedup();
            eprintln!(
                "library: unknown function {argument:?}; known: {}",
                known.join(", ")
            );
            std::process::exit(2);
        }
    }
    let mut csv = format!(
        "# Of {}; see benchmarks/library/README.md.\n\
         function,bits,program,length,our_{UNIT}_per_byte,ratio,ratio_low,ratio_high\n",
        processor()
    );
    println!("others' {UNIT} / ours (10th to 90th percentile) with {LENGTHS:?} bytes");
    for (function, bits) in FUNCTIONS {
        if wanted.is_empty() || wanted.iter().any(|name| name == function) {
            compare(
                function,
                *bits,
                programs(function, *bits),
                &LENGTHS,
                &mut csv,
            );
        }
    }
    // Not among what is kept: how many messages there are is no column of that.
    println!("many messages at once, of 64, 1024 and 16384 bytes each");
    for (function, bits) in many::FUNCTIONS {
        if wanted.is_empty() || wanted.iter().any(|name| name == function) {
            for count in many::COUNTS {
                let title = format!("{function}, {count} messages");
                let lengths = [64, 1024, 16384].map(|length| length * count);
                let programs = many::programs(function, *bits, count);
                compare(&title, *bits, programs, &lengths, &mut String::new());
            }
        }
    }
    if let Some(file) = file {
        if let Err(error) = std::fs::write(&file, csv) {
            eprintln!("library: {file}: {error}");
            std::process::exit(1);
        }
    }
}
