; memcpy and memset for the 16-bit core; W0 destination and result, W1, W2 size in bytes.
; Registers: W1 source or value, W3 destination, W4 count for REPEAT (14 bits at a time).

.global memcpy, memset

memcpy:
    mov w0, w3
    ior w0, w1, w4
    btss w4, #0
    bra .words
.bytes:
    cp0 w2
    bra z, .done
    mov #0x3fff, w4             ; the least of the rest and 0x4000, less 1
    dec w2, w5
    cp w5, w4
    bra gtu, 1f
    mov w5, w4
1:  sub w2, w4, w2
    dec w2, w2
    repeat w4
    mov.b [w1++], [w3++]
    bra .bytes
.words:
    lsr w2, w4                  ; whole words first, then what is left
    bra z, .bytes
    dec w4, w4
    and w2, #1, w2
    repeat w4
    mov [w1++], [w3++]
    bra .bytes
.done:
    return

memset:
    mov w0, w3
.bytes:
    cp0 w2
    bra z, .done
    mov #0x3fff, w4
    dec w2, w5
    cp w5, w4
    bra gtu, 1f
    mov w5, w4
1:  sub w2, w4, w2
    dec w2, w2
    repeat w4
    mov.b w1, [w3++]
    bra .bytes
.done:
    return
