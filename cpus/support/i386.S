# memcpy and memset for the 80386.  Rule: rep movsb and rep stosb, whatever the alignment.

        .text

        .globl  memcpy
        .type   memcpy, @function
memcpy:                                 # 4(%esp) = destination, 8 = source, 12 = bytes
        pushl   %esi
        pushl   %edi
        movl    12(%esp), %edi
        movl    16(%esp), %esi
        movl    20(%esp), %ecx
        movl    %edi, %eax
        rep movsb
        popl    %edi
        popl    %esi
        ret
        .size   memcpy, . - memcpy

        .globl  memset
        .type   memset, @function
memset:                                 # 4(%esp) = destination, 8 = byte, 12 = bytes
        pushl   %edi
        movl    8(%esp), %edi
        movl    12(%esp), %eax
        movl    16(%esp), %ecx
        movl    %edi, %edx
        rep stosb
        movl    %edx, %eax
        popl    %edi
        ret
        .size   memset, . - memset
