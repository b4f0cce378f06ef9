#include "unicorn_engine.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <unicorn/unicorn.h>

#include "riscv64_bits.h"
#include "riscv_bits.h"
#include "timing.h"
#include "x86_vectors.h"

enum { SENTINEL_BYTES = 4096 };

struct block {
    uint64_t address, size;
    uint32_t permissions;
    unsigned char *host;
};

/* One Unicorn instance; the two of an engine share their memory and differ in their hooks, which
 * Unicorn translates into the code it makes. */
enum {
    STACK_FRAME = 64, /* bytes of the caller's own frame, where there is a back chain */
    FILLERS = 4096,   /* so many contents a fresh stack may have */
    FENCE = 7,        /* bytes at the end of a range that are watched: no access has more than 8 */
    FENCES = 2 * (ENGINE_REGIONS + 3)
};

struct instance {
    struct engine *engine;
    uc_engine *uc;
    uc_hook fences[FENCES]; /* of the hooks of accesses, where only some addresses have one */
    uint32_t fence_count;
    struct engine_region fenced[ENGINE_REGIONS + 2]; /* the ranges that these lie around */
    uint32_t fenced_count;
};

struct engine {
    struct engine_settings settings;
    uint64_t calls; /* so far */
    struct block blocks[ENGINE_RANGES];
    uint32_t block_count;
    struct instance instances[2]; /* [detail] */
    bool detailed;                /* which of them the last call ran on */
    struct engine_region code[ENGINE_RANGES];
    uint32_t code_count;
    struct engine_row *rows;
    uint32_t *words; /* of a row of RISC-V that is emulated: the instruction, now a NOP in memory */
    uint32_t row_count;
    uint64_t code_start, code_end;
    int32_t *index;         /* row of each byte from code_start, -1 where no instruction starts */
    unsigned char *illegal; /* for each such byte: an illegal instruction starts there */
    bool any_illegal;
    bool told;             /* the rows tell of each access whether it is aligned */
    unsigned char *filler; /* from which a fresh stack takes its bytes */
    struct timing *timings[ENGINE_TIMINGS];
    uint32_t timed; /* so many of them follow the running call */
    struct engine_event *events;
    uint64_t event_count, event_room;

    /* the running call */
    const struct engine_call *call;
    struct engine_result *result;
    struct engine_region regions[ENGINE_REGIONS + 2];
    uint32_t region_count;
    bool stopped; /* a breach was found: later hooks of this run say nothing */
    bool returned;
    bool watch_stack, watch_reserved;
    uint64_t budget;
    uint64_t stack, lowest;
    uint64_t lowest_store; /* of the instruction that runs, when it moves the stack */
    uint64_t program_counter;
    const struct engine_row *row;
    uint64_t foreseen; /* the address of its access, where the rows tell it */
    uint64_t hash;
    struct x86_wide wide;
};

/* What a register holds at the call.  The free bits come from the number of the call (splitmix64),
 * so that a run repeats, and code that relies on what happens to be in a register does not pass. */
static uint64_t scrambled(uint64_t number) {
    uint64_t mixed = number * 0x9E3779B97F4A7C15;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
    return mixed ^ mixed >> 31;
}

static uint64_t at_entry(const struct engine *engine, const struct engine_register *entry) {
    uint64_t mixed = scrambled(engine->calls << 16 ^ (uint64_t)(uint32_t)entry->id);
    if (mixed >> 61 == 0) /* now and then nothing but zeros or ones */
        return entry->value & ~entry->free;
    if (mixed >> 61 == 1)
        return entry->value | entry->free;
    return entry->value ^ (mixed & entry->free);
}

static uint64_t read_register(uc_engine *uc, const struct engine_settings *settings, int id) {
    uint64_t value = 0;
    uc_reg_read(uc, id, &value);
    return settings->word_bytes == 8 ? value : (uint32_t)value;
}

/* The halves above the low one of a register that is wider than 64 bits, at the call. */
static uint64_t high_at_entry(const struct engine *engine, const struct engine_register *entry) {
    return scrambled(at_entry(engine, entry) ^ engine->calls << 1);
}

static void write_register(uc_engine *uc, int id, uint64_t value) {
    uc_reg_write(uc, id, &value);
}

static unsigned char *host_address(struct engine *engine, uint64_t address) {
    for (uint32_t i = 0; i < engine->block_count; i++) {
        struct block *block = &engine->blocks[i];
        if (address - block->address < block->size)
            return block->host + (address - block->address);
    }
    return NULL;
}

static void store_word(struct engine *engine, uint64_t address, uint64_t value) {
    unsigned char *host = host_address(engine, address);
    uint32_t bytes = engine->settings.word_bytes;
    for (uint32_t i = 0; i < bytes; i++) {
        uint32_t shift = 8 * (engine->settings.big_endian ? bytes - 1 - i : i);
        host[i] = (unsigned char)(value >> shift);
    }
}

static uint64_t load_word(struct engine *engine, uint64_t address) {
    const unsigned char *host = host_address(engine, address);
    uint32_t bytes = engine->settings.word_bytes;
    uint64_t value = 0;
    for (uint32_t i = 0; i < bytes; i++)
        value |= (uint64_t)host[i] << 8 * (engine->settings.big_endian ? bytes - 1 - i : i);
    return value;
}

/* Whether the words that the stack pointer leads to go up to the caller's frame, and the return
 * address is saved there; else the first word that is wrong is in the result. */
static bool follows_back_chain(struct engine *engine, uint64_t place) {
    while (place != engine->settings.stack_high) {
        uint64_t next = load_word(engine, place);
        engine->result->address = place;
        engine->result->got = next;
        if (next <= place || next > engine->settings.stack_high)
            return false;
        place = next;
    }
    /* What calls something has saved where it returns to, too. */
    place += engine->settings.word_bytes;
    engine->result->address = place;
    engine->result->got = load_word(engine, place);
    return engine->result->got == engine->call->return_address;
}

