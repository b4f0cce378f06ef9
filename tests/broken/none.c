/* Breaks no rule: shows that what the other files are caught for is what they break. */
#include "inner.h"
