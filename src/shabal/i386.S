#define X_LEFT (-56)
#define X_OUT (-52)
#define X_A (-48)
#define X_W 0
#define X_M 8
#define X_C 72
#define X_B 136
    .text
    .globl mote_shabal_init, mote_shabal, mote_shabal_close
    .type mote_shabal_init, @function
    .type mote_shabal, @function
    .type mote_shabal_close, @function
mote_shabal:
    test %esp, %esp
    .byte 0xb9
mote_shabal_init:
    xor %eax, %eax
    .byte 0xb1
mote_shabal_close:
    stc
    pushal
    mov %esp, %ebp
    mov 36(%ebp), %ebx
    lea -X_LEFT(%ebx), %ebx
    mov 40(%ebp), %esi
    mov 44(%ebp), %ecx
    mov X_LEFT(%ebx), %edx
    lea X_C(%ebx), %edi
    jc close
    jz init
fill:
    sub %edx, %edi
0:  jecxz done
    dec %ecx
    movsb
    dec %edx
    jnz 0b
    call block
    stc
count:
    adc %edx, X_W(%ebx)
    adc %edx, X_W+4(%ebx)
    push $64
    pop %edx
    jmp fill
done:
    mov %edx, X_LEFT(%ebx)
exit:
    mov %ebp, %esp
    popal
    ret

close:
    xchg %eax, %esi
    xor $7, %cl
    shr %cl, %eax
    or $1, %al
    shl %cl, %eax
    mov %edx, %ecx
    sub %edx, %edi
0:  stosb
    mov $0, %al
    loop 0b
    mov $4, %cl
0:  call block
    loop 0b
    mov X_OUT(%ebx), %ecx
    shr $3, %ecx
    lea 64(%edi), %esi
    sub %ecx, %esi
    mov 48(%ebp), %edi
    rep movsb
    jmp exit

init:
    lea X_LEFT(%ebx), %edi
    push $64
    pop %ecx
    rep stosl
    mov %esi, X_OUT(%ebx)
    lea 31(%esi), %eax
    mov $32, %cl
0:  push %eax
    dec %eax
    loop 0b
    mov %esp, %esi
    mov $128, %cl
    lea X_C(%ebx), %edi
    or $-1, %edx
    jmp count

block:
    pushal
    mov %ebx, %esi
    mov %ebx, %edi
    lodsl
    xor %eax, X_A(%edi)
    lodsl
    xor %eax, X_A+4(%edi)
    push $16
    pop %ecx
1:  lodsl
    mov 60(%esi), %edx
    xchg %edx, 124(%esi)
    add %edx, %eax
    rol $17, %eax
    push %eax
    loop 1b
    mov -4(%edi), %eax
2:  mov $16, %cl
    sub $64, %esi
3:  cmp %ebx, %edi
    jne 4f
    sub $48, %edi
4:  mov %esp, %ebp
    rol $15, %eax
    lea (%eax, %eax, 4), %eax
    xor (%edi), %eax
    xor X_C+32(%ebx, %ecx, 4), %eax
    lea (%eax, %eax, 2), %edx
    lodsl
    xor %edx, %eax
    xor 8(%ebp), %eax
    mov 36(%ebp), %edx
    not %edx
    and 24(%ebp), %edx
    xor %edx, %eax
    stosl
    mov 60(%ebp), %edx
    rol %edx
    not %edx
    xor %eax, %edx
    push %edx
    loop 3b
    cmp %ebx, %edi
    jne 2b
    mov $12, %cl
5:  lodsl
    mov 8(%esi), %eax
    add 40(%esi), %eax
    add 56(%esi), %eax
    add %eax, X_A(%edi)
    scasl
    loop 5b
    mov $16, %cl
6:  pop -52(%esi, %ecx, 4)
    mov -116(%esi, %ecx, 4), %eax
    sub %eax, 12(%esi, %ecx, 4)
    loop 6b
    mov $48, %cl
7:  pop %eax
    loop 7b
    popal
    ret
    .section .note.GNU-stack, "", @progbits
