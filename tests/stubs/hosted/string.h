/* What of <string.h> the library uses, for compilers of systems whose headers are not here. */
#include <stddef.h>

void *memcpy(void *dst, const void *src, size_t len);
void *memmove(void *dst, const void *src, size_t len);
void *memset(void *dst, int byte, size_t len);
int memcmp(const void *a, const void *b, size_t len);
char *strchr(const char *text, int character);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t len);
size_t strcspn(const char *text, const char *characters);
size_t strlen(const char *text);
