/*
 * An 8051 core that watches every access of the code that it runs.
 *
 * Instructions and their machine cycles (12 oscillator periods each) are those of Intel, "MCS 51
 * Microcontroller Family User's Manual" (order number 272383-002), chapter 2, "MCS 51
 * Programmer's Guide and Instruction Set", table 10 and the instruction definitions after it.
 * The core is the one of an 8052: 256 bytes of internal RAM.  No peripheral is simulated: their
 * special function registers are closed to the code under test.  With two data pointers bit 0 of
 * AUXR1 selects which of them DPL, DPH and DPTR are (Philips, 89C51RA2/RB2/RC2/RD2 data sheet,
 * "Dual DPTR").
 *
 * Flat addresses name a byte of any space: external RAM from 0, internal RAM from 0x10000,
 * special function registers from 0x20000 (plus their direct address), code from 0x30000.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Inlined into one case for each opcode, where the opcode is a constant. */
#define INLINE static inline __attribute__((always_inline))

enum { IRAM = 0x10000, SFR = 0x20000, CODE = 0x30000 };

/* What a byte of memory may be used for. */
enum { MAY_READ = 1, MAY_WRITE = 2, MAY_EXECUTE = 4, IN_LIBRARY = 8 };

/* Why a run ended. */
enum {
    RETURNED,
    BREACH_READ,
    BREACH_WRITE,
    BREACH_FETCH,
    BREACH_INSTRUCTION,
    BREACH_STACK,
    BREACH_BUDGET,
    NO_MEMORY
};

enum { EVENT_EXECUTE = 0, EVENT_READ = 1u << 30, EVENT_WRITE = 2u << 30 };

enum {
    D_SP = 0x81,
    D_DPL = 0x82,
    D_DPH = 0x83,
    D_P2 = 0xa0,
    D_AUXR1 = 0xa2,
    D_PSW = 0xd0,
    D_ACC = 0xe0,
    D_B = 0xf0
};

struct mcs51 {
    uint8_t code[0x10000];
    uint8_t code_may[0x10000];
    uint8_t xram[0x10000];
    uint8_t xram_may[0x10000];
    uint8_t iram[256];
    uint8_t iram_may[256];
    uint8_t sfr[256]; /* by direct address; the lower half is unused */
    uint8_t sfr_may[256];
    uint64_t instructions;
    uint64_t library_instructions;
    uint64_t cycles;
    uint64_t trace;
    uint32_t pc;
    uint32_t stack_low; /* lowest internal RAM address of the stack of this call */
    uint32_t deepest;   /* greatest value of SP */
    uint32_t breach_at; /* flat address of the access that ended the run */
    uint32_t breach_pc; /* address of the instruction that made it */
    uint32_t tracing;   /* whether to hash the trace */
    uint32_t recording; /* whether to keep the events */
    uint64_t event_count;
    uint64_t event_room;
    uint32_t *events;         /* flat address, the event's kind in the two upper bits */
    uint32_t two_pointers;    /* whether there are two data pointers */
    uint8_t other_pointer[2]; /* DPL and DPH of the one that is not selected */
    uint32_t block_moves;     /* whether opcode A5h moves 16 and 32 bits, see block_move */
    uint64_t moved;           /* such instructions executed */
    /* private to a run */
    uint32_t status;
    uint32_t here;
};

/* Machine cycles by opcode; 0 marks the one opcode that does not exist. */
static const uint8_t machine_cycles[256] = {
    1, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, /* 0x: nop ajmp ljmp rr inc */
    2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, /* 1x: jbc acall lcall rrc dec */
    2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, /* 2x: jb ajmp ret rl add */
    2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, /* 3x: jnb acall reti rlc addc */
    2, 2, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, /* 4x: jc ajmp orl */
    2, 2, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, /* 5x: jnc acall anl */
    2, 2, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, /* 6x: jz ajmp xrl */
    2, 2, 2, 2, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, /* 7x: jnz acall orl jmp mov # */
    2, 2, 2, 2, 4, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, /* 8x: sjmp ajmp anl movc div mov */
    2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, /* 9x: mov acall mov movc subb */
    2, 2, 1, 2, 4, 0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, /* Ax: orl ajmp mov inc mul mov */
    2, 2, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, /* Bx: anl acall cpl cjne */
    2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, /* Cx: push ajmp clr swap xch */
    2, 2, 1, 1, 1, 2, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, /* Dx: pop acall setb da djnz xchd */
    2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, /* Ex: movx ajmp clr mov */
    2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, /* Fx: movx acall cpl mov */
};

