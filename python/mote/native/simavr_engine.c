/*
 * Runs one C function at a time on simavr's ATmega core, and watches every access it makes.
 *
 * simavr executes; this file decodes each instruction beforehand (8-bit AVR Instruction Set,
 * Atmel 0856), so that an access is refused before it takes place.  Accepted are the instructions
 * of avr25: the classic core with movw, lpm Rd,Z(+) and spm, without mul, call, jmp, elpm, eijmp,
 * eicall, des and the read-modify-write instructions of XMEGA.  A `large` machine also has mul and
 * its like, call, jmp and elpm, and where a program counter takes three bytes eijmp and eicall.
 *
 * Program memory is addressed in bytes throughout, data memory as the CPU does: registers at 0,
 * I/O from 0x20, RAM after `ioend`.
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "simavr/sim_avr.h"
#include "simavr/sim_core.h"

/* What an instruction needs before it may run. */
enum {
    OUTSIDE,   /* not code */
    RETURNED,  /* where the caller's return address points */
    PLAIN,     /* touches registers and flags only: runs in blocks */
    ILLEGAL,   /* not an instruction of avr25 */
    FORBIDDEN, /* spm, sleep, break, wdr: not for a function that only computes */
    LOAD,      /* ld, ldd: pointer register and displacement */
    LOAD_INC,
    LOAD_DEC,
    STORE,
    STORE_INC,
    STORE_DEC,
    LDS,
    STS,
    PUSH,
    POP,
    CALL, /* rcall, icall, call, eicall */
    RET,
    RETI,
    LPM,
    ELPM,
    IN,
    OUT,
    IO_BIT_READ, /* sbic, sbis */
    IO_BIT,      /* sbi, cbi: reads and writes */
    FLAG_I       /* sei, cli */
};

/* Why a run ended; python/mote/machines/simavr.py has the same numbers. */
enum {
    END_RETURNED,
    END_BUDGET,
    END_READ,
    END_WRITE,
    END_READ_IO,
    END_WRITE_IO,
    END_READ_FLASH,
    END_FETCH,
    END_ILLEGAL,
    END_FORBIDDEN,
    END_READ_BELOW_SP,
    END_WRITE_BELOW_SP,
    END_STACK_OVERFLOW,
    END_STACK_UNDERFLOW,
    END_STACK_POINTER,
    END_STACK_POINTER_TORN,
    END_ZERO_AT_CALL,
    END_OUT_OF_MEMORY
};

enum { READABLE = 1, WRITABLE = 2, STACK = 4 };
enum { IN_LIBRARY = 1, LIBRARY_ENTRY = 2 };
enum { EVENT_EXECUTE, EVENT_READ, EVENT_WRITE };

#define FLASH_EVENT 0x1000000u /* reads of program memory in the trace: this plus the address */
#define MAX_BLOCK 200

typedef struct {
    uint8_t kind;
    uint8_t flags;
    uint8_t pointer;  /* 26, 28, 30: X, Y, Z */
    uint8_t step;     /* PLAIN: another instruction of the block may follow */
    uint8_t block;    /* PLAIN: instructions in the block that starts here */
    uint16_t cycles;  /* PLAIN: clock cycles that let simavr run just this block */
    uint16_t operand; /* lds, sts, in, out: address; ld, ldd, st, std: displacement */
} op_t;

typedef struct {
    uint32_t end;
    uint32_t address;         /* of the data access, where there is one */
    uint32_t program_counter; /* of the instruction at fault */
    uint32_t caller;          /* within the library: where it was called from, else 0 */
    uint32_t stack_pointer;
    uint32_t stack_bytes;
    uint32_t short_stack_bytes; /* the same if return addresses were of two bytes */
    uint64_t instructions;
    uint64_t library_instructions;
    uint64_t cycles;
    uint64_t trace;
    uint8_t registers[32];
    uint8_t status; /* SREG */
} result_t;

typedef struct {
    avr_t *avr;
    op_t *ops; /* one for each word of program memory */
    uint32_t words;
    unsigned return_bytes;          /* of a return address */
    int large;                      /* more than the instructions of avr25 */
    uint32_t flash_low, flash_high; /* the image, which lpm may read */
    uint32_t sentinel;
    uint16_t stack_low, stack_top; /* the callee's stack: (stack_low, stack_top] */
    uint32_t zero_mask;            /* registers that are zero at every call */
    int library_clobbers;
    int lenient; /* go on after a breach where the run can */
    uint32_t *events;
    size_t event_count, event_room;
    uint8_t allowed[65536];
} machine_t;

