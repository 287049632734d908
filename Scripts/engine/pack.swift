// Compresses the engine's module for the pages of reports: pack INPUT OUTPUT.
//
// Every page contains the module, and this is a quarter shorter than gzip. The method is that of LZMA:
// matches with earlier bytes, the last four distances, and a range coder with adaptive probabilities.
// The position has no influence, because instructions of WebAssembly are not aligned. The output is the
// number of bytes, little-endian, and the stream of the range coder. `opening.js` is the other side.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where the probabilities of each decision begin.
enum Model {
  static let states = 12
  static let isMatch = 0
  static let isRepeat = 12
  static let isOther = 24
  static let isThird = 36
  static let isFourth = 48
  static let isLong = 60
  static let length = 72
  static let repeatLength = length + lengthCount
  static let slots = repeatLength + lengthCount
  static let special = slots + 4 * 64
  static let align = special + 128
  static let literals = align + 16
  static let count = literals + 0x300 << literalBits

  /// Two choices, eight short lengths, eight longer ones, and 256 more.
  static let lengthCount = 2 + 8 + 8 + 256
  /// How many high bits of the byte before distinguish literals.
  static let literalBits = 4
  static let shortest = 2
  static let longest = shortest + 8 + 8 + 256 - 1
}

/// Prices of bits in 1/64 bit, by probability.
let prices: [Int32] = (0..<128).map { place in
  let share = (Double(place) + 0.5) / 128
  return Int32((-log2(share) * 64).rounded())
}

struct RangeEncoder {
  var bytes: [UInt8] = []
  private var low: UInt64 = 0
  private var range: UInt32 = .max
  private var cache: UInt8 = 0
  private var waiting = 0
  private var isFirst = true

  mutating func encode(_ bit: Int, _ probability: inout UInt16) {
    let bound = (range >> 11) * UInt32(probability)
    if bit == 0 {
      range = bound
      probability += (2048 - probability) >> 5
    } else {
      low += UInt64(bound)
      range -= bound
      probability -= probability >> 5
    }
    normalize()
  }

  /// Bits that are as often 0 as 1.
  mutating func encodeDirectly(_ value: Int, _ count: Int) {
    for place in (0..<count).reversed() {
      range >>= 1
      if value >> place & 1 == 1 { low += UInt64(range) }
      normalize()
    }
  }

  private mutating func normalize() {
    while range < 1 << 24 {
      range <<= 8
      shift()
    }
  }

  private mutating func shift() {
    if low < 0xFF00_0000 || low > 0xFFFF_FFFF {
      let carry = UInt8(truncatingIfNeeded: low >> 32)
      // The first byte is always zero.
      if isFirst { isFirst = false } else { bytes.append(cache &+ carry) }
      for _ in 0..<waiting { bytes.append(0xFF &+ carry) }
      waiting = 0
      cache = UInt8(truncatingIfNeeded: low >> 24)
    } else {
      waiting += 1
    }
    low = (low & 0x00FF_FFFF) << 8
  }

  mutating func finish() {
    for _ in 0..<5 { shift() }
  }
}

/// The distances that were used last, and what the last steps were.
struct History {
  var state = 0
  var repeats = (0, 0, 0, 0)

  func distance(_ number: Int) -> Int {
    switch number {
    case 0: repeats.0
    case 1: repeats.1
    case 2: repeats.2
    default: repeats.3
    }
  }

  mutating func note(_ step: Step) {
    switch step.kind {
    case .literal: state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6
    case .single: state = state < 7 ? 9 : 11
    case .match:
      repeats = (step.distance, repeats.0, repeats.1, repeats.2)
      state = state < 7 ? 7 : 10
    case .again(let number):
      let distance = distance(number)
      if number == 3 { repeats.3 = repeats.2 }
      if number >= 2 { repeats.2 = repeats.1 }
      if number >= 1 { repeats.1 = repeats.0 }
      repeats.0 = distance
      state = state < 7 ? 8 : 11
    }
  }
}

struct Step {
  enum Kind {
    /// One byte as it is.
    case literal
    /// One byte at the last distance.
    case single
    /// Bytes at a new distance.
    case match
    /// Bytes at one of the last distances.
    case again(Int)
  }