/* Overwrite a part of the stack or of the caller's frame with arbitrary bytes: other ones at each
 * call, the same in every run. */
static void spoil(struct engine *engine, uint64_t from, uint64_t to) {
    const struct engine_settings *settings = &engine->settings;
    uint64_t start = settings->stack_low;
    uint64_t size = settings->stack_high + settings->caller_bytes - start + FILLERS;
    if (engine->filler == NULL) {
        engine->filler = malloc(size);
        if (engine->filler == NULL)
            return;
        for (uint64_t i = 0; i < size; i++)
            engine->filler[i] = (unsigned char)scrambled(i + 1);
    }
    unsigned char *host = host_address(engine, from);
    uint64_t first = scrambled(engine->calls) % FILLERS;
    if (host != NULL && from < to)
        memcpy(host, engine->filler + first + (from - start), to - from);
}

static void breach(struct engine *engine, uc_engine *uc, uint32_t kind, uint64_t address,
                   uint32_t size) {
    if (engine->stopped)
        return;
    engine->stopped = true;
    engine->result->breach = kind;
    engine->result->address = address;
    engine->result->size = size;
    engine->result->program_counter =
        engine->call->detail || engine->settings.accesses_from_rows
            ? engine->program_counter
            : read_register(uc, &engine->settings, engine->settings.program_counter);
    uc_emu_stop(uc);
}

/* A breach after which the run can go on: the access is made all the same. */
static void minor_breach(struct engine *engine, uc_engine *uc, uint32_t kind, uint64_t address,
                         uint32_t size) {
    if (!engine->call->lenient)
        breach(engine, uc, kind, address, size);
}

static void mix(struct engine *engine, uint64_t value) {
    uint64_t hash = engine->hash;
    engine->hash = (((hash << 5) | (hash >> 59)) ^ value) * UINT64_C(0x9E3779B97F4A7C15);
}

static void record(struct engine *engine, uint32_t kind, uint64_t address, uint32_t size) {
    if (engine->event_count == engine->event_room) {
        uint64_t room = engine->event_room == 0 ? 65536 : 2 * engine->event_room;
        struct engine_event *events = realloc(engine->events, room * sizeof *events);
        if (events == NULL)
            return;
        engine->events = events;
        engine->event_room = room;
    }
    engine->events[engine->event_count++] = (struct engine_event){address, kind, size};
}

static bool allowed(const struct engine *engine, uint64_t address, uint64_t size, bool write) {
    for (uint32_t i = 0; i < engine->region_count; i++) {
        const struct engine_region *region = &engine->regions[i];
        if (address >= region->start && address + size <= region->end)
            return !write || region->writable;
    }
    return false;
}

static const struct engine_row *row_at(const struct engine *engine, uint64_t address) {
    if (address < engine->code_start || address >= engine->code_end)
        return NULL;
    int32_t index = engine->index[address - engine->code_start];
    return index < 0 ? NULL : &engine->rows[index];
}

static bool executable(const struct engine *engine, uint64_t address) {
    for (uint32_t i = 0; i < engine->code_count; i++)
        if (address >= engine->code[i].start && address < engine->code[i].end)
            return true;
    return false;
}

static void watch_access(struct engine *engine, uc_engine *uc, uint64_t address, uint64_t size,
                         bool write) {
    const struct engine_settings *settings = &engine->settings;
    if (settings->word_bytes == 4)
        address = (uint32_t)address;
    if (settings->strict_alignment && size <= settings->word_bytes && (size & (size - 1)) == 0 &&
        (address & (size - 1))) {
        minor_breach(engine, uc, BREACH_ALIGNMENT, address, (uint32_t)size);
        engine->result->got = write;
        if (engine->stopped)
            return;
    }
    if (!allowed(engine, address, size, write)) {
        bool below = address < settings->stack_low && settings->stack_low - address <= 65536;
        if (below)
            breach(engine, uc, BREACH_STACK_OVERFLOW, address, (uint32_t)size);
        else
            minor_breach(engine, uc, write ? BREACH_WRITE : BREACH_READ, address, (uint32_t)size);
        if (engine->stopped)
            return;
    }
    if (!engine->call->detail)
        return;
    if (engine->told && engine->row != NULL && size > 1) {
        const struct engine_row *row = engine->row;
        if (!(row->flags & ROW_ALIGNED) || size > row->access_bytes ||
            ((address ^ engine->foreseen) & (row->access_bytes - 1)) != 0) {
            breach(engine, uc, BREACH_UNTOLD, address, (uint32_t)size);
            return;
        }
    }
    mix(engine, address << 8 | size << 1 | write);
    if (engine->call->record)
        record(engine, write ? 2 : 1, address, (uint32_t)size);
    if (address >= settings->stack_low && address < settings->stack_high) {
        if (address < engine->lowest)
            engine->lowest = address;
        if (address < engine->stack - settings->red_zone) {
            bool moves = engine->row == NULL || (engine->row->flags & ROW_MOVES_STACK);
            if (!write)
                minor_breach(engine, uc, BREACH_BELOW_READ, address, (uint32_t)size);
            else if (!moves)
                minor_breach(engine, uc, BREACH_BELOW_WRITE, address, (uint32_t)size);
            else if (address < engine->lowest_store)
                engine->lowest_store = address;
        }
    }
}

static void on_access(uc_engine *uc, uc_mem_type type, uint64_t address, int size, int64_t value,
                      void *user) {
    struct engine *engine = user;
    (void)value;
    if (!engine->stopped && !engine->returned)
        watch_access(engine, uc, address, (uint64_t)size, type == UC_MEM_WRITE);
}

/*
 * In a call without detail nothing follows from an access inside of a range that the call may
 * touch, and Unicorn takes long to call a hook: it works out the program counter first, from the
 * start of the block of code.  So the hooks are around these ranges, and on the last bytes of each,
 * where a longer access goes past its end.  Where the simulator lets pass what is not aligned, each
 * instruction is looked at, whose row tells of its access (calls in detail see whether that is
 * right); or, if a row does not, each access.
 */
