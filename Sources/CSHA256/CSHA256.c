#include "CSHA256.h"

// SHA-256 with the processor's instructions, which Swift cannot use. `SHA256State` in TextKit has
// the same algorithm in plain Swift for processors without them; a test compares the two.

#if defined(__x86_64__) || defined(__i386__) || defined(__aarch64__) || defined(__wasm__)
static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
#endif

#if defined(__x86_64__) || defined(__i386__)

#include <cpuid.h>
#include <immintrin.h>

int csha256_is_supported(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return 0;
  const int has_sse = (c & bit_SSSE3) && (c & bit_SSE4_1);
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return 0;
  return has_sse && (b & (1u << 29));
}

#define SHA_TARGET __attribute__((target("sha,sse4.1,ssse3")))

// The state of a hash within a block: its words in the order of the instructions, ABEF and CDGH,
// and the message words of the next sixteen rounds.
typedef struct {
  __m128i abef, cdgh, first_abef, first_cdgh, w[4];
} lane;

SHA_TARGET static inline void lane_open(lane *l, const uint32_t words[8]) {
  const __m128i abcd = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)words), 0xb1);
  const __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(words + 4)), 0x1b);
  l->abef = _mm_alignr_epi8(abcd, efgh, 8);
  l->cdgh = _mm_blend_epi16(efgh, abcd, 0xf0);
}

SHA_TARGET static inline void lane_load(lane *l, const uint8_t *block) {
  const __m128i to_big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  l->first_abef = l->abef;
  l->first_cdgh = l->cdgh;
  for (int group = 0; group < 4; group++) {
    const __m128i bytes = _mm_loadu_si128((const __m128i *)(block + 16 * group));
    l->w[group] = _mm_shuffle_epi8(bytes, to_big_endian);
  }
}

// Computes four rounds with the words of w[0], and shifts the following words down.
SHA_TARGET static inline void lane_rounds(lane *l, int group) {
  const __m128i keyed =
      _mm_add_epi32(l->w[0], _mm_loadu_si128((const __m128i *)(constants + 4 * group)));
  l->cdgh = _mm_sha256rnds2_epu32(l->cdgh, l->abef, keyed);
  l->abef = _mm_sha256rnds2_epu32(l->abef, l->cdgh, _mm_shuffle_epi32(keyed, 0x0e));
  __m128i next = _mm_sha256msg1_epu32(l->w[0], l->w[1]);
  next = _mm_add_epi32(next, _mm_alignr_epi8(l->w[3], l->w[2], 4));
  next = _mm_sha256msg2_epu32(next, l->w[3]);
  l->w[0] = l->w[1];
  l->w[1] = l->w[2];
  l->w[2] = l->w[3];
  l->w[3] = next;
}

SHA_TARGET static inline void lane_sum(lane *l) {
  l->abef = _mm_add_epi32(l->abef, l->first_abef);
  l->cdgh = _mm_add_epi32(l->cdgh, l->first_cdgh);
}

SHA_TARGET static inline void lane_close(const lane *l, uint32_t words[8]) {
  const __m128i feba = _mm_shuffle_epi32(l->abef, 0x1b);
  const __m128i dchg = _mm_shuffle_epi32(l->cdgh, 0xb1);
  _mm_storeu_si128((__m128i *)words, _mm_blend_epi16(feba, dchg, 0xf0));
  _mm_storeu_si128((__m128i *)(words + 4), _mm_alignr_epi8(dchg, feba, 8));
}

#elif defined(__aarch64__)

#include <arm_neon.h>

#if defined(__linux__)
#include <sys/auxv.h>
// HWCAP_SHA2 of the kernel's <asm/hwcap.h>.
int csha256_is_supported(void) { return (getauxval(AT_HWCAP) & (1ul << 6)) != 0; }
#elif defined(__APPLE__)
// Every 64-bit Apple processor has the instructions.
int csha256_is_supported(void) { return 1; }
#else
int csha256_is_supported(void) { return 0; }
#endif

#define SHA_TARGET __attribute__((target("sha2")))

// The state of a hash within a block: its words, and the message words of the next sixteen rounds.
typedef struct {
  uint32x4_t abcd, efgh, first_abcd, first_efgh, w[4];
} lane;

SHA_TARGET static inline void lane_open(lane *l, const uint32_t words[8]) {
  l->abcd = vld1q_u32(words);
  l->efgh = vld1q_u32(words + 4);
}

SHA_TARGET static inline void lane_load(lane *l, const uint8_t *block) {
  l->first_abcd = l->abcd;
  l->first_efgh = l->efgh;
  for (int group = 0; group < 4; group++) {
    l->w[group] = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(block + 16 * group)));
  }
}

