#ifndef CSHA256_H
#define CSHA256_H

#include <stddef.h>
#include <stdint.h>

/// Whether this processor has instructions for SHA-256 that `csha256_add` knows.
int csha256_is_supported(void);

/// Mixes blocks of 64 bytes into the eight words of a hash; only where it is supported.
void csha256_add(uint32_t words[8], const uint8_t *blocks, size_t count);

#endif
