// zlib's own header: the Zlib floor is the only one to import it.
#pragma once
#include <zlib.h>