  var kind: Kind
  var length = 1
  /// One less than how far the bytes are behind.
  var distance = 0
}

/// The best known way to a position.
struct Node {
  var price = Int32.max
  var step = Step(kind: .literal)
  var history = History()
}

struct Packer {
  let input: [UInt8]
  var coder = RangeEncoder()
  var chances = [UInt16](repeating: 1024, count: Model.count)
  private var heads: [Int32]
  private var links: [Int32]
  private var pairHeads = [Int32](repeating: -1, count: 1 << 16)
  private var inserted = 0
  /// How many earlier places with the same three bytes are compared.
  private let depth = 1000

  init(_ input: [UInt8]) {
    self.input = input
    heads = [Int32](repeating: -1, count: 1 << 16)
    links = [Int32](repeating: -1, count: input.count)
  }

  // MARK: Matches

  private func hash(_ place: Int) -> Int {
    let bytes = (0..<3).reduce(UInt32(0)) { $0 << 8 | UInt32(input[place + $1]) }
    return Int((bytes &* 0x9E37_79B1) >> 16)
  }

  /// The nearest distance of each longer match.
  private mutating func matches(_ place: Int, _ limit: Int) -> [(length: Int, distance: Int)] {
    var found: [(length: Int, distance: Int)] = []
    var best = 1
    if place + 2 <= input.count {
      let pair = Int(input[place]) | Int(input[place + 1]) << 8
      let other = Int(pairHeads[pair])
      if other >= 0, limit >= 2 {
        best = length(place, other, limit)
        found.append((best, place - other - 1))
      }
    }
    guard place + 3 <= input.count else { return found }
    var other = Int(heads[hash(place)])
    var tries = depth
    while other >= 0, tries > 0, best < limit {
      if input[other + best] == input[place + best] {
        let count = length(place, other, limit)
        if count > best {
          best = count
          found.append((count, place - other - 1))
        }
      }
      other = Int(links[other])
      tries -= 1
    }
    return found
  }

  private func length(_ place: Int, _ other: Int, _ limit: Int) -> Int {
    var count = 0
    while count < limit, input[place + count] == input[other + count] { count += 1 }
    return count
  }

  private mutating func insert(upTo end: Int) {
    while inserted < end {
      if inserted + 2 <= input.count {
        pairHeads[Int(input[inserted]) | Int(input[inserted + 1]) << 8] = Int32(inserted)
      }
      if inserted + 3 <= input.count {
        let key = hash(inserted)
        links[inserted] = heads[key]
        heads[key] = Int32(inserted)
      }
      inserted += 1
    }
  }

  // MARK: Prices

  private func price(_ bit: Int, _ chance: Int) -> Int32 {
    let probability = Int(chances[chance])
    return prices[(bit == 0 ? probability : 2048 - probability) >> 4]
  }

  private func treePrice(_ base: Int, _ bits: Int, _ value: Int) -> Int32 {
    var (sum, symbol) = (Int32(0), 1)
    for place in (0..<bits).reversed() {
      let bit = value >> place & 1
      sum += price(bit, base + symbol)
      symbol = symbol << 1 | bit
    }
    return sum
  }

  private func reversePrice(_ base: Int, _ bits: Int, _ value: Int) -> Int32 {
    var (sum, symbol) = (Int32(0), 1)
    for place in 0..<bits {
      let bit = value >> place & 1
      sum += price(bit, base + symbol)
      symbol = symbol << 1 | bit
    }
    return sum
  }

  private func literalBase(_ place: Int) -> Int {
    let before = place > 0 ? Int(input[place - 1]) : 0
    return Model.literals + 0x300 * (before >> (8 - Model.literalBits))
  }

  private func literalPrice(_ place: Int, _ history: History) -> Int32 {
    let base = literalBase(place)
    let byte = Int(input[place]) | 256
    var (sum, symbol) = (Int32(0), 1)
    var matched = history.state >= 7 ? Int(input[place - history.repeats.0 - 1]) : -1
    for shift in (0..<8).reversed() {
      let bit = byte >> shift & 1
      if matched >= 0 {
        let other = matched >> shift & 1
        sum += price(bit, base + (1 + other) << 8 + symbol)
        if other != bit { matched = -1 }
      } else {
        sum += price(bit, base + symbol)
      }
      symbol = symbol << 1 | bit
    }
    return sum
  }

