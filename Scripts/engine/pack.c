// Compresses the engine's module for the pages of reports, which all contain it: pack UNPACKER MODULE OUTPUT.
//
// A third smaller than with gzip. Each bit is predicted from what came after similar bytes, and after similar
// instructions of WebAssembly; the predictions are mixed, and an arithmetic coder writes what they missed.
// Compiled for WebAssembly, this file is the unpacker: `engine.js` runs it once, when the panel opens. All
// numbers are whole or doubles without fused operations, so both sides predict the same.
//
// The output is the size of the unpacker, the unpacker, the size of the module, and its bits; sizes have four
// bytes, the lowest first.
#include <stdint.h>

#define MODELS 7
#define INPUTS (MODELS + 2)
#define TABLE_BITS 20
#define HALF (1u << 31)
#define OUTPUT_MOST (4u << 20)

// MARK: Probabilities

// A probability in 1/4096 by the logarithm of its odds in 1/256, and the other way round.
#define MOST_ODDS 2047
static int16_t chance_of[2 * MOST_ODDS + 1], odds_of[4096];

static void fill_curves(void) {
  double odds = 1;
  for (int x = 0; x <= MOST_ODDS; x++, odds *= 1.0039138893383476) {  // e to the power of 1/256
    const int chance = (int)(4096 * odds / (1 + odds));
    chance_of[MOST_ODDS + x] = (int16_t)chance;
    chance_of[MOST_ODDS - x] = (int16_t)(4096 - chance);
  }
  for (int x = -MOST_ODDS, chance = 0; chance < 4096; chance++) {
    while (x < MOST_ODDS && chance_of[MOST_ODDS + x] < chance) x++;
    odds_of[chance] = (int16_t)x;
  }
}

// How far a probability moves towards a bit, by how often it was used.
static double shares[1024];

// A probability of 22 bits, and how often it was used, in 10 bits; 0 if never.
static uint32_t adapted(uint32_t chance, int bit, uint32_t most) {
  if (!chance) chance = HALF;
  const uint32_t uses = chance & 1023;
  int32_t value = (int32_t)(chance >> 10);
  value += (int32_t)(((bit ? 4194303 : 0) - value) * shares[uses]);
  return (uint32_t)value << 10 | (uses < most ? uses + 1 : uses);
}

// MARK: What came before

static uint8_t output[OUTPUT_MOST];
static uint32_t position;

// The instruction that the next byte belongs to, the two before it, and which part of it comes next.
enum { opcode, number, alignment, address, raw, prefixed, prefixed_rest };
static uint32_t operation[3], part, parts_left;

static void note_instruction(uint32_t byte) {
  switch (part) {
    case opcode:
      operation[2] = operation[1];
      operation[1] = operation[0];
      operation[0] = byte;
      parts_left = 1;
      // Blocks and branches; calls; locals and globals; constants.
      if ((byte >= 0x02 && byte <= 0x04) || byte == 0x0c || byte == 0x0d || byte == 0x10 ||
          (byte >= 0x20 && byte <= 0x24) || (byte >= 0x3f && byte <= 0x42)) {
        part = number;
      } else if (byte == 0x11) {
        part = number;
        parts_left = 2;
      } else if (byte >= 0x28 && byte <= 0x3e) {
        part = alignment;
      } else if (byte == 0x43 || byte == 0x44) {
        part = raw;
        parts_left = byte == 0x44 ? 8 : 4;
      } else if (byte == 0xfc || byte == 0xfd) {
        part = prefixed;
      }
      return;
    case raw:
      if (--parts_left == 0) part = opcode;
      return;
    case prefixed:
      part = byte >= 128 ? prefixed_rest : opcode;
      if (operation[0] == 0xfd) {
        if (byte <= 11 || byte == 92 || byte == 93) part = alignment;
        else if (byte == 12 || byte == 13 || (byte >= 21 && byte <= 34)) part = raw;
        parts_left = byte == 12 || byte == 13 ? 16 : 1;
      } else if (byte == 10 || byte == 11) {
        part = raw;
        parts_left = byte == 10 ? 2 : 1;
      }
      return;
    default:
      // Numbers of any length end with a byte below 128.
      if (byte >= 128) return;
      if (part == alignment) part = address;
      else if (part != number || --parts_left == 0) part = opcode;
  }
}

