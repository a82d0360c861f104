// cmark-gfm's own headers: the Markup floor is the only one to import them.
#pragma once
#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>
