/* MBEDTLS_PSA_CRYPTO_CONFIG_FILE: what programs may use (PSA_WANT_...), and what of it Mote's driver
 * has (MBEDTLS_PSA_ACCEL_...). */
#define PSA_WANT_ALG_SHA_256 1
#define MBEDTLS_PSA_ACCEL_ALG_SHA_256 1