static void be_silent(avr_t *avr, const int level, const char *format, va_list arguments) {
    (void)avr, (void)level, (void)format, (void)arguments;
}

/* Arbitrary bytes, the same in every run (a linear congruential generator modulo 2^32). */
static void fill(uint8_t *to, size_t size, uint32_t seed) {
    while (size-- > 0) {
        seed = seed * 1664525u + 1013904223u;
        *to++ = (uint8_t)(seed >> 24);
    }
}

void simavr_close(machine_t *m) {
    if (m == NULL)
        return;
    if (m->avr != NULL)
        avr_terminate(m->avr);
    free(m->ops);
    free(m->events);
    free(m);
}

/*
 * A machine, or NULL when simavr does not know the model or memory ran out.  large: it has the
 * instructions of devices with more than 8 KB of program memory.
 */
machine_t *simavr_open(const char *model, int large) {
    machine_t *m = calloc(1, sizeof *m);
    if (m == NULL)
        return NULL;
    avr_global_logger_set(be_silent);
    m->avr = avr_make_mcu_by_name(model);
    if (m->avr == NULL) {
        free(m);
        return NULL;
    }
    avr_init(m->avr);
    m->words = (m->avr->flashend + 1) / 2;
    m->return_bytes = m->avr->address_size;
    m->large = large;
    m->ops = calloc(m->words, sizeof *m->ops);
    if (m->ops == NULL) {
        simavr_close(m);
        return NULL;
    }
    return m;
}

uint8_t *simavr_data(machine_t *m) {
    return m->avr->data;
}

uint32_t simavr_ram_start(const machine_t *m) {
    return m->avr->ioend + 1;
}

uint32_t simavr_ram_end(const machine_t *m) {
    return m->avr->ramend + 1;
}

uint32_t simavr_flash_size(const machine_t *m) {
    return m->words * 2;
}

uint32_t simavr_return_bytes(const machine_t *m) {
    return m->return_bytes;
}

static uint16_t word_at(const machine_t *m, uint32_t index) {
    const uint8_t *flash = m->avr->flash + 2 * index;
    return (uint16_t)(flash[0] | flash[1] << 8);
}

/* A plain instruction of so many cycles; `last` when it may go elsewhere than to the next one. */
static op_t plain(unsigned cycles, int last) {
    op_t op = {.kind = PLAIN, .step = !last, .block = 1, .cycles = (uint16_t)cycles};
    return op;
}

static op_t other(unsigned kind, unsigned operand, unsigned pointer) {
    op_t op = {.kind = (uint8_t)kind, .pointer = (uint8_t)pointer, .operand = (uint16_t)operand};
    return op;
}

/* Loads and stores of the group 1001 00sd dddd mmmm, where s tells a store. */
static op_t decode_memory(const machine_t *m, uint16_t word, uint16_t next) {
    unsigned store = word >> 9 & 1, reg = word >> 4 & 31, mode = word & 15;
    unsigned pointer = mode < 4 ? 30 : mode < 12 ? 28 : 26;
    unsigned kind = store ? STORE : LOAD;

    if (mode == 0)
        return other(store ? STS : LDS, next, 0);
    if (mode == 15)
        return other(store ? PUSH : POP, 0, 0);
    if (!store && (mode == 4 || mode == 5)) /* lpm Rd,Z and Z+ */
        return other(mode == 5 && reg >= 30 ? ILLEGAL : LPM, 0, 30);
    if (m->large && !store && (mode == 6 || mode == 7)) /* elpm Rd,Z and Z+ */
        return other(mode == 7 && reg >= 30 ? ILLEGAL : ELPM, 0, 30);
    if (mode == 12)
        return other(kind, 0, 26);
    switch (mode) {
    case 1:
    case 9:
    case 13:
        kind += 1;
        break;
    case 2:
    case 10:
    case 14:
        kind += 2;
        break;
    default:
        return other(ILLEGAL, 0, 0);
    }
    /* The result of loading or storing a half of the pointer that moves is undefined. */
    return other((reg & ~1u) == pointer ? ILLEGAL : kind, 0, pointer);
}

