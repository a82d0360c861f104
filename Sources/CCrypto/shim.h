// The hashes of OpenSSL's libcrypto: the Hashes floor is the only one to import them.
#pragma once

// Deprecated since OpenSSL 3 in favour of EVP, which allocates for each hash and brings all of libcrypto along.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/md5.h>
#include <openssl/sha.h>
