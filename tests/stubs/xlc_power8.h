/*
 * IBM XL's names for the crypto instructions of POWER8, with the types of its manual, for GCC, which
 * then compiles what is meant for that compiler.  The compiler itself has not been tried.  GCC's own
 * names are poisoned: a file that uses one of them as XL is refused.
 */
#define __xlC__ 0x0d01

#include <altivec.h>

#define XL_BYTES __vector unsigned char
#define XL_WORDS __vector unsigned long long
#define XL_INLINE static __inline__ __attribute__((__always_inline__, __unused__))

XL_INLINE XL_WORDS __vpmsumd(XL_WORDS a, XL_WORDS b) {
    return __builtin_crypto_vpmsumd(a, b);
}

XL_INLINE XL_BYTES __vpmsumb(XL_BYTES a, XL_BYTES b) {
    return (XL_BYTES)__builtin_crypto_vpmsumb(a, b);
}

XL_INLINE XL_BYTES __vpermxor(XL_BYTES a, XL_BYTES b, XL_BYTES control) {
    return __builtin_crypto_vpermxor(a, b, control);
}

XL_INLINE XL_BYTES __vcipher(XL_BYTES a, XL_BYTES b) {
    return (XL_BYTES)__builtin_crypto_vcipher((XL_WORDS)a, (XL_WORDS)b);
}

XL_INLINE XL_BYTES __vcipherlast(XL_BYTES a, XL_BYTES b) {
    return (XL_BYTES)__builtin_crypto_vcipherlast((XL_WORDS)a, (XL_WORDS)b);
}

XL_INLINE XL_BYTES __vncipher(XL_BYTES a, XL_BYTES b) {
    return (XL_BYTES)__builtin_crypto_vncipher((XL_WORDS)a, (XL_WORDS)b);
}

XL_INLINE XL_BYTES __vncipherlast(XL_BYTES a, XL_BYTES b) {
    return (XL_BYTES)__builtin_crypto_vncipherlast((XL_WORDS)a, (XL_WORDS)b);
}

XL_INLINE XL_BYTES __vsbox(XL_BYTES a) {
    return (XL_BYTES)__builtin_crypto_vsbox((XL_WORDS)a);
}

/* The numbers are constants of the instruction. */
#define __vshasigmaw(a, upper, which) __builtin_crypto_vshasigmaw(a, upper, which)
#define __vshasigmad(a, upper, which) __builtin_crypto_vshasigmad(a, upper, which)

#pragma GCC poison __builtin_crypto_vpmsumd __builtin_crypto_vpmsumb __builtin_crypto_vpermxor
#pragma GCC poison __builtin_crypto_vcipher __builtin_crypto_vcipherlast __builtin_crypto_vsbox
#pragma GCC poison __builtin_crypto_vncipher __builtin_crypto_vncipherlast
#pragma GCC poison __builtin_crypto_vshasigmaw __builtin_crypto_vshasigmad