static uint32_t before(uint32_t distance) {
  return distance <= position ? output[position - distance] : 0;
}

// MARK: Predictions

static uint32_t tables[MODELS][1u << TABLE_BITS];
static uint32_t context[MODELS], row[MODELS], *chances[MODELS];
static double weights[4 * 256][INPUTS];
static int inputs[INPUTS];

// Where the last bytes were seen before, and for how long all bytes since were the same.
static uint32_t last_seen[1u << 18], match, match_length;
static uint32_t match_chances[32][2], *match_chance;

static uint32_t scrambled(uint32_t value, uint32_t model) {
  value = (value + model * 0x9E3779B1u) * 0x85EBCA6Bu;
  value = (value ^ value >> 15) * 0xC2B2AE35u;
  return value ^ value >> 13;
}

static void find_match(void) {
  if (match_length && output[match] == output[position - 1]) {
    match_length++;
    match++;
  } else {
    match_length = 0;
  }
  uint32_t hash = 0;
  for (uint32_t distance = 1; distance <= 5; distance++) {
    hash = hash * 0x2F0B4C47u + before(distance) + 1;
  }
  hash = (hash * 0x9E3779B1u) >> 14;
  if (!match_length && last_seen[hash]) {
    match = last_seen[hash];
    while (match_length < 32 && match_length < match &&
           output[match - 1 - match_length] == before(match_length + 1)) {
      match_length++;
    }
    if (match_length < 4) match_length = 0;
  }
  last_seen[hash] = position;
}

static void begin_byte(void) {
  const uint32_t one = before(1), two = one | before(2) << 8, three = two | before(3) << 16;
  const uint32_t six = before(4) | before(5) << 8 | before(6) << 16;
  const uint32_t first = operation[0], second = operation[1], third = operation[2];
  context[0] = 0;
  context[1] = one | part << 8;
  context[2] = three;
  context[3] = (three * 0x2F0B4C47u) ^ (six * 0x9E3779B1u);
  context[4] = ((first << 8 | part) * 0x3D4D51CBu) ^ (part == opcode ? second * 77777u : one);
  context[5] = ((first * 256 + second) * 256 + third) * 64 + part + (part ? one * 0x1234567u : 0);
  context[6] = part * 0x51ED27u + first * 0x10001u + two * 0x9E37u;
  for (uint32_t model = 0; model < MODELS; model++) {
    context[model] = scrambled(context[model], model);
  }
}

// Codes a bit with its chance; the packer is told the bit, the other side returns it.
static int code(int chance, int bit);

// Codes a byte. A function of its own, so that browsers compile it well while it runs.
__attribute__((noinline)) static void code_byte(uint32_t byte) {
  begin_byte();
  uint32_t node = 1;
  for (int place = 7; place >= 0; place--) {
    // Half a byte has its chances side by side.
    const int is_second = place <= 3;
    if (place == 7 || place == 3) {
      for (int model = 0; model < MODELS; model++) {
        const uint32_t mixed = context[model] + (is_second ? node * 0x9E3779B1u : 0);
        row[model] = ((mixed * 0x2545F491u) >> (32 - TABLE_BITS)) & ~15u;
      }
    }
    const uint32_t column = is_second ? (1u << (3 - place)) | (node & ((1u << (3 - place)) - 1)) : node;
    for (int model = 0; model < MODELS; model++) {
      chances[model] = &tables[model][row[model] + column];
      inputs[model] = *chances[model] ? odds_of[*chances[model] >> 20] : 0;
    }
    match_chance = 0;
    inputs[MODELS] = 0;
    uint32_t set = node;
    if (match_length && (output[match] | 256u) >> (place + 1) == node) {
      const uint32_t length = match_length < 32 ? match_length : 31;
      match_chance = &match_chances[length][output[match] >> place & 1];
      inputs[MODELS] = *match_chance ? odds_of[*match_chance >> 20] : 0;
      set += match_length < 8 ? 256 : match_length < 24 ? 512 : 768;
    }
    inputs[MODELS + 1] = 256;

    double *weight = weights[set], sum = 0;
    for (int input = 0; input < INPUTS; input++) sum += weight[input] * inputs[input];
    const int chance = chance_of[MOST_ODDS + (int)(sum > MOST_ODDS ? MOST_ODDS : sum < -MOST_ODDS ? -MOST_ODDS : sum)];
    const int bit = code(chance, byte >> place & 1);

    const double step = ((bit << 12) - chance) * 5e-9;
    for (int input = 0; input < INPUTS; input++) weight[input] += step * inputs[input];
    for (int model = 0; model < MODELS; model++) *chances[model] = adapted(*chances[model], bit, 6);
    if (match_chance) *match_chance = adapted(*match_chance, bit, 250);
    node = node << 1 | (uint32_t)bit;
  }
  output[position++] = (uint8_t)node;
  find_match();
  note_instruction(node & 255);
}

