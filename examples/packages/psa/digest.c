/* The digest of "abc" through Mbed TLS's PSA interface, by Mote's driver. */
#include "psa/crypto.h"

#include <stdio.h>

/* Mbed TLS wants a source of random numbers to start; nothing here takes any. */
psa_status_t mbedtls_psa_external_get_random(mbedtls_psa_external_random_context_t *context,
                                             uint8_t *output, size_t output_size,
                                             size_t *output_length) {
    (void)context;
    (void)output;
    (void)output_size;
    *output_length = 0;
    return PSA_ERROR_INSUFFICIENT_ENTROPY;
}

int main(void) {
    uint8_t digest[32];
    size_t length, i;

    if (psa_crypto_init() != PSA_SUCCESS ||
        psa_hash_compute(PSA_ALG_SHA_256, (const uint8_t *)"abc", 3, digest, sizeof digest,
                         &length) != PSA_SUCCESS)
        return 1;
    for (i = 0; i != length; i++)
        printf("%02x", digest[i]);
    printf("\n");
    return 0;
}
