#ifndef CSHA256_H
#define CSHA256_H

#include <stddef.h>
#include <stdint.h>

/// Whether this processor has instructions for SHA-256 that `csha256_add` knows.
int csha256_is_supported(void);

/// Mixes blocks of 64 bytes into the eight words of a hash; only where it is supported.
void csha256_add(uint32_t words[8], const uint8_t *blocks, size_t count);

/// Mixes blocks into two hashes, as many into each, in less time than one after the other.
void csha256_add_two(
    uint32_t words[8], const uint8_t *blocks, uint32_t other_words[8], const uint8_t *other_blocks,
    size_t count);

#endif
