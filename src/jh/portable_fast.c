/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * JH in portable C, unrolled: for hosts and large cores.
 *
 * Names are those of the JH specification (16 January 2011), sections 3 to 6.  The hash value of
 * 1024 bits, as it is, holds the bits of 256 elements of 4 bits apart: bit 256 k + 128 s + p is bit
 * k of the element 2 p + s.  A round keeps k and s, and takes the pair p, 7 bits, to p rotated
 * right by one, with its lowest bit flipped first where s is 1.  The rotation is left out: what is
 * bit m of p in round r stays bit (m + r) mod 7 of the place, and only the flip, in another bit in
 * each of seven rounds, moves anything.  The round constants lie in the same places.
 */
#include "mote/jh.h"

typedef mote_jh_context context;

#define BLOCK_BYTES 64
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

/* The round constants (section 4.2.2): for s = 0, then for s = 1, two words each */
static const u64 constants[42 * 4] = {
    C64(0x72D5DEA2, 0xDF15F867), C64(0x7B84150A, 0xB7231557), C64(0x81ABD690, 0x4D5A87F6),
    C64(0x4E9F4FC5, 0xC3D12B40), C64(0xEA983AE0, 0x5C45FA9C), C64(0x03C5D299, 0x66B2999A),
    C64(0x660296B4, 0xF2BB538A), C64(0xB556141A, 0x88DBA231), C64(0x03A35A5C, 0x9A190EDB),
    C64(0x403FB20A, 0x87C14410), C64(0x1C051980, 0x849E951D), C64(0x6F33EBAD, 0x5EE7CDDC),
    C64(0x10BA1392, 0x02BF6B41), C64(0xDC786515, 0xF7BB27D0), C64(0x0A2C8139, 0x37AA7850),
    C64(0x3F1ABFD2, 0x410091D3), C64(0x422D5A0D, 0xF6CC7E90), C64(0xDD629F9C, 0x92C097CE),
    C64(0x185CA70B, 0xC72B44AC), C64(0xD1DF65D6, 0x63C6FC23), C64(0x976E6C03, 0x9EE0B81A),
    C64(0x2105457E, 0x446CECA8), C64(0xEEF103BB, 0x5D8E61FA), C64(0xFD9697B2, 0x94838197),
    C64(0x4A8E8537, 0xDB03302F), C64(0x2A678D2D, 0xFB9F6A95), C64(0x8AFE7381, 0xF8B8696C),
    C64(0x8AC77246, 0xC07F4214), C64(0xC5F4158F, 0xBDC75EC4), C64(0x75446FA7, 0x8F11BB80),
    C64(0x52DE75B7, 0xAEE488BC), C64(0x82B8001E, 0x98A6A3F4), C64(0x8EF48F33, 0xA9A36315),
    C64(0xAA5F5624, 0xD5B7F989), C64(0xB6F1ED20, 0x7C5AE0FD), C64(0x36CAE95A, 0x06422C36),
    C64(0xCE293543, 0x4EFE983D), C64(0x533AF974, 0x739A4BA7), C64(0xD0F51F59, 0x6F4E8186),
    C64(0x0E9DAD81, 0xAFD85A9F), C64(0xA7050667, 0xEE34626A), C64(0x8B0B28BE, 0x6EB91727),
    C64(0x47740726, 0xC680103F), C64(0xE0A07E6F, 0xC67E487B), C64(0x0D550AA5, 0x4AF8A4C0),
    C64(0x91E3E79F, 0x978EF19E), C64(0x86767281, 0x50608DD4), C64(0x7E9E5A41, 0xF3E5B062),
    C64(0xFC9F1FEC, 0x4054207A), C64(0xE3E41A00, 0xCEF4C984), C64(0x4FD794F5, 0x9DFA95D8),
    C64(0x552E7E11, 0x24C354A5), C64(0x5BDF7228, 0xBDFE6E28), C64(0x78F57FE2, 0x0FA5C4B2),
    C64(0x05897CEF, 0xEE49D32E), C64(0x447E9385, 0xEB28597F), C64(0x705F6937, 0xB324314A),
    C64(0x5E8628F1, 0x1DD6E465), C64(0xC71B7704, 0x51B920E7), C64(0x74FE43E8, 0x23D4878A),
    C64(0x7D29E8A3, 0x927694F2), C64(0xDDCB7A09, 0x9B30D9C1), C64(0x1D1B30FB, 0x5BDC1BE0),
    C64(0xDA24494F, 0xF29C82BF), C64(0xA4E7BA31, 0xB470BFFF), C64(0x0D324405, 0xDEF8BC48),
    C64(0x3BAEFC32, 0x53BBD339), C64(0x459FC3C1, 0xE0298BA0), C64(0xE5C905FD, 0xF7AE090F),
    C64(0x94703412, 0x4290F134), C64(0xA271B701, 0xE344ED95), C64(0xE93B8E36, 0x4F2F984A),
    C64(0x88401D63, 0xA06CF615), C64(0x47C1444B, 0x8752AFFF), C64(0x7EBB4AF1, 0xE20AC630),
    C64(0x4670B6C5, 0xCC6E8CE6), C64(0xA4D5A456, 0xBD4FCA00), C64(0xDA9D844B, 0xC83E18AE),
    C64(0x7357CE45, 0x3064D1AD), C64(0xE8A6CE68, 0x145C2567), C64(0xA3DA8CF2, 0xCB0EE116),
    C64(0x33E90658, 0x9A94999A), C64(0x1F60B220, 0xC26F847B), C64(0xD1CEAC7F, 0xA0D18518),
    C64(0x32595BA1, 0x8DDD19D3), C64(0x509A1CC0, 0xAAA5B446), C64(0x9F3D6367, 0xE4046BBA),
    C64(0xF6CA19AB, 0x0B56EE7E), C64(0x1FB179EA, 0xA9282174), C64(0xE9BDF735, 0x3B3651EE),
    C64(0x1D57AC5A, 0x7550D376), C64(0x3A46C2FE, 0xA37D7001), C64(0xF735C1AF, 0x98A4D842),
    C64(0x78EDEC20, 0x9E6B6779), C64(0x41836315, 0xEA3ADBA8), C64(0xFAC33B4D, 0x32832C83),
    C64(0xA7403B1F, 0x1C2747F3), C64(0x5940F034, 0xB72D769A), C64(0xE73E4E6C, 0xD2214FFD),
    C64(0xB8FD8D39, 0xDC5759EF), C64(0x8D9B0C49, 0x2B49EBDA), C64(0x5BA2D749, 0x68F3700D),
    C64(0x7D3BAED0, 0x7A8D5584), C64(0xF5A5E9F0, 0xE4F88E65), C64(0xA0B8A2F4, 0x36103B53),
    C64(0x0CA8079E, 0x753EEC5A), C64(0x91689492, 0x56E8884F), C64(0x5BB05C55, 0xF8BABC4C),
    C64(0xE3BB3B99, 0xF387947B), C64(0x75DAF4D6, 0x726B1C5D), C64(0x64AEAC28, 0xDC34B36D),
    C64(0x6C34A550, 0xB828DB71), C64(0xF861E2F2, 0x108D512A), C64(0xE3DB6433, 0x59DD75FC),
    C64(0x1CACBCF1, 0x43CE3FA2), C64(0x67BBD13C, 0x02E843B0), C64(0x330A5BCA, 0x8829A175),
    C64(0x7F34194D, 0xB416535C), C64(0x923B94C3, 0x0E794D1E), C64(0x797475D7, 0xB6EEAF3F),
    C64(0xEAA8D4F7, 0xBE1A3921), C64(0x5CF47E09, 0x4C232751), C64(0x26A32453, 0xBA323CD2),
    C64(0x44A3174A, 0x6DA6D5AD), C64(0xB51D3EA6, 0xAFF2C908), C64(0x83593D98, 0x916B3C56),
    C64(0x4CF87CA1, 0x7286604D), C64(0x46E23ECC, 0x086EC7F6), C64(0x2F9833B3, 0xB1BC765E),
    C64(0x2BD666A5, 0xEFC4E62A), C64(0x06F4B6E8, 0xBEC1D436), C64(0x74EE8215, 0xBCEF2163),
    C64(0xFDC14E0D, 0xF453C969), C64(0xA77D5AC4, 0x06585826), C64(0x7EC11416, 0x06E0FA16),
    C64(0x7E90AF3D, 0x28639D3F), C64(0xD2C9F2E3, 0x009BD20C), C64(0x5FAACE30, 0xB7D40C30),
    C64(0x742A5116, 0xF2E03298), C64(0x0DEB30D8, 0xE3CEF89A), C64(0x4BC59E7B, 0xB5F17992),
    C64(0xFF51E66E, 0x048668D3), C64(0x9B234D57, 0xE6966731), C64(0xCCE6A6F3, 0x170A7505),
    C64(0xB17681D9, 0x13326CCE), C64(0x3C175284, 0xF805A262), C64(0xF42BCBB3, 0x78471547),
    C64(0xFF465482, 0x23936A48), C64(0x38DF5807, 0x4E5E6565), C64(0xF2FC7C89, 0xFC86508E),
    C64(0x31702E44, 0xD00BCA86), C64(0xF04009A2, 0x3078474E), C64(0x65A0EE39, 0xD1F73883),
    C64(0xF75EE937, 0xE42C3ABD), C64(0x2197B226, 0x0113F86F), C64(0xA344EDD1, 0xEF9FDEE7),
    C64(0x8BA0DF15, 0x762592D9), C64(0x3C85F7F6, 0x12DC42BE), C64(0xD8A7EC7C, 0xAB27B07E),
    C64(0x538D7DDA, 0xAA3EA8DE), C64(0xAA25CE93, 0xBD0269D8), C64(0x5AF643FD, 0x1A7308F9),
    C64(0xC05FEFDA, 0x174A19A5), C64(0x974D6633, 0x4CFD216A), C64(0x35B49831, 0xDB411570),
    C64(0xEA1E0FBB, 0xEDCD549B), C64(0x9AD063A1, 0x51974072), C64(0xF6759DBF, 0x91476FE2),
};

