/* An in-order scoreboard driven by a table: see timing.h and docs/timing.md. */

#include "timing.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

struct timing {
    const struct timing_model *model;
    const struct timing_row *rows;
    const struct timing_port *ports;
    uint32_t count;
    uint32_t uncovered;
    uint64_t next;      /* the earliest cycle of the next dispatch */
    uint32_t following; /* the row behind the last one, NONE before the first */
    uint32_t slots;     /* instructions already dispatched in that cycle */
    uint32_t overlap;   /* 1: the last one's last cycle can be shared */
    uint32_t storing;   /* 1: the last one's data goes out now */
    uint32_t narrow;    /* 1: the last one was narrow */
    uint32_t run; /* 1 + straddling ones behind one of several cycles; 0 outside of such a run */
    uint64_t ready[TIMING_REGISTERS];   /* when a register's newest value can be used */
    uint64_t address[TIMING_REGISTERS]; /* ... in an address */
    uint64_t free[TIMING_UNITS];        /* when a unit accepts the next instruction */
    uint64_t dispatched[TIMING_UNITS];  /* 1 + cycle of the last dispatch to a unit */
    uint64_t station[TIMING_UNITS][4];  /* when the last instructions left the stations */
    uint8_t station_at[TIMING_UNITS];
    /* Branch whose direction the next row will tell. */
    uint32_t branch;
    uint32_t branch_slots;
    uint32_t branch_issue;
    uint64_t branch_time;     /* cycle in which it is executed */
    uint64_t branch_resolved; /* cycle in which its condition is known */
    /* Fetch. */
    uint64_t fetch;
    uint32_t fetched;
    uint64_t left[TIMING_WINDOW]; /* 1 + cycle in which queue entries were freed */
    uint32_t left_at;
    uint64_t branch_free;
    /* Completion. */
    uint64_t retired;                   /* cycle of the last completion */
    uint32_t retiring;                  /* completions in that cycle */
    uint64_t floor;                     /* nothing younger completes before */
    uint64_t completion[TIMING_WINDOW]; /* when the last instructions completed */
    uint32_t completion_at;
    uint8_t *history; /* for each row: two-bit counter, and bit 7 once it was taken */
};

