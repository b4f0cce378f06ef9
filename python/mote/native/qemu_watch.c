/* The plug-in of the QEMU machine: sees every instruction and every access of the code under test.
 *
 * QEMU runs the driver (power_driver.S), which calls the function; both processes, QEMU and the
 * bench, map one file, through which a call's request and result go (qemu_watch.h).  A breach ends
 * the process: the bench reads why, and starts another one for the next call.
 *
 * Arguments: shared=N, the descriptor of that file; events=N, of the file for recorded events;
 * detail=on: count, hash and follow the stack; without it only the accesses are watched.
 *
 * The prototypes are those of version 1 of the interface (QEMU's documentation, "QEMU TCG Plugins",
 * and its header qemu-plugin.h, which Debian does not package).  A callback for an access comes
 * after it, one for an instruction before it.  The interface does not give registers: the stack
 * pointer is followed from instruction to instruction by what they do to it.
 */
#include "qemu_watch.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef uint64_t qemu_plugin_id_t;
typedef uint32_t qemu_plugin_meminfo_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
enum { CALLBACK_READS_NO_REGISTERS = 0, READS_AND_WRITES = 3 };
typedef void on_translation(qemu_plugin_id_t, struct qemu_plugin_tb *);
typedef void on_execution(unsigned, void *);
typedef void on_memory(unsigned, qemu_plugin_meminfo_t, uint64_t, void *);
extern void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, on_translation *);
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
extern uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *);
extern struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
extern uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *);
extern void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *, on_execution *, int,
                                                 void *);
extern void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *, on_execution *, int,
                                                   void *);
extern void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *, on_memory *, int, int,
                                             void *);
extern unsigned qemu_plugin_mem_size_shift(qemu_plugin_meminfo_t);
extern bool qemu_plugin_mem_is_store(qemu_plugin_meminfo_t);

int qemu_plugin_version = 1;

static unsigned char *file;
static struct watch *watch;
static int events_file = -1;
static bool detail;

/* The running call */
static bool running;
static uint64_t program_counter, stack, hash, executed;
static uint64_t calls; /* so far */
static bool stack_known;
static const struct watch_unit *last; /* what ran last, where it writes the stack pointer */

enum { EVENTS = 4096 };
static struct watch_event events[EVENTS];
static size_t waiting;

static void flush_events(void) {
    size_t size = waiting * sizeof *events;
    waiting = 0;
    if (size != 0 && write(events_file, events, size) != (ssize_t)size)
        _exit(4);
}

static void record(uint64_t kind, uint64_t address) {
    events[waiting++] = (struct watch_event){address, kind};
    watch->events++;
    if (waiting == EVENTS)
        flush_events();
}

static void finish(void) {
    watch->instructions = executed;
    watch->trace = hash;
    flush_events();
    running = false;
}

static void breach(enum watch_breach kind, uint64_t address, uint64_t size) {
    watch->breach = kind;
    watch->address = address;
    watch->size = size;
    watch->program_counter = program_counter;
    finish();
    _exit(3);
}

/* A breach after which the run can go on. */
static void minor_breach(enum watch_breach kind, uint64_t address, uint64_t size) {
    if (!watch->lenient)
        breach(kind, address, size);
}

static void mix(uint64_t value) {
    hash = (((hash << 5) | (hash >> 59)) ^ value) * UINT64_C(0x9E3779B97F4A7C15);
}

static unsigned char *stack_bytes(uint64_t address) {
    return file + watch->stack_offset + (address - watch->stack_map);
}

static bool in_stack_map(uint64_t address, uint64_t size) {
    return address >= watch->stack_map && address + size <= watch->stack_map_end;
}

static uint64_t load_word(uint64_t address) {
    uint64_t word = 0;
    if (in_stack_map(address, sizeof word))
        memcpy(&word, stack_bytes(address), sizeof word);
    return watch->big_endian ? __builtin_bswap64(word) : word;
}

/* Overwrite a part of the stack, as a signal's handler might: with other bytes at each call. */
static void spoil(uint64_t from, uint64_t to) {
    if (from < watch->stack_map)
        from = watch->stack_map;
    for (; from < to && in_stack_map(from, 1); from++)
        *stack_bytes(from) =
            (unsigned char)((from ^ calls << 32) * UINT64_C(0x9E3779B97F4A7C15) >> 56);
}