static bool has_fences(const struct engine *engine, bool detail) {
    const struct engine_settings *settings = &engine->settings;
    return !detail && !settings->accesses_from_rows &&
           (!settings->strict_alignment || engine->told);
}

static int by_start(const void *a, const void *b) {
    const struct engine_region *left = a;
    const struct engine_region *right = b;
    return (left->start > right->start) - (left->start < right->start);
}

/* Hook reads, or writes, of all that lies between the ranges, which are in order. */
static uc_err fence(struct engine *engine, struct instance *instance, int type) {
    uint64_t from = 0;
    uc_err error = UC_ERR_OK;
    for (uint32_t i = 0; i <= instance->fenced_count && error == UC_ERR_OK; i++) {
        const struct engine_region *region = &instance->fenced[i];
        uint64_t to = UINT64_MAX;
        if (i < instance->fenced_count) {
            if ((type == UC_HOOK_MEM_WRITE && !region->writable) ||
                region->end - region->start <= FENCE)
                continue;
            to = region->start;
        }
        if (from < to) {
            uc_hook *hook = &instance->fences[instance->fence_count++];
            error = uc_hook_add(instance->uc, hook, type, (void *)on_access, engine, from, to - 1);
        }
        if (i < instance->fenced_count && region->end - FENCE > from)
            from = region->end - FENCE;
    }
    return error;
}

/* Put the hooks of accesses around the ranges of the call that begins. */
static uc_err set_fences(struct engine *engine, struct instance *instance) {
    struct engine_region regions[ENGINE_REGIONS + 2] = {0};
    uc_hook old[FENCES];
    uint32_t olds = instance->fence_count;
    size_t bytes = engine->region_count * sizeof *regions;
    memcpy(regions, engine->regions, bytes);
    qsort(regions, engine->region_count, sizeof *regions, by_start);
    if (olds != 0 && instance->fenced_count == engine->region_count &&
        memcmp(regions, instance->fenced, bytes) == 0)
        return UC_ERR_OK;
    memcpy(instance->fenced, regions, bytes);
    instance->fenced_count = engine->region_count;
    memcpy(old, instance->fences, sizeof old);
    instance->fence_count = 0;
    uc_err error = fence(engine, instance, UC_HOOK_MEM_READ);
    if (error == UC_ERR_OK)
        error = fence(engine, instance, UC_HOOK_MEM_WRITE);
    /* Not before there are others: code made without a hook would go past all later ones. */
    for (uint32_t i = 0; i < olds && error == UC_ERR_OK; i++)
        error = uc_hook_del(instance->uc, old[i]);
    return error;
}

static uint64_t effective_address(struct engine *engine, uc_engine *uc,
                                  const struct engine_row *row) {
    uint64_t address = (uint64_t)(int64_t)row->offset;
    if (row->base != 0)
        address += read_register(uc, &engine->settings, row->base);
    if (row->index != 0)
        address += read_register(uc, &engine->settings, row->index);
    return engine->settings.word_bytes == 4 ? (uint32_t)address : address;
}

/* Whether a conditional instruction of ARM is executed (ARM Architecture Reference Manual, A3.2). */
static bool executes(struct engine *engine, uc_engine *uc, const struct engine_row *row) {
    const struct engine_settings *settings = &engine->settings;
    const unsigned char *code = host_address(engine, row->address);
    if (!(row->flags & ROW_CONDITIONAL) || code == NULL)
        return true;
    uint64_t status = read_register(uc, settings, settings->state_register);
    bool n = status >> 31 & 1, z = status >> 30 & 1, c = status >> 29 & 1, v = status >> 28 & 1;
    unsigned condition = code[settings->big_endian ? 0 : 3] >> 4;
    const bool holds[] = {z, c, n, v, c && !z, n == v, !z && n == v, true};
    return holds[condition >> 1] != ((condition & 1) != 0 && condition < 14);
}

/* An instruction whose access is not aligned, though it has to be. */
static void watch_alignment(struct engine *engine, uc_engine *uc, const struct engine_row *row) {
    uint64_t address = effective_address(engine, uc, row);
    if ((address & (row->access_bytes - 1)) == 0 || !executes(engine, uc, row))
        return;
    engine->program_counter = row->address;
    minor_breach(engine, uc, BREACH_ALIGNMENT, address, row->access_bytes);
    engine->result->got = (row->flags & ROW_STORES) != 0;
}

/* The access of the instruction that is about to run, where no memory hook can see it.
 *
 * MIPS: with a memory hook set, Unicorn 2.1 goes wrong after an access in a delay slot (it takes
 * the next instruction for a delay slot too).  PowerPC: lmw, stmw, the string instructions and
 * dcbz go past the memory hooks.  lwl, lwr, swl and swr touch the bytes of one word on one side
 * of their address (MIPS32 Architecture for Programmers, Volume II). */
static void foresee_access(struct engine *engine, uc_engine *uc, const struct engine_row *row) {
    uint64_t address = effective_address(engine, uc, row);
    uint64_t size = row->access_bytes;
    uint64_t unit = size < 4 ? size : 4;
    bool write = row->flags & ROW_STORES;
    if (row->flags & ROW_TO_END) {
        size = 4 - (address & 3);
        unit = 1; /* two or three bytes have no alignment */
    } else if (row->flags & ROW_TO_START) {
        size = (address & 3) + 1;
        address &= ~UINT64_C(3);
        unit = 1;
    } else if (row->flags & ROW_LINE) {
        address &= ~(size - 1);
    } else if ((row->flags & ROW_WORDS) && (address & 3)) {
        minor_breach(engine, uc, BREACH_ALIGNMENT, address, (uint32_t)size);
        engine->result->got = write;
        if (engine->stopped)
            return;
    }
    for (uint64_t at = 0; at < size && !engine->stopped; at += unit)
        watch_access(engine, uc, address + at, size - at < unit ? size - at : unit, write);
}

