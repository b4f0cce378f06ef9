/* See x86_vectors.h.  Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2:
 * sections 2.2.1, 2.3 and 2.7 (the prefixes REX, VEX and EVEX), and the pages of the instructions, which
 * the cases name.  The host is little-endian, as the CPU that is simulated.
 */
#include "x86_vectors.h"

#include <string.h>

enum { BYTES = 64, WORDS = BYTES / 4, QUADS = BYTES / 8, LANE = 16 };

typedef union {
    uint8_t byte[BYTES];
    uint32_t word[WORDS];
    uint64_t quad[QUADS];
} vector;

/* A decoded instruction.  opcode: the map, the prefix (0 none, 1 66, 2 F3, 3 F2) and the opcode. */
struct instruction {
    uint32_t opcode;
    bool legacy;     /* without VEX: the target is the first source, and keeps its upper half */
    bool evex;       /* with masks, broadcasts and 32 registers */
    unsigned width;  /* bytes of a vector: 16, 32 or 64 */
    bool w;          /* VEX.W, EVEX.W */
    bool broadcast;  /* of an element in memory to all */
    bool zeroing;    /* elements that the mask leaves out become 0 */
    unsigned mask;   /* the mask's register; 0: none */
    unsigned target; /* ModRM.reg */
    unsigned first;  /* VEX.vvvv */
    bool in_memory;
    unsigned second; /* ModRM.rm, a register */
    uint64_t address;
    unsigned immediate;
    unsigned length;
};

#define OPCODE(map, prefix, byte) ((map) << 16 | (prefix) << 8 | (byte))
#define BITS52 (((uint64_t)1 << 52) - 1)

static const int general[16] = {
    UC_X86_REG_RAX, UC_X86_REG_RCX, UC_X86_REG_RDX, UC_X86_REG_RBX, UC_X86_REG_RSP, UC_X86_REG_RBP,
    UC_X86_REG_RSI, UC_X86_REG_RDI, UC_X86_REG_R8,  UC_X86_REG_R9,  UC_X86_REG_R10, UC_X86_REG_R11,
    UC_X86_REG_R12, UC_X86_REG_R13, UC_X86_REG_R14, UC_X86_REG_R15,
};

static uint64_t get_general(uc_engine *uc, unsigned number) {
    uint64_t value = 0;
    uc_reg_read(uc, general[number], &value);
    return value;
}

/* Unicorn has the lower halves of registers 0 to 15. */
static vector get_vector(uc_engine *uc, const struct x86_wide *wide, unsigned number) {
    vector value;
    if (number >= 16) {
        memcpy(&value, wide->high[number - 16], sizeof value);
    } else {
        uc_reg_read(uc, UC_X86_REG_YMM0 + (int)number, &value);
        memcpy(value.quad + 4, wide->upper[number], sizeof wide->upper[number]);
    }
    return value;
}

/* ---- the instruction's bytes ---- */

static bool has_immediate(uint32_t opcode) {
    uint32_t byte = opcode & 0xFF;
    return opcode >> 16 == 3 || (opcode >> 16 == 1 && byte >= 0x70 && byte <= 0x73);
}

/* Bytes of an element, for masks and broadcasts. */
static unsigned element_bytes(const struct instruction *i) {
    switch (i->opcode) {
    case OPCODE(1, 3, 0x6F): /* VMOVDQU8, VMOVDQU16 */
    case OPCODE(1, 3, 0x7F):
        return i->w ? 2 : 1;
    case OPCODE(2, 1, 0x00): /* VPSHUFB */
        return 1;
    }
    return i->w ? 8 : 4;
}

/* Where the operand in memory is; `at` counts the bytes of the instruction.  A displacement of one byte
 * counts `scale` bytes. */
static uint64_t effective_address(uc_engine *uc, const uint8_t *code, unsigned *at, unsigned modrm,
                                  unsigned x, unsigned b, unsigned scale, bool *from_counter) {
    unsigned mode = modrm >> 6, base = modrm & 7;
    uint64_t address = 0;
    int32_t displacement = 0;

    *from_counter = false;
    if (base == 4) {
        unsigned sib = code[(*at)++], index = (sib >> 3 & 7) | x << 3;
        base = sib & 7;
        if (index != 4)
            address = get_general(uc, index) << (sib >> 6);
        if (base == 5 && mode == 0)
            mode = 4; /* no base, and 32 bits */
        else
            address += get_general(uc, base | b << 3);
    } else if (base == 5 && mode == 0) {
        *from_counter = true;
        mode = 4;
    } else {
        address = get_general(uc, base | b << 3);
    }
    if (mode == 1) {
        displacement = (int8_t)code[(*at)++] * (int32_t)scale;
    } else if (mode == 2 || mode == 4) {
        memcpy(&displacement, code + *at, 4);
        *at += 4;
    }
    return address + (uint64_t)(int64_t)displacement;
}

/* The SHA extensions, 0F 38 C8 to CD and 0F 3A CC, behind REX or nothing; false: it is none. */
static bool decode_sha(const uint8_t *code, unsigned *at, unsigned *rex, struct instruction *i) {
    *rex = (code[0] & 0xF0) == 0x40 ? code[0] : 0;
    code += *rex != 0;
    if (code[0] != 0x0F || !((code[1] == 0x38 && code[2] >= 0xC8 && code[2] <= 0xCD) ||
                             (code[1] == 0x3A && code[2] == 0xCC)))
        return false;
    i->legacy = true;
    i->opcode = OPCODE(code[1] == 0x38 ? 2u : 3u, 0u, (unsigned)code[2]);
    *at = *rex != 0 ? 4 : 3;
    return true;
}

/* The prefix EVEX (section 2.7.1); false: reserved bits are wrong. */
static bool decode_evex(const uint8_t *code, unsigned *r, unsigned *x, unsigned *b,
                        struct instruction *i) {
    unsigned first = code[1] ^ 0xF0, second = code[2], third = code[3], length = third >> 5 & 3;

    i->evex = true;
    *r = (first >> 7 & 1) | (first >> 4 & 1) << 1;
    *x = first >> 6 & 1;
    *b = first >> 5 & 1;
    i->w = second >> 7;
    i->first = ((second >> 3 & 15) ^ 15) | (third >> 3 & 1 ? 0u : 16u);
    i->width = 16u << length;
    i->zeroing = third >> 7;
    i->broadcast = third >> 4 & 1;
    i->mask = third & 7;
    i->opcode = OPCODE(first & 7, second & 3, code[4]);
    return (first & 8) == 0 && (second & 4) != 0 && length != 3;
}

