/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Numbers of CRC-32; made by mote.specifications.crc_constants.
 */
#ifndef MOTE_CRC32_CONSTANTS_H
#define MOTE_CRC32_CONSTANTS_H

/* The polynomial without x^32, reflected: the highest bit is the coefficient of x^0. */
#define POLYNOMIAL 0xEDB88320

/* The remainders of the powers of x, reflected. */
#define X32 0xEDB88320
#define X33 0x76DC4190
#define X34 0x3B6E20C8
#define X35 0x1DB71064
#define X36 0x0EDB8832
#define X37 0x076DC419
#define X38 0xEE0E612C
#define X39 0x77073096
#define X40 0x3B83984B
#define X41 0xF0794F05
#define X42 0x958424A2
#define X43 0x4AC21251
#define X44 0xC8D98A08
#define X45 0x646CC504
#define X46 0x32366282
#define X47 0x191B3141
#define X48 0xE1351B80
#define X49 0x709A8DC0
#define X50 0x384D46E0
#define X51 0x1C26A370
#define X52 0x0E1351B8
#define X53 0x0709A8DC
#define X54 0x0384D46E
#define X55 0x01C26A37
#define X56 0xED59B63B
#define X57 0x9B14583D
#define X58 0xA032AF3E
#define X59 0x5019579F
#define X60 0xC5B428EF
#define X61 0x8F629757
#define X62 0xAA09C88B
#define X63 0xB8BC6765
#define X64 0xB1E6B092
#define X65 0x58F35849
#define X66 0xC1C12F04
#define X67 0x60E09782
#define X68 0x30704BC1
#define X69 0xF580A6C0
#define X70 0x7AC05360
#define X71 0x3D6029B0
#define X72 0x1EB014D8
#define X73 0x0F580A6C
#define X74 0x07AC0536
#define X75 0x03D6029B
#define X76 0xEC53826D
#define X77 0x9B914216
#define X78 0x4DC8A10B
#define X79 0xCB5CD3A5
#define X80 0x8816EAF2
#define X81 0x440B7579
#define X82 0xCFBD399C
#define X83 0x67DE9CCE
#define X84 0x33EF4E67
#define X85 0xF44F2413
#define X86 0x979F1129
#define X87 0xA6770BB4
#define X88 0x533B85DA
#define X89 0x299DC2ED
#define X90 0xF9766256
#define X91 0x7CBB312B
#define X92 0xD3E51BB5
#define X93 0x844A0EFA
#define X94 0x4225077D
#define X95 0xCCAA009E

/* Moving 16 bytes forward: factors of the first and of the last 8 bytes. */
#define FOLD16_FIRST 0x65673B4600000000
#define FOLD16_LAST 0x9BA54C6F00000000
#define FOLD32_FIRST 0x9570D49500000000
#define FOLD32_LAST 0x01B5FD1D00000000
#define FOLD48_FIRST 0x69CCFC0D00000000
#define FOLD48_LAST 0x2A28386200000000
#define FOLD64_FIRST 0x653D982200000000
#define FOLD64_LAST 0xCAD38E8F00000000
#define FOLD80_FIRST 0x5A03A0CF00000000
#define FOLD80_LAST 0x8E42B13E00000000
#define FOLD96_FIRST 0x759FC69D00000000
#define FOLD96_LAST 0x101A233100000000
#define FOLD112_FIRST 0x019866E800000000
#define FOLD112_LAST 0xC64AC0B800000000
#define FOLD128_FIRST 0x7D657A1000000000
#define FOLD128_LAST 0x7406FA9500000000
#define FOLD256_FIRST 0x7CC8E1E700000000
#define FOLD256_LAST 0x03F9F86300000000

/* Barrett reduction of 8 bytes: the factors for the quotient and for the remainder. */
#define QUOTIENT 0xB4E5B025F7011641
#define DIVISOR 0x00000001DB710641

#endif
