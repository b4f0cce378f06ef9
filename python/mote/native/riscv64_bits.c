/* See riscv64_bits.h.  Sources: RISC-V Bit-Manipulation ISA-extensions, version 1.0.0 (November 2021),
 * section 2; RISC-V Cryptography Extensions Volume I, Scalar & Entropy Source Instructions, version
 * 1.0.1, section 3: the pages of the instructions, which the cases name.
 */
#include "riscv64_bits.h"

static uint64_t rotated_right(uint64_t value, uint64_t count) {
    count &= 63;
    return value >> count | value << (-count & 63);
}

static uint64_t word_rotated_right(uint64_t value, uint64_t count) {
    uint32_t word = (uint32_t)value;
    count &= 31;
    return (uint64_t)(int64_t)(int32_t)(word >> count | word << (-count & 31));
}

static uint64_t bytes_reversed(uint64_t value) {
    uint64_t result = 0;
    for (int shift = 0; shift < 64; shift += 8)
        result = result << 8 | (value >> shift & 0xFF);
    return result;
}

static uint64_t bytes_combined(uint64_t value) {
    uint64_t result = 0;
    for (int shift = 0; shift < 64; shift += 8)
        if (value >> shift & 0xFF)
            result |= UINT64_C(0xFF) << shift;
    return result;
}

/* The bits of each byte in the opposite order. */
static uint64_t bits_reversed(uint64_t value) {
    uint64_t result = 0;
    for (int bit = 0; bit < 64; bit++)
        result |= (value >> bit & 1) << (bit ^ 7);
    return result;
}

static uint64_t leading_zeros(uint64_t value, unsigned bits) {
    uint64_t count = 0;
    while (count < bits && !(value >> (bits - 1 - count) & 1))
        count++;
    return count;
}

static uint64_t trailing_zeros(uint64_t value, unsigned bits) {
    uint64_t count = 0;
    while (count < bits && !(value >> count & 1))
        count++;
    return count;
}

static uint64_t ones(uint64_t value) {
    uint64_t count = 0;
    for (; value != 0; value &= value - 1)
        count++;
    return count;
}

/* A product of polynomials, of 127 bits, without its lowest bits. */
static uint64_t product_above(uint64_t a, uint64_t b, unsigned bits) {
    uint64_t low = 0, high = 0;
    for (int bit = 0; bit < 64; bit++) {
        if (b >> bit & 1) {
            low ^= a << bit;
            high ^= bit == 0 ? 0 : a >> (64 - bit);
        }
    }
    return bits == 0 ? low : bits == 64 ? high : low >> bits | high << (64 - bits);
}

static uint8_t times_x(uint8_t value) {
    return (uint8_t)(value << 1 ^ (value & 0x80 ? 0x1B : 0));
}

static uint8_t times(uint8_t a, uint8_t b) {
    uint8_t result = 0;
    for (; b != 0; b >>= 1, a = times_x(a))
        if (b & 1)
            result ^= a;
    return result;
}

/* The S-box and its inverse, made when the first of these instructions comes. */
static uint8_t s_box[256], inverse_s_box[256];

/* FIPS 197, section 5.1.1: the inverse is the 254th power. */
static void make_s_boxes(void) {
    for (int value = 0; value < 256; value++) {
        uint8_t inverse = 1, result = 0x63;
        for (int i = 0; i < 254; i++)
            inverse = times(inverse, (uint8_t)value);
        for (int i = 0; i < 5; i++)
            result ^= (uint8_t)(inverse << i | inverse >> (8 - i));
        s_box[value] = result;
    }
    for (int value = 0; value < 256; value++)
        inverse_s_box[s_box[value]] = (uint8_t)value;
}

static uint8_t substituted(uint8_t value) {
    if (s_box[0] == 0)
        make_s_boxes();
    return s_box[value];
}

static uint8_t unsubstituted(uint8_t value) {
    if (s_box[0] == 0)
        make_s_boxes();
    return inverse_s_box[value];
}

