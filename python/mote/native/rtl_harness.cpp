// Runs one call on a Verilated RISC-V core whose ports are those of cores/*/system.sv: memory without
// wait states, and what the core retires (mote.machines.rtl).

#include <cstdint>
#include <cstring>
#include <memory>
#include <unordered_map>

#include "Vcore.h"
#include "verilated.h"

namespace {

const uint32_t PAGE = 4096;

enum Stop { REACHED, CYCLES, TRAP, OUTSIDE };

struct Machine {
    VerilatedContext context;
    Vcore core{&context};
    std::unordered_map<uint32_t, std::unique_ptr<uint8_t[]>> pages;
};

uint8_t *page(Machine *machine, uint32_t address) {
    auto found = machine->pages.find(address / PAGE);
    return found == machine->pages.end() ? nullptr : found->second.get() + address % PAGE;
}

} // namespace

// Every field is what mote.machines.rtl._Run declares.
struct Run {
    uint32_t boot;        // where the core begins: BOOT_OFFSET behind it; a trap goes to its start
    uint32_t start;       // the function: what comes behind the jump to it is counted
    uint32_t stop;        // where it returns to
    uint32_t single;      // 1: the run ends when the instruction at `start` has retired
    uint32_t next;        // where that leads to
    uint32_t stop_cycles; // of the instruction at `stop`
    uint32_t reason;
    uint32_t address; // of an access where there is no memory
    uint32_t program_counter;
    uint64_t cycle_limit;
    uint64_t cycles;
    uint64_t instructions;
    uint32_t registers[32];
};

extern "C" Machine *rtl_new(void) {
    return new Machine;
}

extern "C" void rtl_delete(Machine *machine) {
    machine->core.final();
    delete machine;
}

// Put bytes into memory, which is made where there is none.
extern "C" void rtl_write(Machine *machine, uint32_t address, const uint8_t *data, uint32_t size) {
    while (size) {
        uint32_t part = PAGE - address % PAGE < size ? PAGE - address % PAGE : size;
        auto &place = machine->pages[address / PAGE];
        if (!place)
            place = std::make_unique<uint8_t[]>(PAGE);
        std::memcpy(place.get() + address % PAGE, data, part);
        address += part, data += part, size -= part;
    }
}

// Take bytes from memory; 0 where there is none.
extern "C" void rtl_read(Machine *machine, uint32_t address, uint8_t *data, uint32_t size) {
    for (uint32_t n = 0; n < size; n++) {
        const uint8_t *from = page(machine, address + n);
        data[n] = from ? *from : 0;
    }
}

extern "C" void rtl_run(Machine *machine, Run *run) {
    Vcore &core = machine->core;
    uint64_t before = 0; // cycle in which the instruction before the function retired
    bool started = false;
    run->cycles = run->instructions = 0;
    run->reason = CYCLES;
    std::memset(run->registers, 0, sizeof run->registers);
    core.boot = run->boot;
    core.fetch_valid = core.valid = 0;
    core.reset_n = 0;
    for (int edge = 0; edge < 4; edge++) {
        core.clock = edge & 1;
        core.eval();
    }
    core.reset_n = 1;
    for (uint64_t cycle = 0; cycle < run->cycle_limit; cycle++) {
        core.clock = 0;
        core.eval(); // all signals of the cycle are settled
        if (core.retired) {
            run->program_counter = core.counter;
            if (core.trap) {
                run->reason = TRAP;
                return;
            }
            if (core.destination)
                run->registers[core.destination] = core.result;
            if (run->single && core.counter == run->start) {
                run->next = core.next;
                run->reason = REACHED;
                return;
            }
            if (core.counter == run->start && !started)
                started = true;
            else if (!started)
                before = cycle;
            if (started && core.counter == run->stop) {
                run->cycles = cycle - before - run->stop_cycles;
                run->reason = REACHED;
                return;
            }
            run->instructions += started;
        }
        bool fetch = core.fetch, access = core.access;
        uint32_t fetched = 0, read = 0;
        if (fetch) {
            // The core fetches ahead of what it executes, so beyond the code as well.
            const uint8_t *from = page(machine, core.fetch_address & ~3u);
            if (from)
                std::memcpy(&fetched, from, 4);
        }
        if (access) {
            uint8_t *at = page(machine, core.address & ~3u);
            if (!at) {
                run->reason = OUTSIDE;
                run->address = core.address;
                return;
            }
            if (core.write) {
                for (int n = 0; n < 4; n++)
                    if (core.enable >> n & 1)
                        at[n] = static_cast<uint8_t>(core.write_data >> 8 * n);
            } else {
                std::memcpy(&read, at, 4);
            }
        }
        core.clock = 1;
        core.eval();
        // What was asked for in this cycle is answered in the next.
        core.fetch_valid = fetch;
        core.fetch_data = fetched;
        core.valid = access;
        core.read_data = read;
    }
}
