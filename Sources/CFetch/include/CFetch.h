// One GET over libcurl, whose functions of a varying number of arguments Swift cannot call.

#ifndef CFETCH_H
#define CFETCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FETCH_DONE = 0,
    FETCH_UNREACHABLE = 1,
    FETCH_UNTRUSTED = 2,
    FETCH_TIMEOUT = 3,
    FETCH_TOO_LARGE = 4,
    FETCH_CUT = 5,
};

typedef struct {
    /// One of the above.
    int32_t outcome;
    /// libcurl's number for what went wrong.
    int32_t code;
    /// Of the reply; 0 if there was none.
    int64_t status;
    /// Seconds; 0 if the reply does not say.
    int64_t retry_after;
    /// Bytes of the body.
    size_t count;
} fetch_reply;

/// Asks for `url` over https alone, or over http if `plain`; no redirect is followed.
void fetch_get(const char *url, bool plain, int32_t seconds, uint8_t *body, size_t room, fetch_reply *reply);
/// What a code means, in a few words; never names the address.
const char *fetch_reason(int32_t code);

#endif
