/*
 * Shabal for i386 with a stack frame by `enter`: the three functions of portable.c, of which this
 * file is one of two sources.  It pushes the frame pointer before it moves the stack pointer, as
 * `push` does (Intel SDM volume 2, ENTER).
 */
    .text
    .global mote_shabal_close
    .type mote_shabal_close, @function
mote_shabal_close:
    enter $256, $0
    movl $0, -256(%ebp)
    push 20(%ebp)
    push 16(%ebp)
    push 12(%ebp)
    push 8(%ebp)
    call plain_close
    leave
    ret
    .size mote_shabal_close, . - mote_shabal_close
    .section .note.GNU-stack, "", @progbits
