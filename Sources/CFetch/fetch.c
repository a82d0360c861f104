#include "CFetch.h"

#include <curl/curl.h>
#include <string.h>

struct sink {
    uint8_t *body;
    size_t room;
    size_t count;
    bool is_full;
};

static size_t take(char *bytes, size_t size, size_t number, void *context) {
    struct sink *sink = context;
    size_t count = size * number;
    if (count > sink->room - sink->count) {
        sink->is_full = true;
        return 0;
    }
    memcpy(sink->body + sink->count, bytes, count);
    sink->count += count;
    return count;
}

static int32_t outcome_of(CURLcode code, bool is_full) {
    if (is_full) return FETCH_TOO_LARGE;
    switch (code) {
    case CURLE_OK: return FETCH_DONE;
    case CURLE_OPERATION_TIMEDOUT: return FETCH_TIMEOUT;
    case CURLE_FILESIZE_EXCEEDED: return FETCH_TOO_LARGE;
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR: return FETCH_CUT;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR: return FETCH_UNTRUSTED;
    default: return FETCH_UNREACHABLE;
    }
}

void fetch_get(const char *url, bool plain, int32_t seconds, uint8_t *body, size_t room, fetch_reply *reply) {
    memset(reply, 0, sizeof *reply);
    reply->outcome = FETCH_UNREACHABLE;
    reply->code = CURLE_FAILED_INIT;
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) return;
    CURL *curl = curl_easy_init();
    if (curl) {
        struct sink sink = {.body = body, .room = room};
        curl_easy_setopt(curl, CURLOPT_URL, url);
        curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, plain ? "http" : "https");
        curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
        curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)seconds);
        curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)seconds);
        curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(curl, CURLOPT_USERAGENT, "diarylog");
        curl_easy_setopt(curl, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)room);
        curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
        curl_easy_setopt(curl, CURLOPT_WRITEDATA, &sink);
        if (plain) curl_easy_setopt(curl, CURLOPT_PROXY, "");
        CURLcode code = curl_easy_perform(curl);
        long status = 0;
        curl_off_t wait = 0;
        curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
        curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &wait);
        reply->outcome = outcome_of(code, sink.is_full);
        reply->code = (int32_t)code;
        reply->status = status;
        reply->retry_after = wait;
        reply->count = sink.count;
        curl_easy_cleanup(curl);
    }
    curl_global_cleanup();
}

const char *fetch_reason(int32_t code) { return curl_easy_strerror((CURLcode)code); }
