// expat's own header: the Markup floor is the only one to import it.
#pragma once
#include <expat.h>