static __attribute__((noinline, cold)) void stop(struct mcs51 *m, uint32_t status,
                                                 uint32_t address) {
    if (m->status != RETURNED)
        return; /* the first cause counts */
    m->status = status;
    m->breach_at = address;
    m->breach_pc = m->here;
}

INLINE void note(struct mcs51 *m, uint32_t event) {
    if (!m->tracing)
        return;
    /* FNV-1a over the four bytes at once: only equality of two traces is asked for. */
    m->trace = (m->trace ^ event) * 0x100000001b3u;
    m->trace ^= m->trace >> 29;
    if (!m->recording)
        return;
    if (m->event_count == m->event_room) {
        uint64_t room = m->event_room ? 2 * m->event_room : 4096;
        uint32_t *larger = realloc(m->events, room * sizeof *larger);
        if (larger == NULL) {
            stop(m, NO_MEMORY, 0);
            return;
        }
        m->events = larger;
        m->event_room = room;
    }
    m->events[m->event_count++] = event;
}

INLINE uint8_t fetch(struct mcs51 *m) {
    uint32_t at = m->pc;
    if (!(m->code_may[at] & MAY_EXECUTE))
        stop(m, BREACH_FETCH, CODE + at);
    m->pc = (at + 1) & 0xffff;
    return m->code[at];
}

static uint8_t code_read(struct mcs51 *m, uint32_t at) {
    at &= 0xffff;
    note(m, EVENT_READ | (CODE + at));
    if (!(m->code_may[at] & MAY_READ))
        stop(m, BREACH_READ, CODE + at);
    return m->code[at];
}

static uint8_t xram_read(struct mcs51 *m, uint32_t at) {
    note(m, EVENT_READ | at);
    if (!(m->xram_may[at] & MAY_READ))
        stop(m, BREACH_READ, at);
    return m->xram[at];
}

static void xram_write(struct mcs51 *m, uint32_t at, uint8_t value) {
    note(m, EVENT_WRITE | at);
    if (!(m->xram_may[at] & MAY_WRITE)) {
        stop(m, BREACH_WRITE, at);
        return;
    }
    m->xram[at] = value;
}

/* Whether internal RAM may be used: what is granted, or the stack up to its pointer. */
INLINE int iram_allowed(struct mcs51 *m, uint32_t at, uint8_t need) {
    if (m->iram_may[at] & need)
        return 1;
    if (at < m->stack_low)
        return 0;
    if (at <= m->sfr[D_SP])
        return 1;
    stop(m, BREACH_STACK, IRAM + at);
    return 0;
}

static uint8_t iram_read(struct mcs51 *m, uint32_t at) {
    if (!iram_allowed(m, at, MAY_READ))
        stop(m, BREACH_READ, IRAM + at);
    return m->iram[at];
}

static void iram_write(struct mcs51 *m, uint32_t at, uint8_t value) {
    if (!iram_allowed(m, at, MAY_WRITE)) {
        stop(m, BREACH_WRITE, IRAM + at);
        return;
    }
    m->iram[at] = value;
}

static uint8_t indirect_read(struct mcs51 *m, uint8_t at) {
    note(m, EVENT_READ | (IRAM + at));
    return iram_read(m, at);
}

static void indirect_write(struct mcs51 *m, uint8_t at, uint8_t value) {
    note(m, EVENT_WRITE | (IRAM + at));
    iram_write(m, at, value);
}

/* The parity flag follows the accumulator. */
static void refresh_parity(struct mcs51 *m) {
    m->sfr[D_PSW] = (uint8_t)((m->sfr[D_PSW] & 0xfe) | __builtin_parity(m->sfr[D_ACC]));
}

static uint8_t direct_read(struct mcs51 *m, uint8_t at) {
    if (at < 0x80)
        return iram_read(m, at);
    if (!(m->sfr_may[at] & MAY_READ))
        stop(m, BREACH_READ, SFR + at);
    if (at == D_PSW)
        refresh_parity(m);
    return m->sfr[at];
}

