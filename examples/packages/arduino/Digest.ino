// Prints the SHA-256 of "abc" on the serial monitor at 115200 baud.
#include <mote_sha256.h>

void setup() {
    mote_sha256_context context;
    unsigned char digest[32];

    Serial.begin(115200);
    mote_sha256_init(&context, 256);
    mote_sha256(&context, "abc", 3);
    mote_sha256_close(&context, 0, 0, digest);
    for (unsigned char each : digest) {
        Serial.print("0123456789abcdef"[each >> 4]);
        Serial.print("0123456789abcdef"[each & 15]);
    }
    Serial.println();
}

void loop() {}