static uint32_t memory_bytes(const struct instruction *i, bool *store, bool *aligned);

static bool decode(uc_engine *uc, const uint8_t *code, uint64_t counter, struct instruction *i) {
    unsigned at, r, x = 0, b = 0, map = 1, last = 0, modrm, rex, scale = 1;

    memset(i, 0, sizeof *i);
    if (decode_sha(code, &at, &rex, i)) {
        r = rex >> 2 & 1;
        x = rex >> 1 & 1;
        b = rex & 1;
    } else if (code[0] == 0xC5) {
        last = code[1];
        r = last >> 7 ^ 1;
        at = 2;
    } else if (code[0] == 0xC4) {
        r = code[1] >> 7 ^ 1;
        x = (code[1] >> 6 & 1) ^ 1;
        b = (code[1] >> 5 & 1) ^ 1;
        map = code[1] & 31;
        last = code[2];
        i->w = last >> 7;
        at = 3;
    } else if (code[0] == 0x62) {
        if (!decode_evex(code, &r, &x, &b, i))
            return false;
        at = 5;
    } else {
        return false;
    }
    if (i->legacy) {
        i->width = LANE;
    } else if (!i->evex) {
        i->width = last >> 2 & 1 ? 32 : 16;
        i->first = (last >> 3 & 15) ^ 15;
        i->opcode = OPCODE(map, last & 3, code[at]);
        at++;
    }
    if (i->opcode == OPCODE(1, 0, 0x77)) { /* VZEROUPPER has no operands */
        i->length = at;
        return true;
    }
    modrm = code[at++];
    i->target = (modrm >> 3 & 7) | r << 3;
    if (i->legacy)
        i->first = i->target;
    i->second = (modrm & 7) | b << 3 | (i->evex ? x << 4 : 0);
    if (modrm >> 6 != 3) {
        bool from_counter, store, aligned;
        i->in_memory = true;
        if (i->evex)
            scale = memory_bytes(i, &store, &aligned);
        i->address = effective_address(uc, code, &at, modrm, x, b, scale, &from_counter);
        if (from_counter)
            i->address += counter + at + has_immediate(i->opcode);
    }
    if (has_immediate(i->opcode))
        i->immediate = code[at++];
    i->length = at;
    return true;
}

/* ---- AES and products of polynomials ---- */

static uint8_t box[256], inverse_box[256];

static uint8_t times(uint8_t a, uint8_t b) {
    uint8_t product = 0;
    for (; b != 0; b >>= 1, a = (uint8_t)(a << 1 ^ (a >> 7) * 0x1B))
        if (b & 1)
            product ^= a;
    return product;
}

/* FIPS PUB 197, section 5.1.1: the inverse, and an affine transformation of it. */
static void make_boxes(void) {
    for (unsigned value = 0; value < 256; value++) {
        uint8_t inverse = 0, turned;
        for (unsigned other = 1; other < 256; other++)
            if (times((uint8_t)value, (uint8_t)other) == 1)
                inverse = (uint8_t)other;
        turned = inverse;
        for (unsigned bit = 1; bit <= 4; bit++)
            turned ^= (uint8_t)(inverse << bit | inverse >> (8 - bit));
        box[value] = turned ^ 0x63;
        inverse_box[box[value]] = (uint8_t)value;
    }
}

/* MixColumns of a block by the first column of its matrix, and InvMixColumns. */
static void mix_columns(uint8_t *state, const uint8_t *factors) {
    for (unsigned column = 0; column < LANE; column += 4) {
        uint8_t old[4];
        memcpy(old, state + column, 4);
        for (unsigned row = 0; row < 4; row++) {
            state[column + row] = 0;
            for (unsigned i = 0; i < 4; i++)
                state[column + row] ^= times(old[i], factors[(i - row) & 3]);
        }
    }
}

static const uint8_t mix[4] = {2, 3, 1, 1}, inverse_mix[4] = {14, 11, 13, 9};

static void aes_round(uint8_t *state, const uint8_t *key, bool back, bool final) {
    uint8_t old[LANE];
    memcpy(old, state, LANE);
    for (unsigned i = 0; i < LANE; i++) {
        unsigned row = i & 3;
        unsigned from = back ? i - 4 * row : i + 4 * row; /* ShiftRows */
        state[i] = (back ? inverse_box : box)[old[from & 15]];
    }
    if (!final)
        mix_columns(state, back ? inverse_mix : mix);
    for (unsigned i = 0; i < LANE; i++)
        state[i] ^= key[i];
}

static void carry_less_product(uint64_t a, uint64_t b, uint64_t *product) {
    product[0] = product[1] = 0;
    for (unsigned i = 0; i < 64; i++) {
        if (b >> i & 1) {
            product[0] ^= a << i;
            product[1] ^= i == 0 ? 0 : a >> (64 - i);
        }
    }
}

/* ---- SHA-1 and SHA-256: FIPS PUB 180-4, sections 4.1, 6.1.2 and 6.2.2 ---- */

static uint32_t rotated(uint32_t x, unsigned n) {
    return x << n | x >> (32 - n);
}

static uint32_t chosen(uint32_t x, uint32_t y, uint32_t z) {
    return (x & y) ^ (~x & z);
}

static uint32_t majority(uint32_t x, uint32_t y, uint32_t z) {
    return (x & y) ^ (x & z) ^ (y & z);
}

/* SHA1RNDS4: a to d from the highest word of s on; e is in the words already. */
static void sha1_steps(uint32_t *s, const uint32_t *words, unsigned quarter) {
    static const uint32_t constants[4] = {0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6};
    uint32_t a = s[3], b = s[2], c = s[1], d = s[0], e = 0;

    for (int n = 3; n >= 0; n--) {
        uint32_t f = quarter == 0 ? chosen(b, c, d) : quarter == 2 ? majority(b, c, d) : b ^ c ^ d;
        uint32_t next = f + rotated(a, 5) + words[n] + e + constants[quarter];
        e = d;
        d = c;
        c = rotated(b, 30);
        b = a;
        a = next;
    }
    s[3] = a;
    s[2] = b;
    s[1] = c;
    s[0] = d;
}