/* Columns of four bytes by a matrix, whose first row and column begin with `first`. */
static uint64_t columns_mixed(uint64_t value, const uint8_t first[4]) {
    uint64_t result = 0;
    for (int i = 0; i < 8; i++) {
        uint8_t sum = 0;
        for (int j = 0; j < 4; j++)
            sum ^= times((uint8_t)(value >> 8 * ((i & 4) | j)), first[(j - i) & 3]);
        result |= (uint64_t)sum << 8 * i;
    }
    return result;
}

static const uint8_t mix[4] = {2, 3, 1, 1}, unmix[4] = {14, 11, 13, 9};

/* Bytes of the low two columns of a state {first, second} after its rows were shifted. */
static uint64_t rows_shifted(uint64_t first, uint64_t second, int step) {
    uint64_t result = 0;
    for (int i = 0; i < 8; i++) {
        int from = (i + step * 4 * (i & 3)) & 15;
        result |= ((from < 8 ? first : second) >> 8 * (from & 7) & 0xFF) << 8 * i;
    }
    return result;
}

static uint64_t each_byte(uint64_t value, uint8_t (*change)(uint8_t)) {
    uint64_t result = 0;
    for (int shift = 0; shift < 64; shift += 8)
        result |= (uint64_t)change((uint8_t)(value >> shift)) << shift;
    return result;
}

/* aes64ks1i: of the key schedule, with the number of a round, 10 for none. */
static uint64_t key_word(uint64_t value, unsigned round) {
    static const uint8_t constants[] = {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x1B, 0x36};
    uint64_t word = value >> 32;
    if (round != 10)
        word = word >> 8 | (word << 24 & 0xFF000000);
    word = each_byte(word, substituted) & 0xFFFFFFFF;
    if (round != 10)
        word ^= constants[round];
    return word << 32 | word;
}

static uint64_t word_shifted(uint64_t value, int first, int second, int shift) {
    uint32_t word = (uint32_t)value;
    uint32_t result =
        (word >> first | word << (32 - first)) ^ (word >> second | word << (32 - second));
    result ^= shift < 0 ? word >> -shift : word >> shift | word << (32 - shift);
    return (uint64_t)(int64_t)(int32_t)result;
}

static uint64_t double_shifted(uint64_t value, uint64_t first, uint64_t second, int shift) {
    return rotated_right(value, first) ^ rotated_right(value, second) ^
           (shift < 0 ? value >> -shift : rotated_right(value, (uint64_t)shift));
}

/* funct7 and funct3 of the instructions with two source registers. */
#define TWO(funct7, funct3) ((funct7) << 3 | (funct3))
#define SAY(result)                                                                                \
    *value = (result);                                                                             \
    return true

