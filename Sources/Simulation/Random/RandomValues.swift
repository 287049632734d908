public import ScrollModel

/// Seeded values, many at the limits of the model: numbers, texts and ids.
///
/// Readers and writers fail at the limits, so half of the values are ordinary and half are from
/// lists of values that have broken software before.
public struct RandomValues: Sendable {
  /// The source of randomness.
  public var generator: SeededGenerator
  /// Earlier ids, some of which are repeated as in a real trace.
  private var known: [TargetID] = []
  /// The remaining indices of each shuffled list.
  private var decks: [Deck: [Int]] = [:]

  private enum Deck: Hashable {
    case cases(ObjectIdentifier)
    case texts
    case ids
  }

  /// Creates a generator from a seed.
  public init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  // MARK: Choices

  /// Returns a value with a probability of one half.
  public mutating func maybe<Value>(_ value: (inout RandomValues) -> Value) -> Value? {
    generator.chance(0.5) ? value(&self) : nil
  }

  /// Returns one case of an enumeration; each occurs once before any is repeated.
  public mutating func word<Word: CaseIterable>(_ type: Word.Type = Word.self) -> Word
  where Word.AllCases == [Word] {
    deal(from: Word.allCases, .cases(ObjectIdentifier(type)))
  }

  /// Returns an element of a nonempty list; each occurs once before any is repeated, so that rare
  /// ones are never missing.
  private mutating func deal<Element>(from elements: [Element], _ name: Deck) -> Element {
    var deck = decks[name] ?? []
    if deck.isEmpty {
      deck = Array(elements.indices)
      generator.shuffle(&deck)
    }
    let index = deck.removeLast()
    decks[name] = deck
    return elements[index]
  }

  // MARK: Numbers

  /// Numbers that are difficult to write, to read or to compare.
  public static let edgeNumbers: [Double] = [
    0, .leastNonzeroMagnitude, .leastNormalMagnitude, .leastNormalMagnitude.nextDown, 1e-300, 1e-7,
    0.1, 0.3,
    0.30000000000000004, 1.0 / 3, 2.0 / 3, 0.5, 1, 1.0000000000000002, 0.9999999999999999, 1.5,
    59.94, 120, 123.456, 9_007_199.254740993, 1e6, 16_777_217, 123_456_789.12345679,
    999_999_999.9999999, 1e9,
  ]

  /// Returns a finite number in a range: a limit, a difficult number, or any other.
  public mutating func number(in range: ClosedRange<Double>) -> Double {
    let number: Double
    switch generator.below(8) {
    case 0: number = generator.chance(0.5) ? range.lowerBound : range.upperBound
    case 1, 2: number = signed(generator.element(of: Self.edgeNumbers) ?? 0)
    case 3: number = signed(anyMagnitude())
    case 4: number = (generator.double(in: range) * 64).rounded() / 64
    case 5: number = generator.double(in: range).rounded()
    case 6: number = Double(generator.int(in: -1_000_000...1_000_000)) / 100
    default: number = generator.double(in: range)
    }
    return min(max(number, range.lowerBound), range.upperBound) + 0.0
  }

  /// Returns a coordinate of the model.
  public mutating func coordinate() -> Double {
    number(in: -ModelLimits.coordinate...ModelLimits.coordinate)
  }

  /// Returns a length of the model.
  public mutating func length() -> Double { number(in: 0...ModelLimits.coordinate) }

  /// Returns a position of the model.
  public mutating func point() -> Point { Point(x: coordinate(), y: coordinate()) }

  /// Returns a movement or velocity of the model.
  public mutating func vector() -> Vector { Vector(dx: coordinate(), dy: coordinate()) }

  /// Returns a size of the model.
  public mutating func size() -> Size { Size(width: length(), height: length()) }

  /// Returns insets of the model.
  public mutating func insets() -> Insets {
    Insets(top: coordinate(), left: coordinate(), bottom: coordinate(), right: coordinate())
  }

  /// Returns an anchor, with a probability of one half a named one.
  public mutating func anchor() -> UnitPoint {
    let named = maybe { $0.generator.element(of: UnitPoint.named)?.point }
    return named.flatMap { $0 } ?? UnitPoint(x: coordinate(), y: coordinate())
  }

  /// Returns a number of nanoseconds within the model's limits.
  public mutating func nanoseconds() -> Int64 {
    switch generator.below(4) {
    case 0: generator.element(of: [0, 1, 999_999, 1_000_000, ModelLimits.time]) ?? 0
    case 1: generator.int(in: 0...ModelLimits.time)
    default: generator.int(in: 0...10_000_000_000)
    }
  }

  /// Returns any 64-bit integer.
  public mutating func integer() -> Int64 {
    switch generator.below(4) {
    case 0: generator.element(of: [0, 1, -1, .min, .max, 9_007_199_254_740_993]) ?? 0
    case 1: Int64(bitPattern: generator.next())
    default: generator.int(in: -1000...100_000)
    }
  }

  private mutating func signed(_ magnitude: Double) -> Double {
    generator.chance(0.5) ? magnitude : -magnitude
  }

  /// A magnitude of any size down to the smallest, with equally likely powers of two.
  private mutating func anyMagnitude() -> Double {
    let exponent = UInt64(generator.int(in: 0...1052 as ClosedRange<Int64>))
    return Double(bitPattern: exponent << 52 | generator.next() >> 12)
  }

  // MARK: Texts

  /// Returns a text with a maximum number of bytes; half of them are hostile.
  public mutating func text(atMost limit: Int = 4096) -> String {
    text(atMost: limit, .texts)
  }

  private mutating func text(atMost limit: Int, _ deck: Deck) -> String {
    switch generator.below(16) {
    case 0..<8:
      let text = deal(from: Self.hostileTexts, deck)
      return text.utf8.count <= limit ? text : ""
    case 8:
      return String(repeating: "long ", count: min(limit, 4096) / 5)
    default:
      return "card-\(generator.below(1000))"
    }
  }

  // MARK: Ids

  /// Returns an id of any kind; half of them are repeated.
  public mutating func id() -> TargetID {
    if generator.chance(0.5), let id = generator.element(of: known) { return id }
    let value: TargetID.Value =
      switch generator.below(4) {
      case 0: .int(integer())
      case 1: .uuid(generator.next(), generator.chance(0.1) ? 0 : generator.next())
      case 2:
        .other(type: text(atMost: ModelLimits.idBytes), text: text(atMost: ModelLimits.idBytes))
      default: .string(text(atMost: ModelLimits.idBytes, .ids))
      }
    let id = TargetID(value, isOptional: generator.chance(0.25))
    if known.count < 64 {
      known.append(id)
    } else {
      known[generator.int(in: 0...63)] = id
    }
    return id
  }
}