static uint32_t upper(uint32_t x, unsigned i, unsigned j, unsigned k) {
    return rotated(x, 32 - i) ^ rotated(x, 32 - j) ^ rotated(x, 32 - k);
}

static uint32_t lower(uint32_t x, unsigned i, unsigned j, unsigned shift) {
    return rotated(x, 32 - i) ^ rotated(x, 32 - j) ^ x >> shift;
}

/* SHA256RNDS2: s holds h, g, d, c and becomes f, e, b, a; other holds f, e, b, a. */
static void sha256_steps(uint32_t *s, const uint32_t *other, const uint32_t *words) {
    uint32_t a = other[3], b = other[2], e = other[1], f = other[0];
    uint32_t c = s[3], d = s[2], g = s[1], h = s[0];

    for (unsigned n = 0; n < 2; n++) {
        uint32_t t1 = h + upper(e, 6, 11, 25) + chosen(e, f, g) + words[n];
        uint32_t t2 = upper(a, 2, 13, 22) + majority(a, b, c);
        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
    }
    s[3] = a;
    s[2] = b;
    s[1] = e;
    s[0] = f;
}

/* a becomes the result; implied is XMM0. */
static bool sha(const struct instruction *i, uint32_t *a, const uint32_t *b,
                const uint32_t *implied) {
    uint32_t w[8];
    unsigned n;

    switch (i->opcode) {
    case OPCODE(3, 0, 0xCC): /* SHA1RNDS4 */
        sha1_steps(a, b, i->immediate & 3);
        return true;
    case OPCODE(2, 0, 0xC8): /* SHA1NEXTE */
        w[3] = b[3] + rotated(a[3], 30);
        memcpy(a, b, 12);
        a[3] = w[3];
        return true;
    case OPCODE(2, 0, 0xC9): /* SHA1MSG1: words w[0] to w[5] from the highest of a on */
        for (n = 0; n < 6; n++)
            w[n] = n < 4 ? a[3 - n] : b[7 - n];
        for (n = 0; n < 4; n++)
            a[3 - n] = w[n] ^ w[n + 2];
        return true;
    case OPCODE(2, 0, 0xCA): /* SHA1MSG2 */
        for (n = 0; n < 3; n++)
            w[n] = rotated(a[3 - n] ^ b[2 - n], 1);
        w[3] = rotated(a[0] ^ w[0], 1);
        for (n = 0; n < 4; n++)
            a[3 - n] = w[n];
        return true;
    case OPCODE(2, 0, 0xCB): /* SHA256RNDS2 */
        sha256_steps(a, b, implied);
        return true;
    case OPCODE(2, 0, 0xCC): /* SHA256MSG1 */
        for (n = 0; n < 4; n++)
            a[n] += lower(n < 3 ? a[n + 1] : b[0], 7, 18, 3);
        return true;
    case OPCODE(2, 0, 0xCD): /* SHA256MSG2 */
        for (n = 0; n < 4; n++)
            a[n] += lower(n < 2 ? b[n + 2] : a[n - 2], 17, 19, 10);
        return true;
    }
    return false;
}

/* ---- what the instructions do ---- */

/* The size of an operand in memory, and whether it is the target. */
static uint32_t memory_bytes(const struct instruction *i, bool *store, bool *aligned) {
    *store = false;
    *aligned = i->legacy;
    switch (i->opcode) {
    case OPCODE(1, 1, 0x7F): /* VMOVDQA */
    case OPCODE(1, 0, 0x29): /* VMOVAPS */
    case OPCODE(1, 1, 0x29): /* VMOVAPD */
        *aligned = true;
        *store = true;
        break;
    case OPCODE(1, 2, 0x7F): /* VMOVDQU */
    case OPCODE(1, 0, 0x11): /* VMOVUPS */
    case OPCODE(1, 1, 0x11): /* VMOVUPD */
        *store = true;
        break;
    case OPCODE(1, 1, 0x6F):
    case OPCODE(1, 0, 0x28):
    case OPCODE(1, 1, 0x28):
        *aligned = true;
        break;
    case OPCODE(1, 1, 0x7E): /* VMOVD, VMOVQ to a general register */
    case OPCODE(3, 1, 0x16): /* VPEXTRD, VPEXTRQ */
        *store = true;
        return i->w ? 8 : 4;
    case OPCODE(1, 1, 0x6E): /* VMOVD, VMOVQ from one */
    case OPCODE(3, 1, 0x22): /* VPINSRD, VPINSRQ */
        return i->w ? 8 : 4;
    case OPCODE(1, 1, 0xD6): /* VMOVQ */
        *store = true;
        return 8;
    case OPCODE(1, 2, 0x7E):
    case OPCODE(2, 1, 0x59): /* VPBROADCASTQ */
        return 8;
    case OPCODE(2, 1, 0x58): /* VPBROADCASTD */
        return 4;
    case OPCODE(3, 1, 0x39): /* VEXTRACTI128, VEXTRACTI32X4 */
    case OPCODE(3, 1, 0x19): /* VEXTRACTF128, VEXTRACTF32X4 */
        *store = true;
        return 16;
    case OPCODE(3, 1, 0x3B): /* VEXTRACTI64X4, VEXTRACTF64X4 */
    case OPCODE(3, 1, 0x1B):
        *store = true;
        return 32;
    case OPCODE(2, 1, 0x5A): /* VBROADCASTI128, VBROADCASTI32X4 */
    case OPCODE(2, 1, 0x1A): /* VBROADCASTF128, VBROADCASTF32X4 */
    case OPCODE(3, 1, 0x38): /* VINSERTI128, VINSERTI32X4 */
    case OPCODE(3, 1, 0x18): /* VINSERTF128, VINSERTF32X4 */
        return 16;
    case OPCODE(2, 1, 0x5B): /* VBROADCASTI64X4, VBROADCASTF64X4 */
    case OPCODE(2, 1, 0x1B):
    case OPCODE(3, 1, 0x3A): /* VINSERTI64X4, VINSERTF64X4 */
    case OPCODE(3, 1, 0x1A):
        return 32;
    case OPCODE(1, 3, 0x7F): /* VMOVDQU8, VMOVDQU16 */
        *store = true;
        break;
    }
    return i->broadcast ? element_bytes(i) : i->width;
}