static uint64_t later(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

/* Whether an ARM condition (0 to 13) holds for the flags in bits 31 to 28 of the CPSR. */
static int holds(uint32_t condition, uint32_t cpsr) {
    uint32_t n = cpsr >> 31, z = cpsr >> 30 & 1, c = cpsr >> 29 & 1, v = cpsr >> 28 & 1;
    uint32_t result = 1;

    switch (condition >> 1) {
    case 0:
        result = z;
        break;
    case 1:
        result = c;
        break;
    case 2:
        result = n;
        break;
    case 3:
        result = v;
        break;
    case 4:
        result = c && !z;
        break;
    case 5:
        result = n == v;
        break;
    case 6:
        result = n == v && !z;
        break;
    default:
        return 1;
    }
    return (int)(result ^ (condition & 1));
}

static uint32_t significant_bits(uint32_t value) {
    return value == 0 ? 0 : 32 - (uint32_t)__builtin_clz(value);
}

struct timing *timing_new(const void *model, const void *table, uint32_t rows) {
    const struct timing_model *m = model;
    const struct timing_table *t = table;
    struct timing *timing;

    if (m->size != sizeof *m || m->window > TIMING_WINDOW || m->fetch_queue > TIMING_WINDOW)
        return NULL;
    timing = calloc(1, sizeof *timing);
    if (timing == NULL)
        return NULL;
    timing->history = calloc(rows ? rows : 1, 1);
    if (timing->history == NULL) {
        free(timing);
        return NULL;
    }
    timing->model = m;
    timing->rows = t->rows;
    timing->ports = t->ports;
    timing->count = rows;
    timing_start(timing);
    return timing;
}

void timing_start(struct timing *timing) {
    struct timing kept = *timing;

    memset(timing, 0, sizeof *timing);
    timing->model = kept.model;
    timing->rows = kept.rows;
    timing->ports = kept.ports;
    timing->count = kept.count;
    timing->history = kept.history;
    memset(timing->history, 0, kept.count);
    timing->uncovered = NONE;
    timing->branch = NONE;
    timing->following = NONE;
}

static void take_slot(struct timing *timing, uint64_t dispatch, uint32_t issue) {
    if (dispatch > timing->next) {
        timing->next = dispatch;
        timing->slots = 0;
    }
    if (issue != 1) {
        timing->next += issue;
        timing->slots = 0;
    } else if (++timing->slots >= timing->model->width) {
        timing->next++;
        timing->slots = 0;
    }
}

/* The direction of the branch before the row that runs now. */
static void resolve(struct timing *timing, int taken) {
    const struct timing_model *m = timing->model;
    const struct timing_row *row = &timing->rows[timing->branch];
    uint8_t *history = &timing->history[timing->branch];

    timing->branch = NONE;
    if (m->fetch_width == 0) {
        if (taken)
            timing->next += timing->branch_issue - row->skipped;
        return;
    }
    if (row->flags & TIMING_PREDICTED) {
        int predicted = m->dynamic ? (*history & 3) >= 2 : (row->flags & TIMING_STATIC_TAKEN) != 0;

        if (taken && (*history & 3) < 3)
            ++*history;
        else if (!taken && (*history & 3) > 0)
            --*history;
        if (timing->branch_resolved > timing->branch_time) {
            timing->floor = later(timing->floor, timing->branch_resolved);
            if (predicted != taken) {
                timing->fetch = later(timing->fetch, timing->branch_resolved + m->mispredict);
                timing->fetched = 0;
                if (taken)
                    *history |= 128;
                else if (row->flags & TIMING_FOLDED)
                    take_slot(timing, later(timing->next, timing->branch_time), 1);
                return;
            }
        }
    }
    if (!taken && row->flags & TIMING_FOLDED)
        take_slot(timing, later(timing->next, timing->branch_time), 1);
    if (taken) {
        int known = *history & 128;

        timing->fetch = timing->branch_time + (known ? m->target_fetch : m->taken_fetch);
        timing->fetched = known && m->target_width < m->fetch_width
                              ? m->fetch_width - (uint32_t)m->target_width
                              : 0;
        *history |= 128;
    }
}

/* The cycle in which the next instruction stands in the instruction queue. */
static uint64_t arrive(struct timing *timing) {
    const struct timing_model *m = timing->model;
    uint64_t space;

    if (timing->fetched == m->fetch_width) {
        timing->fetch++;
        timing->fetched = 0;
    }
    space = timing->left[timing->left_at];
    if (space > timing->fetch) {
        timing->fetch = space;
        timing->fetched = 0;
    }
    timing->fetched++;
    return timing->fetch;
}

static void leave(struct timing *timing, uint64_t cycle) {
    timing->left[timing->left_at] = cycle + 1;
    if (++timing->left_at == timing->model->fetch_queue)
        timing->left_at = 0;
}

/* The earliest dispatch to a unit: one a cycle, and a reservation station must be empty. */
static uint64_t station_free(const struct timing *timing, uint32_t unit, uint64_t dispatch) {
    dispatch = later(dispatch, timing->dispatched[unit]);
    return later(dispatch, timing->station[unit][timing->station_at[unit]]);
}

/* A machine with instruction queue, reservation stations and completion queue. */
static void step_queued(struct timing *timing, uint32_t index, const struct timing_row *row,
                        uint32_t m) {
    const struct timing_model *model = timing->model;
    const struct timing_port *port = timing->ports + row->ports;
    uint64_t arrival = arrive(timing), dispatch, start, operands = 0, done;
    uint32_t i;

    for (i = 0; i < row->reads; i++, port++)
        operands = later(operands, timing->ready[port->reg]);
    if (row->flags & TIMING_BRANCH) {
        uint64_t time = later(arrival, timing->branch_free);

        /* A branch to a register waits for it; a predicted one goes on. */
        if (!(row->flags & TIMING_PREDICTED))
            time = later(time, operands);
        timing->branch_free = time + 1;
        timing->branch = index;
        timing->branch_slots = 0;
        timing->branch_time = time;
        timing->branch_resolved = operands;
        for (i = 0; i < row->writes; i++, port++)
            timing->ready[port->reg] = time + port->cycles;
        if (row->flags & TIMING_FOLDED) {
            leave(timing, time);
            timing->floor = later(timing->floor, time);
            return;
        }
        arrival = time;
    }
    dispatch = later(timing->next, arrival);
    dispatch = later(dispatch, timing->completion[timing->completion_at]);
    start = dispatch + 1;
    if (row->units != 0) {
        uint32_t mask = row->units, best = TIMING_UNITS;
        uint64_t best_dispatch = 0, best_start = 0;

        for (i = 0; mask >> i != 0; i++)
            if (mask >> i & 1) {
                uint64_t d = station_free(timing, i, dispatch);
                uint64_t s = later(later(d + 1, operands), timing->free[i]);

                if (best == TIMING_UNITS || d < best_dispatch ||
                    (d == best_dispatch && s < best_start)) {
                    best = i;
                    best_dispatch = d;
                    best_start = s;
                }
            }
        dispatch = best_dispatch;
        start = best_start;
        if (row->flags & TIMING_SERIAL)
            start = later(start, timing->retired + 1);
        timing->dispatched[best] = dispatch + 1;
        timing->station[best][timing->station_at[best]] = start;
        if (++timing->station_at[best] >= model->stations[best])
            timing->station_at[best] = 0;
        timing->free[best] = start + row->busy + (uint64_t)row->busy_per_step * m;
    }
    leave(timing, dispatch);
    take_slot(timing, dispatch, row->issue + (uint32_t)row->issue_per_step * m);
    if (!(row->flags & TIMING_BRANCH))
        for (i = 0; i < row->writes; i++, port++)
            timing->ready[port->reg] = start + port->cycles + (uint64_t)port->per_step * m;
    done = later(start + row->latency + (uint64_t)row->latency_per_step * m, timing->floor);
    if (done <= timing->retired) {
        done = timing->retired;
        if (timing->retiring >= model->retire) {
            done++;
            timing->retiring = 0;
        }
    } else {
        timing->retiring = 0;
    }
    timing->retiring++;
    timing->retired = done;
    if (row->flags & TIMING_TAIL && done > timing->next) {
        timing->next = done;
        timing->slots = 0;
    }
    timing->completion[timing->completion_at] = done;
    if (++timing->completion_at >= model->window)
        timing->completion_at = 0;
}

/* The words that an instruction is fetched in: what it waits for them. */
static void fetch_words(struct timing *timing, const struct timing_row *row, uint32_t direct) {
    uint32_t straddles = row->flags & TIMING_STRADDLES;

    if (straddles && (!direct || row->flags & TIMING_ENTERED))
        timing->next += timing->model->straddle;
    if (timing->run == 0)
        return;
    if (!direct || !straddles) {
        timing->run = 0;
    } else if (++timing->run > timing->model->straddle_run) {
        timing->next += timing->model->straddle;
        timing->run = 0;
    }
}

/* When a machine that waits for operands before it issues can start an instruction. */
static uint64_t operands_ready(const struct timing *timing, const struct timing_row *row) {
    const struct timing_port *port = timing->ports + row->ports;
    uint64_t start = timing->next;
    uint32_t i;

    for (i = 0; i < row->reads; i++, port++)
        start = later(start, port->address ? timing->address[port->reg] : timing->ready[port->reg]);
    return start;
}

void timing_step(struct timing *timing, uint32_t index, uint32_t operand) {
    const struct timing_model *model = timing->model;
    const struct timing_row *row;
    const struct timing_port *port;
    uint64_t start;
    uint32_t i, m, issue, direct, shared, narrow, runs = 1;

    if (index >= timing->count || timing->rows[index].flags & TIMING_UNCOVERED) {
        if (timing->uncovered == NONE)
            timing->uncovered = index;
        return;
    }
    if (timing->branch != NONE) {
        if (timing->branch_slots != 0 && index == timing->branch + 1) {
            timing->branch_slots = 0;
        } else {
            if (timing->branch_slots != 0)
                timing->next++; /* a branch-likely that is not taken annuls its slot */
            resolve(timing, index != timing->branch + 1 + model->delay_slots);
        }
    }
    row = &timing->rows[index];
    direct = index == timing->following;
    fetch_words(timing, row, direct);
    timing->following = index + 1;
    narrow = direct && timing->narrow;
    timing->narrow = row->flags & TIMING_NARROW;
    m = row->step;
    if (row->condition < TIMING_ALWAYS) {
        runs = (uint32_t)holds(row->condition, operand);
    } else if (row->table != 0) {
        uint32_t value = operand;

        if (model->magnitude[row->table - 1] && value >> 31)
            value = ~value;
        m = model->steps[row->table - 1][significant_bits(value)];
    }
    if (model->queued) {
        step_queued(timing, index, row, m);
        return;
    }
    shared = timing->overlap && row->flags & TIMING_OVERLAPPED;
    timing->next -= shared;
    timing->overlap = runs && row->flags & TIMING_OVERLAPS;
    timing->next += runs && timing->storing && row->flags & TIMING_AWAITS;
    timing->storing = runs && row->flags & TIMING_STORES;
    start = operands_ready(timing, row);
    port = timing->ports + row->ports + row->reads;
    if (row->units != 0) {
        uint32_t unit = (uint32_t)__builtin_ctz(row->units);

        start = later(start, timing->free[unit]);
        if (runs)
            timing->free[unit] = start + row->busy + (uint64_t)row->busy_per_step * m;
    }
    issue = row->issue + (uint32_t)row->issue_per_step * m;
    if (!runs) {
        take_slot(timing, start, row->skipped);
        return;
    }
    if (narrow && row->flags & TIMING_FOLDS)
        issue = 0;
    for (i = 0; i < row->writes; i++, port++) {
        uint64_t done = start + (uint64_t)port->per_step * m;

        timing->ready[port->reg] = done + port->cycles;
        timing->address[port->reg] = done + port->address;
    }
    if (row->flags & TIMING_BRANCH && row->condition == TIMING_ALWAYS) {
        timing->branch = index;
        timing->branch_slots = model->delay_slots;
        timing->branch_issue = issue;
        take_slot(timing, start, row->skipped);
        return;
    }
    if (model->straddle_run && timing->run == 0 && issue > 1 && !shared)
        timing->run = 1;
    take_slot(timing, start, issue);
}

void timing_run(struct timing *timing, const uint32_t *indices, const uint32_t *operands,
                uint32_t count) {
    uint32_t i;

    for (i = 0; i < count; i++)
        timing_step(timing, indices[i], operands == NULL ? 0 : operands[i]);
}

void timing_finish(struct timing *timing) {
    if (timing->branch != NONE)
        resolve(timing, 1);
}

uint64_t timing_cycles(const struct timing *timing) {
    const struct timing_model *m = timing->model;

    if (timing->uncovered != NONE)
        return UINT64_MAX - timing->uncovered;
    if (!m->queued)
        return timing->next;
    return timing->retired + 1 > m->fill ? timing->retired + 1 - m->fill : 0;
}

void timing_free(struct timing *timing) {
    if (timing != NULL)
        free(timing->history);
    free(timing);
}