static op_t decode(const machine_t *m, uint16_t word, uint16_t next) {
    switch (word >> 12) {
    case 0:
        if (word == 0) /* nop */
            return plain(1, 0);
        if (m->large && word >> 9 == 1) /* muls, mulsu, fmul */
            return plain(2, 0);
        /* movw, cpc, sbc, add; below movw reserved, muls, mulsu, fmul beside it */
        return word >> 8 == 1 || word >> 10 != 0 ? plain(1, 0) : other(ILLEGAL, 0, 0);
    case 1:
        return plain(1, word >> 10 == 4); /* cpse skips */
    case 2:
    case 3:
    case 4:
    case 5:
    case 6:
    case 7:
    case 14:
        return plain(1, 0);
    case 8:
    case 10:
        return other(word >> 9 & 1 ? STORE : LOAD,
                     (word & 7) | (word >> 7 & 0x18) | (word >> 8 & 0x20), word & 8 ? 28 : 30);
    case 9:
        break;
    case 11: {
        unsigned address = 0x20 + ((word & 15) | (word >> 5 & 0x30));
        return other(word >> 11 & 1 ? OUT : IN, address, word >> 4 & 31);
    }
    case 12:
        return plain(2, 1); /* rjmp */
    case 13:
        return other(CALL, 0, 0);
    default:
        if (word >> 11 == 0x1e) /* brbs, brbc */
            return plain(1, 1);
        if (word & 8)
            return other(ILLEGAL, 0, 0);
        return plain(1, word >> 10 == 0x3f); /* bld, bst; sbrc, sbrs skip */
    }
    switch (word >> 8 & 15) {
    case 0:
    case 1:
    case 2:
    case 3:
        return decode_memory(m, word, next);
    case 6:
    case 7:
        return plain(2, 0); /* adiw, sbiw */
    case 8:
    case 10:
        return other(IO_BIT, 0x20 + (word >> 3 & 31), 0);
    case 9:
    case 11:
        return other(IO_BIT_READ, 0x20 + (word >> 3 & 31), 0);
    case 4:
    case 5:
        break;
    default:
        return m->large ? plain(2, 0) : other(ILLEGAL, 0, 0); /* mul */
    }
    if (m->large && (word & 0xfe0e) == 0x940c) /* jmp */
        return plain(3, 1);
    if (m->large && (word & 0xfe0e) == 0x940e)
        return other(CALL, 0, 0);
    if (m->large && m->return_bytes == 3 && word == 0x9419) /* eijmp */
        return plain(2, 1);
    if (m->large && m->return_bytes == 3 && word == 0x9519)
        return other(CALL, 0, 0);
    if (m->large && word == 0x95d8)
        return other(ELPM, 0, 30);
    switch (word) {
    case 0x9409: /* ijmp */
        return plain(2, 1);
    case 0x9509:
        return other(CALL, 0, 0);
    case 0x9508:
        return other(RET, 0, 0);
    case 0x9518:
        return other(RETI, 0, 0);
    case 0x9588: /* sleep, break, wdr, spm */
    case 0x9598:
    case 0x95a8:
    case 0x95e8:
        return other(FORBIDDEN, 0, 0);
    case 0x95c8:
        return other(LPM, 0, 30);
    case 0x9478:
    case 0x94f8:
        return other(FLAG_I, 0, 0);
    }
    if ((word & 0xff0f) == 0x9408) /* bset, bclr */
        return plain(1, 0);
    switch (word & 15) {
    case 0: /* com, neg, swap, inc, asr, lsr, ror, dec */
    case 1:
    case 2:
    case 3:
    case 5:
    case 6:
    case 7:
    case 10:
        return plain(1, 0);
    }
    return other(ILLEGAL, 0, 0);
}

