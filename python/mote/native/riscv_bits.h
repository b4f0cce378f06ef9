/* The bit-manipulation instructions of RV32 that Unicorn 2.1 lacks: Zba, Zbb and Zbs.  What
 * simulates runs them here, one at a time, on Unicorn's registers.
 */
#ifndef MOTE_RISCV_BITS_H
#define MOTE_RISCV_BITS_H

#include <stdbool.h>
#include <stdint.h>

#include <unicorn/unicorn.h>

enum { RISCV_NOP = 0x13 }; /* addi zero, zero, 0: as long as any of them */

/* The value of an instruction (32 bits) from those of its source registers.  False: it is none of
 * these instructions. */
bool riscv_bits_value(uint32_t instruction, uint32_t first, uint32_t second, uint32_t *value);

/* Makes the change to registers that an instruction makes; not that of the program counter. */
bool riscv_bits_run(uc_engine *uc, uint32_t instruction);

#endif
