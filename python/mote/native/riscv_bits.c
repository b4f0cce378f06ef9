/* See riscv_bits.h.  Source: RISC-V Bit-Manipulation ISA-extensions, version 1.0.0 (November 2021),
 * section 2: the pages of the instructions, which the cases name.
 */
#include "riscv_bits.h"

static uint32_t rotated_right(uint32_t value, uint32_t count) {
    count &= 31;
    return value >> count | value << (-count & 31);
}

static uint32_t bytes_reversed(uint32_t value) {
    return value << 24 | (value << 8 & 0xFF0000) | (value >> 8 & 0xFF00) | value >> 24;
}

static uint32_t bytes_combined(uint32_t value) {
    uint32_t result = 0;
    for (int shift = 0; shift < 32; shift += 8)
        if (value >> shift & 0xFF)
            result |= UINT32_C(0xFF) << shift;
    return result;
}

static uint32_t leading_zeros(uint32_t value) {
    uint32_t count = 0;
    for (uint32_t bit = UINT32_C(1) << 31; bit != 0 && !(value & bit); bit >>= 1)
        count++;
    return count;
}

static uint32_t trailing_zeros(uint32_t value) {
    uint32_t count = 0;
    for (uint32_t bit = 1; bit != 0 && !(value & bit); bit <<= 1)
        count++;
    return count;
}

static uint32_t ones(uint32_t value) {
    uint32_t count = 0;
    for (; value != 0; value &= value - 1)
        count++;
    return count;
}

/* funct7 and funct3 of the instructions with two source registers. */
#define TWO(funct7, funct3) ((funct7) << 3 | (funct3))

static bool of_registers(uint32_t instruction, uint32_t a, uint32_t b, uint32_t *value) {
    switch (TWO(instruction >> 25, instruction >> 12 & 7)) {
    case TWO(0x10, 2):
        *value = (a << 1) + b;
        return true; /* sh1add */
    case TWO(0x10, 4):
        *value = (a << 2) + b;
        return true; /* sh2add */
    case TWO(0x10, 6):
        *value = (a << 3) + b;
        return true; /* sh3add */
    case TWO(0x20, 4):
        *value = ~(a ^ b);
        return true; /* xnor */
    case TWO(0x20, 6):
        *value = a | ~b;
        return true; /* orn */
    case TWO(0x20, 7):
        *value = a & ~b;
        return true; /* andn */
    case TWO(0x05, 4):
        *value = (int32_t)a < (int32_t)b ? a : b;
        return true; /* min */
    case TWO(0x05, 5):
        *value = a < b ? a : b;
        return true; /* minu */
    case TWO(0x05, 6):
        *value = (int32_t)a < (int32_t)b ? b : a;
        return true; /* max */
    case TWO(0x05, 7):
        *value = a < b ? b : a;
        return true; /* maxu */
    case TWO(0x04, 4):
        *value = a & 0xFFFF;
        return (instruction >> 20 & 31) == 0; /* zext.h */
    case TWO(0x30, 1):
        *value = rotated_right(a, -b);
        return true; /* rol */
    case TWO(0x30, 5):
        *value = rotated_right(a, b);
        return true; /* ror */
    case TWO(0x24, 1):
        *value = a & ~(UINT32_C(1) << (b & 31));
        return true; /* bclr */
    case TWO(0x24, 5):
        *value = a >> (b & 31) & 1;
        return true; /* bext */
    case TWO(0x34, 1):
        *value = a ^ UINT32_C(1) << (b & 31);
        return true; /* binv */
    case TWO(0x14, 1):
        *value = a | UINT32_C(1) << (b & 31);
        return true; /* bset */
    default:
        return false;
    }
}

static bool of_immediate(uint32_t instruction, uint32_t a, uint32_t *value) {
    uint32_t count = instruction >> 20 & 31, bit = UINT32_C(1) << count;
    switch (TWO(instruction >> 25, instruction >> 12 & 7)) {
    case TWO(0x30, 5):
        *value = rotated_right(a, count);
        return true; /* rori */
    case TWO(0x24, 1):
        *value = a & ~bit;
        return true; /* bclri */
    case TWO(0x24, 5):
        *value = a >> count & 1;
        return true; /* bexti */
    case TWO(0x34, 1):
        *value = a ^ bit;
        return true; /* binvi */
    case TWO(0x14, 1):
        *value = a | bit;
        return true; /* bseti */
    case TWO(0x34, 5):
        *value = bytes_reversed(a);
        return count == 24; /* rev8 */
    case TWO(0x14, 5):
        *value = bytes_combined(a);
        return count == 7; /* orc.b */
    case TWO(0x30, 1):
        break; /* which one, says count */
    default:
        return false;
    }
    switch (count) {
    case 0:
        *value = leading_zeros(a);
        return true; /* clz */
    case 1:
        *value = trailing_zeros(a);
        return true; /* ctz */
    case 2:
        *value = ones(a);
        return true; /* cpop */
    case 4:
        *value = (uint32_t)(int32_t)(int8_t)a;
        return true; /* sext.b */
    case 5:
        *value = (uint32_t)(int32_t)(int16_t)a;
        return true; /* sext.h */
    default:
        return false;
    }
}

bool riscv_bits_value(uint32_t instruction, uint32_t first, uint32_t second, uint32_t *value) {
    switch (instruction & 0x7F) {
    case 0x33:
        return of_registers(instruction, first, second, value); /* OP */
    case 0x13:
        return of_immediate(instruction, first, value); /* OP-IMM */
    default:
        return false;
    }
}

static uint32_t get(uc_engine *uc, uint32_t number) {
    uint64_t value = 0;
    uc_reg_read(uc, UC_RISCV_REG_X0 + (int)number, &value);
    return (uint32_t)value;
}

bool riscv_bits_run(uc_engine *uc, uint32_t instruction) {
    uint32_t first = get(uc, instruction >> 15 & 31), second = get(uc, instruction >> 20 & 31);
    uint32_t result, target = instruction >> 7 & 31;

    if (!riscv_bits_value(instruction, first, second, &result))
        return false;
    uint64_t value = result;
    if (target != 0)
        uc_reg_write(uc, UC_RISCV_REG_X0 + (int)target, &value);
    return true;
}