/* The stack pointer after an instruction that may have moved it. */
static void follow_stack(struct engine *engine, uc_engine *uc) {
    const struct engine_settings *settings = &engine->settings;
    uint64_t old = engine->stack;
    uint64_t now = read_register(uc, settings, settings->stack_pointer);
    engine->watch_stack = false;
    if (now < settings->stack_low) {
        breach(engine, uc, BREACH_STACK_OVERFLOW, now, 0);
        return;
    }
    if (now > settings->stack_high) {
        breach(engine, uc, BREACH_STACK_ABOVE, now, 0);
        return;
    }
    engine->stack = now;
    if (now < engine->lowest)
        engine->lowest = now;
    if (engine->lowest_store < now - settings->red_zone) {
        minor_breach(engine, uc, BREACH_BELOW_WRITE, engine->lowest_store, 0);
        if (engine->stopped)
            return;
    }
    engine->lowest_store = UINT64_MAX;
    if (now > old) {
        uint64_t from = old - settings->red_zone;
        spoil(engine, from < settings->stack_low ? settings->stack_low : from,
              now - settings->red_zone);
    }
}

static void follow_reserved(struct engine *engine, uc_engine *uc) {
    const struct engine_settings *settings = &engine->settings;
    engine->watch_reserved = false;
    for (uint32_t i = 0; i < settings->reserved_count; i++) {
        uint64_t now = read_register(uc, settings, settings->reserved[i].id);
        if (now != at_entry(engine, &settings->reserved[i])) {
            minor_breach(engine, uc, BREACH_UNTOUCHED, 0, 0);
            engine->result->register_id = settings->reserved[i].id;
            engine->result->got = now;
            return;
        }
    }
}

static bool at_sentinel(struct engine *engine, uc_engine *uc, uint64_t address) {
    if (address - engine->settings.sentinel >= SENTINEL_BYTES)
        return false;
    engine->returned = true;
    uc_emu_stop(uc);
    return true;
}

/* Something runs that is no instruction: constants or an unknown opcode, or no code at all. */
static void strange(struct engine *engine, uc_engine *uc, uint64_t address) {
    if (executable(engine, address)) {
        engine->program_counter = address;
        breach(engine, uc, BREACH_INVALID, address, 0);
        engine->result->program_counter = address;
    } else {
        breach(engine, uc, BREACH_FETCH, address, 0);
    }
}

/*
 * Whether this is the second half of a Thumb BL.  The simulator runs the two halves as one, but one
 * after the other where they lie in different pages.
 */
static bool second_half(struct engine *engine, uc_engine *uc, uint64_t address) {
    uint8_t half[2];

    if (engine->settings.architecture != UC_ARCH_ARM || address != engine->program_counter + 2)
        return false;
    if (uc_mem_read(uc, engine->program_counter, half, sizeof half) != UC_ERR_OK)
        return false;
    return (half[engine->settings.big_endian ? 0 : 1] & 0xF8) == 0xF0;
}

struct emulation {
    struct engine *engine;
    uc_engine *uc;
};

static bool emulated_access(void *user, uint64_t address, uint32_t size, bool write, bool aligned) {
    const struct emulation *emulation = user;
    struct engine *engine = emulation->engine;
    if (aligned && (address & (size - 1)) != 0) {
        breach(engine, emulation->uc, BREACH_ALIGNMENT, address, size);
        engine->result->got = write;
    } else {
        watch_access(engine, emulation->uc, address, size, write);
    }
    return !engine->stopped;
}

/* An instruction that Unicorn lacks, at the program counter. */
static void emulate(struct engine *engine, uc_engine *uc, uint64_t address) {
    struct emulation emulation = {engine, uc};
    if (engine->settings.architecture == UC_ARCH_RISCV) {
        const struct engine_row *row = row_at(engine, address);
        bool (*run)(uc_engine *, uint32_t) =
            engine->settings.word_bytes == 8 ? riscv64_bits_run : riscv_bits_run;
        if (row == NULL || !run(uc, engine->words[row - engine->rows])) {
            breach(engine, uc, BREACH_INVALID, address, 0);
            engine->result->program_counter = address;
        }
        return;
    }
    if (x86_vectors_run(uc, &engine->wide, address, emulated_access, &emulation) ==
        VECTORS_UNKNOWN) {
        breach(engine, uc, BREACH_INVALID, address, 0);
        engine->result->program_counter = address;
    }
}

