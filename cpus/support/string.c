/*
 * memmove and memcmp, for code into which the compiler puts calls of them: GCC may do so whatever
 * the source says ("Using the GNU Compiler Collection", section 2.1, "C Language Standards").  They
 * are linked where an object needs them, and count as the compiler's own helpers.
 */
#include <stddef.h>

void *memmove(void *destination, const void *source, size_t size);
int memcmp(const void *one, const void *other, size_t size);

void *memmove(void *destination, const void *source, size_t size) {
    unsigned char *to = destination;
    const unsigned char *from = source;

    if (to < from) {
        while (size-- > 0)
            *to++ = *from++;
    } else {
        while (size-- > 0)
            to[size] = from[size];
    }
    return destination;
}

int memcmp(const void *one, const void *other, size_t size) {
    const unsigned char *a = one, *b = other;

    for (; size > 0; size--, a++, b++)
        if (*a != *b)
            return *a < *b ? -1 : 1;
    return 0;
}