static vector shifted_bytes(vector a, unsigned count, bool left) {
    vector r;
    memset(&r, 0, sizeof r);
    for (unsigned lane = 0; lane < BYTES; lane += LANE)
        for (unsigned i = 0; i + count < LANE; i++)
            r.byte[lane + (left ? i + count : i)] = a.byte[lane + (left ? i : i + count)];
    return r;
}

/* Shifts by an immediate count: opcodes 72 and 73, with the kind in ModRM.reg. */
static bool shifted(const struct instruction *i, vector a, vector *r) {
    bool words = (i->opcode & 0xFF) == 0x72;
    unsigned count = i->immediate, kind = i->target & 7;

    if (!words && (kind == 3 || kind == 7)) { /* VPSRLDQ, VPSLLDQ */
        *r = shifted_bytes(a, count < LANE ? count : LANE, kind == 7);
        return true;
    }
    memset(r, 0, sizeof *r);
    if (words && kind == 4) { /* VPSRAD */
        for (unsigned n = 0; n < WORDS; n++)
            r->word[n] = (uint32_t)((int32_t)a.word[n] >> (count < 31 ? count : 31));
    } else if (words && (kind == 2 || kind == 6)) { /* VPSRLD, VPSLLD */
        for (unsigned n = 0; n < WORDS && count < 32; n++)
            r->word[n] = kind == 2 ? a.word[n] >> count : a.word[n] << count;
    } else if (!words && (kind == 2 || kind == 6)) { /* VPSRLQ, VPSLLQ */
        for (unsigned n = 0; n < QUADS && count < 64; n++)
            r->quad[n] = kind == 2 ? a.quad[n] >> count : a.quad[n] << count;
    } else {
        return false;
    }
    return true;
}

/* One half of 128 bits of VPERM2I128. */
static void select_half(const vector *a, const vector *b, unsigned control, uint64_t *to) {
    const vector *from = control & 2 ? b : a;
    to[0] = control & 8 ? 0 : from->quad[2 * (control & 1)];
    to[1] = control & 8 ? 0 : from->quad[2 * (control & 1) + 1];
}