  private func lengthPrices(_ base: Int) -> [Int32] {
    (0...Model.longest).map { length in
      guard length >= Model.shortest else { return 0 }
      let value = length - Model.shortest
      if value < 8 { return price(0, base) + treePrice(base + 1, 3, value) }
      let more = price(1, base)
      if value < 16 { return more + price(0, base + 1) + treePrice(base + 9, 3, value - 8) }
      return more + price(1, base + 1) + treePrice(base + 17, 8, value - 16)
    }
  }

  private func slot(_ distance: Int) -> Int {
    guard distance >= 4 else { return distance }
    let top = Int.bitWidth - 1 - distance.leadingZeroBitCount
    return top << 1 | distance >> (top - 1) & 1
  }

  private func distancePrice(_ distance: Int, _ length: Int) -> Int32 {
    let slot = slot(distance)
    var sum = treePrice(Model.slots + min(length - 2, 3) * 64, 6, slot)
    guard slot >= 4 else { return sum }
    let bits = slot >> 1 - 1
    let base = (2 | slot & 1) << bits
    if slot < 14 {
      sum += reversePrice(Model.special + base - slot, bits, distance - base)
    } else {
      sum += Int32(bits - 4) * 64 + reversePrice(Model.align, 4, distance & 15)
    }
    return sum
  }

  // MARK: Encoding

  private mutating func encode(_ bit: Int, _ chance: Int) { coder.encode(bit, &chances[chance]) }

  private mutating func encodeTree(_ base: Int, _ bits: Int, _ value: Int) {
    var symbol = 1
    for place in (0..<bits).reversed() {
      let bit = value >> place & 1
      encode(bit, base + symbol)
      symbol = symbol << 1 | bit
    }
  }

  private mutating func encodeReverse(_ base: Int, _ bits: Int, _ value: Int) {
    var symbol = 1
    for place in 0..<bits {
      let bit = value >> place & 1
      encode(bit, base + symbol)
      symbol = symbol << 1 | bit
    }
  }

  private mutating func encodeLength(_ base: Int, _ length: Int) {
    let value = length - Model.shortest
    encode(value < 8 ? 0 : 1, base)
    if value < 8 { return encodeTree(base + 1, 3, value) }
    encode(value < 16 ? 0 : 1, base + 1)
    if value < 16 { return encodeTree(base + 9, 3, value - 8) }
    encodeTree(base + 17, 8, value - 16)
  }

  private mutating func encodeLiteral(_ place: Int, _ history: History) {
    let base = literalBase(place)
    let byte = Int(input[place])
    var symbol = 1
    var matched = history.state >= 7 ? Int(input[place - history.repeats.0 - 1]) : -1
    for shift in (0..<8).reversed() {
      let bit = byte >> shift & 1
      if matched >= 0 {
        let other = matched >> shift & 1
        encode(bit, base + (1 + other) << 8 + symbol)
        if other != bit { matched = -1 }
      } else {
        encode(bit, base + symbol)
      }
      symbol = symbol << 1 | bit
    }
  }

  private mutating func encodeDistance(_ distance: Int, _ length: Int) {
    let slot = slot(distance)
    encodeTree(Model.slots + min(length - 2, 3) * 64, 6, slot)
    guard slot >= 4 else { return }
    let bits = slot >> 1 - 1
    let base = (2 | slot & 1) << bits
    if slot < 14 { return encodeReverse(Model.special + base - slot, bits, distance - base) }
    coder.encodeDirectly((distance - base) >> 4, bits - 4)
    encodeReverse(Model.align, 4, distance & 15)
  }

