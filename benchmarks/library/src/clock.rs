//! What a piece of work takes: cycles of the time-stamp counter on x86-64; elsewhere instructions, which a
//! plug-in of QEMU counts (qemu_count.c).

#[cfg(target_arch = "x86_64")]
mod of_this_target {
    use std::arch::x86_64::{_mm_lfence, _rdtsc};

    pub const UNIT: &str = "cycles";
    /// A turn lasts about so many bytes of a program, so that short messages are timed in bunches.
    pub const BUNCH: usize = 4096;
    pub const TURNS: usize = 101;
    pub const LONG_TURNS: usize = 21;

    pub fn taken(work: &mut dyn FnMut()) -> f64 {
        unsafe {
            _mm_lfence();
            let start = _rdtsc();
            _mm_lfence();
            work();
            _mm_lfence();
            (_rdtsc() - start) as f64
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod of_this_target {
    use std::ffi::{c_int, c_long, c_void};
    use std::sync::OnceLock;

    extern "C" {
        fn pipe(ends: *mut c_int) -> c_int;
        fn read(end: c_int, to: *mut c_void, size: usize) -> isize;
        fn syscall(number: c_long, ...) -> c_long;
    }

    pub const UNIT: &str = "instructions";
    /// Each turn counts the same.
    pub const BUNCH: usize = 1;
    pub const TURNS: usize = 1;
    pub const LONG_TURNS: usize = 1;

    const ASKS: c_long = 19791;

    fn executed() -> u64 {
        static ENDS: OnceLock<[c_int; 2]> = OnceLock::new();
        let ends = ENDS.get_or_init(|| {
            let mut ends = [0; 2];
            assert_eq!(unsafe { pipe(ends.as_mut_ptr()) }, 0);
            ends
        });
        let mut count = 0u64;
        unsafe {
            syscall(ASKS, ends[1]);
            let size = read(ends[0], (&raw mut count).cast(), 8);
            assert_eq!(size, 8, "the plug-in gave no number");
        }
        count
    }

    pub fn taken(work: &mut dyn FnMut()) -> f64 {
        let own = {
            let start = executed();
            executed() - start
        };
        let start = executed();
        work();
        (executed() - start - own) as f64
    }
}

pub use of_this_target::*;
