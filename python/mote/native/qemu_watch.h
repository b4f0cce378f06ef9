/* What the QEMU machine (mote.machines.qemu) and its plug-in (qemu_watch.c) share: two structures
 * in a file that both map, in the host's byte order, and the units of the code behind them. */
#ifndef MOTE_QEMU_WATCH_H
#define MOTE_QEMU_WATCH_H

#include <stdint.h>

enum { WATCH_REGIONS = 64 };

/* Offset of the structures in the file: before them stands what the driver sees (power_driver.S). */
enum { WATCH_OFFSET = 0x4000 };

/* What ended a call; mote.machines.qemu_process has the same list. */
enum watch_breach {
    WATCH_NONE,
    WATCH_READ,
    WATCH_WRITE,
    WATCH_FETCH,
    WATCH_ILLEGAL,
    WATCH_STACK_OVERFLOW,
    WATCH_STACK_ABOVE,
    WATCH_BELOW_READ,
    WATCH_BELOW_WRITE,
    WATCH_UNTOUCHED,
    WATCH_CALL_ALIGNMENT,
    WATCH_BACK_CHAIN,
    WATCH_BUDGET
};

/* What is known of an instruction before it runs. */
enum watch_flags {
    UNIT_ILLEGAL = 1,       /* the CPU does not have it, or the bench cannot watch it */
    UNIT_LIBRARY = 2,       /* of the bench's memcpy or memset */
    UNIT_LIBRARY_ENTRY = 4, /* the first of one of them */
    UNIT_RESERVED = 8,      /* writes a register that belongs to the operating system */
    UNIT_UPDATE = 16,       /* the stack pointer becomes the address of the access */
    UNIT_ADD = 32,          /* `value` is added to the stack pointer */
    UNIT_LOAD = 64,         /* the stack pointer is loaded */
    UNIT_OTHER = 128        /* the stack pointer is written in another way: it is not known then */
};

struct watch_unit {
    uint32_t flags;
    int32_t value;
    uint64_t executed; /* how often, in the last detailed call */
};

struct watch_region {
    uint64_t start, end;
    uint64_t writable;
};

struct watch {
    /* of the image */
    uint64_t code_start, code_end, units; /* units: offset in the file, one for 4 bytes of code */
    uint64_t driver_start, driver_end;
    uint64_t stack_map, stack_map_end,
        stack_offset; /* the stack's memory, and where the file has it */
    uint64_t red_zone, stack_alignment, return_slot; /* return_slot: from the back chain */
    uint64_t big_endian;
    /* of the call */
    uint64_t return_address, handler;
    uint64_t budget;
    uint64_t stack_low, stack_high; /* stack_high: the caller's stack pointer */
    uint64_t record, lenient;
    uint64_t region_count;
    struct watch_region regions[WATCH_REGIONS];
    /* the result */
    uint64_t breach, size, address, program_counter, got;
    uint64_t instructions, library_instructions, lowest, trace, events;
};

/* An event of a recorded call: kind 0 executed, 1 read, 2 written. */
struct watch_event {
    uint64_t address;
    uint64_t kind;
};

#endif
