//! Builds the library as its users do, by CMake with what it chooses alone.

use std::path::Path;
use std::process::Command;

fn run(arguments: &[&str]) {
    let output = Command::new("cmake").args(arguments).output();
    let output = output.unwrap_or_else(|error| panic!("cmake: {error}"));
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "cmake {}: {words}",
        arguments.join(" ")
    );
}

fn main() {
    // Where the checkout is now: cargo keeps this program, and cmake its cache, when it is moved.
    let root = std::env::var("CARGO_MANIFEST_DIR").unwrap();
    let root = Path::new(&root).join("../..");
    let root = root.display();
    let to = format!("{}/mote", std::env::var("OUT_DIR").unwrap());
    std::fs::remove_file(format!("{to}/CMakeCache.txt")).ok();
    let mut arguments: Vec<String> = ["-S", &root.to_string(), "-B", &to]
        .map(String::from)
        .to_vec();
    arguments.push("-DCMAKE_BUILD_TYPE=Release".into());
    let [target, host] = ["TARGET", "HOST"].map(|name| std::env::var(name).unwrap());
    if target != host {
        // Debian's cross compilers.
        let processor = target.split('-').next().unwrap().trim_end_matches("gc");
        arguments.push("-DCMAKE_SYSTEM_NAME=Linux".into());
        arguments.push(format!("-DCMAKE_SYSTEM_PROCESSOR={processor}"));
        arguments.push(format!("-DCMAKE_C_COMPILER={processor}-linux-gnu-gcc"));
        if processor == "riscv64" {
            // What QEMU 7.2's Linux does not tell, the program does (src/main.rs).
            arguments.push("-DCMAKE_C_FLAGS=-DHWPROBE=played_hwprobe".into());
        }
    }
    run(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    run(&["--build", &to, "--target", "mote"]);
    println!("cargo:rustc-link-search=native={to}");
    println!("cargo:rustc-link-lib=static=mote");
    for name in ["src", "include", "cmake", "CMakeLists.txt"] {
        println!("cargo:rerun-if-changed={root}/{name}");
    }
}
