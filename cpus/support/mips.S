# memcpy and memset for MIPS I (both byte orders; load delay slots are respected).
#
# Rule: four words at a time when both pointers are aligned to a word, then the rest byte by byte;
# anything not aligned goes byte by byte.  The cycles of these two count in the figures of code
# that calls them.

        .set    noreorder
        .set    noat
        .text
        .align  2

        .globl  memcpy
        .type   memcpy, @function
        .ent    memcpy
memcpy:                                 # $a0 = destination, $a1 = source, $a2 = bytes
        or      $t0, $a0, $a1
        andi    $t0, $t0, 3
        bne     $t0, $zero, 1f
        move    $v0, $a0
        srl     $t0, $a2, 4
        sll     $t0, $t0, 4             # bytes that go in words
        beq     $t0, $zero, 1f
        addu    $t0, $a1, $t0
        andi    $a2, $a2, 15
0:      lw      $t1, 0($a1)
        lw      $t2, 4($a1)
        lw      $t3, 8($a1)
        lw      $t4, 12($a1)
        sw      $t1, 0($a0)
        sw      $t2, 4($a0)
        sw      $t3, 8($a0)
        sw      $t4, 12($a0)
        addiu   $a1, $a1, 16
        bne     $a1, $t0, 0b
        addiu   $a0, $a0, 16
1:      beq     $a2, $zero, 3f
        addu    $t0, $a1, $a2
2:      lbu     $t1, 0($a1)
        addiu   $a1, $a1, 1
        sb      $t1, 0($a0)
        bne     $a1, $t0, 2b
        addiu   $a0, $a0, 1
3:      jr      $ra
        nop
        .end    memcpy
        .size   memcpy, . - memcpy

        .globl  memset
        .type   memset, @function
        .ent    memset
memset:                                 # $a0 = destination, $a1 = byte, $a2 = bytes
        andi    $t0, $a0, 3
        bne     $t0, $zero, 1f
        move    $v0, $a0
        srl     $t0, $a2, 4
        sll     $t0, $t0, 4
        beq     $t0, $zero, 1f
        addu    $t0, $a0, $t0
        andi    $t1, $a1, 255
        sll     $t2, $t1, 8
        or      $t1, $t1, $t2
        sll     $t2, $t1, 16
        or      $t1, $t1, $t2
        andi    $a2, $a2, 15
0:      sw      $t1, 0($a0)
        sw      $t1, 4($a0)
        sw      $t1, 8($a0)
        addiu   $a0, $a0, 16
        bne     $a0, $t0, 0b
        sw      $t1, -4($a0)
1:      beq     $a2, $zero, 3f
        addu    $t0, $a0, $a2
2:      addiu   $a0, $a0, 1
        bne     $a0, $t0, 2b
        sb      $a1, -1($a0)
3:      jr      $ra
        nop
        .end    memset
        .size   memset, . - memset
