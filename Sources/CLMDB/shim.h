// The whole of LMDB's own header: the LMDB floor is the only one to import it.
#pragma once
#include <lmdb.h>

// glibc declares it only under _GNU_SOURCE, which Swift does not set.
int fallocate(int descriptor, int mode, long offset, long length);

/// Asks the processor for the first bytes of a value, ahead of their being read.
static inline void clmdb_prefetch(const void *value) {
    for (int line = 0; line < 5; line++) __builtin_prefetch((const char *)value + 64 * line);
}