static void direct_write(struct mcs51 *m, uint8_t at, uint8_t value) {
    if (at < 0x80) {
        iram_write(m, at, value);
        return;
    }
    if (!(m->sfr_may[at] & MAY_WRITE)) {
        stop(m, BREACH_WRITE, SFR + at);
        return;
    }
    if (at == D_AUXR1 && m->two_pointers && ((m->sfr[at] ^ value) & 1)) {
        uint8_t selected[2];
        memcpy(selected, m->sfr + D_DPL, 2);
        memcpy(m->sfr + D_DPL, m->other_pointer, 2);
        memcpy(m->other_pointer, selected, 2);
    }
    m->sfr[at] = value;
    if (at == D_SP && value > m->deepest)
        m->deepest = value;
}

static uint8_t bit_byte(uint8_t bit) {
    return bit < 0x80 ? (uint8_t)(0x20 + (bit >> 3)) : (uint8_t)(bit & 0xf8);
}

static int bit_read(struct mcs51 *m, uint8_t bit) {
    return (direct_read(m, bit_byte(bit)) >> (bit & 7)) & 1;
}

static void bit_write(struct mcs51 *m, uint8_t bit, int value) {
    uint8_t at = bit_byte(bit);
    uint8_t mask = (uint8_t)(1 << (bit & 7));
    uint8_t old = direct_read(m, at);
    direct_write(m, at, (uint8_t)(value ? old | mask : old & ~mask));
}

static void push(struct mcs51 *m, uint8_t value) {
    uint32_t sp = m->sfr[D_SP] + 1u;
    if (sp > 0xff || sp < m->stack_low) {
        stop(m, BREACH_STACK, IRAM + (sp & 0xff));
        return;
    }
    m->sfr[D_SP] = (uint8_t)sp;
    if (sp > m->deepest)
        m->deepest = sp;
    m->iram[sp] = value;
}

static uint8_t pop(struct mcs51 *m) {
    uint32_t sp = m->sfr[D_SP];
    if (sp < m->stack_low) {
        stop(m, BREACH_STACK, IRAM + sp);
        return 0;
    }
    m->sfr[D_SP] = (uint8_t)(sp - 1);
    return m->iram[sp];
}

static void call(struct mcs51 *m, uint32_t target) {
    push(m, (uint8_t)m->pc);
    push(m, (uint8_t)(m->pc >> 8));
    m->pc = target;
}

static void jump_relative(struct mcs51 *m, uint8_t distance) {
    m->pc = (m->pc + (uint32_t)(int8_t)distance) & 0xffff;
}

static int carry(const struct mcs51 *m) {
    return m->sfr[D_PSW] >> 7;
}

static void set_carry(struct mcs51 *m, int value) {
    m->sfr[D_PSW] = (uint8_t)((m->sfr[D_PSW] & 0x7f) | (value ? 0x80 : 0));
}

static void set_flags(struct mcs51 *m, int cy, int ac, int ov) {
    m->sfr[D_PSW] =
        (uint8_t)((m->sfr[D_PSW] & 0x3b) | (cy ? 0x80 : 0) | (ac ? 0x40 : 0) | (ov ? 0x04 : 0));
}

static void add(struct mcs51 *m, uint8_t value, int carry_in) {
    unsigned a = m->sfr[D_ACC];
    unsigned sum = a + value + (unsigned)carry_in;
    int ac = (a & 15) + (value & 15u) + (unsigned)carry_in > 15;
    int ov = (~(a ^ value) & (a ^ sum) & 0x80) != 0;
    m->sfr[D_ACC] = (uint8_t)sum;
    set_flags(m, sum > 0xff, ac, ov);
}

static void subtract(struct mcs51 *m, uint8_t value) {
    unsigned a = m->sfr[D_ACC];
    unsigned borrow = (unsigned)carry(m);
    unsigned difference = a - value - borrow;
    int ac = (a & 15) < (value & 15u) + borrow;
    int ov = ((a ^ value) & (a ^ difference) & 0x80) != 0;
    m->sfr[D_ACC] = (uint8_t)difference;
    set_flags(m, difference > 0xff, ac, ov);
}

static void decimal_adjust(struct mcs51 *m) {
    unsigned a = m->sfr[D_ACC];
    int cy = carry(m);
    if ((a & 15) > 9 || (m->sfr[D_PSW] & 0x40))
        a += 6;
    if (a > 0xff)
        cy = 1;
    a = (a & 0xff) | (cy ? 0x100 : 0);
    if (a > 0x9f)
        a += 0x60;
    m->sfr[D_ACC] = (uint8_t)a;
    set_carry(m, a > 0xff);
}

