// Hashes NIST's vectors with the instructions of an ARM processor: Scripts/check-arm.sh runs it.

#include "CSHA256.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t start[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

// The examples of FIPS 180-4 and of NIST's SHA-256 page: text, repetitions, hash.
static const struct { const char *text; size_t times; const char *hash; } vectors[] = {
    {"", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
    {"abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
    {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
     "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
     1, "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
    {"a", 1000000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
};

static uint8_t *padded(const char *text, size_t times, size_t *blocks) {
  size_t length = strlen(text), total = length * times;
  *blocks = (total + 9 + 63) / 64;
  uint8_t *bytes = calloc(*blocks, 64);
  if (!bytes) exit(71);
  for (size_t index = 0; index < times; index++) memcpy(bytes + index * length, text, length);
  bytes[total] = 0x80;
  for (int byte = 0; byte < 8; byte++) {
    bytes[*blocks * 64 - 1 - byte] = (uint8_t)((uint64_t)total * 8 >> (8 * byte));
  }
  return bytes;
}

static int differs(const uint32_t words[8], const char *hash) {
  char text[65];
  for (int word = 0; word < 8; word++) snprintf(text + 8 * word, 9, "%08x", words[word]);
  return strcmp(text, hash) != 0;
}

int main(void) {
  if (!csha256_is_supported()) return fprintf(stderr, "the processor has no instructions for SHA-256\n"), 69;
  int bad = 0;
  size_t count = sizeof vectors / sizeof *vectors;
  for (size_t index = 0; index < count; index++) {
    size_t blocks;
    uint8_t *bytes = padded(vectors[index].text, vectors[index].times, &blocks);
    uint32_t one[8], two[8], other[8];
    memcpy(one, start, sizeof start);
    memcpy(two, start, sizeof start);
    memcpy(other, start, sizeof start);
    // Hash in two calls, to test that a hash can be continued.
    csha256_add(one, bytes, blocks / 2);
    csha256_add(one, bytes + blocks / 2 * 64, blocks - blocks / 2);
    csha256_add_two(two, bytes, other, bytes, blocks);
    bad += differs(one, vectors[index].hash) || differs(two, vectors[index].hash)
           || differs(other, vectors[index].hash);
    free(bytes);
  }
  if (bad) return fprintf(stderr, "%d of %zu vectors differ\n", bad, count), 65;
  printf("%zu vectors, alone and in pairs\n", count);
  return 0;
}