/* The result in vector registers of a and b, the first and the second source; false: unknown. */
static bool compute(const struct instruction *i, vector a, vector b, vector *r) {
    unsigned n, imm = i->immediate;

    memset(r, 0, sizeof *r);
    switch (i->opcode) {
    case OPCODE(1, 1, 0x6F): /* VMOVDQA, VMOVDQU, VMOVAPS, VMOVUPS, VMOVAPD, VMOVUPD */
    case OPCODE(1, 2, 0x6F):
    case OPCODE(1, 3, 0x6F): /* VMOVDQU8, VMOVDQU16 */
    case OPCODE(1, 0, 0x28):
    case OPCODE(1, 1, 0x28):
    case OPCODE(1, 0, 0x10):
    case OPCODE(1, 1, 0x10):
        *r = b;
        return true;
    case OPCODE(1, 2, 0x7E): /* VMOVQ */
        r->quad[0] = b.quad[0];
        return true;
    case OPCODE(1, 1, 0xEF): /* VPXOR, VXORPS, VXORPD */
    case OPCODE(1, 0, 0x57):
    case OPCODE(1, 1, 0x57):
        for (n = 0; n < QUADS; n++)
            r->quad[n] = a.quad[n] ^ b.quad[n];
        return true;
    case OPCODE(1, 1, 0xDB): /* VPAND */
        for (n = 0; n < QUADS; n++)
            r->quad[n] = a.quad[n] & b.quad[n];
        return true;
    case OPCODE(1, 1, 0xDF): /* VPANDN */
        for (n = 0; n < QUADS; n++)
            r->quad[n] = ~a.quad[n] & b.quad[n];
        return true;
    case OPCODE(1, 1, 0xEB): /* VPOR */
        for (n = 0; n < QUADS; n++)
            r->quad[n] = a.quad[n] | b.quad[n];
        return true;
    case OPCODE(1, 1, 0xFE): /* VPADDD */
        for (n = 0; n < WORDS; n++)
            r->word[n] = a.word[n] + b.word[n];
        return true;
    case OPCODE(1, 1, 0xD4): /* VPADDQ */
        for (n = 0; n < QUADS; n++)
            r->quad[n] = a.quad[n] + b.quad[n];
        return true;
    case OPCODE(1, 1, 0xF4): /* VPMULUDQ */
        for (n = 0; n < QUADS; n++)
            r->quad[n] = (uint64_t)a.word[2 * n] * b.word[2 * n];
        return true;
    case OPCODE(1, 1, 0xFA): /* VPSUBD */
        for (n = 0; n < WORDS; n++)
            r->word[n] = a.word[n] - b.word[n];
        return true;
    case OPCODE(1, 1, 0xFB): /* VPSUBQ */
        for (n = 0; n < QUADS; n++)
            r->quad[n] = a.quad[n] - b.quad[n];
        return true;
    case OPCODE(1, 1, 0x76): /* VPCMPEQD */
        for (n = 0; n < WORDS; n++)
            r->word[n] = a.word[n] == b.word[n] ? UINT32_MAX : 0;
        return true;
    case OPCODE(2, 1, 0x29): /* VPCMPEQQ */
        for (n = 0; n < QUADS; n++)
            r->quad[n] = a.quad[n] == b.quad[n] ? UINT64_MAX : 0;
        return true;
    case OPCODE(1, 1, 0x70): /* VPSHUFD */
        for (n = 0; n < WORDS; n++)
            r->word[n] = b.word[(n & 12) + (imm >> 2 * (n & 3) & 3)];
        return true;
    case OPCODE(1, 1, 0x72): /* shifts; the source is in ModRM.rm */
    case OPCODE(1, 1, 0x73):
        return shifted(i, b, r);
    case OPCODE(1, 1, 0x6C): /* VPUNPCKLQDQ, VPUNPCKHQDQ */
    case OPCODE(1, 1, 0x6D):
        for (n = 0; n < QUADS; n += 2) {
            r->quad[n] = a.quad[n + (i->opcode & 1)];
            r->quad[n + 1] = b.quad[n + (i->opcode & 1)];
        }
        return true;
    case OPCODE(1, 1, 0x62): /* VPUNPCKLDQ, VPUNPCKHDQ */
    case OPCODE(1, 1, 0x6A):
        for (n = 0; n < WORDS; n++) {
            unsigned from = (n & 12) + (i->opcode & 8) / 4 + (n >> 1 & 1);
            r->word[n] = n & 1 ? b.word[from] : a.word[from];
        }
        return true;
    case OPCODE(2, 1, 0x00): /* VPSHUFB */
        for (n = 0; n < BYTES; n++)
            r->byte[n] = b.byte[n] & 0x80 ? 0 : a.byte[(n & 48) + (b.byte[n] & 15)];
        return true;
    case OPCODE(2, 1, 0x58): /* VPBROADCASTD */
        for (n = 0; n < WORDS; n++)
            r->word[n] = b.word[0];
        return true;
    case OPCODE(2, 1, 0x59): /* VPBROADCASTQ */
        for (n = 0; n < QUADS; n++)
            r->quad[n] = b.quad[0];
        return true;
    case OPCODE(2, 1, 0x5A): /* VBROADCASTI128, VBROADCASTF128: from memory only */
    case OPCODE(2, 1, 0x1A):
        for (n = 0; n < QUADS; n++)
            r->quad[n] = b.quad[n & 1];
        return i->in_memory && i->width > LANE;
    case OPCODE(2, 1, 0xDC): /* VAESENC, VAESENCLAST, VAESDEC, VAESDECLAST */
    case OPCODE(2, 1, 0xDD):
    case OPCODE(2, 1, 0xDE):
    case OPCODE(2, 1, 0xDF):
        for (n = 0; n < BYTES; n += LANE)
            aes_round(a.byte + n, b.byte + n, i->opcode & 2, i->opcode & 1);
        *r = a;
        return true;
    case OPCODE(2, 1, 0xDB): /* VAESIMC */
        mix_columns(b.byte, inverse_mix);
        *r = b;
        return i->width == LANE;
    case OPCODE(3, 1, 0x00): /* VPERMQ */
        for (n = 0; n < QUADS; n++)
            r->quad[n] = b.quad[(n & 4) + (imm >> 2 * (n & 3) & 3)];
        return i->w && i->width > LANE;
    case OPCODE(2, 1, 0x36): /* VPERMD, VPERMQ */
        for (n = 0; n < i->width / 4 && !i->w; n++)
            r->word[n] = b.word[a.word[n] & (i->width / 4 - 1)];
        for (n = 0; n < i->width / 8 && i->w; n++)
            r->quad[n] = b.quad[a.quad[n] & (i->width / 8 - 1)];
        return (!i->w || i->evex) && i->width > LANE;
    case OPCODE(3, 1, 0x02): /* VPBLENDD */
        for (n = 0; n < WORDS; n++)
            r->word[n] = imm >> n & 1 ? b.word[n] : a.word[n];
        return !i->evex;
    case OPCODE(3, 1, 0x0F): /* VPALIGNR */
        for (n = 0; n < BYTES; n++) {
            unsigned from = (n & 15) + imm;
            if (from < 2 * LANE)
                r->byte[n] = from < LANE ? b.byte[(n & 48) + from] : a.byte[(n & 48) + from - LANE];
        }
        return true;
    case OPCODE(3, 1, 0x46): /* VPERM2I128, VPERM2F128 */
    case OPCODE(3, 1, 0x06):
        select_half(&a, &b, imm, r->quad);
        select_half(&a, &b, imm >> 4, r->quad + 2);
        return i->width == 32 && !i->evex;
    case OPCODE(3, 1, 0x38): /* VINSERTI128, VINSERTF128 */
    case OPCODE(3, 1, 0x18):
        *r = a;
        memcpy(r->byte + LANE * (imm & (i->width / LANE - 1)), b.byte, LANE);
        return i->width > LANE;
    case OPCODE(3, 1, 0x44): /* VPCLMULQDQ */
        for (n = 0; n < QUADS; n += 2)
            carry_less_product(a.quad[n + (imm & 1)], b.quad[n + (imm >> 4 & 1)], r->quad + n);
        return true;
    }
    return false;
}

/* Instructions between vector and general registers, or 4 or 8 bytes of memory: the operand's value
 * in and out.  false: the opcode is none of them. */
static bool exchange(const struct instruction *i, vector *target, vector first, uint64_t *value,
                     bool *to_general) {
    unsigned imm = i->immediate;

    *to_general = false;
    switch (i->opcode) {
    case OPCODE(1, 1, 0x6E): /* VMOVD, VMOVQ */
        memset(target, 0, sizeof *target);
        target->quad[0] = *value;
        break;
    case OPCODE(3, 1, 0x22): /* VPINSRD, VPINSRQ */
        *target = first;
        if (i->w)
            target->quad[imm & 1] = *value;
        else
            target->word[imm & 3] = (uint32_t)*value;
        break;
    case OPCODE(1, 1, 0x7E):
    case OPCODE(1, 1, 0xD6):
        *to_general = true;
        *value = i->w || (i->opcode & 0xFF) == 0xD6 ? target->quad[0] : target->word[0];
        break;
    case OPCODE(3, 1, 0x16): /* VPEXTRD, VPEXTRQ */
        *to_general = true;
        *value = i->w ? target->quad[imm & 1] : target->word[imm & 3];
        break;
    default:
        return false;
    }
    return i->width == LANE;
}

