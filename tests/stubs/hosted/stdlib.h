/* What of <stdlib.h> the library uses, for compilers of systems whose headers are not here. */
#include <stddef.h>

char *getenv(const char *name);
