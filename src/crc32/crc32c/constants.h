/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Numbers of CRC-32C; made by python -m mote.crc, which says what they are.
 */
#ifndef MOTE_CRC32C_CONSTANTS_H
#define MOTE_CRC32C_CONSTANTS_H

/* The polynomial without x^32, reflected: the highest bit is the coefficient of x^0. */
#define POLYNOMIAL 0x82F63B78

/* The remainders of the powers of x, reflected. */
#define X32 0x82F63B78
#define X33 0x417B1DBC
#define X34 0x20BD8EDE
#define X35 0x105EC76F
#define X36 0x8AD958CF
#define X37 0xC79A971F
#define X38 0xE13B70F7
#define X39 0xF26B8303
#define X40 0xFBC3FAF9
#define X41 0xFF17C604
#define X42 0x7F8BE302
#define X43 0x3FC5F181
#define X44 0x9D14C3B8
#define X45 0x4E8A61DC
#define X46 0x274530EE
#define X47 0x13A29877
#define X48 0x8B277743
#define X49 0xC76580D9
#define X50 0xE144FB14
#define X51 0x70A27D8A
#define X52 0x38513EC5
#define X53 0x9EDEA41A
#define X54 0x4F6F520D
#define X55 0xA541927E
#define X56 0x52A0C93F
#define X57 0xABA65FE7
#define X58 0xD725148B
#define X59 0xE964B13D
#define X60 0xF64463E6
#define X61 0x7B2231F3
#define X62 0xBF672381
#define X63 0xDD45AAB8
#define X64 0x6EA2D55C
#define X65 0x37516AAE
#define X66 0x1BA8B557
#define X67 0x8F2261D3
#define X68 0xC5670B91
#define X69 0xE045BEB0
#define X70 0x7022DF58
#define X71 0x38116FAC
#define X72 0x1C08B7D6
#define X73 0x0E045BEB
#define X74 0x85F4168D
#define X75 0xC00C303E
#define X76 0x6006181F
#define X77 0xB2F53777
#define X78 0xDB8CA0C3
#define X79 0xEF306B19
#define X80 0xF56E0EF4
#define X81 0x7AB7077A
#define X82 0x3D5B83BD
#define X83 0x9C5BFAA6
#define X84 0x4E2DFD53
#define X85 0xA5E0C5D1
#define X86 0xD0065990
#define X87 0x68032CC8
#define X88 0x34019664
#define X89 0x1A00CB32
#define X90 0x0D006599
#define X91 0x847609B4
#define X92 0x423B04DA
#define X93 0x211D826D
#define X94 0x9278FA4E
#define X95 0x493C7D27

/* Moving 16 bytes forward: factors of the first and of the last 8 bytes. */
#define FOLD16_FIRST 0x3743F7BD00000000
#define FOLD16_LAST 0x3171D43000000000
#define FOLD32_FIRST 0x33CCBBBC00000000
#define FOLD32_LAST 0xA2158B3400000000
#define FOLD48_FIRST 0xA46EF4AA00000000
#define FOLD48_LAST 0x6051243F00000000
#define FOLD64_FIRST 0x1C19243B00000000
#define FOLD64_LAST 0x75BBA45B00000000
#define FOLD80_FIRST 0x1C42DA4300000000
#define FOLD80_LAST 0x6D883E3800000000
#define FOLD96_FIRST 0xC92F998D00000000
#define FOLD96_LAST 0x3365346A00000000
#define FOLD112_FIRST 0x169472B600000000
#define FOLD112_LAST 0x963E61CD00000000
#define FOLD128_FIRST 0x6577B24500000000
#define FOLD128_LAST 0x7417153F00000000
#define FOLD256_FIRST 0xE9A5D8BE00000000
#define FOLD256_LAST 0x1426A81500000000

/* Barrett reduction of 8 bytes: the factors for the quotient and for the remainder. */
#define QUOTIENT 0x4869EC38DEA713F1
#define DIVISOR 0x0000000105EC76F1

#endif
