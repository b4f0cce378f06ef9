/* One of two candidates for a table: the small portable file. */
#include "../../../src/shabal/portable.c"
