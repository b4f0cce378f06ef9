//! Every hash function on this x86-64 host: ours and other people's, taking turns in one process.
//!
//! Each turn hashes the same message once with every program.  A line gives the median cycles a byte
//! of the time-stamp counter, and the median, with the 10th and the 90th percentile, of the program's
//! time divided by that of our fast implementation in the same turn: above 1, ours is faster.
//!
//! Arguments: names of functions (default: all); `--write FILE` writes the lines as CSV, too.

use std::arch::x86_64::{_mm_lfence, _rdtsc};
use std::fmt::Write;

struct Ours {
    function: &'static str,
    bits: u32,
    name: &'static str,
    init: unsafe extern "C" fn(*mut u64, u32),
    update: unsafe extern "C" fn(*mut u64, *const u8, usize),
    close: unsafe extern "C" fn(*mut u64, u32, u32, *mut u8),
}

include!(concat!(env!("OUT_DIR"), "/ours.rs"));

impl Ours {
    fn digest(&self, data: &[u8], out: &mut [u8]) {
        let mut context = [0u64; 128];
        // No context is larger, and out has bits / 8 bytes.
        unsafe {
            (self.init)(context.as_mut_ptr(), self.bits);
            (self.update)(context.as_mut_ptr(), data.as_ptr(), data.len());
            (self.close)(context.as_mut_ptr(), 0, 0, out.as_mut_ptr());
        }
    }
}

const TURNS: usize = 301;
const LENGTH: usize = 16384;
/// Programs more than so many times as slow as ours are run in one turn of ten only.
const SLOW: f64 = 8.0;

fn cycles(work: &mut dyn FnMut()) -> f64 {
    unsafe {
        _mm_lfence();
        let start = _rdtsc();
        _mm_lfence();
        work();
        _mm_lfence();
        (_rdtsc() - start) as f64
    }
}

fn quantile(values: &[f64], part: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[((sorted.len() - 1) as f64 * part).round() as usize]
}

type Digest<'a> = Box<dyn Fn(&[u8], &mut [u8]) + 'a>;

fn compare(function: &str, csv: &mut String) {
    let ours: Vec<&Ours> = OURS
        .iter()
        .filter(|each| each.function == function)
        .collect();
    let bits = ours[0].bits;
    let mut programs: Vec<(String, Digest)> = Vec::new();
    for each in ours {
        programs.push((
            each.name.into(),
            Box::new(move |data, out| each.digest(data, out)),
        ));
    }
    for peer in peers::peers() {
        if peer.function == function && peer.bits == bits {
            let vector = if peer.portable { "" } else { " (vector code)" };
            let name = format!("{}{vector}", peer.program);
            programs.push((name, Box::new(move |data, out| (peer.digest)(data, out))));
        }
    }
    let data: Vec<u8> = (0..LENGTH).map(|i| (i * 31 + i / 256) as u8).collect();
    let size = bits as usize / 8;
    let mut expected = vec![0; size];
    programs[0].1(&data[..777], &mut expected);
    for (name, digest) in &programs {
        let mut out = vec![0; size];
        digest(&data[..777], &mut out);
        assert_eq!(out, expected, "{function}: {name} gives another digest");
    }
    let mut times = vec![Vec::new(); programs.len()];
    let mut ratios = vec![Vec::new(); programs.len()];
    for turn in 0..TURNS {
        let mut first = 0.0;
        for (number, (_, digest)) in programs.iter().enumerate() {
            if turn % 10 != 0 && !ratios[number].is_empty() && quantile(&ratios[number], 0.5) > SLOW
            {
                continue;
            }
            let mut out = vec![0; size];
            let taken = cycles(&mut || digest(&data, std::hint::black_box(&mut out)));
            if number == 0 {
                first = taken;
            }
            times[number].push(taken / LENGTH as f64);
            ratios[number].push(taken / first);
        }
    }
    println!("{function}, {bits} bits");
    for (number, (name, _)) in programs.iter().enumerate() {
        let speed = quantile(&times[number], 0.5);
        let [low, middle, high] = [0.1, 0.5, 0.9].map(|part| quantile(&ratios[number], part));
        println!("  {name:30} {speed:7.2} c/B  x{middle:.3}  ({low:.3} to {high:.3})");
        let name = name.replace(',', " with gcc");
        writeln!(
            csv,
            "{function},{bits},{name},{speed:.2},{middle:.3},{low:.3},{high:.3}"
        )
        .unwrap();
    }
}

fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("model name"));
    line.and_then(|line| line.split_once(": "))
        .map_or("unknown".into(), |(_, name)| name.into())
}

fn compiler() -> String {
    let output = std::process::Command::new("gcc")
        .arg("-dumpfullversion")
        .output();
    output.map_or("unknown".into(), |o| {
        String::from_utf8_lossy(&o.stdout).trim().into()
    })
}

fn main() {
    let mut wanted: Vec<String> = Vec::new();
    let mut file = None;
    let mut arguments = std::env::args().skip(1);
    let mut known: Vec<&str> = OURS.iter().map(|each| each.function).collect();
    known.dedup();
    while let Some(argument) = arguments.next() {
        if argument == "--write" {
            file = arguments.next();
        } else if known.contains(&argument.as_str()) {
            wanted.push(argument);
        } else {
            eprintln!(
                "host: unknown function {argument:?}; known: {}",
                known.join(", ")
            );
            std::process::exit(2);
        }
    }
    let mut csv = format!(
        "# Timed on {}, gcc {} -O2 -march=x86-64; see benchmarks/host/README.md.\n\
         function,digest_bits,program,cycles_per_byte,ratio,ratio_low,ratio_high\n",
        processor(),
        compiler()
    );
    for function in known {
        if wanted.is_empty() || wanted.iter().any(|name| name == function) {
            compare(function, &mut csv);
        }
    }
    if let Some(file) = file {
        if let Err(error) = std::fs::write(&file, csv) {
            eprintln!("host: {file}: {error}");
            std::process::exit(1);
        }
    }
}
