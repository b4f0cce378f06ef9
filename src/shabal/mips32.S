        .set    noreorder
        .set    noat
        .section .text.mote_shabal, "ax", @progbits
        .align  2

#define cc      $a0
#define q       $t0
#define end     $t1
#define p       $t2
#define c       $t3
#define u       $t4
#define x       $t5
#define y       $t6
#define z       $t7
#define W0      $v0
#define W1      $v1
#define home    $gp

        .equ    Wlow, 0
        .equ    Whigh, 4
        .equ    ptr, 8
        .equ    out_size, 12
        .equ    A, 16
        .equ    B, 64
        .equ    C, 128
        .equ    M, 192

        .equ    As, 0
        .equ    Cs, 240
        .equ    FRAME, 368
        .equ    P0, Cs + 32 - 192

        .globl  mote_shabal_init
        .type   mote_shabal_init, @function
mote_shabal_init:
        move    home, $ra
        addiu   q, cc, 256
1:      addiu   q, q, -4
        bne     q, cc, 1b
        sw      $zero, 0(q)
        addiu   end, cc, 64
        sw      $a1, out_size(cc)
        li      $a2, -1
        sw      $a2, Wlow(cc)
2:      sw      $a2, Whigh(cc)
3:      sw      $a1, M(q)
        addiu   q, q, 4
        bne     q, end, 3b
        addiu   $a1, $a1, 1
        bal     block
        addiu   $a2, $a2, 1
        blez    $a2, 2b
        sw      $a2, Wlow(cc)
done:
        subu    x, q, cc
        jr      home
        sw      x, ptr(cc)
        .size   mote_shabal_init, . - mote_shabal_init

        .globl  mote_shabal_close
        .type   mote_shabal_close, @function
mote_shabal_close:
        lw      q, ptr(cc)
        move    home, $ra
        xori    $a2, $a2, 7
        srlv    $a1, $a1, $a2
        ori     $a1, $a1, 1
        sllv    $a1, $a1, $a2
        addiu   end, cc, 64
        addu    q, q, cc
#ifdef __MIPSEB__
1:      xori    x, q, 3
        sb      $a1, M(x)
#else
1:      sb      $a1, M(q)
#endif
        addiu   q, q, 1
        bne     q, end, 1b
        li      $a1, 0x300
2:      bal     block
        move    q, end
        bne     $a1, $zero, 2b
        addiu   $a1, $a1, -0x100
        lw      x, out_size(cc)
        addiu   $a2, cc, C + 64
        srl     x, x, 3
        subu    $a1, $a2, x
#ifdef __MIPSEB__
3:      xori    x, $a1, 3
        lbu     x, 0(x)
        addiu   $a1, $a1, 1
        sb      x, 0($a3)
        bne     $a1, $a2, 3b
        addiu   $a3, $a3, 1
        jr      home
        nop
#else
        b       copy
        addiu   q, $a3, -M
#endif
        .size   mote_shabal_close, . - mote_shabal_close

        .globl  mote_shabal
        .type   mote_shabal, @function
mote_shabal:
        lw      q, ptr(cc)
        addu    $a2, $a1, $a2
        addiu   end, cc, 64
        move    home, $ra
        bal     copy
        addu    q, q, cc

        addiu   W0, W0, 1
        sltiu   x, W0, 1
        sw      W0, Wlow(cc)
        addu    W1, W1, x
        sw      W1, Whigh(cc)
copy:
        beq     $a1, $a2, done
        addiu   $a1, $a1, 1
        lbu     x, -1($a1)
#ifdef __MIPSEB__
        xori    y, q, 3
        addiu   q, q, 1
        bne     q, end, copy
        sb      x, M(y)
#else
        addiu   q, q, 1
        bne     q, end, copy
        sb      x, M-1(q)
#endif

block:
        addiu   $sp, $sp, -FRAME
        addiu   p, $sp, P0 + 64
1:      lw      x, B-4(q)
        lw      y, M-4(q)
        lw      z, C-4(q)
        addu    x, x, y
        lw      y, A-4(q)
        sw      z, Cs-P0-4(p)
        sw      z, Cs-P0+64-4(p)
        sw      y, As-P0-4(p)
        sll     z, x, 17
        srl     x, x, 15
        or      x, x, z
        sw      x, B-4(q)
        addiu   q, q, -4
        bne     q, cc, 1b
        addiu   p, p, -4

        lw      W0, Wlow(cc)
        lw      x, A+4(cc)
        lw      W1, Whigh(cc)
        xor     y, y, W0
        sw      y, As($sp)
        xor     x, x, W1
        lw      u, As+44($sp)
        sw      x, As+4($sp)
2:      addiu   c, $sp, Cs + 4*24
        move    q, cc
3:      lw      x, As-P0(p)
        sll     y, u, 15
        srl     u, u, 17
        or      u, u, y
        sll     y, u, 2
        lw      z, 0(c)
        addu    u, u, y
        xor     u, u, x
        xor     u, u, z
        sll     y, u, 1
        lw      x, M(q)
        addu    u, u, y
        lw      y, B+24(q)
        lw      z, B+36(q)
        xor     u, u, x
        lw      x, B+52(q)
        xor     u, u, y
        or      y, y, z
        xor     u, u, y
        xor     u, u, x
        lw      x, B(q)
        sw      u, As-P0+48(p)
        addiu   p, p, 4
        sll     y, x, 1
        srl     x, x, 31
        nor     x, x, y
        xor     x, x, u
        sw      x, B(q)
        addiu   c, c, -4
        addiu   q, q, 4
        bne     q, end, 3b
        sw      x, B+64-4(q)
        bne     p, c, 2b
        lw      x, Cs+60($sp)

4:      lw      u, As-P0+60(p)
        lw      y, Cs-P0-120(p)
        lw      z, Cs-P0-88(p)
        addu    u, u, y
        lw      y, M-4(q)
        addu    u, u, z
        subu    x, x, y
        sw      x, B-4(q)
        lw      x, Cs-P0-72(p)
        addiu   p, p, -4
        addu    u, u, x
        addiu   q, q, -4
        bne     q, cc, 4b
        sw      u, A(q)
        jr      $ra
        addiu   $sp, $sp, FRAME
