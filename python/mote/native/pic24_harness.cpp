// Runs the Verilated 16-bit core of pic24_system.v: memories, guard, counters (mote.pic24.hardware).

#include <cstdint>
#include <cstring>

#include "Vpic24.h"
#include "Vpic24___024root.h"
#include "verilated.h"

namespace {

const uint32_t RECORD = 24;

enum Stop { REACHED, CYCLES, TRAP, FETCH, READ, WRITE, FULL };

// Special function registers, which are in the core.
bool is_special(uint32_t address) {
    switch (address & ~1u) {
    case 0x20:
    case 0x32:
    case 0x34:
    case 0x36:
    case 0x42:
    case 0x44:
        return true;
    default:
        return false;
    }
}

struct Machine {
    VerilatedContext context;
    Vpic24 core{&context};
};

} // namespace

// Every field is what mote.pic24.hardware._Run declares.
struct Run {
    const uint8_t *guard; // 64 KiB: 1 may be read, 2 may be written
    uint32_t *records;    // RECORD words for each instruction, or null
    uint32_t record_limit;
    uint32_t record_count;
    uint32_t start; // program address at which counting begins
    uint32_t stop;  // program address before which the run ends
    uint64_t cycle_limit;
    uint64_t cycles; // from the first instruction at `start` to the first at `stop`
    uint64_t reads;
    uint64_t writes;
    uint32_t reason;
    uint32_t trap;
    uint32_t address; // data address of a read or write that is not allowed
    uint32_t program_counter;
    uint32_t fault; // number of an inverted signal, 0 for none
    uint32_t state[RECORD];
};

extern "C" Machine *pic24_new(void) {
    Machine *machine = new Machine;
    std::memset(&machine->core.rootp->pic24_system__DOT__program_memory[0], 0xFF, 4u << 22);
    return machine;
}

extern "C" void pic24_delete(Machine *machine) {
    machine->core.final();
    delete machine;
}

extern "C" uint32_t *pic24_program(Machine *machine) {
    return &machine->core.rootp->pic24_system__DOT__program_memory[0];
}

extern "C" uint16_t *pic24_data(Machine *machine) {
    return &machine->core.rootp->pic24_system__DOT__data_memory[0];
}

extern "C" void pic24_run(Machine *machine, Run *run) {
    Vpic24 &core = machine->core;
    bool started = false, consumed = false, read_before = false;
    uint32_t executing = 0, decoding = 0;
    // An address that traps is known a cycle after it was read at: the trap comes before the guard.
    int pending = 0;
    run->record_count = 0;
    run->cycles = run->reads = run->writes = 0;
    run->trap = run->address = 0;
    run->reason = CYCLES;
    core.fault = run->fault;
    core.rst = 1;
    for (int edge = 0; edge < 4; edge++) {
        core.clk = edge & 1;
        core.eval();
    }
    core.rst = 0;
    for (uint64_t cycle = 0; cycle < run->cycle_limit; cycle++) {
        // Here all signals of the cycle are settled.
        core.clk = 0;
        core.eval();
        if (consumed && !pending) {
            // The instruction's first step is in execute: all before it have ended.
            executing = decoding;
            if (executing == run->start && !started) {
                started = true;
                run->cycles = cycle;
                run->reads = read_before; // its own read, in decode
            }
            bool last = started && executing == run->stop;
            if (run->records || last) {
                uint32_t *r = run->state;
                r[0] = static_cast<uint32_t>(cycle);
                r[1] = executing;
                for (int n = 0; n < 16; n++)
                    r[2 + n] = core.debug_w[n / 2] >> 16 * (n & 1) & 0xFFFF;
                for (int n = 0; n < 5; n++)
                    r[18 + n] = core.debug_special[n / 2] >> 16 * (n & 1) & 0xFFFF;
                r[23] = core.debug_flags;
                if (run->records && started) {
                    if (run->record_count >= run->record_limit) {
                        run->reason = FULL;
                        break;
                    }
                    std::memcpy(run->records + RECORD * run->record_count++, r, 4 * RECORD);
                }
                if (last) {
                    run->cycles = cycle - run->cycles;
                    run->reason = REACHED;
                    break;
                }
            }
        }
        if (core.trap) {
            run->reason = TRAP;
            run->trap = core.trap;
            run->program_counter = decoding;
            break;
        }
        if (pending) {
            if (--pending == 0) {
                run->reason = READ;
                break;
            }
            core.clk = 1;
            core.eval();
            continue;
        }
        // The older instruction first.
        if (core.write_enable) {
            uint32_t place = core.write_address & ~1u;
            run->writes += started;
            for (int n = 0; n < 2 && !is_special(place); n++)
                if (core.write_enable >> n & 1 && !(run->guard[place + n] & 2))
                    run->reason = WRITE;
            if (run->reason == WRITE) {
                run->address = core.write_address;
                run->program_counter = executing;
                break;
            }
        }
        consumed = core.debug_consume;
        if (consumed) {
            decoding = core.debug_pc;
            // Where the caller would go on there need be no code.
            if (core.absent && !(started && decoding == run->stop)) {
                run->reason = FETCH;
                run->program_counter = decoding;
                break;
            }
        }
        read_before = core.debug_read;
        run->reads += started && read_before;
        if (core.read_enable && !is_special(core.read_address)) {
            uint32_t place = core.read_address & ~1u;
            for (int n = 0; n < 2; n++)
                if (core.read_enable >> n & 1 && !(run->guard[place + n] & 1))
                    pending = 2;
            if (pending) {
                run->address = core.read_address;
                run->program_counter = decoding;
            }
        }
        core.clk = 1;
        core.eval();
    }
}
