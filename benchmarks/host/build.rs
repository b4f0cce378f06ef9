//! Compiles our implementations, each under a prefix of its own, with gcc for any x86-64.

use std::process::Command;

fn main() {
    let out = std::env::var("OUT_DIR").unwrap();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let builds: [(&str, &str, &[&str]); 5] = [
        ("fast", "amd64_fast.S", &[]),
        ("small", "amd64.S", &[]),
        ("o2", "portable.c", &["-O2"]),
        ("o3", "portable.c", &["-O3"]),
        ("o3u", "portable.c", &["-O3", "-funroll-loops"]),
    ];
    let mut objects = Vec::new();
    for (prefix, file, flags) in builds {
        let object = format!("{out}/{prefix}.o");
        let mut gcc = Command::new("gcc");
        gcc.args(["-c", "-march=x86-64", "-fPIC"]);
        gcc.arg(format!("-I{root}/include"));
        for name in ["", "_init", "_close"] {
            gcc.arg(format!("-Dmote_shabal{name}={prefix}{name}_"));
        }
        gcc.args(flags)
            .arg(format!("{root}/src/shabal/{file}"))
            .args(["-o", &object]);
        assert!(
            gcc.status().expect("gcc is needed").success(),
            "{file} does not compile"
        );
        objects.push(object);
    }
    let library = format!("{out}/libmote_builds.a");
    let _ = std::fs::remove_file(&library);
    let status = Command::new("ar")
        .arg("crs")
        .arg(&library)
        .args(&objects)
        .status();
    assert!(status.expect("ar is needed").success());
    println!("cargo:rustc-link-search=native={out}");
    println!("cargo:rustc-link-lib=static=mote_builds");
    println!("cargo:rerun-if-changed={root}/src/shabal");
}