static void on_instruction(uc_engine *uc, uint64_t address, uint32_t size, void *user) {
    struct engine *engine = user;
    const struct engine_settings *settings = &engine->settings;
    struct engine_result *result = engine->result;
    (void)size;
    if (engine->stopped || engine->returned)
        return;
    if (at_sentinel(engine, uc, address))
        return;
    if (engine->watch_stack)
        follow_stack(engine, uc);
    if (engine->watch_reserved)
        follow_reserved(engine, uc);
    if (engine->stopped)
        return;
    const struct engine_row *row = row_at(engine, address);
    if (row == NULL && second_half(engine, uc, address))
        return;
    if (row == NULL && !(settings->untracked_code_is_fine && executable(engine, address))) {
        strange(engine, uc, address);
        return;
    }
    engine->program_counter = address;
    uint32_t flags = row == NULL ? ROW_MOVES_STACK : row->flags;
    engine->row = row;
    if (flags != 0) {
        if (flags & ROW_ILLEGAL) {
            breach(engine, uc, BREACH_ILLEGAL, address, 0);
            return;
        }
        if (flags & ROW_LIBRARY)
            result->library_instructions++;
        if (flags & ROW_LIBRARY_ENTRY) {
            uint64_t before =
                engine->stack + (settings->pushes_return_address ? settings->word_bytes : 0);
            if (before & (settings->stack_alignment - 1)) {
                minor_breach(engine, uc, BREACH_CALL_ALIGNMENT, before, 0);
                if (engine->stopped)
                    return;
            }
            if (settings->back_chain && !follows_back_chain(engine, engine->stack)) {
                breach(engine, uc, BREACH_BACK_CHAIN, result->address, 0);
                return;
            }
            /* What is called may save its own return address in the caller's frame. */
            if (settings->back_chain)
                store_word(engine, engine->stack + settings->word_bytes, 0xA5A5A5A5);
        }
        engine->watch_stack = flags & ROW_MOVES_STACK;
        engine->watch_reserved = flags & ROW_WRITES_RESERVED;
    }
    if (++result->instructions > engine->budget) {
        breach(engine, uc, BREACH_BUDGET, address, 0);
        return;
    }
    mix(engine, ~address);
    if (engine->call->record)
        record(engine, 0, address, 0);
    if (flags & ROW_FORESEEN) {
        foresee_access(engine, uc, row);
        if (engine->stopped)
            return;
    }
    if (flags & ROW_ALIGNED)
        engine->foreseen = effective_address(engine, uc, row);
    if (row != NULL) {
        for (uint32_t i = 0; i < engine->timed; i++) {
            uint32_t operand = 0;
            if (row->operands[i] != 0)
                operand = (uint32_t)read_register(uc, settings, row->operands[i]);
            timing_step(engine->timings[i], (uint32_t)(row - engine->rows), operand);
        }
        for (uint32_t i = 0; i < ENGINE_VARIABLE && row->variable[i] != 0; i++) {
            uint64_t operand = read_register(uc, settings, row->variable[i]);
            mix(engine, operand);
            if (engine->call->record)
                record(engine, 3, operand, 0);
        }
    }
    if (flags & ROW_EMULATED)
        emulate(engine, uc, address);
}

/* One instruction of a call without detail whose access no memory hook sees. */
static void on_foreseen(uc_engine *uc, uint64_t address, uint32_t size, void *user) {
    struct engine *engine = user;
    const struct engine_row *row = row_at(engine, address);
    (void)size;
    if (row != NULL && !engine->stopped && !engine->returned)
        foresee_access(engine, uc, row);
}

/* Each instruction of a call without detail, where alignment follows from the rows. */
static void on_aligned(uc_engine *uc, uint64_t address, uint32_t size, void *user) {
    struct engine *engine = user;
    const struct engine_row *row = row_at(engine, address);
    (void)size;
    if (row == NULL || engine->stopped || engine->returned)
        return;
    if ((row->flags & ROW_ALIGNED) && row->base != 0)
        watch_alignment(engine, uc, row);
    if (row->flags & ROW_EMULATED)
        emulate(engine, uc, address);
}

/* One instruction of a call without detail that Unicorn lacks. */
static void on_emulated(uc_engine *uc, uint64_t address, uint32_t size, void *user) {
    struct engine *engine = user;
    (void)size;
    if (!engine->stopped && !engine->returned)
        emulate(engine, uc, address);
}

/* Each instruction of a call without detail, where accesses come from the rows. */
static void on_plain_instruction(uc_engine *uc, uint64_t address, uint32_t size, void *user) {
    struct engine *engine = user;
    (void)size;
    if (engine->stopped || engine->returned)
        return;
    const struct engine_row *row = row_at(engine, address);
    if (row == NULL) {
        if (!at_sentinel(engine, uc, address))
            strange(engine, uc, address);
        return;
    }
    engine->program_counter = address;
    if (row->flags & ROW_ILLEGAL)
        breach(engine, uc, BREACH_ILLEGAL, address, 0);
    else if (engine->budget-- == 0)
        breach(engine, uc, BREACH_BUDGET, address, 0);
    else if (row->flags & ROW_FORESEEN)
        foresee_access(engine, uc, row);
}

static void on_block(uc_engine *uc, uint64_t address, uint32_t size, void *user) {
    struct engine *engine = user;
    if (engine->stopped || engine->returned || at_sentinel(engine, uc, address))
        return;
    engine->program_counter = address;
    if (!executable(engine, address)) {
        breach(engine, uc, BREACH_FETCH, address, 0);
        engine->result->program_counter = address;
        return;
    }
    uint64_t units = size / engine->settings.unit_bytes + 1;
    if (units > engine->budget) {
        breach(engine, uc, BREACH_BUDGET, address, 0);
        return;
    }
    engine->budget -= units;
    if (engine->any_illegal) {
        for (uint64_t at = address; at < address + size && at < engine->code_end; at++) {
            if (engine->illegal[at - engine->code_start]) {
                breach(engine, uc, BREACH_ILLEGAL, at, 0);
                engine->result->program_counter = at;
                return;
            }
        }
    }
}

/* Exceptions, traps and system calls: none belongs in the code under test. */
static void on_interrupt(uc_engine *uc, uint32_t number, void *user) {
    struct engine *engine = user;
    if ((int32_t)number == engine->settings.alignment_exception) {
        breach(engine, uc, BREACH_ALIGNMENT, 0, 0);
        const struct engine_row *row = row_at(engine, engine->result->program_counter);
        if (engine->result->size == 0 && row != NULL && row->access_bytes != 0) {
            engine->result->address = effective_address(engine, uc, row);
            engine->result->size = row->access_bytes;
            engine->result->got = (row->flags & ROW_STORES) != 0;
        }
    } else {
        breach(engine, uc, BREACH_INVALID, number, 0);
    }
    uc_emu_stop(uc);
}

/* Accesses outside the map; the access hook has already said why, and this one lets it stop. */
static bool on_unmapped(uc_engine *uc, uc_mem_type type, uint64_t address, int size, int64_t value,
                        void *user) {
    struct engine *engine = user;
    (void)value;
    if (type == UC_MEM_FETCH_UNMAPPED || type == UC_MEM_FETCH_PROT) {
        breach(engine, uc, BREACH_FETCH, address, 0);
        if (!engine->call->detail)
            engine->result->program_counter = engine->program_counter;
    } else if (type == UC_MEM_WRITE_UNMAPPED || type == UC_MEM_WRITE_PROT) {
        breach(engine, uc, BREACH_WRITE, address, (uint32_t)size);
    } else {
        breach(engine, uc, BREACH_READ, address, (uint32_t)size);
    }
    return false;
}

