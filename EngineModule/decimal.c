// Parses decimal numbers as the nearest double, ties to even, in place of the C library's function
// that Swift calls.
//
// A number is digits times a power of ten. The nearest double is found by comparing whole numbers,
// which is exact; short numbers need one multiplication or division of exact values instead.
#include <stddef.h>
#include <stdint.h>

#define MOST_DIGITS 780
#define WORDS 160

typedef struct {
  uint32_t words[WORDS];
  int count;
} whole;

static void trim(whole *number) {
  while (number->count > 0 && number->words[number->count - 1] == 0) number->count--;
}

static void multiply(whole *number, uint32_t factor, uint32_t added) {
  uint64_t carry = added;
  for (int i = 0; i < number->count; i++) {
    carry += (uint64_t)number->words[i] * factor;
    number->words[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry && number->count < WORDS) number->words[number->count++] = (uint32_t)carry;
}

static void multiply_by_fives(whole *number, int power) {
  for (; power >= 13; power -= 13) multiply(number, 1220703125u, 0);
  for (; power > 0; power--) multiply(number, 5, 0);
}

static void shift(whole *number, int bits) {
  const int steps = bits / 32, rest = bits % 32;
  if (number->count + steps + 1 > WORDS) return;
  for (int i = number->count - 1; i >= 0; i--) number->words[i + steps] = number->words[i];
  for (int i = 0; i < steps; i++) number->words[i] = 0;
  if (number->count) number->count += steps;
  if (rest) multiply(number, 1u << rest, 0);
}

static int compare(const whole *first, const whole *second) {
  if (first->count != second->count) return first->count < second->count ? -1 : 1;
  for (int i = first->count - 1; i >= 0; i--) {
    if (first->words[i] != second->words[i]) {
      return first->words[i] < second->words[i] ? -1 : 1;
    }
  }
  return 0;
}

// Compares digits · 10^power with significand · 2^exponent.
static int compare_decimal(const whole *digits, int power, uint64_t significand, int exponent) {
  whole left = *digits;
  whole right = {{(uint32_t)significand, (uint32_t)(significand >> 32)}, 2};
  trim(&right);
  if (power >= 0) multiply_by_fives(&left, power);
  else multiply_by_fives(&right, -power);
  const int twos = power - exponent;
  if (twos >= 0) shift(&left, twos);
  else shift(&right, -twos);
  return compare(&left, &right);
}

static void parts(uint64_t bits, uint64_t *significand, int *exponent) {
  const int field = (int)(bits >> 52);
  *significand = (bits & ((1ull << 52) - 1)) | (field ? 1ull << 52 : 0);
  *exponent = (field ? field : 1) - 1075;
}

static double nearest(const whole *digits, int power) {
  uint64_t low = 0, high = 0x7ff0000000000000ull;
  uint64_t significand;
  int exponent;
  // The largest double that is not above the number.
  while (high - low > 1) {
    const uint64_t middle = low + (high - low) / 2;
    parts(middle, &significand, &exponent);
    if (compare_decimal(digits, power, significand, exponent) >= 0) low = middle;
    else high = middle;
  }
  parts(low, &significand, &exponent);
  const int above = compare_decimal(digits, power, significand * 2 + 1, exponent - 1);
  const uint64_t bits = low + (above > 0 || (above == 0 && (low & 1)) ? 1 : 0);
  double value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                              1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// Returns where the number ends, or NULL for a text that does not begin with a number.
const char *_swift_stdlib_strtod_clocale(const char *text, double *result) {
  const char *at = text;
  const int is_negative = *at == '-';
  if (*at == '-' || *at == '+') at++;
  whole digits = {{0}, 0};
  int kept = 0, power = 0, any = 0, has_point = 0, has_more = 0;
  uint64_t small = 0;
  for (;; at++) {
    if (*at == '.' && !has_point) {
      has_point = 1;
      continue;
    }
    if (*at < '0' || *at > '9') break;
    any = 1;
    const uint32_t digit = (uint32_t)(*at - '0');
    if (kept == 0 && digit == 0) {
      if (has_point) power--;
      continue;
    }
    if (kept < MOST_DIGITS) {
      if (digits.count == 0) digits.words[digits.count++] = 0;
      multiply(&digits, 10, digit);
      if (kept < 15) small = small * 10 + digit;
      kept++;
      if (has_point) power--;
    } else {
      has_more = has_more || digit != 0;
      if (!has_point) power++;
    }
  }
  if (!any) return NULL;
  if (*at == 'e' || *at == 'E') {
    const char *mark = at + 1;
    const int falls = *mark == '-';
    if (*mark == '-' || *mark == '+') mark++;
    if (*mark >= '0' && *mark <= '9') {
      int value = 0;
      for (; *mark >= '0' && *mark <= '9'; mark++) {
        if (value < 100000) value = value * 10 + (*mark - '0');
      }
      power += falls ? -value : value;
      at = mark;
    }
  }
  if (has_more) {
    multiply(&digits, 10, 1);
    power--;
    kept++;
  }
  trim(&digits);
  double value;
  if (kept == 0 || power + kept < -400) value = 0;
  else if (power + kept > 400) value = __builtin_inf();
  else if (kept <= 15 && power >= 0 && power <= 22) value = (double)small * tens[power];
  else if (kept <= 15 && power < 0 && power >= -22) value = (double)small / tens[-power];
  else value = nearest(&digits, power);
  *result = is_negative ? -value : value;
  return at;
}