INLINE uint8_t register_address(const struct mcs51 *m, uint8_t opcode) {
    return (uint8_t)((m->sfr[D_PSW] & 0x18) + (opcode & 7));
}

INLINE uint8_t pointer(struct mcs51 *m, uint8_t opcode) {
    return iram_read(m, (m->sfr[D_PSW] & 0x18u) + (opcode & 1u));
}

/* The operand of the regular opcodes: 4 #data, 5 direct, 6 and 7 @Ri, 8 to 15 Rn. */
INLINE uint8_t operand_read(struct mcs51 *m, uint8_t opcode) {
    switch (opcode & 15) {
    case 4:
        return fetch(m);
    case 5:
        return direct_read(m, fetch(m));
    case 6:
    case 7:
        return indirect_read(m, pointer(m, opcode));
    default:
        return iram_read(m, register_address(m, opcode));
    }
}

/* Reads an operand and leaves its place in *at, for the opcodes that write it back. */
INLINE uint8_t operand_place(struct mcs51 *m, uint8_t opcode, uint8_t *at) {
    switch (opcode & 15) {
    case 5:
        *at = fetch(m);
        return direct_read(m, *at);
    case 6:
    case 7:
        *at = pointer(m, opcode);
        return indirect_read(m, *at);
    default:
        *at = register_address(m, opcode);
        return iram_read(m, *at);
    }
}

INLINE void operand_write(struct mcs51 *m, uint8_t opcode, uint8_t at, uint8_t value) {
    switch (opcode & 15) {
    case 5:
        direct_write(m, at, value);
        break;
    case 6:
    case 7:
        indirect_write(m, at, value);
        break;
    default:
        iram_write(m, at, value);
        break;
    }
}

static void compare_jump(struct mcs51 *m, uint8_t left, uint8_t right) {
    uint8_t distance = fetch(m);
    set_carry(m, left < right);
    if (left != right)
        jump_relative(m, distance);
}

static void conditional(struct mcs51 *m, int condition) {
    uint8_t distance = fetch(m);
    if (condition)
        jump_relative(m, distance);
}

