// The whole of LMDB's own header: the LMDB floor is the only one to import it.
#pragma once
#include <lmdb.h>
