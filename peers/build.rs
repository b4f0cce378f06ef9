//! Fetches the Python package x11_hash 1.4 and compiles its C sources.
//!
//! -O2 as its authors build them; -fno-strict-aliasing because its BMW is wrong without it.
//! PEERS_PYTHON names a Python that has pip (default: python3).

use std::path::Path;
use std::process::Command;

const PACKAGE: &str = "x11_hash==1.4";
const ARCHIVE: &str = "x11_hash-1.4.tar.gz";
const SHA256: &str = "42dceac44ce95462b8f3f96f384afc56d3d461ec4b757283df31afd5539d5a9c";
const SOURCES: [&str; 7] = ["blake", "bmw", "groestl", "jh", "keccak", "luffa", "skein"];

/// Runs a command; ends the build with one line when it fails.
fn run(program: &str, arguments: &[&str], what: &str) -> Vec<u8> {
    match Command::new(program).args(arguments).output() {
        Ok(output) if output.status.success() => output.stdout,
        Ok(output) => panic!("{what}: {}", String::from_utf8_lossy(&output.stderr).trim()),
        Err(error) => panic!("{what}: {program}: {error}"),
    }
}

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=PEERS_PYTHON");
    let out = std::env::var("OUT_DIR").unwrap();
    let python = std::env::var("PEERS_PYTHON").unwrap_or("python3".into());
    let archive = format!("{out}/{ARCHIVE}");
    if !Path::new(&archive).exists() {
        let pip = [
            "-m",
            "pip",
            "download",
            "--quiet",
            "--no-deps",
            "--no-binary",
            ":all:",
        ];
        let arguments = [&pip[..], &["--dest", &out, PACKAGE]].concat();
        run(
            &python,
            &arguments,
            "fetching x11_hash from the Python package index",
        );
    }
    let digest = run("sha256sum", &[&archive], "checking x11_hash");
    assert!(
        digest.starts_with(SHA256.as_bytes()),
        "{ARCHIVE} is not the pinned one"
    );
    run("tar", &["xzf", &archive, "-C", &out], "unpacking x11_hash");

    let folder = format!("{out}/x11_hash-1.4/sha3");
    let include = format!("-I{folder}");
    let flags = [
        "-c",
        "-O2",
        "-fno-strict-aliasing",
        "-march=x86-64",
        "-fPIC",
        "-w",
        &include,
    ];
    let library = format!("{out}/libx11.a");
    let _ = std::fs::remove_file(&library);
    for name in SOURCES {
        let (source, object) = (format!("{folder}/{name}.c"), format!("{out}/{name}.o"));
        run(
            "gcc",
            &[&flags[..], &[&source, "-o", &object]].concat(),
            "compiling x11_hash",
        );
        run("ar", &["rs", &library, &object], "packing x11_hash");
    }
    println!("cargo:rustc-link-search=native={out}");
    println!("cargo:rustc-link-lib=static=x11");
}
