/* The instructions of RV64 for single bits and cryptography that Unicorn 2.1 lacks: Zba, Zbb, Zbs,
 * Zbc, Zbkb, Zknh, Zkne and Zknd.  What simulates runs them here, one at a time.
 */
#ifndef MOTE_RISCV64_BITS_H
#define MOTE_RISCV64_BITS_H

#include <stdbool.h>
#include <stdint.h>

#include <unicorn/unicorn.h>

/* The value of an instruction from those of its source registers.  False: it is none of these. */
bool riscv64_bits_value(uint32_t instruction, uint64_t first, uint64_t second, uint64_t *value);

/* Makes the change to registers that an instruction makes; not that of the program counter. */
bool riscv64_bits_run(uc_engine *uc, uint32_t instruction);

#endif
