/* Breaks the object rules: exports a name without the prefix. */
#include "inner.h"

unsigned helper(unsigned x);

unsigned helper(unsigned x) {
    return x + 1;
}