  private mutating func encode(_ step: Step, _ place: Int, _ history: History) {
    let state = history.state
    if case .literal = step.kind {
      encode(0, Model.isMatch + state)
      return encodeLiteral(place, history)
    }
    encode(1, Model.isMatch + state)
    if case .match = step.kind {
      encode(0, Model.isRepeat + state)
      encodeLength(Model.length, step.length)
      return encodeDistance(step.distance, step.length)
    }
    encode(1, Model.isRepeat + state)
    guard case .again(let number) = step.kind else {
      encode(0, Model.isOther + state)
      return encode(0, Model.isLong + state)
    }
    encode(number == 0 ? 0 : 1, Model.isOther + state)
    if number == 0 {
      encode(1, Model.isLong + state)
    } else {
      encode(number == 1 ? 0 : 1, Model.isThird + state)
      if number > 1 { encode(number == 2 ? 0 : 1, Model.isFourth + state) }
    }
    encodeLength(Model.repeatLength, step.length)
  }

  // MARK: Choosing steps

  /// Finds the cheapest steps for some bytes under the present probabilities.
  private mutating func steps(from start: Int, to end: Int, _ history: History) -> [Step] {
    let count = end - start
    var nodes = [Node](repeating: Node(), count: count + 1)
    nodes[0] = Node(price: 0, history: history)
    let lengths = lengthPrices(Model.length)
    let repeatLengths = lengthPrices(Model.repeatLength)
    for index in 0..<count {
      let place = start + index
      insert(upTo: place)
      let limit = min(count - index, Model.longest)
      let (cost, here) = (nodes[index].price, nodes[index].history)
      let state = here.state
      func reach(_ step: Step, _ price: Int32) {
        guard price < nodes[index + step.length].price else { return }
        var next = here
        next.note(step)
        nodes[index + step.length] = Node(price: price, step: step, history: next)
      }
      reach(
        Step(kind: .literal), cost + price(0, Model.isMatch + state) + literalPrice(place, here))
      let matched = cost + price(1, Model.isMatch + state)
      let repeated = matched + price(1, Model.isRepeat + state)
      for number in 0..<4 {
        let distance = here.distance(number)
        guard distance < place else { continue }
        let longest = length(place, place - distance - 1, limit)
        guard longest > 0 else { continue }
        var chosen = repeated + price(number == 0 ? 0 : 1, Model.isOther + state)
        if number == 0 {
          reach(Step(kind: .single), chosen + price(0, Model.isLong + state))
          chosen += price(1, Model.isLong + state)
        } else {
          chosen += price(number == 1 ? 0 : 1, Model.isThird + state)
          if number > 1 { chosen += price(number == 2 ? 0 : 1, Model.isFourth + state) }
        }
        guard longest >= 2 else { continue }
        for some in 2...longest {
          reach(Step(kind: .again(number), length: some), chosen + repeatLengths[some])
        }
      }
      let fresh = matched + price(0, Model.isRepeat + state)
      var shortest = 2
      for match in matches(place, limit) where match.length >= 2 {
        for some in shortest...max(shortest, match.length) where some <= match.length {
          reach(
            Step(kind: .match, length: some, distance: match.distance),
            fresh + lengths[some] + distancePrice(match.distance, some))
        }
        shortest = max(shortest, match.length + 1)
      }
    }
    var steps: [Step] = []
    var index = count
    while index > 0 {
      steps.append(nodes[index].step)
      index -= nodes[index].step.length
    }
    return steps.reversed()
  }

  /// The bytes of the output.
  mutating func packed() -> [UInt8] {
    var (place, history) = (0, History())
    while place < input.count {
      let end = min(place + 2048, input.count)
      for step in steps(from: place, to: end, history) {
        encode(step, place, history)
        history.note(step)
        place += step.length
      }
    }
    coder.finish()
    let count = UInt32(input.count)
    return (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) } + coder.bytes
  }
}

func bytes(of path: String) -> [UInt8] {
  guard let file = fopen(path, "rb") else { return [] }
  defer { fclose(file) }
  fseek(file, 0, SEEK_END)
  let count = ftell(file)
  rewind(file)
  return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
    initialized = fread(buffer.baseAddress, 1, count, file)
  }
}

let arguments = CommandLine.arguments
guard arguments.count == 3, let output = fopen(arguments[2], "wb") else {
  print("usage: pack INPUT OUTPUT")
  exit(64)
}
var packer = Packer(bytes(of: arguments[1]))
let packed = packer.packed()
guard fwrite(packed, 1, packed.count, output) == packed.count, fclose(output) == 0 else { exit(74) }