static bool of_registers(uint32_t instruction, uint64_t a, uint64_t b, uint64_t *value) {
    switch (TWO(instruction >> 25, instruction >> 12 & 7)) {
    case TWO(0x10, 2):
        SAY((a << 1) + b); /* sh1add */
    case TWO(0x10, 4):
        SAY((a << 2) + b); /* sh2add */
    case TWO(0x10, 6):
        SAY((a << 3) + b); /* sh3add */
    case TWO(0x20, 4):
        SAY(~(a ^ b)); /* xnor */
    case TWO(0x20, 6):
        SAY(a | ~b); /* orn */
    case TWO(0x20, 7):
        SAY(a & ~b); /* andn */
    case TWO(0x05, 1):
        SAY(product_above(a, b, 0)); /* clmul */
    case TWO(0x05, 2):
        SAY(product_above(a, b, 63)); /* clmulr */
    case TWO(0x05, 3):
        SAY(product_above(a, b, 64)); /* clmulh */
    case TWO(0x05, 4):
        SAY((int64_t)a < (int64_t)b ? a : b); /* min */
    case TWO(0x05, 5):
        SAY(a < b ? a : b); /* minu */
    case TWO(0x05, 6):
        SAY((int64_t)a < (int64_t)b ? b : a); /* max */
    case TWO(0x05, 7):
        SAY(a < b ? b : a); /* maxu */
    case TWO(0x04, 4):
        SAY((a & 0xFFFFFFFF) | b << 32); /* pack */
    case TWO(0x04, 7):
        SAY((a & 0xFF) | (b & 0xFF) << 8); /* packh */
    case TWO(0x30, 1):
        SAY(rotated_right(a, -b)); /* rol */
    case TWO(0x30, 5):
        SAY(rotated_right(a, b)); /* ror */
    case TWO(0x24, 1):
        SAY(a & ~(UINT64_C(1) << (b & 63))); /* bclr */
    case TWO(0x24, 5):
        SAY(a >> (b & 63) & 1); /* bext */
    case TWO(0x34, 1):
        SAY(a ^ UINT64_C(1) << (b & 63)); /* binv */
    case TWO(0x14, 1):
        SAY(a | UINT64_C(1) << (b & 63)); /* bset */
    case TWO(0x19, 0):
        SAY(each_byte(rows_shifted(a, b, 1), substituted)); /* aes64es */
    case TWO(0x1B, 0):
        SAY(columns_mixed(each_byte(rows_shifted(a, b, 1), substituted), mix)); /* aes64esm */
    case TWO(0x1D, 0):
        SAY(each_byte(rows_shifted(a, b, -1), unsubstituted)); /* aes64ds */
    case TWO(0x1F, 0):
        SAY(columns_mixed(each_byte(rows_shifted(a, b, -1), unsubstituted), unmix)); /* aes64dsm */
    case TWO(0x3F, 0):
        a = (a >> 32 ^ b) & 0xFFFFFFFF;
        SAY(a | (a ^ b >> 32) << 32); /* aes64ks2 */
    default:
        return false;
    }
}

static bool of_words(uint32_t instruction, uint64_t a, uint64_t b, uint64_t *value) {
    uint64_t word = a & 0xFFFFFFFF;
    switch (TWO(instruction >> 25, instruction >> 12 & 7)) {
    case TWO(0x04, 0):
        SAY(word + b); /* add.uw */
    case TWO(0x10, 2):
        SAY((word << 1) + b); /* sh1add.uw */
    case TWO(0x10, 4):
        SAY((word << 2) + b); /* sh2add.uw */
    case TWO(0x10, 6):
        SAY((word << 3) + b); /* sh3add.uw */
    case TWO(0x04, 4):        /* packw; with x0, zext.h of Zbb */
        SAY((uint64_t)(int64_t)(int32_t)(uint32_t)((a & 0xFFFF) | b << 16));
    case TWO(0x30, 1):
        SAY(word_rotated_right(a, -b)); /* rolw */
    case TWO(0x30, 5):
        SAY(word_rotated_right(a, b)); /* rorw */
    default:
        return false;
    }
}

/* By funct12, of instructions with one source register and funct3 = 1. */
static bool of_one(uint32_t function, uint64_t a, uint64_t *value) {
    switch (function) {
    case 0x600:
        SAY(leading_zeros(a, 64)); /* clz */
    case 0x601:
        SAY(trailing_zeros(a, 64)); /* ctz */
    case 0x602:
        SAY(ones(a)); /* cpop */
    case 0x604:
        SAY((uint64_t)(int64_t)(int8_t)a); /* sext.b */
    case 0x605:
        SAY((uint64_t)(int64_t)(int16_t)a); /* sext.h */
    case 0x100:
        SAY(word_shifted(a, 2, 13, 22)); /* sha256sum0 */
    case 0x101:
        SAY(word_shifted(a, 6, 11, 25)); /* sha256sum1 */
    case 0x102:
        SAY(word_shifted(a, 7, 18, -3)); /* sha256sig0 */
    case 0x103:
        SAY(word_shifted(a, 17, 19, -10)); /* sha256sig1 */
    case 0x104:
        SAY(double_shifted(a, 28, 34, 39)); /* sha512sum0 */
    case 0x105:
        SAY(double_shifted(a, 14, 18, 41)); /* sha512sum1 */
    case 0x106:
        SAY(double_shifted(a, 1, 8, -7)); /* sha512sig0 */
    case 0x107:
        SAY(double_shifted(a, 19, 61, -6)); /* sha512sig1 */
    case 0x300:
        SAY(columns_mixed(a, unmix)); /* aes64im */
    default:
        if (function >> 4 != 0x31 || (function & 15) > 10)
            return false;
        SAY(key_word(a, function & 15)); /* aes64ks1i */
    }
}

