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
    .byte 0xb8
mote_shabal_init:
    xor %eax, %eax
    .byte 0xb1
mote_shabal_close:
    stc
    push %rbx
    enter $128, $0
    push %rcx
    lea -X_LEFT(%rdi), %rbx
    mov (%rdi), %ecx
    lea X_C(%rbx), %rdi
    jc close
    jz init
fill:
    sub %rcx, %rdi
0:  sub $1, %rdx
    jc done
    movsb
    loop 0b
    call block
    incq X_W(%rbx)
restart:
    mov $64, %cl
    jmp fill
done:
    mov %ecx, X_LEFT(%rbx)
exit:
    leave
    pop %rbx
    ret

close:
    xchg %edx, %ecx
    xchg %eax, %esi
    xor $7, %cl
    shr %cl, %eax
    or $1, %al
    shl %cl, %eax
    mov %edx, %ecx
    sub %rdx, %rdi
0:  stosb
    mov $0, %al
    loop 0b
    mov $4, %cl
0:  call block
    loop 0b
    mov X_OUT(%rbx), %ecx
    shr $3, %ecx
    lea 64(%rdi), %rsi
    sub %rcx, %rsi
    pop %rdi
    rep movsb
    jmp exit

init:
    lea X_LEFT(%rbx), %rdi
    push $64
    pop %rcx
    rep stosl
    mov %esi, X_OUT(%rbx)
    decq X_W(%rbx)
    push %rsp
    pop %rdi
    mov $32, %cl
    xchg %eax, %esi
0:  stosl
    inc %eax
    loop 0b
    push %rsp
    pop %rsi
    cdq
    mov $128, %dl
    lea X_C(%rbx), %rdi
    jmp restart

block:
    push %rsi
    push %rdx
    push %rdi
    push %rcx
    push %rbp
    push %rsp
    pop %rbp
    push %rbx
    pop %rsi
    push %rbx
    pop %rdi
    lodsq
    xor %rax, X_A(%rdi)
    mov $16, %cl
1:  lodsl
    mov 60(%rsi), %edx
    xchg %edx, 124(%rsi)
    add %edx, %eax
    rol $17, %eax
    push %rax
    loop 1b
    mov -4(%rdi), %eax
2:  mov $16, %cl
    sub $64, %rsi
3:  cmp %ebx, %edi
    jne 4f
    sub $48, %rdi
4:  rol $15, %eax
    lea (%rax, %rax, 4), %eax
    xor (%rdi), %eax
    xor X_C+32(%rbx, %rcx, 4), %eax
    lea (%rax, %rax, 2), %edx
    lodsl
    xor %edx, %eax
    xor 16(%rsp), %eax
    mov 72(%rsp), %edx
    not %edx
    and 48(%rsp), %edx
    xor %edx, %eax
    stosl
    mov 120(%rsp), %edx
    rol %edx
    not %edx
    xor %eax, %edx
    push %rdx
    loop 3b
    cmp %ebx, %edi
    jne 2b
    mov $12, %cl
5:  lodsl
    mov 8(%rsi), %eax
    add 40(%rsi), %eax
    add 56(%rsi), %eax
    add %eax, X_A(%rdi)
    scasl
    loop 5b
    mov $16, %cl
6:  pop %rax
    mov %eax, -52(%rsi, %rcx, 4)
    mov -116(%rsi, %rcx, 4), %eax
    sub %eax, 12(%rsi, %rcx, 4)
    loop 6b
    leave
    pop %rcx
    pop %rdi
    pop %rdx
    pop %rsi
    ret
    .section .note.GNU-stack, "", @progbits
