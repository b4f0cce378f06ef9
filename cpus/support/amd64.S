# memcpy and memset for amd64.  Rule: rep movsb and rep stosb, whatever the alignment.

        .text

        .globl  memcpy
        .type   memcpy, @function
memcpy:                                 # rdi = destination, rsi = source, rdx = bytes
        movq    %rdi, %rax
        movq    %rdx, %rcx
        rep movsb
        ret
        .size   memcpy, . - memcpy

        .globl  memset
        .type   memset, @function
memset:                                 # rdi = destination, esi = byte, rdx = bytes
        movq    %rdi, %r8
        movl    %esi, %eax
        movq    %rdx, %rcx
        rep stosb
        movq    %r8, %rax
        ret
        .size   memset, . - memset
