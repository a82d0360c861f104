// The whole of LMDB's own header: the LMDB floor is the only one to import it.
#pragma once
#include <lmdb.h>

// glibc declares it only under _GNU_SOURCE, which Swift does not set.
int fallocate(int descriptor, int mode, long offset, long length);
