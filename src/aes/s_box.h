/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The S-box of AES as a circuit: no table, so that neither time nor addresses tell anything.
 *
 * A private header.  The source includes it after
 *
 *     typedef ... word;                    an unsigned type
 *
 * Each bit of a word belongs to another byte: x[i] has bit i of as many bytes as a word has bits.
 *
 * Source: J. Boyar, R. Peralta, "A New Combinational Logic Minimization Technique with Applications
 * to Cryptology", SEA 2010 (eprint 2009/191), section 4, with the paper's names; 32 AND and 83 XOR
 * and XNOR.  x0 to x7 there, most significant first, are a to h.
 */
#ifndef MOTE_AES_S_BOX_H
#define MOTE_AES_S_BOX_H

/* SDCC would keep more of the variables in internal RAM than there is. */
#ifdef __SDCC_mcs51
#define MEMORY volatile
#else
#define MEMORY
#endif

NOINLINE static void s_box(word *x) {
    MEMORY word a = x[7], b = x[6], c = x[5], d = x[4], e = x[3], f = x[2], g = x[1], h = x[0];
    MEMORY word y1, y2, y3, y4, y5, y6, y7, y8, y9, y10, y11, y12, y13, y14, y15, y16, y17, y18,
        y19, y20;
    MEMORY word y21, t0, t1, t2, t7, t12, t14, t16, t21, t22, t23, t24, t25, t26, t27, t29, t33,
        t36, t37, t40, t41;
    MEMORY word t42, t43, t44, t45, t46, t48, t53, t54, t57, t58, t59, t62, t63, t64, t65, t66, s3;
    MEMORY word z0, z1, z2, z3, z4, z5, z6, z7, z8, z9, z10, z11, z12, z13, z14, z15, z16, z17;

    /* The linear layer at the top */
    y14 = d ^ f;
    y13 = a ^ g;
    y9 = a ^ d;
    y8 = a ^ f;
    t0 = b ^ c;
    y1 = t0 ^ h;
    y4 = y1 ^ d;
    y12 = y13 ^ y14;
    y2 = y1 ^ a;
    y5 = y1 ^ g;
    y3 = y5 ^ y8;
    t1 = e ^ y12;
    y15 = t1 ^ f;
    y20 = t1 ^ b;
    y6 = y15 ^ h;
    y10 = y15 ^ t0;
    y11 = y20 ^ y9;
    y7 = h ^ y11;
    y17 = y10 ^ y11;
    y19 = y10 ^ y8;
    y16 = t0 ^ y11;
    y21 = y13 ^ y16;
    y18 = a ^ y16;

    /* The part that is not linear: an inversion in GF(2^8), by way of GF(2^4) */
    t2 = y12 & y15;
    t7 = y13 & y16;
    t12 = y9 & y11;
    t14 = (y14 & y17) ^ t12;
    t16 = (y8 & y10) ^ t12;
    t21 = (y3 & y6) ^ t2 ^ t14 ^ y20;
    t22 = (y4 & h) ^ t2 ^ t16 ^ y19;
    t23 = (y5 & y1) ^ t7 ^ t14 ^ y21;
    t24 = (y2 & y7) ^ t7 ^ t16 ^ y18;
    t25 = t21 ^ t22;
    t26 = t21 & t23;
    t27 = t24 ^ t26;
    t29 = (t25 & t27) ^ t22;
    t33 = ((t23 ^ t24) & (t22 ^ t26)) ^ t24;
    t36 = t24 & (t27 ^ t33);
    t37 = t36 ^ t23 ^ t33;
    t40 = t25 ^ (t29 & (t27 ^ t36));
    t41 = t40 ^ t37;
    t42 = t29 ^ t33;
    t43 = t29 ^ t40;
    t44 = t33 ^ t37;
    t45 = t42 ^ t41;
    z0 = t44 & y15;
    z1 = t37 & y6;
    z2 = t33 & h;
    z3 = t43 & y16;
    z4 = t40 & y1;
    z5 = t29 & y7;
    z6 = t42 & y11;
    z7 = t45 & y17;
    z8 = t41 & y10;
    z9 = t44 & y12;
    z10 = t37 & y3;
    z11 = t33 & y4;
    z12 = t43 & y13;
    z13 = t40 & y5;
    z14 = t29 & y2;
    z15 = t42 & y9;
    z16 = t45 & y14;
    z17 = t41 & y8;

    /* The linear layer at the bottom */
    t46 = z15 ^ z16;
    t48 = z5 ^ z13;
    t53 = z0 ^ z3;
    t54 = z6 ^ z7;
    t57 = z2 ^ z12 ^ t53;
    t58 = z4 ^ t46;
    t59 = z3 ^ t54;
    t62 = z7 ^ z8 ^ t58;
    t63 = z9 ^ z10 ^ t58;
    t64 = z4 ^ t59;
    t65 = z14 ^ t57 ^ t62;
    t66 = z1 ^ t63;
    s3 = t53 ^ t66;
    x[7] = t59 ^ t63;
    x[1] = z12 ^ t48 ^ ~t62;
    x[0] = t48 ^ ~(t46 ^ t57);
    x[4] = s3;
    x[3] = z2 ^ z5 ^ t66;
    x[2] = z10 ^ z11 ^ t65;
    x[6] = t64 ^ ~s3;
    x[5] = z16 ^ z17 ^ ~(t64 ^ t65);
}

#endif