struct engine *engine_new(const struct engine_settings *settings) {
    struct engine *engine = calloc(1, sizeof *engine);
    if (engine == NULL)
        return NULL;
    engine->settings = *settings;
    return engine;
}

void engine_reset(struct engine *engine) {
    for (int i = 0; i < 2; i++) {
        if (engine->instances[i].uc != NULL)
            uc_close(engine->instances[i].uc);
        engine->instances[i].uc = NULL;
    }
}

void engine_free(struct engine *engine) {
    if (engine == NULL)
        return;
    engine_reset(engine);
    for (uint32_t i = 0; i < engine->block_count; i++)
        munmap(engine->blocks[i].host, engine->blocks[i].size);
    for (uint32_t i = 0; i < ENGINE_TIMINGS; i++)
        engine_timing(engine, i, NULL, NULL, 0);
    free(engine->rows);
    free(engine->words);
    free(engine->index);
    free(engine->illegal);
    free(engine->events);
    free(engine->filler);
    free(engine);
}

void *engine_map(struct engine *engine, uint64_t address, uint64_t size, uint32_t permissions) {
    if (engine->block_count == ENGINE_RANGES)
        return NULL;
    void *host = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (host == MAP_FAILED)
        return NULL;
    engine->blocks[engine->block_count++] = (struct block){address, size, permissions, host};
    engine_reset(engine);
    return host;
}

/*
 * The word at an address of code, where there is a NOP from now on: the hook in front of it makes
 * the change, so that the simulator need not stop and go on behind an instruction it does not have.
 */
static uint32_t replace_by_nop(struct engine *engine, uint64_t address) {
    unsigned char *host = host_address(engine, address);
    uint32_t word = 0;
    if (host == NULL)
        return 0;
    for (int i = 0; i < 4; i++) {
        word |= (uint32_t)host[i] << 8 * i;
        host[i] = (unsigned char)((uint32_t)RISCV_NOP >> 8 * i);
    }
    return word;
}

int engine_code(struct engine *engine, const struct engine_region *ranges, uint32_t range_count,
                const struct engine_row *rows, uint32_t row_count) {
    if (range_count == 0 || range_count > ENGINE_RANGES || row_count == 0)
        return -1;
    uint64_t start = UINT64_MAX;
    uint64_t end = 0;
    for (uint32_t i = 0; i < range_count; i++) {
        engine->code[i] = ranges[i];
        if (ranges[i].start < start)
            start = ranges[i].start;
        if (ranges[i].end > end)
            end = ranges[i].end;
    }
    engine->code_count = range_count;
    engine->code_start = start;
    engine->code_end = end;
    free(engine->rows);
    free(engine->words);
    free(engine->index);
    free(engine->illegal);
    engine->rows = malloc(row_count * sizeof *engine->rows);
    engine->words = calloc(row_count, sizeof *engine->words);
    engine->index = malloc((end - start) * sizeof *engine->index);
    engine->illegal = calloc(end - start, 1);
    if (engine->rows == NULL || engine->words == NULL || engine->index == NULL ||
        engine->illegal == NULL)
        return -1;
    memcpy(engine->rows, rows, row_count * sizeof *rows);
    memset(engine->index, 0xff, (end - start) * sizeof *engine->index);
    engine->row_count = row_count;
    engine->any_illegal = false;
    engine->told = engine->settings.strict_alignment && !engine->settings.accesses_from_rows;
    for (uint32_t i = 0; i < row_count; i++) {
        if (rows[i].address < start || rows[i].address >= end)
            return -1;
        engine->index[rows[i].address - start] = (int32_t)i;
        if (rows[i].flags & ROW_UNTOLD)
            engine->told = false;
        if (rows[i].flags & ROW_ILLEGAL) {
            engine->illegal[rows[i].address - start] = 1;
            engine->any_illegal = true;
        }
        if (engine->settings.architecture == UC_ARCH_RISCV && (rows[i].flags & ROW_EMULATED))
            engine->words[i] = replace_by_nop(engine, rows[i].address);
    }
    engine_reset(engine);
    return 0;
}

int engine_timing(struct engine *engine, uint32_t slot, const void *model, const void *table,
                  uint32_t rows) {
    if (engine->timings[slot] != NULL)
        timing_free(engine->timings[slot]);
    engine->timings[slot] = NULL;
    if (model != NULL) {
        engine->timings[slot] = timing_new(model, table, rows);
        return engine->timings[slot] == NULL ? -1 : 0;
    }
    return 0;
}