/* Empties the machine: no code, no stack, RAM of arbitrary bytes. */
void simavr_clear(machine_t *m, uint32_t sentinel, uint32_t zero_mask, int library_clobbers) {
    uint32_t ram = simavr_ram_start(m);

    avr_reset(m->avr);
    memset(m->avr->flash, 0xff, m->words * 2);
    memset(m->ops, 0, m->words * sizeof *m->ops);
    memset(m->allowed, 0, sizeof m->allowed);
    fill(m->avr->data + ram, m->avr->ramend + 1 - ram, 1);
    m->flash_low = m->words * 2;
    m->flash_high = 0;
    m->sentinel = sentinel;
    m->stack_low = m->stack_top = 0;
    m->zero_mask = zero_mask;
    m->library_clobbers = library_clobbers;
    m->ops[sentinel / 2].kind = RETURNED;
}

/* Puts bytes into program memory; with `code` they may be executed. */
void simavr_program(machine_t *m, uint32_t address, const uint8_t *bytes, uint32_t size, int code) {
    memcpy(m->avr->flash + address, bytes, size);
    if (address < m->flash_low)
        m->flash_low = address;
    if (address + size > m->flash_high)
        m->flash_high = address + size;
    for (uint32_t i = (address + 1) / 2; code && i < (address + size) / 2; i++)
        m->ops[i] = decode(m, word_at(m, i), i + 1 < m->words ? word_at(m, i + 1) : 0xffff);
}

void simavr_mark_illegal(machine_t *m, uint32_t address) {
    op_t *op = &m->ops[address / 2];
    if (op->kind != OUTSIDE && op->kind != RETURNED)
        *op = other(ILLEGAL, 0, 0);
}

void simavr_mark_library(machine_t *m, uint32_t start, uint32_t end) {
    for (uint32_t i = start / 2; i < end / 2; i++)
        m->ops[i].flags |= i == start / 2 ? IN_LIBRARY | LIBRARY_ENTRY : IN_LIBRARY;
}

/* Joins plain instructions into blocks; after the last program, illegal and library mark. */
void simavr_finish(machine_t *m) {
    m->avr->codeend = m->words * 2;
    for (uint32_t i = m->words - 1; i-- > 0;) {
        op_t *op = &m->ops[i], *next = op + 1;
        if (op->kind == PLAIN && op->step && next->kind == PLAIN && op->flags == next->flags &&
            next->block < MAX_BLOCK) {
            op->block = next->block + 1;
            op->cycles += next->cycles;
        }
    }
}

static int add_event(machine_t *m, unsigned kind, uint32_t address) {
    if (m->event_count == m->event_room) {
        size_t room = m->event_room ? 2 * m->event_room : 4096;
        uint32_t *events = realloc(m->events, room * sizeof *events);
        if (events == NULL)
            return 0;
        m->events = events;
        m->event_room = room;
    }
    m->events[m->event_count++] = kind << 30 | address;
    return 1;
}

/* FNV-1a over 64 bits, a whole event at a time, with the high half brought down. */
static uint64_t mix(uint64_t hash, unsigned kind, uint32_t address) {
    hash = (hash ^ (address | (uint64_t)(kind + 1) << 32)) * 0x100000001b3u;
    return hash ^ hash >> 29;
}

static int in_ram(const machine_t *m, uint16_t address) {
    return address >= simavr_ram_start(m) && address < simavr_ram_end(m);
}

/* What is wrong with an access by ld, st, lds or sts. */
static unsigned refusal(const machine_t *m, uint16_t address, int write) {
    if (m->allowed[address] & STACK)
        return write ? END_WRITE_BELOW_SP : END_READ_BELOW_SP;
    if (address < simavr_ram_start(m))
        return write ? END_WRITE_IO : END_READ_IO;
    return write ? END_WRITE : END_READ;
}

#define STACK_POINTER() ((uint16_t)(data[R_SPL] | data[R_SPH] << 8))
#define POINTER(n) ((uint16_t)(data[n] | data[(n) + 1] << 8))
#define FAIL(reason, at)                                                                           \
    do {                                                                                           \
        end = (reason);                                                                            \
        fault = (at);                                                                              \
        goto stop;                                                                                 \
    } while (0)
/* Where the run can go on: the access is made all the same. */
#define REFUSE(reason, at)                                                                         \
    do {                                                                                           \
        if (!m->lenient)                                                                           \
            FAIL(reason, at);                                                                      \
    } while (0)