static bool allowed(uint64_t address, uint64_t size, bool write) {
    for (uint64_t i = 0; i < watch->region_count; i++) {
        const struct watch_region *region = &watch->regions[i];
        if (address >= region->start && address + size <= region->end)
            return !write || region->writable;
    }
    return false;
}

/* The stack pointer has a new value. */
static void moved(uint64_t now) {
    uint64_t old = stack;
    stack = now;
    stack_known = true;
    if (now < watch->stack_low)
        breach(WATCH_STACK_OVERFLOW, now, 0);
    if (now > watch->stack_high)
        breach(WATCH_STACK_ABOVE, now, 0);
    if (now < watch->lowest)
        watch->lowest = now;
    if (now > old)
        spoil(old - watch->red_zone, now - watch->red_zone);
}

/* What the instruction that has just run did to the stack pointer. */
static void follow_stack(void) {
    const struct watch_unit *unit = last;
    if (unit == NULL)
        return;
    last = NULL;
    if (unit->flags & UNIT_OTHER)
        stack_known = false;
    else if ((unit->flags & UNIT_ADD) && stack_known)
        moved(stack + (uint64_t)(int64_t)unit->value);
}

/* Whether the words that the stack pointer leads to go up to the caller's frame, and the return
 * address is saved there; else the first word that is wrong is in the result. */
static bool follows_back_chain(void) {
    uint64_t place = stack;
    while (place != watch->stack_high) {
        uint64_t next = load_word(place);
        watch->address = place;
        watch->got = next;
        if (next <= place || next > watch->stack_high)
            return false;
        place = next;
    }
    watch->address = place + watch->return_slot;
    watch->got = load_word(watch->address);
    return watch->got == watch->return_address;
}

static void start(void) {
    running = true;
    calls++;
    stack = watch->stack_high;
    stack_known = true;
    last = NULL;
    hash = 0;
    executed = 0;
    waiting = 0;
    watch->breach = WATCH_NONE;
    watch->instructions = watch->library_instructions = watch->events = 0;
    watch->lowest = stack;
    if (detail) {
        struct watch_unit *units = (struct watch_unit *)(file + watch->units);
        uint64_t count = (watch->code_end - watch->code_start) / 4;
        for (uint64_t i = 0; i < count; i++)
            units[i].executed = 0;
    }
}

static void memory(unsigned cpu, qemu_plugin_meminfo_t info, uint64_t address, void *user) {
    uint64_t size = UINT64_C(1) << qemu_plugin_mem_size_shift(info);
    bool write = qemu_plugin_mem_is_store(info);
    struct watch_unit *unit = user;
    (void)cpu;
    if (!running)
        return;
    program_counter =
        watch->code_start + 4 * (uint64_t)(unit - (struct watch_unit *)(file + watch->units));
    if (!allowed(address, size, write)) {
        if (address < watch->stack_low && watch->stack_low - address <= 65536)
            breach(WATCH_STACK_OVERFLOW, address, size);
        minor_breach(write ? WATCH_WRITE : WATCH_READ, address, size);
    }
    if (!detail)
        return;
    mix(address << 8 | size << 1 | write);
    if (watch->record)
        record(write ? 2 : 1, address);
    if (unit->flags & UNIT_UPDATE)
        moved(address);
    if (address >= watch->stack_low && address < watch->stack_high) {
        if (address < watch->lowest)
            watch->lowest = address;
        if (stack_known && address < stack - watch->red_zone)
            minor_breach(write ? WATCH_BELOW_WRITE : WATCH_BELOW_READ, address, size);
    }
    if (unit->flags & UNIT_LOAD)
        moved(load_word(address));
}

static void instruction(unsigned cpu, void *user) {
    struct watch_unit *unit = user;
    (void)cpu;
    if (!running)
        start();
    follow_stack();
    program_counter =
        watch->code_start + 4 * (uint64_t)(unit - (struct watch_unit *)(file + watch->units));
    if (unit->flags != 0) {
        if (unit->flags & UNIT_ILLEGAL)
            breach(WATCH_ILLEGAL, program_counter, 0);
        if (unit->flags & UNIT_RESERVED)
            minor_breach(WATCH_UNTOUCHED, program_counter, 0);
        if (unit->flags & UNIT_LIBRARY)
            watch->library_instructions++;
        if ((unit->flags & UNIT_LIBRARY_ENTRY) && stack_known) {
            if (stack & (watch->stack_alignment - 1))
                minor_breach(WATCH_CALL_ALIGNMENT, stack, 0);
            if (!follows_back_chain())
                breach(WATCH_BACK_CHAIN, watch->address, 0);
            /* What is called may save its return address and condition register in the caller's
             * frame, and use the stack below it. */
            spoil(stack + 8, stack + watch->return_slot + 8);
            spoil(stack - watch->red_zone, stack);
        }
        if (unit->flags & (UNIT_ADD | UNIT_OTHER))
            last = unit;
    }
    unit->executed++;
    if (++executed > watch->budget)
        breach(WATCH_BUDGET, program_counter, 0);
    mix(~program_counter);
    if (watch->record)
        record(0, program_counter);
}