static uc_err open_instance(struct engine *engine, bool detail) {
    const struct engine_settings *settings = &engine->settings;
    struct instance *instance = &engine->instances[detail];
    uc_hook hook;
    uc_err error = uc_open((uc_arch)settings->architecture, (uc_mode)settings->mode, &instance->uc);
    if (error != UC_ERR_OK) {
        instance->uc = NULL;
        return error;
    }
    uc_engine *uc = instance->uc;
    if (settings->model >= 0)
        error = uc_ctl_set_cpu_model(uc, settings->model);
    for (uint32_t i = 0; error == UC_ERR_OK && i < engine->block_count; i++) {
        const struct block *block = &engine->blocks[i];
        uint64_t address = block->address;
        if (settings->physical_mask != 0)
            address &= settings->physical_mask;
        error = uc_mem_map_ptr(uc, address, block->size, block->permissions, block->host);
    }
    if (error == UC_ERR_OK && detail)
        error = uc_hook_add(uc, &hook, UC_HOOK_CODE, (void *)on_instruction, engine, 1, 0);
    if (error == UC_ERR_OK && !detail && settings->accesses_from_rows)
        error = uc_hook_add(uc, &hook, UC_HOOK_CODE, (void *)on_plain_instruction, engine, 1, 0);
    if (error == UC_ERR_OK && !detail && !settings->accesses_from_rows)
        error = uc_hook_add(uc, &hook, UC_HOOK_BLOCK, (void *)on_block, engine, 1, 0);
    for (uint32_t i = 0; !detail && !settings->accesses_from_rows && i < engine->row_count; i++)
        if (error == UC_ERR_OK && (engine->rows[i].flags & ROW_FORESEEN))
            error = uc_hook_add(uc, &hook, UC_HOOK_CODE, (void *)on_foreseen, engine,
                                engine->rows[i].address, engine->rows[i].address);
    /* (on_aligned sees each instruction, these too.) */
    for (uint32_t i = 0; !detail && !engine->told && i < engine->row_count; i++)
        if (error == UC_ERR_OK && (engine->rows[i].flags & ROW_EMULATED))
            error = uc_hook_add(uc, &hook, UC_HOOK_CODE, (void *)on_emulated, engine,
                                engine->rows[i].address, engine->rows[i].address);
    instance->fence_count = instance->fenced_count = 0;
    if (error == UC_ERR_OK && engine->told && !detail)
        error = uc_hook_add(uc, &hook, UC_HOOK_CODE, (void *)on_aligned, engine, 1, 0);
    if (error == UC_ERR_OK && !settings->accesses_from_rows && !has_fences(engine, detail))
        error = uc_hook_add(uc, &hook, UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, (void *)on_access,
                            engine, 1, 0);
    if (error == UC_ERR_OK)
        error = uc_hook_add(uc, &hook, UC_HOOK_MEM_INVALID, (void *)on_unmapped, engine, 1, 0);
    if (error == UC_ERR_OK)
        error = uc_hook_add(uc, &hook, UC_HOOK_INTR, (void *)on_interrupt, engine, 1, 0);
    if (error == UC_ERR_OK && settings->architecture == UC_ARCH_X86 && settings->word_bytes == 8) {
        /* SSE2 is part of amd64; as an operating system does, allow it: CR4.OSFXSR and OSXMMEXCPT
         * (Intel SDM volume 3, section 14.1.1) */
        uint64_t control = 0;
        uc_reg_read(uc, UC_X86_REG_CR4, &control);
        write_register(uc, UC_X86_REG_CR4, control | 0x600);
    }
    if (error != UC_ERR_OK) {
        uc_close(uc);
        instance->uc = NULL;
    }
    return error;
}

static void fill(const struct engine *engine, uc_engine *uc,
                 const struct engine_register *registers, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint64_t value[8]; /* as wide as any register */
        value[0] = at_entry(engine, &registers[i]);
        for (int word = 1; word < 8; word++)
            value[word] = high_at_entry(engine, &registers[i]);
        uc_reg_write(uc, registers[i].id, value);
    }
}

static void prepare(struct engine *engine, uc_engine *uc) {
    const struct engine_settings *settings = &engine->settings;
    const struct engine_call *call = engine->call;
    uint64_t stack = settings->stack_high;
    spoil(engine, settings->stack_low, stack + settings->caller_bytes);
    fill(engine, uc, settings->filled, settings->filled_count);
    fill(engine, uc, settings->saved, settings->saved_count);
    fill(engine, uc, settings->reserved, settings->reserved_count);
    uint64_t *wide = (uint64_t *)(void *)&engine->wide;
    for (size_t i = 0; i < sizeof engine->wide / sizeof *wide; i++)
        wide[i] = scrambled(engine->calls << 16 ^ i);
    fill(engine, uc, call->arguments, call->argument_count);
    if (settings->back_chain)
        store_word(engine, stack, stack + STACK_FRAME);
    for (uint32_t i = 0; i < call->stack_argument_count; i++)
        store_word(engine, stack + i * settings->word_bytes, call->stack_arguments[i]);
    if (settings->pushes_return_address) {
        stack -= settings->word_bytes;
        store_word(engine, stack, call->return_address);
    } else {
        write_register(uc, settings->return_register, call->return_address);
    }
    write_register(uc, settings->stack_pointer, stack);
    engine->stack = stack;
    engine->lowest = stack;
    engine->lowest_store = UINT64_MAX;
}

/* What must hold when the callee has returned. */
static void check_return(struct engine *engine, uc_engine *uc) {
    const struct engine_settings *settings = &engine->settings;
    struct engine_result *result = engine->result;
    uint64_t now = read_register(uc, settings, settings->stack_pointer);
    result->program_counter = engine->program_counter;
    if (engine->call->lenient)
        return;
    if (now != settings->stack_high) {
        result->breach = BREACH_STACK_POINTER;
        result->register_id = settings->stack_pointer;
        result->got = now;
        result->expected = settings->stack_high;
        return;
    }
    for (int group = 0; group < 2; group++) {
        const struct engine_register *registers = group ? settings->reserved : settings->saved;
        uint32_t count = group ? settings->reserved_count : settings->saved_count;
        for (uint32_t i = 0; i < count; i++) {
            now = 0;
            uc_reg_read(uc, registers[i].id, &now);
            if (registers[i].bits < 64)
                now &= (UINT64_C(1) << registers[i].bits) - 1;
            if (now != at_entry(engine, &registers[i])) {
                result->breach = group ? BREACH_UNTOUCHED : BREACH_SAVED;
                result->register_id = registers[i].id;
                result->got = now;
                result->expected = at_entry(engine, &registers[i]);
                return;
            }
        }
    }
    if (settings->back_chain) {
        now = load_word(engine, settings->stack_high);
        if (now != settings->stack_high + STACK_FRAME) {
            result->breach = BREACH_BACK_CHAIN;
            result->address = settings->stack_high;
            result->got = now;
            return;
        }
    }
    if (settings->flags_register >= 0) {
        now = read_register(uc, settings, settings->flags_register);
        if (now & settings->flags_mask) {
            result->breach = BREACH_FLAG;
            result->got = now;
            return;
        }
    }
    if (settings->state_register >= 0) {
        now = read_register(uc, settings, settings->state_register);
        result->got = (now & settings->thumb_bit) != 0;
        if (result->got != engine->call->caller_is_thumb)
            result->breach = BREACH_STATE;
    }
}