/* The opcodes of the first four columns, and those of the fifth that break the pattern. */
INLINE void irregular(struct mcs51 *m, uint8_t opcode) {
    uint8_t *a = &m->sfr[D_ACC];
    uint32_t dptr = m->sfr[D_DPL] | (uint32_t)m->sfr[D_DPH] << 8;
    uint8_t x, y;
    unsigned wide;

    switch (opcode) {
    case 0x00:
        break;
    case 0x02:
        x = fetch(m);
        y = fetch(m);
        m->pc = (uint32_t)x << 8 | y;
        break;
    case 0x12:
        x = fetch(m);
        y = fetch(m);
        call(m, (uint32_t)x << 8 | y);
        break;
    case 0x22:
    case 0x32:
        x = pop(m);
        y = pop(m);
        m->pc = (uint32_t)x << 8 | y;
        break;
    case 0x03:
        *a = (uint8_t)(*a >> 1 | *a << 7);
        break;
    case 0x13:
        x = *a;
        *a = (uint8_t)(x >> 1 | carry(m) << 7);
        set_carry(m, x & 1);
        break;
    case 0x23:
        *a = (uint8_t)(*a << 1 | *a >> 7);
        break;
    case 0x33:
        x = *a;
        *a = (uint8_t)(x << 1 | carry(m));
        set_carry(m, x >> 7);
        break;
    case 0x04:
        ++*a;
        break;
    case 0x14:
        --*a;
        break;
    case 0x10:
        x = fetch(m);
        y = (uint8_t)bit_read(m, x);
        if (y)
            bit_write(m, x, 0);
        conditional(m, y);
        break;
    case 0x20:
        x = fetch(m);
        conditional(m, bit_read(m, x));
        break;
    case 0x30:
        x = fetch(m);
        conditional(m, !bit_read(m, x));
        break;
    case 0x40:
        conditional(m, carry(m));
        break;
    case 0x50:
        conditional(m, !carry(m));
        break;
    case 0x60:
        conditional(m, *a == 0);
        break;
    case 0x70:
        conditional(m, *a != 0);
        break;
    case 0x80:
        conditional(m, 1);
        break;
    case 0x73:
        m->pc = (dptr + *a) & 0xffff;
        break;
    case 0x42:
        x = fetch(m);
        direct_write(m, x, direct_read(m, x) | *a);
        break;
    case 0x43:
        x = fetch(m);
        y = direct_read(m, x);
        direct_write(m, x, y | fetch(m));
        break;
    case 0x52:
        x = fetch(m);
        direct_write(m, x, direct_read(m, x) & *a);
        break;
    case 0x53:
        x = fetch(m);
        y = direct_read(m, x);
        direct_write(m, x, y & fetch(m));
        break;
    case 0x62:
        x = fetch(m);
        direct_write(m, x, direct_read(m, x) ^ *a);
        break;
    case 0x63:
        x = fetch(m);
        y = direct_read(m, x);
        direct_write(m, x, y ^ fetch(m));
        break;
    case 0x72:
        set_carry(m, carry(m) | bit_read(m, fetch(m)));
        break;
    case 0x82:
        set_carry(m, carry(m) & bit_read(m, fetch(m)));
        break;
    case 0xa0:
        set_carry(m, carry(m) | !bit_read(m, fetch(m)));
        break;
    case 0xb0:
        set_carry(m, carry(m) & !bit_read(m, fetch(m)));
        break;
    case 0xa2:
        set_carry(m, bit_read(m, fetch(m)));
        break;
    case 0x92:
        bit_write(m, fetch(m), carry(m));
        break;
    case 0xb2:
        x = fetch(m);
        bit_write(m, x, !bit_read(m, x));
        break;
    case 0xc2:
        bit_write(m, fetch(m), 0);
        break;
    case 0xd2:
        bit_write(m, fetch(m), 1);
        break;
    case 0xb3:
        set_carry(m, !carry(m));
        break;
    case 0xc3:
        set_carry(m, 0);
        break;
    case 0xd3:
        set_carry(m, 1);
        break;
    case 0x83:
        *a = code_read(m, m->pc + *a);
        break;
    case 0x93:
        *a = code_read(m, dptr + *a);
        break;
    case 0x84:
        x = m->sfr[D_B];
        if (x == 0) {
            /* A and B are undefined after a division by zero; they keep their values here. */
            set_flags(m, 0, m->sfr[D_PSW] & 0x40, 1);
            break;
        }
        y = *a;
        *a = y / x;
        m->sfr[D_B] = y % x;
        set_flags(m, 0, m->sfr[D_PSW] & 0x40, 0);
        break;
    case 0xa4:
        wide = (unsigned)*a * m->sfr[D_B];
        *a = (uint8_t)wide;
        m->sfr[D_B] = (uint8_t)(wide >> 8);
        set_flags(m, 0, m->sfr[D_PSW] & 0x40, wide > 0xff);
        break;
    case 0x90:
        m->sfr[D_DPH] = fetch(m);
        m->sfr[D_DPL] = fetch(m);
        break;
    case 0xa3:
        m->sfr[D_DPL] = (uint8_t)(dptr + 1);
        m->sfr[D_DPH] = (uint8_t)((dptr + 1) >> 8);
        break;
    case 0x85:
        x = direct_read(m, fetch(m)); /* the source comes first in the code */
        direct_write(m, fetch(m), x);
        break;
    case 0xc0:
        push(m, direct_read(m, fetch(m)));
        break;
    case 0xd0:
        y = pop(m);
        direct_write(m, fetch(m), y);
        break;
    case 0xc4:
        *a = (uint8_t)(*a >> 4 | *a << 4);
        break;
    case 0xd4:
        decimal_adjust(m);
        break;
    case 0xe4:
        *a = 0;
        break;
    case 0xf4:
        *a = (uint8_t)~*a;
        break;
    case 0xd6:
    case 0xd7:
        x = pointer(m, opcode);
        y = indirect_read(m, x);
        indirect_write(m, x, (y & 0xf0) | (*a & 15));
        *a = (*a & 0xf0) | (y & 15);
        break;
    case 0xe0:
        *a = xram_read(m, dptr);
        break;
    case 0xf0:
        xram_write(m, dptr, *a);
        break;
    case 0xe2:
    case 0xe3:
        *a = xram_read(m, (uint32_t)m->sfr[D_P2] << 8 | pointer(m, opcode));
        break;
    case 0xf2:
    case 0xf3:
        xram_write(m, (uint32_t)m->sfr[D_P2] << 8 | pointer(m, opcode), *a);
        break;
    default:
        stop(m, BREACH_INSTRUCTION, CODE + m->here);
        break;
    }
}

