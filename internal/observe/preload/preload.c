/* The whole library is one unit, so that its parts share static names. */
#include "clock.c"
#include "files.c"
#include "ring.c"
