/* What Mote uses of it. */
#include <stddef.h>