/* What EVEX alone has, with the target's old value in r; false: unknown. */
static bool compute_evex(const struct instruction *i, vector a, vector b, vector *r) {
    unsigned n, imm = i->immediate, words = i->width / 4, quads = i->width / 8, kind, count;
    vector old = *r;

    switch (i->opcode) {
    case OPCODE(3, 1, 0x25): /* VPTERNLOGD, VPTERNLOGQ */
        for (n = 0; n < QUADS; n++) {
            r->quad[n] = 0;
            for (unsigned row = 0; row < 8; row++)
                if (imm >> row & 1)
                    r->quad[n] |= (row & 4 ? old.quad[n] : ~old.quad[n]) &
                                  (row & 2 ? a.quad[n] : ~a.quad[n]) &
                                  (row & 1 ? b.quad[n] : ~b.quad[n]);
        }
        return true;
    case OPCODE(2, 1, 0xB4): /* VPMADD52LUQ, VPMADD52HUQ */
    case OPCODE(2, 1, 0xB5):
        for (n = 0; n < QUADS; n++) {
            __extension__ unsigned __int128 product = a.quad[n] & BITS52;
            product *= b.quad[n] & BITS52;
            r->quad[n] = old.quad[n] + (uint64_t)(i->opcode & 1 ? product >> 52 : product & BITS52);
        }
        return i->w;
    case OPCODE(1, 1, 0x72): /* VPRORD, VPRORQ, VPROLD, VPROLQ; other shifts are not EVEX's alone */
        kind = i->target & 7;
        count = kind == 0 ? 0u - imm : imm;
        if (kind > 1)
            return false;
        for (n = 0; n < QUADS && i->w; n++)
            r->quad[n] = b.quad[n] << (count & 63) | b.quad[n] >> (-count & 63);
        for (n = 0; n < WORDS && !i->w; n++)
            r->word[n] = b.word[n] << (count & 31) | b.word[n] >> (-count & 31);
        return true;
    case OPCODE(2, 1, 0x14): /* VPRORVD, VPRORVQ, VPROLVD, VPROLVQ */
    case OPCODE(2, 1, 0x15):
        for (n = 0; n < QUADS && i->w; n++) {
            count = (unsigned)b.quad[n] & 63;
            count = i->opcode & 1 ? count : -count & 63;
            r->quad[n] = a.quad[n] << count | a.quad[n] >> (-count & 63);
        }
        for (n = 0; n < WORDS && !i->w; n++) {
            count = b.word[n] & 31;
            count = i->opcode & 1 ? count : -count & 31;
            r->word[n] = a.word[n] << count | a.word[n] >> (-count & 31);
        }
        return true;
    case OPCODE(2, 1, 0x76): /* VPERMI2D, VPERMI2Q: the target has the numbers */
    case OPCODE(2, 1, 0x7E): /* VPERMT2D, VPERMT2Q: the target is the first table */
    {
        bool numbers = (i->opcode & 0xFF) == 0x76;
        const vector *at = numbers ? &old : &a, *table = numbers ? &a : &old;
        for (n = 0; n < quads && i->w; n++) {
            uint64_t from = at->quad[n] & (2 * quads - 1);
            r->quad[n] = from < quads ? table->quad[from] : b.quad[from - quads];
        }
        for (n = 0; n < words && !i->w; n++) {
            uint32_t from = at->word[n] & (2 * words - 1);
            r->word[n] = from < words ? table->word[from] : b.word[from - words];
        }
    }
        return true;
    case OPCODE(3, 1, 0x43): /* VSHUFI32X4, VSHUFI64X2, VSHUFF32X4, VSHUFF64X2 */
    case OPCODE(3, 1, 0x23):
        for (n = 0; n < 4; n++) {
            unsigned from = i->width == 64 ? imm >> 2 * n & 3 : imm >> n & 1;
            const vector *table = n < i->width / LANE / 2 ? &a : &b;
            memcpy(r->byte + LANE * n, table->byte + LANE * from, LANE);
        }
        return i->width > LANE;
    case OPCODE(2, 1, 0x5B): /* VBROADCASTI64X4, VBROADCASTF64X4 */
    case OPCODE(2, 1, 0x1B):
        for (n = 0; n < QUADS; n++)
            r->quad[n] = b.quad[n & 3];
        return i->in_memory && i->width == 64;
    case OPCODE(3, 1, 0x3A): /* VINSERTI64X4, VINSERTF64X4 */
    case OPCODE(3, 1, 0x1A):
        *r = a;
        memcpy(r->byte + 32 * (imm & 1), b.byte, 32);
        return i->width == 64;
    case OPCODE(2, 1, 0x64): /* VPBLENDMD, VPBLENDMQ: the mask chooses */
        for (n = 0; n < QUADS; n++)
            r->quad[n] = b.quad[n];
        return true;
    case OPCODE(3, 1, 0x03): /* VALIGND, VALIGNQ */
        for (n = 0; n < quads && i->w; n++) {
            unsigned from = n + (imm & (quads - 1));
            r->quad[n] = from < quads ? b.quad[from] : a.quad[from - quads];
        }
        for (n = 0; n < words && !i->w; n++) {
            unsigned from = n + (imm & (words - 1));
            r->word[n] = from < words ? b.word[from] : a.word[from - words];
        }
        return true;
    }
    return false;
}

