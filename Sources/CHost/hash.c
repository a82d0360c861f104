// SHA-256 (FIPS 180-4) by the processor's own instructions, without an allocation.
//
// Where the processor has none the caller uses another implementation: a slow one here would be slower than that.

#include "CHost.h"

#include <string.h>

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>

static const uint32_t rounds[64] __attribute__((aligned(16))) = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

bool chost_sha256_has_hardware(void) {
    unsigned one, two, three, four;
    if (!__get_cpuid(1, &one, &two, &three, &four) || !(three & bit_SSSE3) || !(three & bit_SSE4_1)) return false;
    if (!__get_cpuid_count(7, 0, &one, &two, &three, &four)) return false;
    return (two & 1u << 29) != 0;
}

/// Takes in whole blocks of 64 bytes.
///
/// The instruction wants the eight words as two vectors, A B E F and C D G H, the first word highest. It does two
/// rounds with two words of the schedule, and what it returns is the next A B E F; the one before is the next C D G H.
__attribute__((target("sha,sse4.1,ssse3")))
static void take_blocks(uint32_t state[8], const uint8_t *bytes, size_t blocks) {
    const __m128i big_endian = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
    __m128i abef = _mm_set_epi32((int)state[0], (int)state[1], (int)state[4], (int)state[5]);
    __m128i cdgh = _mm_set_epi32((int)state[2], (int)state[3], (int)state[6], (int)state[7]);
    for (; blocks > 0; blocks--, bytes += 64) {
        const __m128i abef_before = abef, cdgh_before = cdgh;
        __m128i words[4];
#pragma clang loop unroll(full)
        for (int step = 0; step < 16; step++) {
            __m128i next;
            if (step < 4) {
                next = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(bytes + step * 16)), big_endian);
            } else {
                // Four words of the schedule from the sixteen before them.
                const __m128i oldest = words[step & 3], newest = words[(step + 3) & 3];
                const __m128i seventh = _mm_alignr_epi8(newest, words[(step + 2) & 3], 4);
                next = _mm_sha256msg1_epu32(oldest, words[(step + 1) & 3]);
                next = _mm_sha256msg2_epu32(_mm_add_epi32(next, seventh), newest);
            }
            words[step & 3] = next;
            const __m128i keyed = _mm_add_epi32(next, _mm_load_si128((const __m128i *)(rounds + step * 4)));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, keyed);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(keyed, 0x0E));
        }
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }
    state[0] = (uint32_t)_mm_extract_epi32(abef, 3);
    state[1] = (uint32_t)_mm_extract_epi32(abef, 2);
    state[2] = (uint32_t)_mm_extract_epi32(cdgh, 3);
    state[3] = (uint32_t)_mm_extract_epi32(cdgh, 2);
    state[4] = (uint32_t)_mm_extract_epi32(abef, 1);
    state[5] = (uint32_t)_mm_extract_epi32(abef, 0);
    state[6] = (uint32_t)_mm_extract_epi32(cdgh, 1);
    state[7] = (uint32_t)_mm_extract_epi32(cdgh, 0);
}

#else

bool chost_sha256_has_hardware(void) { return false; }

static void take_blocks(uint32_t state[8], const uint8_t *bytes, size_t blocks) {
    (void)state, (void)bytes, (void)blocks;
    __builtin_trap();
}

#endif

void chost_sha256_begin(struct chost_sha256 *hash) {
    static const uint32_t start[8] = {
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
    };
    memcpy(hash->state, start, sizeof start);
    hash->count = 0;
}

void chost_sha256_update(struct chost_sha256 *hash, const uint8_t *bytes, size_t count) {
    const size_t held = hash->count % 64;
    hash->count += count;
    if (held > 0) {
        const size_t room = 64 - held;
        const size_t taken = count < room ? count : room;
        if (taken > 0) memcpy(hash->block + held, bytes, taken);
        if (count < room) return;
        take_blocks(hash->state, hash->block, 1);
        bytes += taken;
        count -= taken;
    }
    if (count >= 64) take_blocks(hash->state, bytes, count / 64);
    if (count % 64 > 0) memcpy(hash->block, bytes + count / 64 * 64, count % 64);
}

void chost_sha256_finish(struct chost_sha256 *hash, uint64_t digest[4]) {
    const uint64_t bits = hash->count * 8;
    size_t held = hash->count % 64;
    hash->block[held++] = 0x80;
    if (held > 56) {
        memset(hash->block + held, 0, 64 - held);
        take_blocks(hash->state, hash->block, 1);
        held = 0;
    }
    memset(hash->block + held, 0, 56 - held);
    for (int index = 0; index < 8; index++) hash->block[56 + index] = (uint8_t)(bits >> (56 - 8 * index));
    take_blocks(hash->state, hash->block, 1);
    for (int word = 0; word < 4; word++)
        digest[word] = (uint64_t)hash->state[word * 2] << 32 | hash->state[word * 2 + 1];
}