/* The initial hash values (section 6.2) for 224, 256, 384 and 512 bits */
static const u64 initial[4][16] = {
    {C64(0x2DFEDD62, 0xF99A98AC), C64(0xAE7CACD6, 0x19D634E7), C64(0xA4831005, 0xBC301216),
     C64(0xB86038C6, 0xC9661494), C64(0x66D9899F, 0x2580706F), C64(0xCE9EA31B, 0x1D9B1ADC),
     C64(0x11E8325F, 0x7B366E10), C64(0xF994857F, 0x02FA06C1), C64(0x1B4F1B5C, 0xD8C840B3),
     C64(0x97F6A17F, 0x6E738099), C64(0xDCDF93A5, 0xADEAA3D3), C64(0xA431E8DE, 0xC9539A68),
     C64(0x22B4A98A, 0xEC86A1E4), C64(0xD574AC95, 0x9CE56CF0), C64(0x15960DEA, 0xB5AB2BBF),
     C64(0x9611DCF0, 0xDD64EA6E)},
    {C64(0xEB98A341, 0x2C20D3EB), C64(0x92CDBE7B, 0x9CB245C1), C64(0x1C935191, 0x60D4C7FA),
     C64(0x260082D6, 0x7E508A03), C64(0xA4239E26, 0x7726B945), C64(0xE0FB1A48, 0xD41A9477),
     C64(0xCDB5AB26, 0x026B177A), C64(0x56F02442, 0x0FFF2FA8), C64(0x71A39689, 0x7F2E4D75),
     C64(0x1D144908, 0xF77DE262), C64(0x277695F7, 0x76248F94), C64(0x87D5B657, 0x4780296C),
     C64(0x5C5E272D, 0xAC8E0D6C), C64(0x518450C6, 0x57057A0F), C64(0x7BE4D367, 0x702412EA),
     C64(0x89E3AB13, 0xD31CD769)},
    {C64(0x481E3BC6, 0xD813398A), C64(0x6D3B5E89, 0x4ADE879B), C64(0x63FAEA68, 0xD480AD2E),
     C64(0x332CCB21, 0x480F8267), C64(0x98AEC84D, 0x9082B928), C64(0xD455EA30, 0x41114249),
     C64(0x36F555B2, 0x924847EC), C64(0xC7250A93, 0xBAF43CE1), C64(0x569B7F8A, 0x27DB454C),
     C64(0x9EFCBD49, 0x6397AF0E), C64(0x589FC27D, 0x26AA80CD), C64(0x80C08B8C, 0x9DEB2EDA),
     C64(0x8A7981E8, 0xF8D5373A), C64(0xF43967AD, 0xDDD17A71), C64(0xA9B4D3BD, 0xA475D394),
     C64(0x976C3FBA, 0x9842737F)},
    {C64(0x6FD14B96, 0x3E00AA17), C64(0x636A2E05, 0x7A15D543), C64(0x8A225E8D, 0x0C97EF0B),
     C64(0xE9341259, 0xF2B3C361), C64(0x891DA0C1, 0x536F801E), C64(0x2AA9056B, 0xEA2B6D80),
     C64(0x588ECCDB, 0x2075BAA6), C64(0xA90F3A76, 0xBAF83BF7), C64(0x0169E605, 0x41E34A69),
     C64(0x46B58A8E, 0x2E6FE65A), C64(0x1047A7D0, 0xC1843C24), C64(0x3B6E71B1, 0x2D5AC199),
     C64(0xCF57F6EC, 0x9DB1F856), C64(0xA706887C, 0x5716B156), C64(0xE3C2FCDF, 0xE68517FB),
     C64(0x545A4678, 0xCC8CDD4B)},
};