// Computes four rounds with the words of w[0], and shifts the following words down.
SHA_TARGET static inline void lane_rounds(lane *l, int group) {
  const uint32x4_t keyed = vaddq_u32(l->w[0], vld1q_u32(constants + 4 * group));
  const uint32x4_t before = l->abcd;
  l->abcd = vsha256hq_u32(l->abcd, l->efgh, keyed);
  l->efgh = vsha256h2q_u32(l->efgh, before, keyed);
  const uint32x4_t next = vsha256su1q_u32(vsha256su0q_u32(l->w[0], l->w[1]), l->w[2], l->w[3]);
  l->w[0] = l->w[1];
  l->w[1] = l->w[2];
  l->w[2] = l->w[3];
  l->w[3] = next;
}

SHA_TARGET static inline void lane_sum(lane *l) {
  l->abcd = vaddq_u32(l->abcd, l->first_abcd);
  l->efgh = vaddq_u32(l->efgh, l->first_efgh);
}

SHA_TARGET static inline void lane_close(const lane *l, uint32_t words[8]) {
  vst1q_u32(words, l->abcd);
  vst1q_u32(words + 4, l->efgh);
}

#elif defined(__wasm__)

// WebAssembly has no such instructions, but half of the time of a replay in a page is this hash, and
// Swift compiled for size takes several times as long as this.

int csha256_is_supported(void) { return 1; }

static inline uint32_t rotated(uint32_t word, int count) { return word >> count | word << (32 - count); }

// One block: sixteen rounds at a time, so that the indices of words are constants.
static void add_block(uint32_t words[8], const uint8_t *block) {
  uint32_t w[16], s[8];
  for (int i = 0; i < 16; i++) {
    uint32_t word;
    __builtin_memcpy(&word, block + 4 * i, 4);
    w[i] = __builtin_bswap32(word);
  }
  for (int i = 0; i < 8; i++) s[i] = words[i];
  for (int base = 0; base < 64; base += 16) {
#pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
      if (base > 0) {
        const uint32_t low = w[(i + 1) & 15], high = w[(i + 14) & 15];
        w[i] += (rotated(low, 7) ^ rotated(low, 18) ^ low >> 3) + w[(i + 9) & 15] +
                (rotated(high, 17) ^ rotated(high, 19) ^ high >> 10);
      }
      // The letters of the standard move by one place each round: `a` is at -i.
      const uint32_t a = s[(0 - i) & 7], b = s[(1 - i) & 7], c = s[(2 - i) & 7];
      const uint32_t e = s[(4 - i) & 7], f = s[(5 - i) & 7], g = s[(6 - i) & 7];
      const uint32_t first = s[(7 - i) & 7] + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) +
                             (g ^ (e & (f ^ g))) + constants[base + i] + w[i];
      s[(3 - i) & 7] += first;
      s[(7 - i) & 7] = first + (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) | (c & (a | b)));
    }
  }
  for (int i = 0; i < 8; i++) words[i] += s[i];
}

void csha256_add(uint32_t words[8], const uint8_t *blocks, size_t count) {
  for (; count > 0; count--, blocks += 64) add_block(words, blocks);
}

void csha256_add_two(
    uint32_t words[8], const uint8_t *blocks, uint32_t other_words[8], const uint8_t *other_blocks,
    size_t count) {
  csha256_add(words, blocks, count);
  csha256_add(other_words, other_blocks, count);
}

#else

int csha256_is_supported(void) { return 0; }

void csha256_add(uint32_t words[8], const uint8_t *blocks, size_t count) {
  (void)words;
  (void)blocks;
  (void)count;
}

void csha256_add_two(
    uint32_t words[8], const uint8_t *blocks, uint32_t other_words[8], const uint8_t *other_blocks,
    size_t count) {
  (void)words;
  (void)blocks;
  (void)other_words;
  (void)other_blocks;
  (void)count;
}

#endif

#ifdef SHA_TARGET

SHA_TARGET void csha256_add(uint32_t words[8], const uint8_t *blocks, size_t count) {
  lane l;
  lane_open(&l, words);
  for (; count > 0; count--, blocks += 64) {
    lane_load(&l, blocks);
#pragma clang loop unroll(full)
    for (int group = 0; group < 16; group++) lane_rounds(&l, group);
    lane_sum(&l);
  }
  lane_close(&l, words);
}

// Each round depends on the previous one. The rounds of another hash are independent, so they use
// the idle time.
SHA_TARGET void csha256_add_two(
    uint32_t words[8], const uint8_t *blocks, uint32_t other_words[8], const uint8_t *other_blocks,
    size_t count) {
  lane l, other;
  lane_open(&l, words);
  lane_open(&other, other_words);
  for (; count > 0; count--, blocks += 64, other_blocks += 64) {
    lane_load(&l, blocks);
    lane_load(&other, other_blocks);
#pragma clang loop unroll(full)
    for (int group = 0; group < 16; group++) {
      lane_rounds(&l, group);
      lane_rounds(&other, group);
    }
    lane_sum(&l);
    lane_sum(&other);
  }
  lane_close(&l, words);
  lane_close(&other, other_words);
}

#endif
