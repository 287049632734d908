#ifndef CSHA256_H
#define CSHA256_H

#include <stddef.h>
#include <stdint.h>

/// Returns whether this processor has the SHA-256 instructions that `csha256_add` uses.
int csha256_is_supported(void);

/// Mixes blocks of 64 bytes into the eight words of a hash; requires `csha256_is_supported`.
void csha256_add(uint32_t words[8], const uint8_t *blocks, size_t count);

/// Mixes the same number of blocks into each of two hashes, faster than one after the other.
void csha256_add_two(
    uint32_t words[8], const uint8_t *blocks, uint32_t other_words[8], const uint8_t *other_blocks,
    size_t count);

#endif