/* The S-box that each bit of c selects (section 3.2); t: a word for the while */
#define SUBSTITUTE(m0, m1, m2, m3, c)                                                              \
    (m3 = ~m3, m0 ^= ~m2 & (c), t = (c) ^ (m0 & m1), m0 ^= m2 & m3, m3 ^= ~m1 & m2, m1 ^= m0 & m2, \
     m2 ^= m0 & ~m3, m0 ^= m1 | m3, m3 ^= m1 & m2, m1 ^= t & m0, m2 ^= t)

/* d += s * 2 in GF(2^4) (section 3.3) */
#define ADD_DOUBLE(d0, d1, d2, d3, s0, s1, s2, s3) (d0 ^= s1, d1 ^= s2, d2 ^= s0 ^ s3, d3 ^= s0)

#define LAYERS                                                                                     \
    (SUBSTITUTE(x0, x4, x8, x12, c[0]), SUBSTITUTE(x2, x6, x10, x14, c[2]),                        \
     ADD_DOUBLE(x2, x6, x10, x14, x0, x4, x8, x12), ADD_DOUBLE(x0, x4, x8, x12, x2, x6, x10, x14), \
     SUBSTITUTE(x1, x5, x9, x13, c[1]), SUBSTITUTE(x3, x7, x11, x15, c[3]),                        \
     ADD_DOUBLE(x3, x7, x11, x15, x1, x5, x9, x13), ADD_DOUBLE(x1, x5, x9, x13, x3, x7, x11, x15))