#define EVENT(kind, at)                                                                            \
    do {                                                                                           \
        if (detail) {                                                                              \
            trace = mix(trace, kind, at);                                                          \
            if (record && !add_event(m, kind, at))                                                 \
                FAIL(END_OUT_OF_MEMORY, 0);                                                        \
        }                                                                                          \
    } while (0)
#define STEP()                                                                                     \
    do {                                                                                           \
        avr->run_cycle_count = 0; /* one instruction only */                                       \
        avr->pc = avr_run_one(avr);                                                                \
    } while (0)

/* The loop; `detail` and `record` are constants where it is used. */
static inline __attribute__((always_inline)) void run(machine_t *m, uint32_t entry, uint64_t budget,
                                                      result_t *result, const int detail,
                                                      const int record) {
    avr_t *avr = m->avr;
    uint8_t *data = avr->data;
    const op_t *ops = m->ops;
    uint64_t left = budget, library = 0, trace = 0xcbf29ce484222325u;
    uint64_t enabled_at = UINT64_MAX; /* `left` at the instruction that last set the I flag */
    uint32_t pc = entry, last = entry, caller = 0, end = END_RETURNED, fault = 0;
    uint16_t sp = STACK_POINTER(), lowest = sp, whole = sp, address;
    const unsigned longer = m->return_bytes - 2; /* bytes of a call beyond two */
    unsigned extra = longer, least = sp + extra; /* in this moment; sp without them */
    uint64_t start = avr->cycle;
    unsigned half = 0; /* R_SPL or R_SPH while only this half of the stack pointer is new */
    int open = 0;      /* an interrupt could have come since */

    avr->pc = pc;
    for (;;) {
        const op_t *op;
        if (pc >= 2 * m->words)
            FAIL(END_FETCH, pc);
        op = &ops[pc / 2];
        if (op->kind == RETURNED)
            break;
        if (left == 0)
            FAIL(END_BUDGET, 0);
        if (op->flags & LIBRARY_ENTRY) {
            for (unsigned i = 0; i < 32; i++)
                if (m->zero_mask >> i & 1 && data[i] != 0)
                    REFUSE(END_ZERO_AT_CALL, i);
            caller = last;
        }
        if (detail) {
            EVENT(EVENT_EXECUTE, pc);
            library += op->flags & IN_LIBRARY;
        }
        if (op->kind == PLAIN) {
            last = pc;
            if (detail) {
                STEP();
                left--;
            } else if (op->block <= left) {
                avr->run_cycle_count = op->cycles;
                last += 2 * (op->block - 1u);
                avr->pc = avr_run_one(avr);
                left -= op->block;
            } else {
                STEP();
                left--;
            }
            pc = avr->pc;
            continue;
        }
        if (op->kind == OUTSIDE)
            FAIL(END_FETCH, pc);
        last = pc;
        left--;
        switch (op->kind) {
        case ILLEGAL:
            FAIL(END_ILLEGAL, 0);
        case FORBIDDEN:
            FAIL(END_FORBIDDEN, 0);
        case LOAD:
        case LOAD_INC:
            address = POINTER(op->pointer) + op->operand;
            goto load;
        case LOAD_DEC:
            address = POINTER(op->pointer) - 1;
            goto load;
        case LDS:
            address = op->operand;
        load:
            if (!(m->allowed[address] & READABLE) &&
                !(m->allowed[address] & STACK && address > sp) &&
                !(m->lenient && in_ram(m, address)))
                FAIL(refusal(m, address, 0), address);
            EVENT(EVENT_READ, address);
            STEP();
            break;
        case STORE:
        case STORE_INC:
            address = POINTER(op->pointer) + op->operand;
            goto store;
        case STORE_DEC:
            address = POINTER(op->pointer) - 1;
            goto store;
        case STS:
            address = op->operand;
        store:
            if (!(m->allowed[address] & WRITABLE) &&
                !(m->allowed[address] & STACK && address > sp) &&
                !(m->lenient && in_ram(m, address)))
                FAIL(refusal(m, address, 1), address);
            EVENT(EVENT_WRITE, address);
            STEP();
            break;
        case PUSH:
        case CALL: {
            unsigned size = op->kind == PUSH ? 1 : m->return_bytes;
            if (sp < m->stack_low + size)
                FAIL(END_STACK_OVERFLOW, sp - size + 1);
            if (sp > m->stack_top)
                FAIL(END_STACK_POINTER, sp);
            for (unsigned i = 0; i < size; i++)
                EVENT(EVENT_WRITE, sp - i);
            STEP();
            sp -= size;
            if (op->kind == CALL)
                extra += longer;
            if (sp < lowest)
                lowest = sp;
            if (sp + extra < least)
                least = sp + extra;
            break;
        }
        case POP:
        case RET:
        case RETI: {
            unsigned size = op->kind == POP ? 1 : m->return_bytes;
            uint16_t old = sp;
            if (sp + size > m->stack_top || sp < m->stack_low)
                FAIL(END_STACK_UNDERFLOW, sp + size);
            for (unsigned i = 1; i <= size; i++)
                EVENT(EVENT_READ, sp + i);
            STEP();
            sp += size;
            if (op->kind != POP)
                extra -= longer;
            /* An interrupt may have used what was freed. */
            for (address = old + 1; address <= sp; address++)
                data[address] = (uint8_t)(address * 167u + 91u);
            if (op->kind == RETI) {
                avr->interrupt_state = 0;
                enabled_at = left;
            }
            if (op->kind == RET && op->flags & IN_LIBRARY && m->library_clobbers &&
                !(avr->pc < 2 * m->words && ops[avr->pc / 2].flags & IN_LIBRARY)) {
                /* memcpy and memset may change what the ABI lets them, not the result r25:r24. */
                static const uint8_t free_registers[] = {0, 18, 19, 20, 21, 22, 23, 26, 27, 30, 31};
                for (unsigned i = 0; i < sizeof free_registers; i++)
                    data[free_registers[i]] = (uint8_t)(free_registers[i] * 101u + 0xa5u);
                for (unsigned i = 0; i < S_I; i++)
                    avr->sreg[i] = 0x35 >> i & 1;
                if (m->large)
                    data[avr->rampz] = 0x35;
            }
            break;
        }
        case LPM:
            address = POINTER(30);
            if (address < m->flash_low || address >= m->flash_high)
                FAIL(END_READ_FLASH, address);
            EVENT(EVENT_READ, FLASH_EVENT + address);
            STEP();
            break;
        case ELPM: {
            uint32_t far = (uint32_t)data[avr->rampz] << 16 | POINTER(30);
            if (far < m->flash_low || far >= m->flash_high)
                FAIL(END_READ_FLASH, far);
            EVENT(EVENT_READ, FLASH_EVENT + far);
            STEP();
            break;
        }
        case IN:
            if (m->large && (op->operand == avr->rampz || op->operand == avr->eind)) {
                STEP();
                break;
            }
            if (op->operand != R_SPL && op->operand != R_SPH && op->operand != R_SREG)
                FAIL(END_READ_IO, op->operand);
            STEP();
            break;
        case OUT:
            if (op->operand == R_SREG) {
                int before = avr->sreg[S_I];
                STEP();
                avr->interrupt_state = 0;
                if (avr->sreg[S_I] && !before)
                    enabled_at = left;
                break;
            }
            if (m->large && op->operand == avr->rampz) {
                STEP();
                break;
            }
            if (op->operand != R_SPL && op->operand != R_SPH)
                FAIL(END_WRITE_IO, op->operand);
            if (half != 0 && half != op->operand) {
                /*
                 * The second half.  The instruction after one that sets the I flag runs before
                 * any interrupt (0856, SEI), hence avr-gcc's order: out SPH, out SREG, out SPL.
                 */
                if (open || (avr->sreg[S_I] && enabled_at != left + 1))
                    REFUSE(END_STACK_POINTER_TORN, op->operand);
                half = 0;
            } else {
                if (half == 0)
                    whole = sp;
                half = op->operand;
                open = avr->sreg[S_I];
            }
            STEP();
            address = STACK_POINTER();
            if (half == 0 || open) {
                if (address < m->stack_low)
                    FAIL(END_STACK_OVERFLOW, address);
                if (address > m->stack_top)
                    FAIL(END_STACK_POINTER, address);
                for (unsigned i = whole + 1u; i <= address; i++)
                    if (m->allowed[i] & STACK)
                        data[i] = (uint8_t)(i * 167u + 91u);
                if (address < lowest)
                    lowest = address;
                if (address + extra < least)
                    least = address + extra;
            }
            sp = address;
            break;
        case IO_BIT_READ:
            FAIL(END_READ_IO, op->operand);
        case IO_BIT:
            FAIL(END_WRITE_IO, op->operand);
        case FLAG_I: {
            int before = avr->sreg[S_I];
            STEP();
            avr->interrupt_state = 0;
            if (avr->sreg[S_I] && !before)
                enabled_at = left;
            break;
        }
        }
        pc = avr->pc;
    }
stop:
    result->end = end;
    result->address = fault;
    result->program_counter = last;
    result->caller = last / 2 < m->words && ops[last / 2].flags & IN_LIBRARY ? caller : 0;
    result->stack_pointer = sp;
    result->stack_bytes = m->stack_top - lowest;
    result->short_stack_bytes = m->stack_top - least;
    result->instructions = budget - left;
    result->library_instructions = library;
    result->cycles = avr->cycle - start;
    result->trace = detail ? trace : 0;
    memcpy(result->registers, data, 32);
    result->status = 0;
    for (unsigned i = 0; i < 8; i++)
        result->status |= (uint8_t)(avr->sreg[i] << i);
}

