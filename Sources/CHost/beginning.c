// What the build says of itself, and what is needed of the loader before the program begins.

#include "CHost.h"

#include <stdlib.h>
#include <unistd.h>

#ifndef DIARYLOG_COMMIT
#define DIARYLOG_COMMIT ""
#endif

const char *chost_commit(void) { return DIARYLOG_COMMIT; }

static int count;
static char **arguments;

int chost_argument_count(void) { return count; }

const char *chost_argument(int index) { return index < count ? arguments[index] : NULL; }

/// Swift's runtime looks for itself and for the arguments through /proc. Where there is none, it ends the program as it
/// is loaded, and has no arguments. A static program needs nothing of what the runtime looks for, so it is told a place
/// first; the arguments are what the loader hands over.
__attribute__((constructor(101))) static void begin(int argc, char **argv) {
    count = argc;
    arguments = argv;
    if (access("/proc/self/exe", F_OK) < 0) setenv("SWIFT_ROOT", "/", 0);
}
