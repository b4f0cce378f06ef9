/* The fast half of mote.machines.unicorn: guard, ABI and counts around a Unicorn instance.
 *
 * Python describes the CPU (settings), the image (memory and rows) and a call; the hooks that run
 * at each instruction and each access are here.  Every structure is mirrored by ctypes in
 * mote/machines/unicorn_native.py: keep the two in step.
 */
#ifndef MOTE_UNICORN_ENGINE_H
#define MOTE_UNICORN_ENGINE_H

#include <stddef.h>
#include <stdint.h>

enum {
    ENGINE_REGISTERS = 64, /* registers filled, compared or watched, at most */
    ENGINE_REGIONS = 64,   /* ranges of memory that a call may touch, at most */
    ENGINE_TIMINGS = 4,
    ENGINE_VARIABLE = 3, /* registers on which the time of one instruction depends, at most */
    ENGINE_RANGES = 16,  /* mapped blocks, and ranges of executable code, at most */
};

/* Why a run stopped.  The order is that of BREACHES in unicorn_native.py. */
enum breach {
    BREACH_NONE,
    BREACH_READ,
    BREACH_WRITE,
    BREACH_FETCH,
    BREACH_ALIGNMENT,
    BREACH_ILLEGAL,        /* an opcode that the image lists as not of the architecture */
    BREACH_INVALID,        /* an opcode that the simulator refuses, or an exception */
    BREACH_STACK_OVERFLOW, /* an access or the stack pointer below the stack */
    BREACH_STACK_ABOVE,    /* the stack pointer above the caller's */
    BREACH_BELOW_READ,     /* a read below the stack pointer (less the red zone) */
    BREACH_BELOW_WRITE,    /* a store there by an instruction that does not move it */
    BREACH_UNTOUCHED,      /* a register that must never be written was */
    BREACH_CALL_ALIGNMENT, /* stack not aligned at a call of memcpy or memset */
    BREACH_SAVED,          /* a callee-saved register not restored */
    BREACH_STACK_POINTER,  /* stack pointer not restored */
    BREACH_FLAG,           /* a flag not as the ABI says */
    BREACH_STATE,          /* returned in the wrong instruction set state */
    BREACH_BACK_CHAIN, /* what the stack pointer leads to is not the frames up to the caller's */
    BREACH_BUDGET,
    BREACH_ENGINE, /* the simulator failed in a way that has no other name; address = uc_err */
    BREACH_UNTOLD, /* an access is not aligned as its row says, or has none: the rows are wrong */
};

/* What is known of an instruction before it runs. */
enum row_flags {
    ROW_MOVES_STACK = 1,      /* may write the stack pointer */
    ROW_ILLEGAL = 2,          /* not of the stated architecture */
    ROW_LIBRARY = 4,          /* inside memcpy or memset */
    ROW_LIBRARY_ENTRY = 8,    /* their first instruction */
    ROW_WRITES_RESERVED = 16, /* writes a register that must never be touched */
    ROW_TO_END = 32,     /* its access goes from its address to the end of the word (lwl/lwr...) */
    ROW_TO_START = 64,   /* its access goes from the start of the word to its address */
    ROW_STORES = 128,    /* its access is a write */
    ROW_FORESEEN = 256,  /* its access is checked before it runs, no memory hook sees it */
    ROW_WORDS = 512,     /* its access must be aligned to a word whatever its size */
    ROW_LINE = 1024,     /* its access is the whole unit of its size that holds its address */
    ROW_EMULATED = 2048, /* Unicorn lacks it: the engine runs it: x86_vectors, riscv_bits */
    ROW_ALIGNED = 4096,  /* its address must be a multiple of its size, and follows from the row */
    ROW_CONDITIONAL = 8192, /* ARM: it runs if the condition in its highest four bits holds */
    ROW_UNTOLD = 16384,     /* it may have an access whose alignment does not follow from the row */
};

struct engine_register {
    int32_t id; /* Unicorn's number */
    uint32_t bits;
    uint64_t value;
    uint64_t free; /* bits that the caller may leave with anything: other ones at each call */
};

