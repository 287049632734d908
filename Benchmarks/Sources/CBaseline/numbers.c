#include "CBaseline.h"

#include <stdio.h>
#include <stdlib.h>

double baseline_strtod_sum(const char *texts, const uint32_t *offsets, size_t count) {
  double sum = 0;
  for (size_t index = 0; index < count; index++) sum += strtod(texts + offsets[index], NULL);
  return sum;
}

double baseline_strtod(const char *text) { return strtod(text, NULL); }

int baseline_format(char *buffer, size_t size, double value, int digits) {
  return snprintf(buffer, size, "%.*g", digits, value);
}