/* Whether an instruction with VEX is the same with EVEX, for each element. */
static bool is_same_with_evex(const struct instruction *i) {
    static const uint32_t same[] = {
        OPCODE(1, 1, 0x6F), OPCODE(1, 2, 0x6F), OPCODE(1, 3, 0x6F), OPCODE(1, 0, 0x28),
        OPCODE(1, 1, 0x28), OPCODE(1, 0, 0x10), OPCODE(1, 1, 0x10), OPCODE(1, 1, 0xEF),
        OPCODE(1, 0, 0x57), OPCODE(1, 1, 0x57), OPCODE(1, 1, 0xDB), OPCODE(1, 1, 0xDF),
        OPCODE(1, 1, 0xEB), OPCODE(1, 1, 0xFE), OPCODE(1, 1, 0xD4), OPCODE(1, 1, 0xFA),
        OPCODE(1, 1, 0xFB), OPCODE(1, 1, 0x70), OPCODE(1, 1, 0x72), OPCODE(1, 1, 0x73),
        OPCODE(1, 1, 0x6C), OPCODE(1, 1, 0x6D), OPCODE(1, 1, 0x62), OPCODE(1, 1, 0x6A),
        OPCODE(2, 1, 0x00), OPCODE(2, 1, 0x58), OPCODE(2, 1, 0x59), OPCODE(2, 1, 0x5A),
        OPCODE(2, 1, 0x1A), OPCODE(2, 1, 0xDC), OPCODE(2, 1, 0xDD), OPCODE(2, 1, 0xDE),
        OPCODE(2, 1, 0xDF), OPCODE(3, 1, 0x00), OPCODE(2, 1, 0x36), OPCODE(3, 1, 0x0F),
        OPCODE(3, 1, 0x38), OPCODE(3, 1, 0x18), OPCODE(3, 1, 0x44), OPCODE(1, 1, 0xF4),
    };
    unsigned kind = i->target & 7;

    if (i->opcode == OPCODE(1, 1, 0x72)) /* VPSRLD, VPSLLD, VPSRAD */
        return !i->w && (kind == 2 || kind == 6 || kind == 4);
    for (unsigned n = 0; n < sizeof same / sizeof same[0]; n++)
        if (i->opcode == same[n])
            return true;
    return false;
}

static bool compute_any(const struct instruction *i, vector a, vector b, vector *r) {
    if (!i->evex)
        return compute(i, a, b, r);
    return is_same_with_evex(i) ? compute(i, a, b, r) : compute_evex(i, a, b, r);
}

static void put_vector(uc_engine *uc, struct x86_wide *wide, unsigned number, vector value,
                       unsigned width) {
    memset(value.byte + width, 0,
           BYTES - width); /* a vector that is shorter clears what is above */
    if (number >= 16) {
        memcpy(wide->high[number - 16], &value, sizeof value);
    } else {
        uc_reg_write(uc, UC_X86_REG_YMM0 + (int)number, &value);
        memcpy(wide->upper[number], value.quad + 4, sizeof wide->upper[number]);
    }
}

/* Which bytes the mask lets be written, as 0 or 1 each. */
static void masked_bytes(const struct instruction *i, const struct x86_wide *wide,
                         unsigned char *active) {
    unsigned element = element_bytes(i);

    for (unsigned n = 0; n < BYTES; n++)
        active[n] = i->mask == 0 || (wide->masks[i->mask] >> n / element & 1);
}

static uint64_t low_bits(uint64_t value, unsigned bits) {
    return bits < 64 ? value & (((uint64_t)1 << bits) - 1) : value;
}

/* KMOV between registers, KSHIFTL and KSHIFTR; false: it is none. */
static bool move_mask(uc_engine *uc, struct x86_wide *wide, const struct instruction *i) {
    unsigned prefix = i->opcode >> 8 & 3, byte = i->opcode & 0xFF, bits, count = i->immediate;
    uint64_t value = wide->masks[i->second & 7];

    if (i->evex || i->legacy || i->in_memory || i->width != LANE)
        return false;
    if (i->opcode >> 16 == 3 && prefix == 1 && byte >= 0x30 && byte <= 0x33) {
        bits = (i->w ? 16u : 8u) << (byte & 1 ? 2 : 0);
        value = low_bits(value, bits);
        value = count >= bits ? 0 : byte & 2 ? value << count : value >> count;
        wide->masks[i->target & 7] = low_bits(value, bits);
        return true;
    }
    if (i->opcode >> 16 != 1 || prefix == 2 || (byte != 0x92 && byte != 0x93))
        return false;
    bits = prefix == 1 ? 8 : prefix == 0 ? 16 : i->w ? 64 : 32;
    if (byte == 0x92) {
        wide->masks[i->target & 7] = low_bits(get_general(uc, i->second), bits);
    } else {
        value = low_bits(value, bits);
        uc_reg_write(uc, general[i->target], &value);
    }
    return true;
}

/* VPCMPD, VPCMPQ, VPCMPUD and VPCMPUQ: what an element's comparison gives is its bit of a mask; false: it is
 * none. */
static bool compare(const struct instruction *i, struct x86_wide *wide, const vector *a,
                    const vector *b, const unsigned char *active) {
    bool is_signed = i->opcode == OPCODE(3, 1, 0x1F);
    unsigned element = element_bytes(i);
    uint64_t mask = 0;

    if (!i->evex || (i->opcode != OPCODE(3, 1, 0x1E) && !is_signed))
        return false;
    for (unsigned n = 0; n < i->width / element; n++) {
        uint64_t x = i->w ? a->quad[n] : a->word[n], y = i->w ? b->quad[n] : b->word[n];
        uint64_t sign = (uint64_t)is_signed << (8 * element - 1);
        bool less = (x ^ sign) < (y ^ sign), equal = x == y;
        bool found = (i->immediate & 3) == 0   ? equal
                     : (i->immediate & 3) == 1 ? less
                     : (i->immediate & 3) == 2 ? less || equal
                                               : false;
        if (active[n * element])
            mask |= (uint64_t)(found ^ (i->immediate >> 2 & 1)) << n;
    }
    wide->masks[i->target & 7] = mask;
    return true;
}

static bool is_shift(const struct instruction *i) {
    return i->opcode == OPCODE(1, 1, 0x72) || i->opcode == OPCODE(1, 1, 0x73);
}

/* VEXTRACTI128 and its like: whether it is one, and the bytes that it takes */
static unsigned extracted_bytes(const struct instruction *i) {
    if (i->opcode == OPCODE(3, 1, 0x39) || i->opcode == OPCODE(3, 1, 0x19))
        return LANE;
    return i->opcode == OPCODE(3, 1, 0x3B) || i->opcode == OPCODE(3, 1, 0x1B) ? 32 : 0;
}

/* VMOVDQA, VMOVDQU, VMOVAPS and so on: element by element, by the mask */
static bool is_move(const struct instruction *i) {
    uint32_t byte = i->opcode & 0xFF;
    return i->opcode >> 16 == 1 && (byte == 0x6F || byte == 0x7F || byte == 0x10 || byte == 0x11 ||
                                    byte == 0x28 || byte == 0x29);
}