INLINE void execute(struct mcs51 *m, uint8_t opcode) {
    uint8_t *a = &m->sfr[D_ACC];
    uint8_t x, y, at;

    if ((opcode & 15) == 1) { /* ajmp, acall: within the 2 KiB of the next instruction */
        uint32_t target = (uint32_t)(opcode & 0xe0) << 3 | fetch(m);
        target |= m->pc & 0xf800;
        if (opcode & 0x10)
            call(m, target);
        else
            m->pc = target;
        return;
    }
    if ((opcode & 15) < 4) {
        irregular(m, opcode);
        return;
    }
    switch (opcode >> 4) {
    case 0x0:
    case 0x1:
        if ((opcode & 15) == 4) {
            irregular(m, opcode);
            break;
        }
        x = operand_place(m, opcode, &at);
        operand_write(m, opcode, at, (uint8_t)(opcode & 0x10 ? x - 1 : x + 1));
        break;
    case 0x2:
        add(m, operand_read(m, opcode), 0);
        break;
    case 0x3:
        add(m, operand_read(m, opcode), carry(m));
        break;
    case 0x4:
        *a |= operand_read(m, opcode);
        break;
    case 0x5:
        *a &= operand_read(m, opcode);
        break;
    case 0x6:
        *a ^= operand_read(m, opcode);
        break;
    case 0x7: /* mov operand,#data */
        switch (opcode & 15) {
        case 4:
            *a = fetch(m);
            break;
        case 5:
            at = fetch(m);
            direct_write(m, at, fetch(m));
            break;
        case 6:
        case 7:
            at = pointer(m, opcode);
            indirect_write(m, at, fetch(m));
            break;
        default:
            iram_write(m, register_address(m, opcode), fetch(m));
            break;
        }
        break;
    case 0x8: /* mov direct,operand */
        if ((opcode & 15) < 6) {
            irregular(m, opcode);
            break;
        }
        x = operand_read(m, opcode);
        direct_write(m, fetch(m), x);
        break;
    case 0x9:
        subtract(m, operand_read(m, opcode));
        break;
    case 0xa: /* mov operand,direct */
        if ((opcode & 15) < 6) {
            irregular(m, opcode);
            break;
        }
        x = direct_read(m, fetch(m));
        if ((opcode & 15) < 8)
            indirect_write(m, pointer(m, opcode), x);
        else
            iram_write(m, register_address(m, opcode), x);
        break;
    case 0xb: /* cjne */
        if ((opcode & 15) == 4)
            compare_jump(m, *a, fetch(m));
        else if ((opcode & 15) == 5)
            compare_jump(m, *a, direct_read(m, fetch(m)));
        else {
            x = operand_read(m, opcode);
            y = fetch(m);
            compare_jump(m, x, y);
        }
        break;
    case 0xc: /* xch */
        if ((opcode & 15) == 4) {
            irregular(m, opcode);
            break;
        }
        x = operand_place(m, opcode, &at);
        y = *a;
        operand_write(m, opcode, at, y);
        *a = x;
        break;
    case 0xd: /* djnz */
        if ((opcode & 15) != 5 && (opcode & 15) < 8) {
            irregular(m, opcode);
            break;
        }
        x = (uint8_t)(operand_place(m, opcode, &at) - 1);
        operand_write(m, opcode, at, x);
        conditional(m, x != 0);
        break;
    case 0xe: /* mov a,operand */
        if ((opcode & 15) == 4)
            irregular(m, opcode);
        else
            *a = operand_read(m, opcode);
        break;
    default: /* mov operand,a */
        if ((opcode & 15) == 4)
            irregular(m, opcode);
        else if ((opcode & 15) == 5)
            direct_write(m, fetch(m), *a);
        else if ((opcode & 15) < 8)
            indirect_write(m, pointer(m, opcode), *a);
        else
            iram_write(m, register_address(m, opcode), *a);
        break;
    }
}

#define CASE(n)                                                                                    \
    case n:                                                                                        \
        execute(m, n);                                                                             \
        break;