static void begin(void) {
  fill_curves();
  for (int uses = 0; uses < 1024; uses++) shares[uses] = 1 / (uses + 1.3);
  for (int set = 0; set < 4 * 256; set++) {
    for (int input = 0; input < INPUTS; input++) weights[set][input] = 0.28;
  }
}

// MARK: The arithmetic coder

static uint32_t low, high = UINT32_MAX;

static uint32_t middle(int chance) { return low + (high - low) / 4096 * (uint32_t)chance; }

#ifdef __wasm__

static uint8_t packed[1u << 20];
static uint32_t next, value;

static int code(int chance, int bit) {
  (void)bit;
  const uint32_t split = middle(chance);
  const int found = value <= split;
  if (found) high = split;
  else low = split + 1;
  for (; (low ^ high) >> 24 == 0; low <<= 8, high = high << 8 | 255) {
    value = value << 8 | packed[next++ % sizeof packed];
  }
  return found;
}

/// Returns where the packed bytes belong.
__attribute__((export_name("unpack_room"))) uint8_t *unpack_room(void) { return packed; }

/// Expands the packed bytes to so many, and returns where they are.
__attribute__((export_name("unpack"))) uint8_t *unpack(uint32_t count) {
  begin();
  for (int byte = 0; byte < 4; byte++) value = value << 8 | packed[next++];
  while (position < count && position < OUTPUT_MOST) code_byte(0);
  return output;
}

#else

#include <stdio.h>

static FILE *written;

static int code(int chance, int bit) {
  const uint32_t split = middle(chance);
  if (bit) high = split;
  else low = split + 1;
  for (; (low ^ high) >> 24 == 0; low <<= 8, high = high << 8 | 255) fputc((int)(high >> 24), written);
  return bit;
}

static void write_size(uint32_t size) {
  for (int byte = 0; byte < 4; byte++) fputc((int)(size >> (8 * byte) & 255), written);
}

static uint8_t unpacker[1u << 16], module[OUTPUT_MOST];

int main(int count, char **arguments) {
  FILE *first = count == 4 ? fopen(arguments[1], "rb") : NULL;
  FILE *second = first ? fopen(arguments[2], "rb") : NULL;
  written = second ? fopen(arguments[3], "wb") : NULL;
  if (!written) return fprintf(stderr, "usage: pack UNPACKER MODULE OUTPUT\n"), 64;
  const size_t unpacker_size = fread(unpacker, 1, sizeof unpacker, first);
  const size_t module_size = fread(module, 1, sizeof module, second);
  if (unpacker_size == sizeof unpacker || module_size == sizeof module) {
    return fprintf(stderr, "pack: the module is too large\n"), 65;
  }
  write_size((uint32_t)unpacker_size);
  fwrite(unpacker, 1, unpacker_size, written);
  write_size((uint32_t)module_size);
  begin();
  for (size_t place = 0; place < module_size; place++) code_byte(module[place]);
  for (int byte = 3; byte >= 0; byte--) fputc((int)(low >> (8 * byte) & 255), written);
  const int failed = ferror(first) || ferror(second) || ferror(written);
  return fclose(written) || failed ? 74 : 0;
}

#endif