/* The access of the operand in memory, of the elements in the mask where it is a move; false: refused. */
static bool reach(uc_engine *uc, const struct instruction *i, const unsigned char *active,
                  vector *b, uint32_t *from, uint32_t *bytes, x86_vectors_access *access,
                  void *user) {
    bool store, aligned;

    *from = 0;
    *bytes = memory_bytes(i, &store, &aligned);
    if (i->mask != 0 && is_move(i)) {
        uint32_t end = *bytes;
        while (end != 0 && !active[end - 1])
            end--;
        while (*from != end && !active[*from])
            ++*from;
        *bytes = end - *from;
    }
    if (*bytes != 0 && !access(user, i->address + *from, *bytes, store, aligned))
        return false;
    if (!store && *bytes != 0)
        uc_mem_read(uc, i->address + *from, b->byte + *from, *bytes);
    if (i->broadcast)
        for (unsigned n = *bytes; n < BYTES; n++)
            b->byte[n] = b->byte[n - *bytes];
    return true;
}

/* VZEROUPPER, VZEROALL: of registers 0 to 15 */
static void clear_registers(uc_engine *uc, struct x86_wide *wide, const struct instruction *i) {
    for (unsigned n = 0; n < 16; n++) {
        vector value = get_vector(uc, wide, n);
        if (i->width > LANE)
            memset(&value, 0, sizeof value);
        put_vector(uc, wide, n, value, LANE);
    }
}

enum x86_vectors x86_vectors_run(uc_engine *uc, struct x86_wide *wide, uint64_t address,
                                 x86_vectors_access *access, void *user) {
    uint8_t code[15] = {0};
    unsigned char active[BYTES];
    struct instruction i;
    vector a, b, r, target;
    uint64_t value = 0, next;
    bool store = false, aligned = false, to_general = false;
    uint32_t bytes = 0, from = 0;

    if (box[0] == 0)
        make_boxes();
    /* An instruction has up to 15 bytes; the end of the code may come before. */
    for (size_t n = 15; n != 0 && uc_mem_read(uc, address, code, n) != UC_ERR_OK; n--)
        ;
    if (!decode(uc, code, address, &i))
        return VECTORS_UNKNOWN;
    next = address + i.length;
    if (!i.evex && i.opcode == OPCODE(1, 0, 0x77)) {
        clear_registers(uc, wide, &i);
        uc_reg_write(uc, UC_X86_REG_RIP, &next);
        return VECTORS_DONE;
    }
    if (move_mask(uc, wide, &i)) {
        uc_reg_write(uc, UC_X86_REG_RIP, &next);
        return VECTORS_DONE;
    }
    if (i.broadcast && !i.in_memory) /* rounding of floating-point numbers */
        return VECTORS_UNKNOWN;
    masked_bytes(&i, wide, active);
    a = get_vector(uc, wide, i.first);
    target = get_vector(uc, wide, i.target);
    memset(&b, 0, sizeof b);
    (void)memory_bytes(&i, &store, &aligned);
    if (i.in_memory) {
        if (!reach(uc, &i, active, &b, &from, &bytes, access, user))
            return VECTORS_REFUSED;
        value = b.quad[0];
    } else {
        b = get_vector(uc, wide, i.second);
        value = i.second < 16 ? get_general(uc, i.second) : 0;
    }
    if (i.legacy) {
        vector implied = get_vector(uc, wide, 0);
        if (!sha(&i, a.word, b.word, implied.word))
            return VECTORS_UNKNOWN;
        put_vector(uc, wide, i.target, a, BYTES);
    } else if (i.opcode ==
               OPCODE(2, 1, 0x7C)) { /* VPBROADCASTD, VPBROADCASTQ of a general register */
        for (unsigned n = 0; n < QUADS; n++)
            r.quad[n] = i.w ? value : (value & UINT32_MAX) | value << 32;
        if (!i.evex || i.in_memory || i.mask != 0)
            return VECTORS_UNKNOWN;
        put_vector(uc, wide, i.target, r, i.width);
    } else if (exchange(&i, &target, a, &value, &to_general)) {
        if (!to_general)
            put_vector(uc, wide, i.target, target, LANE);
        else if (i.in_memory)
            uc_mem_write(uc, i.address, &value, bytes);
        else if (i.opcode == OPCODE(1, 1, 0xD6))
            put_vector(uc, wide, i.second, (vector){.quad = {value}}, LANE);
        else
            uc_reg_write(uc, general[i.second], &value);
    } else if (compare(&i, wide, &a, &b, active)) {
        ; /* done */
    } else if (extracted_bytes(&i) != 0) {
        unsigned size = extracted_bytes(&i);
        if (i.mask != 0 || i.width <= size)
            return VECTORS_UNKNOWN;
        memset(&r, 0, sizeof r);
        memcpy(r.byte, target.byte + size * (i.immediate & (i.width / size - 1)), size);
        if (i.in_memory)
            uc_mem_write(uc, i.address, &r, size);
        else
            put_vector(uc, wide, i.second, r, size);
    } else if (store) { /* the moves */
        if (i.in_memory && i.mask == 0) {
            uc_mem_write(uc, i.address, &target, bytes);
        } else if (i.in_memory) {
            for (unsigned n = from; n < from + bytes; n++)
                if (active[n])
                    uc_mem_write(uc, i.address + n, target.byte + n, 1);
        } else {
            for (unsigned n = 0; n < BYTES; n++)
                r.byte[n] = active[n] ? target.byte[n] : i.zeroing ? 0 : b.byte[n];
            put_vector(uc, wide, i.second, r, i.width);
        }
    } else {
        unsigned number = is_shift(&i) ? i.first : i.target;
        r = target;
        if (!compute_any(&i, a, b, &r))
            return VECTORS_UNKNOWN;
        if (i.opcode == OPCODE(2, 1, 0x64)) /* VPBLENDMD: the other ones are the first source's */
            target = a;
        else if (is_shift(&i))
            target = a;
        for (unsigned n = 0; n < BYTES; n++)
            if (!active[n])
                r.byte[n] = i.zeroing ? 0 : target.byte[n];
        put_vector(uc, wide, number, r, i.width);
    }
    uc_reg_write(uc, UC_X86_REG_RIP, &next);
    return VECTORS_DONE;
}
