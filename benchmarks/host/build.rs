//! Compiles our implementations of every hash function with gcc -O2 for any x86-64, each with its
//! exported names under a prefix of its own, and writes the table that main.rs includes.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

fn run(program: &str, arguments: &[String]) -> String {
    let output = Command::new(program).args(arguments).output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{program} {}: {words}",
        arguments.join(" ")
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The value of a key of a function.toml, without quotes; "" where there is none.
fn value<'a>(text: &'a str, key: &str) -> &'a str {
    let line = text
        .lines()
        .find(|line| line.starts_with(&format!("{key} = ")));
    line.map_or("", |line| {
        line.split_once(" = ").unwrap().1.trim_matches('"')
    })
}

/// Every function.toml below a folder.
fn find(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            find(&path, found);
        } else if path.ends_with("function.toml") {
            found.push(path);
        }
    }
}

fn main() {
    let out = std::env::var("OUT_DIR").unwrap();
    let root = std::env::var("CARGO_MANIFEST_DIR").unwrap(); // where the checkout is now
    let root = Path::new(&root).join("../..");
    let mut functions = Vec::new();
    find(&root.join("src"), &mut functions);
    functions.sort();
    let (mut externs, mut table) = (String::new(), String::new());
    let library = format!("{out}/libours.a");
    let _ = std::fs::remove_file(&library);
    for file in functions {
        let facts = std::fs::read_to_string(&file).unwrap();
        let (name, bits) = (value(&facts, "name"), value(&facts, "main_digest"));
        // Hash functions alone have no kind of their own there.
        if !value(&facts, "kind").is_empty() {
            continue;
        }
        // (name, source, flags); the first is the one that the others are compared with.
        let mut builds = vec![("portable_fast", "portable_fast.c", "-O2")];
        let folder = file.parent().unwrap();
        if folder.join("amd64_fast.S").exists() {
            builds = vec![
                ("portable_fast", "portable_fast.c", "-O2"),
                ("amd64_fast", "amd64_fast.S", "-O2"),
                ("amd64", "amd64.S", "-O2"),
                ("portable, -O3", "portable.c", "-O3"),
                (
                    "portable, -O3 -funroll-loops",
                    "portable.c",
                    "-O3 -funroll-loops",
                ),
            ];
        }
        builds.push(("portable", "portable.c", "-O2"));
        for (number, (title, file, flags)) in builds.iter().enumerate() {
            let source = folder.join(file);
            if !source.exists() {
                continue;
            }
            let object = format!("{out}/{name}_{number}.o");
            let mut gcc: Vec<String> = flags.split(' ').map(String::from).collect();
            gcc.extend(["-c", "-march=x86-64", "-fPIC"].map(String::from));
            gcc.extend(["include", "src"].map(|name| format!("-I{}", root.join(name).display())));
            gcc.extend([source.display().to_string(), "-o".into(), object.clone()]);
            run("gcc", &gcc);
            let names = run(
                "nm",
                &["-g", "--defined-only", "-f", "posix", &object].map(String::from),
            );
            let mut rename = Vec::new();
            for symbol in names.lines().map(|line| line.split(' ').next().unwrap()) {
                rename.push("--redefine-sym".into());
                rename.push(format!("{symbol}=b{number}_{symbol}"));
            }
            rename.push(object.clone());
            run("objcopy", &rename);
            run("ar", &["rs".into(), library.clone(), object]);
            let symbol = format!("b{number}_mote_{name}");
            writeln!(
                externs,
                "    fn {symbol}_init(cc: *mut u64, size: u32);\n    \
                     fn {symbol}(cc: *mut u64, data: *const u8, len: usize);\n    \
                     fn {symbol}_close(cc: *mut u64, ub: u32, n: u32, dst: *mut u8);"
            )
            .unwrap();
            writeln!(
                table,
                "    Ours {{ function: {name:?}, bits: {bits}, name: {title:?}, init: {symbol}_init, \
                 update: {symbol}, close: {symbol}_close }},"
            )
            .unwrap();
        }
    }
    std::fs::write(
        format!("{out}/ours.rs"),
        format!("extern \"C\" {{\n{externs}}}\n\nstatic OURS: &[Ours] = &[\n{table}];\n"),
    )
    .unwrap();
    println!("cargo:rustc-link-search=native={out}");
    println!("cargo:rustc-link-lib=static=ours");
    println!("cargo:rerun-if-changed={}", root.join("src").display());
    println!("cargo:rerun-if-changed={}", root.join("include").display());
}
