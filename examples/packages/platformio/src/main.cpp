#include <Arduino.h>
#include <mote_sha256.h>

void setup() {
    mote_sha256_context context;
    unsigned char digest[32];

    Serial.begin(115200);
    mote_sha256_init(&context, 256);
    mote_sha256(&context, "abc", 3);
    mote_sha256_close(&context, 0, 0, digest);
    for (unsigned char each : digest) {
        Serial.print(each >> 4, HEX);
        Serial.print(each & 15, HEX);
    }
    Serial.println();
}

void loop() {}
