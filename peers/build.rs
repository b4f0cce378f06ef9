//! Compiles the C sources of the Python package x11_hash 1.4, whose folder PEERS_X11_HASH names.
//!
//! -O2 as its authors build them; -fno-strict-aliasing because its BMW is wrong without it.

use std::process::Command;

const SOURCES: [&str; 7] = ["blake", "bmw", "groestl", "jh", "keccak", "luffa", "skein"];

fn main() {
    println!("cargo:rerun-if-env-changed=PEERS_X11_HASH");
    let folder = std::env::var("PEERS_X11_HASH")
        .expect("PEERS_X11_HASH: the folder of x11_hash 1.4, unpacked (`mote peers` makes it)");
    let out = std::env::var("OUT_DIR").unwrap();
    let mut objects = Vec::new();
    for name in SOURCES {
        let object = format!("{out}/{name}.o");
        let status = Command::new("gcc")
            .args([
                "-c",
                "-O2",
                "-fno-strict-aliasing",
                "-march=x86-64",
                "-fPIC",
                "-w",
            ])
            .arg(format!("-I{folder}/sha3"))
            .arg(format!("{folder}/sha3/{name}.c"))
            .args(["-o", &object])
            .status();
        assert!(
            status.expect("gcc is needed").success(),
            "{name}.c does not compile"
        );
        objects.push(object);
    }
    let library = format!("{out}/libx11.a");
    let _ = std::fs::remove_file(&library);
    let status = Command::new("ar")
        .arg("crs")
        .arg(&library)
        .args(&objects)
        .status();
    assert!(status.expect("ar is needed").success());
    println!("cargo:rustc-link-search=native={out}");
    println!("cargo:rustc-link-lib=static=x11");
}
