// CRC-32C, by SSE4.2 and PCLMULQDQ where the processor has them and by tables elsewhere.
//
// Both work on the inverted register, so a checksum continues: crc(a then b) == crc(b, crc(a)).

#include "CHost.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

/// The Castagnoli polynomial 0x1EDC6F41, bits reversed.
#define POLYNOMIAL 0x82F63B78u

/// table[k][b] is the register after byte `b` and then k zero bytes.
static uint32_t table[8][256];
static pthread_once_t table_once = PTHREAD_ONCE_INIT;

static void fill_table(void) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t value = byte;
        for (int bit = 0; bit < 8; bit++) value = (value >> 1) ^ (value & 1 ? POLYNOMIAL : 0);
        table[0][byte] = value;
    }
    for (int zeros = 1; zeros < 8; zeros++)
        for (int byte = 0; byte < 256; byte++) {
            uint32_t before = table[zeros - 1][byte];
            table[zeros][byte] = (before >> 8) ^ table[0][before & 0xFF];
        }
}

uint32_t chost_crc32c_table(const uint8_t *bytes, size_t count, uint32_t continuing) {
    pthread_once(&table_once, fill_table);
    uint32_t state = ~continuing;
    for (; count >= 8; count -= 8, bytes += 8) {
        // The register meets the first four bytes; read byte by byte, so any byte order will do.
        uint32_t low = state ^ ((uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
                                (uint32_t)bytes[3] << 24);
        state = table[7][low & 0xFF] ^ table[6][low >> 8 & 0xFF] ^ table[5][low >> 16 & 0xFF] ^ table[4][low >> 24] ^
                table[3][bytes[4]] ^ table[2][bytes[5]] ^ table[1][bytes[6]] ^ table[0][bytes[7]];
    }
    for (; count > 0; count--, bytes++) state = (state >> 8) ^ table[0][(state ^ *bytes) & 0xFF];
    return ~state;
}

#if defined(__x86_64__)

#include <nmmintrin.h>
#include <wmmintrin.h>

bool chost_crc32c_has_hardware(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("pclmul");
}

// The instruction gives its result after three cycles, but can begin with every cycle. So long values are read in three
// lanes side by side:
//
//     lane 0: LANE bytes, from the register | lane 1: LANE bytes, from 0 | lane 2: LANE bytes, from 0
//
// Registers are polynomials over two elements, modulo the one above. The register after all three is
// lane 0 · x^(8 · 2 LANE) + lane 1 · x^(8 · LANE) + lane 2. The instruction itself multiplies by x^32, and the product
// of two reversed numbers is one bit short: so the factors are x^(8 · 2 LANE − 33) and x^(8 · LANE − 33).

/// The bytes of a lane, whole words.
#define LANE 168
/// x^(8 · LANE − 33) and x^(8 · 2 LANE − 33), bits reversed.
#define BEHIND_ONE_LANE 0x1B3D8F29u
#define BEHIND_TWO_LANES 0xA60CE07Bu

static inline uint64_t word_at(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, 8);  // any alignment
    return word;
}

/// The register `state`, multiplied by a factor that is 33 powers short.
__attribute__((target("sse4.2,pclmul")))
static inline uint64_t moved(uint64_t state, uint32_t factor) {
    __m128i product = _mm_clmulepi64_si128(_mm_cvtsi64_si128((int64_t)state), _mm_cvtsi32_si128((int)factor), 0);
    return _mm_crc32_u64(0, (uint64_t)_mm_cvtsi128_si64(product));
}

__attribute__((target("sse4.2,pclmul")))
uint32_t chost_crc32c_hardware(const uint8_t *bytes, size_t count, uint32_t continuing) {
    uint64_t state = (uint32_t)~continuing;
    for (; count >= 3 * LANE; count -= 3 * LANE, bytes += 3 * LANE) {
        uint64_t second = 0, third = 0;
        for (size_t place = 0; place < LANE; place += 8) {
            state = _mm_crc32_u64(state, word_at(bytes + place));
            second = _mm_crc32_u64(second, word_at(bytes + LANE + place));
            third = _mm_crc32_u64(third, word_at(bytes + 2 * LANE + place));
        }
        state = moved(state, BEHIND_TWO_LANES) ^ moved(second, BEHIND_ONE_LANE) ^ third;
    }
    for (; count >= 8; count -= 8, bytes += 8) state = _mm_crc32_u64(state, word_at(bytes));
    uint32_t rest = (uint32_t)state;
    for (; count > 0; count--, bytes++) rest = _mm_crc32_u8(rest, *bytes);
    return ~rest;
}

#else

bool chost_crc32c_has_hardware(void) { return false; }

uint32_t chost_crc32c_hardware(const uint8_t *bytes, size_t count, uint32_t continuing) {
    return chost_crc32c_table(bytes, count, continuing);
}

#endif

uint32_t chost_crc32c(const uint8_t *bytes, size_t count, uint32_t continuing) {
    // 0 not asked yet, 1 table, 2 hardware. Two threads may both ask; they get the same answer.
    static atomic_int chosen = 0;
    int choice = atomic_load_explicit(&chosen, memory_order_relaxed);
    if (choice == 0) {
        choice = chost_crc32c_has_hardware() ? 2 : 1;
        atomic_store_explicit(&chosen, choice, memory_order_relaxed);
    }
    return choice == 2 ? chost_crc32c_hardware(bytes, count, continuing) : chost_crc32c_table(bytes, count, continuing);
}