/* Without detail: an instruction that must not be executed. */
static void illegal(unsigned cpu, void *user) {
    (void)cpu;
    program_counter = (uint64_t)(uintptr_t)user;
    breach(WATCH_ILLEGAL, program_counter, 0);
}

struct translated {
    uint64_t address, instructions;
};

/* Without detail: a translated block. */
static void block(unsigned cpu, void *user) {
    const struct translated *block = user;
    (void)cpu;
    if (!running)
        start();
    program_counter = block->address;
    executed += block->instructions;
    if (executed > watch->budget)
        breach(WATCH_BUDGET, program_counter, 0);
}

/* The driver runs: a call has returned, or has not begun. */
static void driver(unsigned cpu, void *user) {
    (void)cpu;
    if (!running)
        return;
    if ((uint64_t)(uintptr_t)user == watch->return_address) {
        follow_stack();
        finish();
    } else if ((uint64_t)(uintptr_t)user == watch->handler) {
        finish(); /* a signal: the driver says which */
    } else {
        breach(WATCH_FETCH, (uint64_t)(uintptr_t)user, 0);
    }
}

/* Something runs that is no code of the image. */
static void outside(unsigned cpu, void *user) {
    (void)cpu;
    breach(WATCH_FETCH, (uint64_t)(uintptr_t)user, 0);
}

static void translate(qemu_plugin_id_t id, struct qemu_plugin_tb *tb) {
    uint64_t address = qemu_plugin_tb_vaddr(tb);
    size_t count = qemu_plugin_tb_n_insns(tb);
    struct watch_unit *units = (struct watch_unit *)(file + watch->units);
    void *place = (void *)(uintptr_t)address;
    (void)id;
    if (address >= watch->driver_start && address < watch->driver_end) {
        qemu_plugin_register_vcpu_tb_exec_cb(tb, driver, CALLBACK_READS_NO_REGISTERS, place);
        return;
    }
    if (address < watch->code_start || address >= watch->code_end) {
        qemu_plugin_register_vcpu_tb_exec_cb(tb, outside, CALLBACK_READS_NO_REGISTERS, place);
        return;
    }
    if (!detail) {
        struct translated *known = malloc(sizeof *known); /* as long as the process */
        if (known == NULL)
            _exit(4);
        *known = (struct translated){address, count};
        qemu_plugin_register_vcpu_tb_exec_cb(tb, block, CALLBACK_READS_NO_REGISTERS, known);
    }
    for (size_t i = 0; i < count; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        uint64_t at = qemu_plugin_insn_vaddr(insn);
        struct watch_unit *unit = &units[(at - watch->code_start) / 4];
        if (at >= watch->code_end)
            break;
        if (detail)
            qemu_plugin_register_vcpu_insn_exec_cb(insn, instruction, CALLBACK_READS_NO_REGISTERS,
                                                   unit);
        else if (unit->flags & UNIT_ILLEGAL)
            qemu_plugin_register_vcpu_insn_exec_cb(insn, illegal, CALLBACK_READS_NO_REGISTERS,
                                                   (void *)(uintptr_t)at);
        qemu_plugin_register_vcpu_mem_cb(insn, memory, CALLBACK_READS_NO_REGISTERS,
                                         READS_AND_WRITES, unit);
    }
}

int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv) {
    int descriptor = -1;
    struct stat facts;
    (void)info;
    for (int i = 0; i < argc; i++) {
        if (strncmp(argv[i], "shared=", 7) == 0)
            descriptor = atoi(argv[i] + 7);
        else if (strncmp(argv[i], "events=", 7) == 0)
            events_file = atoi(argv[i] + 7);
        else if (strcmp(argv[i], "detail=on") == 0)
            detail = true;
    }
    if (fstat(descriptor, &facts) != 0)
        return -1;
    file = mmap(NULL, (size_t)facts.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (file == MAP_FAILED)
        return -1;
    watch = (struct watch *)(file + WATCH_OFFSET);
    qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
    return 0;
}
