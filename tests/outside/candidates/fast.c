/* One of two candidates for a table: the fast portable file. */
#include "../../../src/shabal/portable_fast.c"
