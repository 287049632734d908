// The C library functions that Swift needs, for a WebAssembly module without a C library.
//
// Memory is allocated in blocks of fixed sizes: multiples of 16 bytes up to 1 KB, powers of two
// above. A freed block serves the next request of its size. The linker limits the memory; an
// allocation beyond the limit traps, and the caller starts another instance of the module.
#include <stddef.h>
#include <stdint.h>

#define EXACT_STEP 16u
#define EXACT_MOST 1024u
#define EXACT_CLASSES (EXACT_MOST / EXACT_STEP + 1)
#define PAGE 65536u

typedef struct block {
  struct block *next;
} block;

// The header of every block, which keeps the alignment of 16 bytes.
typedef struct {
  uint32_t class;
  uint32_t unused[3];
} header;

extern unsigned char __heap_base;
static uintptr_t top, limit;
static block *free_blocks[EXACT_CLASSES + 32];

static uint32_t class_of(size_t size) {
  if (size <= EXACT_MOST) return (uint32_t)((size + EXACT_STEP - 1) / EXACT_STEP);
  return EXACT_CLASSES + (32u - (uint32_t)__builtin_clz((uint32_t)size - 1));
}

static size_t size_of(uint32_t class) {
  if (class < EXACT_CLASSES) return (size_t)class * EXACT_STEP;
  return (size_t)1 << (class - EXACT_CLASSES);
}

static void *fresh(size_t size) {
  if (!top) {
    top = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
    limit = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
  }
  if (size > UINT32_MAX - PAGE - top) __builtin_trap();
  if (top + size > limit) {
    const size_t pages = (top + size - limit + PAGE - 1) / PAGE;
    // Grow by a few more pages, because growing is slow.
    if (__builtin_wasm_memory_grow(0, pages + 16) != (size_t)-1) {
      limit += (pages + 16) * PAGE;
    } else if (__builtin_wasm_memory_grow(0, pages) != (size_t)-1) {
      limit += pages * PAGE;
    } else {
      __builtin_trap();
    }
  }
  void *place = (void *)top;
  top += size;
  return place;
}

void *malloc(size_t size) {
  if (size > (UINT32_MAX >> 1)) __builtin_trap();
  const uint32_t class = class_of(size ? size : 1);
  block *kept = free_blocks[class];
  if (kept) {
    free_blocks[class] = kept->next;
    return kept;
  }
  header *head = fresh(sizeof(header) + size_of(class));
  head->class = class;
  return head + 1;
}

void free(void *pointer) {
  if (!pointer) return;
  const uint32_t class = ((header *)pointer - 1)->class;
  ((block *)pointer)->next = free_blocks[class];
  free_blocks[class] = pointer;
}

int posix_memalign(void **pointer, size_t alignment, size_t size) {
  // No Swift value here needs more than 16 bytes.
  if (alignment > 16) __builtin_trap();
  *pointer = malloc(size);
  return 0;
}

// One instruction each, with the bulk memory extension.
void *memcpy(void *to, const void *from, size_t count) { return __builtin_memcpy(to, from, count); }
void *memmove(void *to, const void *from, size_t count) {
  return __builtin_memmove(to, from, count);
}
void *memset(void *to, int value, size_t count) { return __builtin_memset(to, value, count); }

int memcmp(const void *first, const void *second, size_t count) {
  const unsigned char *a = first, *b = second;
  for (size_t i = 0; i < count; i++) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  }
  return 0;
}

size_t strlen(const char *text) {
  size_t count = 0;
  while (text[count]) count++;
  return count;
}

// Seeds of hash tables: no result depends on the order of a table, so a constant is enough.
void arc4random_buf(void *to, size_t count) { __builtin_memset(to, 7, count); }

// The text of a failure is not printed; the trap after it ends the call.
int putchar(int character) { return character; }

void *__stack_chk_guard = (void *)0x5afe;
void __stack_chk_fail(void) { __builtin_trap(); }

double round(double value) {
  const double whole = __builtin_trunc(value);
  const double rest = __builtin_fabs(value - whole);
  return rest >= 0.5 ? whole + __builtin_copysign(1.0, value) : whole;
}

// The product of two 128-bit numbers, from halves, because a direct multiplication would call this
// function.
typedef union {
  __int128 whole;
  struct {
    uint64_t low, high;
  } half;
} wide;

__int128 __multi3(__int128 first, __int128 second) {
  const wide a = {first}, b = {second};
  const uint64_t mask = 0xffffffffu;
  const uint64_t a0 = a.half.low & mask, a1 = a.half.low >> 32;
  const uint64_t b0 = b.half.low & mask, b1 = b.half.low >> 32;
  const uint64_t p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0, p11 = a1 * b1;
  const uint64_t middle = (p00 >> 32) + (p01 & mask) + (p10 & mask);
  wide product;
  product.half.low = (p00 & mask) | (middle << 32);
  product.half.high = p11 + (p01 >> 32) + (p10 >> 32) + (middle >> 32);
  product.half.high += a.half.low * b.half.high + a.half.high * b.half.low;
  return product.whole;
}