/* Neighbours of n bits change places; mask: those that lie lower. */
#define FLIP(x, n, mask) (x = ((x) >> (n) & (mask)) | ((x) & (mask)) << (n))
#define FLIP_ALL(n, mask)                                                                          \
    (FLIP(x2, n, mask), FLIP(x3, n, mask), FLIP(x6, n, mask), FLIP(x7, n, mask),                   \
     FLIP(x10, n, mask), FLIP(x11, n, mask), FLIP(x14, n, mask), FLIP(x15, n, mask))
#define FLIP_WORDS(a, b) (t = a, a = b, b = t)

/* Seven rounds */
#define ROUND(n, mask) (LAYERS, FLIP_ALL(n, mask), c += 4)
#define SEVEN_ROUNDS                                                                               \
    (ROUND(1, C64(0x55555555, 0x55555555)), ROUND(2, C64(0x33333333, 0x33333333)),                 \
     ROUND(4, C64(0x0F0F0F0F, 0x0F0F0F0F)), ROUND(8, C64(0x00FF00FF, 0x00FF00FF)),                 \
     ROUND(16, C64(0x0000FFFF, 0x0000FFFF)), ROUND(32, C64(0x00000000, 0xFFFFFFFF)), LAYERS,       \
     FLIP_WORDS(x2, x3), FLIP_WORDS(x6, x7), FLIP_WORDS(x10, x11), FLIP_WORDS(x14, x15), c += 4)