struct engine_settings {
    int32_t architecture, mode, model; /* model: -1 for Unicorn's own choice */
    uint32_t word_bytes;
    uint32_t strict_alignment;
    uint32_t big_endian;
    uint32_t red_zone;
    uint32_t stack_alignment;
    uint32_t pushes_return_address; /* else it goes into return_register */
    uint32_t caller_bytes;          /* of the caller's frame that the callee may use */
    uint32_t back_chain;            /* the word at the stack pointer leads to the frame before */
    uint32_t unit_bytes;            /* mean instruction, to turn block sizes into a budget */
    int32_t program_counter, stack_pointer, return_register;
    int32_t flags_register;          /* -1: not checked at return */
    uint32_t untracked_code_is_fine; /* bytes of code without a row may run (x86) */
    uint32_t accesses_from_rows;     /* all accesses are ROW_FORESEEN: no memory hooks (MIPS) */
    int32_t alignment_exception;     /* Unicorn's number of it, -1: none */
    int32_t state_register;          /* ARM: CPSR; else -1 */
    uint32_t thumb_bit;
    uint64_t flags_mask;            /* bits that must be clear at return */
    uint64_t physical_mask;         /* bits of an address that memory sees; 0: all */
    uint64_t stack_low, stack_high; /* the stack below the caller: [low, high); high = its SP */
    uint64_t sentinel;
    uint32_t saved_count;
    struct engine_register saved[ENGINE_REGISTERS]; /* filled before, compared after */
    uint32_t filled_count;
    struct engine_register filled[ENGINE_REGISTERS]; /* filled before, free after */
    uint32_t reserved_count;
    struct engine_register reserved[ENGINE_REGISTERS]; /* filled before, never written */
};

struct engine_region {
    uint64_t start, end;
    uint32_t writable, reserved;
};

struct engine_row {
    uint64_t address;
    uint32_t flags;
    int32_t base, index; /* of its access: Unicorn's registers, 0 for none */
    int32_t offset;
    uint32_t access_bytes;             /* 0: no access */
    int32_t operands[ENGINE_TIMINGS];  /* Unicorn's register to hand to each timing, 0: none */
    int32_t variable[ENGINE_VARIABLE]; /* those on which its time depends: part of the trace */
};

struct engine_call {
    uint64_t function;
    uint64_t return_address;
    uint64_t budget;
    uint64_t stack_high; /* where the stack ends, instead of the settings' */
    uint32_t detail, record;
    uint32_t function_is_thumb, caller_is_thumb;
    uint32_t argument_count, region_count;
    struct engine_register arguments[ENGINE_REGISTERS];
    uint32_t stack_argument_count;
    uint32_t lenient;           /* go on after a breach where the run can */
    uint32_t untimed, reserved; /* untimed: no cycles are asked for */
    uint64_t stack_arguments[16];
    struct engine_region regions[ENGINE_REGIONS];
};

struct engine_result {
    uint32_t breach;
    uint32_t size; /* of the access, in bytes */
    uint64_t address;
    uint64_t program_counter;
    uint64_t got, expected; /* of a register */
    int32_t register_id;
    uint32_t reserved;
    uint64_t instructions, library_instructions;
    uint64_t stack_bytes;
    uint64_t trace;
    uint64_t cycles[ENGINE_TIMINGS];
};

struct engine_event {
    uint64_t address;
    uint32_t kind; /* 0 execute, 1 read, 2 write, 3 operand (its value is in address) */
    uint32_t size;
};

struct engine;

struct engine *engine_new(const struct engine_settings *settings);
void engine_free(struct engine *engine);

/* Map `size` bytes (a multiple of 4096) at `address`; returns the host's memory behind them. */
void *engine_map(struct engine *engine, uint64_t address, uint64_t size, uint32_t permissions);

/* Forget the Unicorn instances (they are made again at the next call). */
void engine_reset(struct engine *engine);

/* The executable ranges, and one row for each instruction in address order. */
int engine_code(struct engine *engine, const struct engine_region *ranges, uint32_t range_count,
                const struct engine_row *rows, uint32_t row_count);

/* Attach timing number `slot`; NULL detaches.  The engine frees what it makes. */
int engine_timing(struct engine *engine, uint32_t slot, const void *model, const void *table,
                  uint32_t rows);

void engine_call(struct engine *engine, const struct engine_call *call,
                 struct engine_result *result);

/* The same call for one piece of data after the other, each put to the same address.
 *
 * data_argument, length_argument: the numbers of these arguments among call->arguments, or from
 * ENGINE_REGISTERS on among the stack_arguments.  region: of call->regions, that of the piece.
 * budget: for each byte, on top of call->budget.  Returns the number of the call that ended with a
 * breach, or of pieces; call then describes the last one made. */
struct engine_pieces {
    uint64_t address;
    uint32_t data_argument, length_argument;
    uint32_t region, count;
    uint64_t budget;
};
uint32_t engine_pieces(struct engine *engine, struct engine_call *call,
                       const struct engine_pieces *pieces, const unsigned char *data,
                       const uint32_t *lengths, struct engine_result *result);

/* What a register held at the last call, in value[1] where it is wider. */
void engine_entry(const struct engine *engine, const struct engine_register *entry,
                  uint64_t value[2]);

/* A register as the last detailed call left it, in value[0] and where it is wider in those behind. */
void engine_register(const struct engine *engine, int32_t id, uint64_t *value);

/* The events of the last recorded call. */
const struct engine_event *engine_events(const struct engine *engine, uint64_t *count);

#endif
