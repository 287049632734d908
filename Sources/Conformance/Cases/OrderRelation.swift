/// A relation such as `|result[0]| > |result[1]|` or `a < b = c < d`, as a chain of comparisons.
enum OrderRelation {
  /// Returns whether the chain is true; nil for an unknown name or operator.
  ///
  /// Text in parentheses after the chain and a space is a remark. Equality allows an error of one
  /// billionth.
  static func holds(_ text: String, value: (String) -> Double?) -> Bool? {
    var chain: [Character] = []
    for character in text {
      if character == "(", chain.last == " " { break }
      chain.append(character)
    }
    var names: [String] = []
    var signs: [String] = []
    var name = ""
    var sign = ""
    for character in chain {
      if "<>=≤≥".contains(character) {
        if sign.isEmpty {
          names.append(trimmed(name))
          name = ""
        }
        sign.append(character)
      } else {
        if !sign.isEmpty {
          signs.append(sign)
          sign = ""
        }
        name.append(character)
      }
    }
    names.append(trimmed(name))
    guard signs.count == names.count - 1, !signs.isEmpty else { return nil }
    let values = names.compactMap(value)
    guard values.count == names.count else { return nil }
    var isTrue = true
    for (index, sign) in signs.enumerated() {
      guard let holds = compare(values[index], sign, values[index + 1]) else { return nil }
      isTrue = isTrue && holds
    }
    return isTrue
  }

  private static func compare(_ a: Double, _ sign: String, _ b: Double) -> Bool? {
    switch sign {
    case "<": a < b
    case ">": a > b
    case "<=", "≤": a <= b
    case ">=", "≥": a >= b
    case "=", "==": abs(a - b) <= 1e-9 * max(abs(a), abs(b), 1)
    default: nil
    }
  }

  static func trimmed(_ text: some StringProtocol) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  /// Returns the value of `result[i]` or `|result[i]|`.
  static func result(_ name: String, in results: [Double]) -> Double? {
    let isSize = name.hasPrefix("|") && name.hasSuffix("|") && name.count > 2
    let plain = isSize ? String(name.dropFirst().dropLast()) : name
    if let number = Double(plain) { return isSize ? abs(number) : number }
    guard plain.hasPrefix("result["), plain.hasSuffix("]"),
      let index = Int(plain.dropFirst(7).dropLast()), results.indices.contains(index)
    else { return nil }
    return isSize ? abs(results[index]) : results[index]
  }
}
