// Runs the 16-bit core as gates with its memories, cycle by cycle, and counts how often nets change.
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
    const uint32_t *reset, *program_data, *read_data;                 // 1, 24, 16 nets
    const uint32_t *program_enable, *program_address;                 // 1, 22
    const uint32_t *read_enable, *read_address;                       // 2, 16
    const uint32_t *write_enable, *write_address, *write_data, *trap; // 2, 16, 16, 3
};

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

// The cycles until `trap` is not 0, the two of reset too; 0 when there were `limit`.  value has a
// byte for each net, 0 and 1 are the constants; changes is added to.
uint64_t mote_netlist_run(const struct netlist *c, uint8_t *value, uint8_t *before,
                          uint64_t *changes, const uint32_t *program, uint16_t *data,
                          uint64_t limit, uint32_t *trap) {
    value[0] = 0;
    value[1] = 1;
    for (uint64_t cycle = 0; cycle < limit; cycle++) {
        value[c->reset[0]] = cycle < 2;
        for (uint32_t n = 0; n < c->gates; n++) {
            const uint32_t *in = c->inputs[n];
            uint32_t place =
                value[in[0]] | value[in[1]] << 1 | value[in[2]] << 2 | (uint32_t)value[in[3]] << 3;
            value[c->outputs[n]] = c->tables[n] >> place & 1;
        }
        for (uint32_t n = 0; n < c->nets; n++) {
            changes[n] += value[n] ^ before[n];
        }
        memcpy(before, value, c->nets);
        *trap = get(value, c->trap, 3);
        if (*trap && cycle >= 2)
            return cycle;
        uint32_t fetch = value[c->program_enable[0]], read = get(value, c->read_enable, 2);
        uint32_t at = get(value, c->program_address, 22);
        uint32_t from = get(value, c->read_address, 16) >> 1;
        uint32_t write = get(value, c->write_enable, 2), to = get(value, c->write_address, 16) >> 1;
        uint32_t word = get(value, c->write_data, 16);
        // before holds the outputs' values while flip-flops change.
        for (uint32_t n = 0; n < c->flip_flops; n++)
            value[c->q[n]] = before[c->d[n]];
        if (fetch)
            put(value, c->program_data, 24, program[at]);
        if (read)
            put(value, c->read_data, 16, data[from]);
        uint16_t mask = (write & 1 ? 0x00ff : 0) | (write & 2 ? 0xff00 : 0);
        data[to] = (data[to] & ~mask) | (word & mask);
    }
    return 0;
}