#define FOUR(n) CASE(n) CASE(n + 1) CASE(n + 2) CASE(n + 3)
#define ROW(n) FOUR(n) FOUR(n + 4) FOUR(n + 8) FOUR(n + 12)

static void dispatch(struct mcs51 *m, uint8_t opcode) {
    switch (opcode) {
        ROW(0x00);
        ROW(0x10);
        ROW(0x20);
        ROW(0x30);
        ROW(0x40);
        ROW(0x50);
        ROW(0x60);
        ROW(0x70);
        ROW(0x80);
        ROW(0x90);
        ROW(0xa0);
        ROW(0xb0);
        ROW(0xc0);
        ROW(0xd0);
        ROW(0xe0);
        ROW(0xf0);
    }
}

enum { BLOCK_MOVE = 0xa5, BLOCK_MOVE_CYCLES = 2 };

/*
 * An instruction of our own, in the place of the one opcode that does not exist: A5h, a mode, a direct
 * address in the lower half of internal RAM.  Mode: bit 7 set to store, bit 6 for 4 bytes, else 2,
 * bits 1 and 0 the pointer, R0, R1 or DPTR.  The bytes in external RAM from the pointer on and those
 * in internal RAM from the address on, bank 0 at its lowest, are copied, the lowest first; the
 * pointer goes on behind them, R0 and R1 within their page.  It takes two machine cycles, as MOVX.
 */
static void block_move(struct mcs51 *m) {
    uint8_t mode = fetch(m);
    uint8_t at = fetch(m);
    uint32_t count = mode & 0x40 ? 4 : 2;
    uint32_t i, which = mode & 3;
    if ((mode & 0x3c) || which == 3 || at + count > 0x80) {
        stop(m, BREACH_INSTRUCTION, CODE + m->here);
        return;
    }
    for (i = 0; i < count; i++) {
        uint32_t place =
            which == 2
                ? ((uint32_t)m->sfr[D_DPH] << 8 | m->sfr[D_DPL])
                : ((uint32_t)m->sfr[D_P2] << 8 | iram_read(m, (m->sfr[D_PSW] & 0x18u) + which));
        if (mode & 0x80)
            xram_write(m, place, direct_read(m, (uint8_t)(at + i)));
        else
            direct_write(m, (uint8_t)(at + i), xram_read(m, place));
        place++;
        if (which == 2) {
            m->sfr[D_DPL] = (uint8_t)place;
            m->sfr[D_DPH] = (uint8_t)(place >> 8);
        } else
            iram_write(m, (m->sfr[D_PSW] & 0x18u) + which, (uint8_t)place);
    }
    m->cycles += BLOCK_MOVE_CYCLES;
    m->moved++;
}

/* Machine cycles of an instruction. */
uint32_t mcs51_cycles(uint8_t opcode) {
    return opcode == BLOCK_MOVE ? BLOCK_MOVE_CYCLES : machine_cycles[opcode];
}

struct mcs51 *mcs51_new(void) {
    return calloc(1, sizeof(struct mcs51));
}

void mcs51_free(struct mcs51 *m) {
    if (m != NULL)
        free(m->events);
    free(m);
}

/*
 * Runs from m->pc until the instruction at `sentinel` would come next, and returns why it ended.
 * The counters start at zero; SP must stand on the return address already.
 */
uint32_t mcs51_run(struct mcs51 *m, uint32_t sentinel, uint64_t budget) {
    m->instructions = m->library_instructions = m->cycles = m->moved = 0;
    m->trace = 0xcbf29ce484222325u;
    m->event_count = 0;
    m->status = RETURNED;
    m->deepest = m->sfr[D_SP];
    while (m->pc != sentinel) {
        uint8_t opcode;
        if (m->instructions == budget) {
            m->here = m->pc;
            stop(m, BREACH_BUDGET, CODE + m->pc);
            break;
        }
        m->here = m->pc;
        note(m, EVENT_EXECUTE | (CODE + m->pc));
        opcode = fetch(m);
        if (m->status != RETURNED)
            break;
        m->instructions++;
        if (m->code_may[m->here] & IN_LIBRARY)
            m->library_instructions++;
        m->cycles += machine_cycles[opcode];
        if (opcode == BLOCK_MOVE && m->block_moves)
            block_move(m);
        else
            dispatch(m, opcode);
        if (m->status != RETURNED)
            break;
    }
    refresh_parity(m);
    return m->status;
}
