// Runs PicoRV32 as gates with memory without wait states, cycle by cycle, and counts how often nets
// change between two fetches.
//
// Every gate is a truth table of at most four inputs; gates come in an order in which each stands
// behind those that drive it.  A net has its last value of a cycle: what it does before that is not
// seen.
// SPDX-License-Identifier: MIT

#include <stdint.h>
#include <string.h>

struct netlist {
    uint32_t gates, flip_flops, nets;
    const uint16_t *tables; // bit n: the output for the inputs n
    const uint32_t (*inputs)[4];
    const uint32_t *outputs;
    const uint32_t *d, *q;
    const uint32_t *resetn, *mem_ready, *mem_rdata;          // 1, 1, 32 nets
    const uint32_t *read, *write, *address, *data, *strobes; // 1, 1, 32, 32, 4: mem_la_*
    const uint32_t *trap;                                    // 1
};

enum stop { REACHED, CYCLES, TRAP, OUTSIDE };

static uint32_t get(const uint8_t *value, const uint32_t *nets, int bits) {
    uint32_t found = 0;
    for (int n = 0; n < bits; n++)
        found |= (uint32_t)value[nets[n]] << n;
    return found;
}

static void put(uint8_t *value, const uint32_t *nets, int bits, uint32_t x) {
    for (int n = 0; n < bits; n++)
        value[nets[n]] = x >> n & 1;
}

// From reset to the fetch at `stop`.  value has a byte for each net, 0 and 1 are the constants;
// changes and cycles are counted from the fetch at `start` on.
uint32_t mote_picorv32_run(const struct netlist *c, uint8_t *value, uint8_t *before,
                           uint64_t *changes, uint8_t *memory, uint32_t size, uint32_t start,
                           uint32_t stop, uint64_t limit, uint64_t *cycles) {
    int started = 0;
    value[0] = 0;
    value[1] = 1;
    *cycles = 0;
    for (uint64_t cycle = 0; cycle < limit; cycle++) {
        value[c->resetn[0]] = cycle >= 2;
        for (uint32_t n = 0; n < c->gates; n++) {
            const uint32_t *in = c->inputs[n];
            uint32_t place =
                value[in[0]] | value[in[1]] << 1 | value[in[2]] << 2 | (uint32_t)value[in[3]] << 3;
            value[c->outputs[n]] = c->tables[n] >> place & 1;
        }
        int read = value[c->read[0]], write = value[c->write[0]];
        uint32_t address = get(value, c->address, 32) & ~3u;
        if (started) {
            ++*cycles;
            for (uint32_t n = 0; n < c->nets; n++)
                changes[n] += value[n] ^ before[n];
        }
        memcpy(before, value, c->nets);
        if (cycle >= 2 && value[c->trap[0]])
            return TRAP;
        if (cycle >= 2 && read && address == stop && started)
            return REACHED;
        started |= cycle >= 2 && read && address == start;
        uint32_t word = get(value, c->data, 32), strobes = get(value, c->strobes, 4);
        // before holds the outputs' values while flip-flops change.
        for (uint32_t n = 0; n < c->flip_flops; n++)
            value[c->q[n]] = before[c->d[n]];
        value[c->mem_ready[0]] = cycle >= 2 && (read || write);
        if (cycle >= 2 && write) {
            if (address > size - 4)
                return OUTSIDE;
            for (int n = 0; n < 4; n++)
                if (strobes >> n & 1)
                    memory[address + n] = (uint8_t)(word >> 8 * n);
        }
        uint32_t found = 0;
        if (cycle >= 2 && read && address <= size - 4)
            memcpy(&found, memory + address, 4);
        put(value, c->mem_rdata, 32, found);
    }
    return CYCLES;
}
