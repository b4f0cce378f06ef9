/* Cycles modelled over the trace of executed instructions: one engine for every timing model.
 *
 * A model (struct timing_model) and the table of a program's instructions (struct timing_table)
 * are built by mote.timing from python/mote/timing/models/NAME.toml; docs/timing.md describes
 * what the numbers mean.  All times are in processor clock cycles.
 */
#ifndef MOTE_TIMING_H
#define MOTE_TIMING_H

#include <stdint.h>

#define TIMING_REGISTERS 128
#define TIMING_UNITS 8
#define TIMING_TABLES 8
#define TIMING_WINDOW 16

/* struct timing_row.flags */
#define TIMING_UNCOVERED 1u     /* no rule covers the instruction: stepping it is an error */
#define TIMING_BRANCH 2u        /* taken when the next row is not the following one */
#define TIMING_FOLDED 4u        /* a branch that takes no dispatch slot */
#define TIMING_SERIAL 8u        /* starts when everything before it has completed */
#define TIMING_PREDICTED 16u    /* a conditional branch whose direction is predicted */
#define TIMING_STATIC_TAKEN 32u /* static prediction says taken */
#define TIMING_TAIL 64u         /* nothing dispatches before it has completed */
#define TIMING_OVERLAPS 128u    /* its last cycle may be the first one of what directly follows */
#define TIMING_OVERLAPPED 256u  /* ... where that is this, and reads nothing that it writes */

#define TIMING_STRADDLES 512u /* lies across two words: as a jump's target it is fetched twice */
#define TIMING_ENTERED 1024u  /* such a one behind data: it is a jump's target whenever it runs */
#define TIMING_NARROW 2048u   /* the shorter of two lengths that instructions have */
#define TIMING_FOLDS 4096u    /* takes no cycle directly behind a narrow one */
#define TIMING_STORES 8192u   /* its data goes out in the cycle after its own */
#define TIMING_AWAITS 16384u  /* waits for that cycle's end directly behind such a one */

/* struct timing_row.condition: 0 to 13 as in an ARM instruction's condition field. */
#define TIMING_ALWAYS 14u

struct timing_model {
    uint32_t size;        /* sizeof(struct timing_model): both sides must agree */
    uint8_t width;        /* instructions dispatched in one cycle */
    uint8_t queued;       /* 0: an instruction issues when its operands are ready;
                             1: it waits for them in a unit's reservation station */
    uint8_t window;       /* entries of the completion queue, 0 for none */
    uint8_t retire;       /* instructions completed in one cycle */
    uint8_t fetch_width;  /* instructions fetched in one cycle, 0: fetch never limits */
    uint8_t fetch_queue;  /* entries of the instruction queue */
    uint8_t delay_slots;  /* instructions executed between a branch and its target: 0 or 1 */
    uint8_t dynamic;      /* 1: two-bit branch history, 0: static prediction */
    uint8_t taken_fetch;  /* cycles from a taken branch to its target in the instruction queue */
    uint8_t target_fetch; /* the same when the branch was taken before (target cache) */
    uint8_t target_width; /* instructions that the target cache delivers in that cycle */
    uint8_t mispredict;   /* cycles from the resolved condition to the right path in the queue */
    uint8_t fill;         /* cycles of pipeline fill that a single call is not charged with */
    uint8_t straddle;     /* cycles more for a jump to an instruction that lies across two words */
    uint8_t straddle_run; /* that many of them directly behind an instruction of several cycles
                             take `straddle` cycles more, too; 0: none do */
    uint8_t stations[TIMING_UNITS];   /* reservation stations of each unit */
    uint8_t magnitude[TIMING_TABLES]; /* 1: count the bits of a negative value's complement */
    uint8_t steps[TIMING_TABLES][33]; /* m for an operand of 0 to 32 significant bits */
};

/* A register that an instruction reads or writes.  For one that is written, a reader may start
 * `cycles` + `per_step` times m cycles after the start of the instruction, and one that has it in
 * an address `address` + `per_step` times m.  For one that is read, `address` is 1 where it is part
 * of an address. */
struct timing_port {
    uint8_t reg;
    uint8_t cycles;
    uint8_t per_step;
    uint8_t address;
};

struct timing_row {
    uint32_t ports; /* index of the first port: those read, then those written */
    uint16_t flags;
    uint8_t reads;
    uint8_t writes;
    uint8_t condition;
    uint8_t units; /* mask of the units that can execute it; the lowest free one is taken */
    uint8_t table; /* 1 + table of m over the operand, 0 for none */
    uint8_t step;  /* m when it is known beforehand (table is 0) */
    uint8_t issue_per_step;
    uint8_t busy_per_step;
    uint8_t latency_per_step;
    uint16_t issue;   /* cycles before the next instruction may issue */
    uint16_t skipped; /* the same when the condition fails or the branch is not taken */
    uint16_t busy;    /* cycles during which the unit accepts no other instruction */
    uint16_t latency; /* cycles until it can complete */
};

struct timing_table {
    const struct timing_row *rows;
    const struct timing_port *ports;
};

struct timing;

/* A new engine for a model (struct timing_model) and a table (struct timing_table) of `rows`
 * rows, which must outlive it; NULL when memory is short or the model is of another version. */
struct timing *timing_new(const void *model, const void *table, uint32_t rows);

/* Begin a call: time 0, nothing in the pipeline, no branch history. */
void timing_start(struct timing *timing);

/* One executed instruction: its row, and the run-time value of the register the row asks for. */
void timing_step(struct timing *timing, uint32_t index, uint32_t operand);

/* The same for `count` instructions; `operands` may be NULL when no row asks for one. */
void timing_run(struct timing *timing, const uint32_t *indices, const uint32_t *operands,
                uint32_t count);

/* End a call: its last branch counts as taken (the return to the caller). */
void timing_finish(struct timing *timing);

/* Cycles since timing_start, up to the last step (after timing_finish: of the whole call).  When
 * an instruction was stepped that no rule covers the count is void: the result is UINT64_MAX
 * minus its row, which Table.counted turns into an error. */
uint64_t timing_cycles(const struct timing *timing);

void timing_free(struct timing *timing);

#endif
