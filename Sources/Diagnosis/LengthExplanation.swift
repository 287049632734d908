import Analysis
import ScrollModel
import TextKit

/// The known lengths that a number equals.
struct LengthExplanation: Hashable, Sendable {
  /// One expression, or two that fit equally well.
  var texts: [String]
  /// The complexity in bits.
  var bits: Double

  /// `A` or `A or B`.
  var text: String { texts.joined(separator: " or ") }
  /// Whether it is an inset, not a length within insets.
  var isOfInset: Bool {
    texts.contains { $0.includes("inset") && !$0.includes("within its insets") }
  }
}

extension KnownLengths {
  /// Returns the length that a jump, residual, shortfall or offset equals; nil if none or too many
  /// do.
  ///
  /// `context` contains the lengths of the event itself, such as inserted items; they take
  /// precedence.
  func explanation(
    of number: Double, within tolerance: Double = 0.5, _ context: [KnownLength] = []
  ) -> LengthExplanation? {
    let wanted = number.magnitude
    guard wanted > max(1, tolerance), wanted.isFinite else { return nil }
    let own = context.filter { $0.value > 0.5 }
    if let found = Self.match(wanted, tolerance, own.map { ($0.phrase, $0.value, 1.0) }) {
      return found
    }
    let names = lengths.map { ($0.phrase, $0.value, 2.0) }
    if let found = Self.match(wanted, tolerance, names) { return found }
    if let found = Self.match(wanted, tolerance, multiples(own)) { return found }
    return Self.match(wanted, tolerance, sums(own))
  }

  /// The phrase `90 pt is the height of the new row (90)`; nil if no length fits.
  func equation(
    _ number: Double, within tolerance: Double, _ context: [KnownLength]
  ) -> String? {
    explanation(of: number, within: tolerance, context).map {
      "\(pointsText(number.magnitude)) pt is \($0.text)"
    }
  }

  private typealias Expression = (text: String, value: Double, bits: Double)

  private static func match(
    _ wanted: Double, _ tolerance: Double, _ expressions: [Expression]
  ) -> LengthExplanation? {
    var texts: [String] = []
    var bits = Double.infinity
    for expression in expressions where (expression.value - wanted).magnitude <= tolerance {
      bits = min(bits, expression.bits)
      if !texts.contains(expression.text) { texts.append(expression.text) }
    }
    guard !texts.isEmpty, texts.count <= 4 else { return nil }
    return LengthExplanation(texts: Array(texts.prefix(2)), bits: bits)
  }

  private func multiples(_ context: [KnownLength]) -> [Expression] {
    var found: [Expression] = []
    for length in context + lengths {
      found.append(("half of \(length.phrase)", length.value / 2, 4))
      found.append(("twice \(length.phrase)", length.value * 2, 4))
    }
    for length in context + lengths where length.value >= 8 && length.isRepeating {
      for count in 3...20 {
        found.append(("\(count) times \(length.phrase)", length.value * Double(count), 5))
      }
    }
    return found
  }

  private func sums(_ context: [KnownLength]) -> [Expression] {
    let all = context + lengths
    var found: [Expression] = []
    for (index, length) in all.enumerated() {
      for other in all[(index + 1)...] {
        found.append(("\(length.phrase) and \(other.phrase)", length.value + other.value, 6))
        let (more, less) = length.value >= other.value ? (length, other) : (other, length)
        found.append(("\(more.phrase) less \(less.phrase)", more.value - less.value, 6))
      }
    }
    return found
  }
}

extension MainAxis {
  /// The insets at both ends, with names that do not depend on the direction.
  var insetLengths: [KnownLength] {
    [KnownLength("the inset at the start", start), KnownLength("the inset at the end", end)]
  }
}

extension KnownLength {
  /// The name with its value.
  var phrase: String { "\(name) (\(pointsText(value)))" }
  /// Whether its multiples are common: items repeat, insets do not.
  fileprivate var isRepeating: Bool {
    name.hasPrefix("the distance") || name.hasSuffix("height")
      || name.hasSuffix("width")
  }
}