/* F8 (section 5) on some blocks */
static void compress(context *cc, const unsigned char *data, size_t blocks) {
    u64 x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, t;
    u64 m[8];
    const u64 *c;
    unsigned i;

    x0 = JOIN64(cc->H + 0);
    x1 = JOIN64(cc->H + 2);
    x2 = JOIN64(cc->H + 4);
    x3 = JOIN64(cc->H + 6);
    x4 = JOIN64(cc->H + 8);
    x5 = JOIN64(cc->H + 10);
    x6 = JOIN64(cc->H + 12);
    x7 = JOIN64(cc->H + 14);
    x8 = JOIN64(cc->H + 16);
    x9 = JOIN64(cc->H + 18);
    x10 = JOIN64(cc->H + 20);
    x11 = JOIN64(cc->H + 22);
    x12 = JOIN64(cc->H + 24);
    x13 = JOIN64(cc->H + 26);
    x14 = JOIN64(cc->H + 28);
    x15 = JOIN64(cc->H + 30);
    do {
        for (i = 0; i < 8; i++)
            m[i] = get_be64(data + 8 * i);
        x0 ^= m[0];
        x1 ^= m[1];
        x2 ^= m[2];
        x3 ^= m[3];
        x4 ^= m[4];
        x5 ^= m[5];
        x6 ^= m[6];
        x7 ^= m[7];
        c = constants;
        do {
            SEVEN_ROUNDS;
        } while (c != constants + 42 * 4);
        x8 ^= m[0];
        x9 ^= m[1];
        x10 ^= m[2];
        x11 ^= m[3];
        x12 ^= m[4];
        x13 ^= m[5];
        x14 ^= m[6];
        x15 ^= m[7];
        cc->count[0] += 512;
        for (i = 0; cc->count[i] == 0 && i < 3;)
            cc->count[++i]++;
        data += BLOCK_BYTES;
    } while (--blocks != 0);
    SPLIT64(cc->H + 0, x0);
    SPLIT64(cc->H + 2, x1);
    SPLIT64(cc->H + 4, x2);
    SPLIT64(cc->H + 6, x3);
    SPLIT64(cc->H + 8, x4);
    SPLIT64(cc->H + 10, x5);
    SPLIT64(cc->H + 12, x6);
    SPLIT64(cc->H + 14, x7);
    SPLIT64(cc->H + 16, x8);
    SPLIT64(cc->H + 18, x9);
    SPLIT64(cc->H + 20, x10);
    SPLIT64(cc->H + 22, x11);
    SPLIT64(cc->H + 24, x12);
    SPLIT64(cc->H + 26, x13);
    SPLIT64(cc->H + 28, x14);
    SPLIT64(cc->H + 30, x15);
}

void mote_jh_init(context *cc, unsigned out_size) {
    const u64 *H = initial[out_size == 224 ? 0 : out_size / 128 - 1];
    unsigned i;

    for (i = 0; i < 16; i++)
        SPLIT64(cc->H + 2 * i, H[i]);
    memset(cc->count, 0, sizeof cc->count);
    cc->ptr = 0;
    cc->out_size = out_size;
}

void mote_jh(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_jh_close(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = (unsigned char *)dst, *buf = (unsigned char *)cc->buf;
    unsigned partial = cc->ptr << 3 | n, i;
    u32 count[4];

    memcpy(count, cc->count, sizeof count);
    count[0] |= partial;
    /* Section 6.1: a block that has begun is filled; the length is in a block of its own. */
    if (partial != 0) {
        add_padding(cc, ub, n, BLOCK_BYTES);
        compress(cc, buf, 1);
    }
    memset(buf, 0, BLOCK_BYTES);
    if (partial == 0)
        buf[0] = 0x80;
    for (i = 0; i < 4; i++)
        put_be32(buf + 60 - 4 * i, count[i]);
    compress(cc, buf, 1);
    n = cc->out_size / 32;
    for (i = 0; i < n; i++)
        put_be32(out + 4 * i, cc->H[(32 - n + i) ^ 1]);
}