void engine_call(struct engine *engine, const struct engine_call *call,
                 struct engine_result *result) {
    const struct engine_settings *settings = &engine->settings;
    bool detail = call->detail != 0;
    struct instance *instance = &engine->instances[detail];
    memset(result, 0, sizeof *result);
    if (instance->uc == NULL) {
        uc_err error = open_instance(engine, detail);
        if (error != UC_ERR_OK) {
            result->breach = BREACH_ENGINE;
            result->address = error;
            return;
        }
    }
    uc_engine *uc = instance->uc;
    engine->detailed = detail;
    engine->settings.stack_low += call->stack_high - settings->stack_high;
    engine->settings.stack_high = call->stack_high;
    engine->call = call;
    engine->calls++;
    engine->result = result;
    memcpy(engine->regions, call->regions, call->region_count * sizeof *engine->regions);
    uint64_t above = (uint64_t)call->stack_argument_count * settings->word_bytes;
    if (above < settings->caller_bytes)
        above = settings->caller_bytes;
    engine->regions[call->region_count] =
        (struct engine_region){settings->stack_low, settings->stack_high + above, 1, 0};
    engine->region_count = call->region_count + 1;
    engine->stopped = false;
    engine->returned = false;
    engine->watch_stack = false;
    engine->watch_reserved = false;
    if (has_fences(engine, detail)) {
        uc_err error = set_fences(engine, instance);
        if (error != UC_ERR_OK) {
            result->breach = BREACH_ENGINE;
            result->address = error;
            return;
        }
    }
    engine->budget = call->budget;
    engine->program_counter = call->function;
    engine->row = NULL;
    engine->hash = 0;
    engine->event_count = 0;
    prepare(engine, uc);
    engine->timed = 0;
    while (detail && !call->untimed && engine->timed < ENGINE_TIMINGS &&
           engine->timings[engine->timed] != NULL)
        timing_start(engine->timings[engine->timed++]);
    uint64_t start = call->function | (call->function_is_thumb ? 1 : 0);
    uc_err error = uc_emu_start(uc, start, settings->sentinel, 0, 0);
    if (!engine->stopped && !engine->returned) {
        uint64_t now = read_register(uc, settings, settings->program_counter);
        if (error == UC_ERR_OK && now - settings->sentinel < SENTINEL_BYTES) {
            engine->returned = true;
        } else {
            engine->stopped = true;
            result->program_counter =
                detail || settings->accesses_from_rows ? engine->program_counter : now;
            result->address = error;
            result->breach = BREACH_ENGINE;
            if (error == UC_ERR_OK || error == UC_ERR_INSN_INVALID || error == UC_ERR_EXCEPTION)
                result->breach = BREACH_INVALID;
            if (error == UC_ERR_READ_UNALIGNED || error == UC_ERR_WRITE_UNALIGNED)
                result->breach = BREACH_ALIGNMENT;
            if (error == UC_ERR_FETCH_UNMAPPED || error == UC_ERR_FETCH_PROT ||
                error == UC_ERR_FETCH_UNALIGNED) {
                result->breach = BREACH_FETCH;
                result->address = now;
            }
        }
    }
    if (engine->returned && !engine->stopped) {
        if (detail && engine->watch_stack &&
            read_register(uc, settings, settings->stack_pointer) == settings->stack_high)
            follow_stack(engine, uc);
        if (detail && engine->watch_reserved && !engine->stopped)
            follow_reserved(engine, uc);
        if (!engine->stopped)
            check_return(engine, uc);
    }
    for (uint32_t i = 0; i < engine->timed; i++) {
        timing_finish(engine->timings[i]);
        result->cycles[i] = timing_cycles(engine->timings[i]);
    }
    result->stack_bytes = settings->stack_high - engine->lowest;
    result->trace = engine->hash;
    if (result->breach != BREACH_NONE) {
        uc_close(uc);
        instance->uc = NULL;
    }
}

static void set_argument(struct engine_call *call, uint32_t number, uint64_t value) {
    if (number < ENGINE_REGISTERS)
        call->arguments[number].value = value;
    else
        call->stack_arguments[number - ENGINE_REGISTERS] = value;
}

uint32_t engine_pieces(struct engine *engine, struct engine_call *call,
                       const struct engine_pieces *pieces, const unsigned char *data,
                       const uint32_t *lengths, struct engine_result *result) {
    uint64_t budget = call->budget;
    unsigned char *place = host_address(engine, pieces->address);
    uint32_t number;
    for (number = 0; number < pieces->count; number++) {
        uint32_t length = lengths[number];
        uint64_t start = length != 0 ? pieces->address : 0;
        memcpy(place, data, length);
        data += length;
        set_argument(call, pieces->data_argument, start);
        set_argument(call, pieces->length_argument, length);
        call->regions[pieces->region] = (struct engine_region){start, start + length, 0, 0};
        call->budget = budget + pieces->budget * length;
        engine_call(engine, call, result);
        if (result->breach != BREACH_NONE)
            break;
    }
    return number;
}

void engine_entry(const struct engine *engine, const struct engine_register *entry,
                  uint64_t value[2]) {
    value[0] = at_entry(engine, entry);
    value[1] = high_at_entry(engine, entry);
}

void engine_register(const struct engine *engine, int32_t id, uint64_t *value) {
    if (engine->instances[engine->detailed].uc != NULL)
        uc_reg_read(engine->instances[engine->detailed].uc, id, value);
}

const struct engine_event *engine_events(const struct engine *engine, uint64_t *count) {
    *count = engine->event_count;
    return engine->events;
}