static bool of_immediate(uint32_t instruction, uint64_t a, uint64_t *value) {
    uint32_t function = instruction >> 20, count = function & 63;
    uint64_t bit = UINT64_C(1) << count;
    switch (TWO(function >> 6, instruction >> 12 & 7)) {
    case TWO(0x18, 5):
        SAY(rotated_right(a, count)); /* rori */
    case TWO(0x12, 1):
        SAY(a & ~bit); /* bclri */
    case TWO(0x12, 5):
        SAY(a >> count & 1); /* bexti */
    case TWO(0x1A, 1):
        SAY(a ^ bit); /* binvi */
    case TWO(0x0A, 1):
        SAY(a | bit); /* bseti */
    default:
        break;
    }
    switch (TWO(function, instruction >> 12 & 7)) {
    case TWO(0x6B8, 5):
        SAY(bytes_reversed(a)); /* rev8 */
    case TWO(0x287, 5):
        SAY(bytes_combined(a)); /* orc.b */
    case TWO(0x687, 5):
        SAY(bits_reversed(a)); /* brev8 */
    default:
        return (instruction >> 12 & 7) == 1 && of_one(function, a, value);
    }
}

static bool of_word_immediate(uint32_t instruction, uint64_t a, uint64_t *value) {
    uint32_t function = instruction >> 20;
    if (TWO(function >> 5, instruction >> 12 & 7) == TWO(0x30, 5)) {
        SAY(word_rotated_right(a, function & 31)); /* roriw */
    }
    if ((instruction >> 12 & 7) != 1)
        return false;
    if (function >> 6 == 0x02) {
        SAY((a & 0xFFFFFFFF) << (function & 63)); /* slli.uw */
    }
    switch (function) {
    case 0x600:
        SAY(leading_zeros(a, 32)); /* clzw */
    case 0x601:
        SAY(trailing_zeros(a, 32)); /* ctzw */
    case 0x602:
        SAY(ones(a & 0xFFFFFFFF)); /* cpopw */
    default:
        return false;
    }
}

bool riscv64_bits_value(uint32_t instruction, uint64_t first, uint64_t second, uint64_t *value) {
    switch (instruction & 0x7F) {
    case 0x33:
        return of_registers(instruction, first, second, value); /* OP */
    case 0x3B:
        return of_words(instruction, first, second, value); /* OP-32 */
    case 0x13:
        return of_immediate(instruction, first, value); /* OP-IMM */
    case 0x1B:
        return of_word_immediate(instruction, first, value); /* OP-IMM-32 */
    default:
        return false;
    }
}

static uint64_t get(uc_engine *uc, uint32_t number) {
    uint64_t value = 0;
    uc_reg_read(uc, UC_RISCV_REG_X0 + (int)number, &value);
    return value;
}

bool riscv64_bits_run(uc_engine *uc, uint32_t instruction) {
    uint64_t first = get(uc, instruction >> 15 & 31), second = get(uc, instruction >> 20 & 31);
    uint64_t result;
    uint32_t target = instruction >> 7 & 31;

    if (!riscv64_bits_value(instruction, first, second, &result))
        return false;
    if (target != 0)
        uc_reg_write(uc, UC_RISCV_REG_X0 + (int)target, &result);
    return true;
}
