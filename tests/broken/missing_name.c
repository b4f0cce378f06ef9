/* Breaks the object rules: exports no close. */
#define BREAKS_CLOSE
#include "inner.h"
