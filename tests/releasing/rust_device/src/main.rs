// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Mote developers
//! Sends the SHA-256 of BYTES bytes to a UART, through the traits of digest, and stops.
#![no_std]
#![no_main]

use digest::Digest;
#[cfg(feature = "mote")]
use mote_hash::Sha256;
#[cfg(feature = "peer")]
use sha2::Sha256;

#[cfg(not(any(feature = "mote", feature = "peer")))]
struct Sha256;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}

#[unsafe(link_section = ".vectors")]
#[used]
static VECTORS: [unsafe extern "C" fn(); 2] = [stack_top, reset];

// The stack's start: the vector table's first word is an address.
unsafe extern "C" {
    #[link_name = "__stack_top"]
    fn stack_top();
}

const UART: *mut u32 = 0x4000_4000 as *mut u32;

#[unsafe(no_mangle)]
extern "C" fn reset() {
    // As many bytes as the word says that whoever starts it puts behind the stack.
    let bytes = unsafe { core::ptr::read_volatile(0x2000_1ffc as *const u32) } as usize;
    let data = unsafe { core::slice::from_raw_parts(0x2000_0800 as *const u8, bytes) };
    send(&digest(data));
    unsafe { core::arch::asm!("svc 0") };
}

fn send(digest: &[u8]) {
    for byte in digest {
        unsafe { core::ptr::write_volatile(UART, u32::from(*byte)) };
    }
}

#[cfg(any(feature = "mote", feature = "peer"))]
#[inline(never)]
fn digest(data: &[u8]) -> [u8; 32] {
    // The traits' functions, not the inherent ones of the same names.
    <Sha256 as Digest>::digest(data).into()
}

/// Without a hash function: what the program is beside it.
#[cfg(not(any(feature = "mote", feature = "peer")))]
#[inline(never)]
fn digest(data: &[u8]) -> [u8; 32] {
    let _ = Sha256;
    core::array::from_fn(|i| data.get(i).copied().unwrap_or(0))
}
