// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Mote developers
//! Compiles the C and assembly sources of the functions whose features are on.
//!
//! c/sources.txt says which: a line `feature target wish folder` for each, where target is a target triple
//! or `*`, wish is `small` or `fast`, and folder holds an implementation's files.

use std::collections::BTreeMap;
use std::env;
use std::path::Path;

fn has(feature: &str) -> bool {
    env::var_os(format!("CARGO_FEATURE_{}", feature.to_uppercase())).is_some()
}

fn main() {
    println!("cargo:rerun-if-changed=c");
    println!("cargo:rerun-if-changed=build.rs");
    let target = env::var("TARGET").expect("cargo sets TARGET");
    let fast = has("fast");
    let wish = if fast { "fast" } else { "small" };
    let table = std::fs::read_to_string("c/sources.txt").expect("c/sources.txt is in the package");

    let mut chosen: BTreeMap<&str, (bool, &str)> = BTreeMap::new();
    let mut known = false;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split(' ').collect();
        let [feature, of, what, folder] = words[..] else {
            panic!("c/sources.txt: not four words: {line}");
        };
        known |= of == target;
        if !has(feature) || what != wish || (of != target && of != "*") {
            continue;
        }
        let own = of == target;
        let entry = chosen.entry(feature).or_insert((own, folder));
        if own {
            *entry = (true, folder);
        }
    }
    if chosen.is_empty() {
        println!(
            "cargo:warning=mote-hash: no function is chosen: name some, as in features = [\"sha256\"]"
        );
        return;
    }
    let bare = env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("none");
    if bare && !known {
        println!("cargo:warning=mote-hash: there is no assembly for {target}: portable C is taken");
    }

    let mut build = cc::Build::new();
    build
        .include("c/include")
        .std("c99")
        .opt_level_str(if fast { "2" } else { "s" })
        .force_frame_pointer(false)
        .debug(false);
    if bare {
        // string.h, which a compiler without a C library lacks.
        build.include("c/freestanding").flag("-ffreestanding");
    }
    for (feature, (_, folder)) in &chosen {
        let check = Path::new("c/check").join(format!("{feature}.c"));
        if check.exists() {
            build.file(check);
        }
        let mut files: Vec<_> = std::fs::read_dir(folder)
            .unwrap_or_else(|error| panic!("{folder}: {error}"))
            .map(|entry| entry.expect("a folder of the package is readable").path())
            .collect();
        files.sort();
        build.files(files);
    }
    build.compile("mote_hash");
}