static void run_fast(machine_t *m, uint32_t entry, uint64_t budget, result_t *result) {
    run(m, entry, budget, result, 0, 0);
}

static void run_detailed(machine_t *m, uint32_t entry, uint64_t budget, result_t *result) {
    run(m, entry, budget, result, 1, 0);
}

static void run_recorded(machine_t *m, uint32_t entry, uint64_t budget, result_t *result) {
    run(m, entry, budget, result, 1, 1);
}

/*
 * Calls the function at `entry`: registers as given, SREG too, the stack in (low, top], the return
 * address pushed (which `stack_bytes` counts and `cycles` does not), and runs until it has returned.
 * regions: address, size, writable of each.  mode: 0 fast, 1 detailed, 2 recorded.
 */
void simavr_call(machine_t *m, uint32_t entry, const uint8_t *registers, uint8_t status,
                 uint32_t stack_low, uint32_t stack_top, const uint32_t *regions,
                 uint32_t region_count, int mode, uint64_t budget, result_t *result) {
    avr_t *avr = m->avr;
    uint8_t *data = avr->data;
    uint16_t sp = (uint16_t)stack_top;

    memset(m->allowed + m->stack_low + 1, 0, m->stack_top - m->stack_low);
    m->stack_low = (uint16_t)stack_low;
    m->stack_top = (uint16_t)stack_top;
    memset(m->allowed + stack_low + 1, STACK, stack_top - stack_low);
    for (uint32_t i = 0; i < region_count; i++)
        for (uint32_t a = regions[3 * i]; a < regions[3 * i] + regions[3 * i + 1]; a++)
            m->allowed[a] |= regions[3 * i + 2] ? READABLE | WRITABLE : READABLE;
    fill(data + m->stack_low + 1, m->stack_top - m->stack_low, 2);
    memcpy(data, registers, 32);
    for (unsigned i = 0; i < 8; i++)
        avr->sreg[i] = status >> i & 1;
    for (unsigned i = 0; i < m->return_bytes; i++)
        data[sp--] = (uint8_t)(m->sentinel / 2 >> 8 * i);
    /* A caller may have left anything in RAMPZ, but nothing in EIND. */
    if (m->large)
        data[avr->rampz] = registers[31] ^ 0x5a;
    data[R_SPL] = (uint8_t)sp;
    data[R_SPH] = (uint8_t)(sp >> 8);
    avr->state = cpu_Running;
    avr->interrupt_state = 0;
    m->event_count = 0;
    if (mode == 0)
        run_fast(m, entry, budget, result);
    else if (mode == 1)
        run_detailed(m, entry, budget, result);
    else
        run_recorded(m, entry, budget, result);
    for (uint32_t i = 0; i < region_count; i++)
        memset(m->allowed + regions[3 * i], 0, regions[3 * i + 1]);
}

void simavr_lenient(machine_t *m, int lenient) {
    m->lenient = lenient;
}

/* The last recorded call's events: kind in the two high bits, address in the others. */
const uint32_t *simavr_events(const machine_t *m, uint64_t *count) {
    *count = m->event_count;
    return m->events;
}
