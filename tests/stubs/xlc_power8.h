/*
 * IBM XL's names for two instructions of POWER8, for GCC, which then compiles what is meant for that
 * compiler.  The compiler itself has not been tried.
 */
#define __xlC__ 0x0d01
#define __vpmsumd(a, b) __builtin_crypto_vpmsumd(a, b)
#define __vpermxor(a, b, control) __builtin_crypto_vpermxor(a, b, control)
