// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Mote developers
fn main() {
    let here = std::env::var("CARGO_MANIFEST_DIR").unwrap();
    println!("cargo:rustc-link-arg=-T{here}/device.ld");
}
