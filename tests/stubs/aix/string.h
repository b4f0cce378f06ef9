/* What the implementations and the library take of AIX's header, for a compiler that has no AIX beside it. */
#ifndef STUB_STRING_H
#define STUB_STRING_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int byte, size_t bytes);
int memcmp(const void *first, const void *second, size_t bytes);
size_t strlen(const char *text);
int strcmp(const char *first, const char *second);
size_t strcspn(const char *text, const char *ends);

#endif
