import TextKit

extension Vector {
  /// Members of an expectation that are for readers or say how near is near enough.
  private static let asides: Set<String> = ["note", "tol", "tol_abs", "tol_rel"]

  /// What the vector expects by name, in its expectation or in rows of it.
  private var expectations: [String] {
    var keys: [String] = []
    for row in expect.list ?? [expect] {
      for member in row.members ?? []
      where !Self.asides.contains(member.key) && !keys.contains(member.key) {
        keys.append(member.key)
      }
    }
    return keys
  }

  /// Returns the first expectation that no comparison looks at: all say the same, whatever stands there.
  ///
  /// Rules of one family may leave to others what they know nothing of.
  func unreadExpectation(_ comparisons: [(Vector) -> Check]) -> String? {
    expectations.first { key in
      comparisons.allSatisfy { compare in
        let check = compare(self)
        return Self.spoils.allSatisfy { compare(spoiled(key, with: $0)) == check }
      }
    }
  }

  /// What no vector expects: a word, a number, a place, nothing.
  private static var spoils: [VectorValue?] {
    [
      .text("\u{0}"), .number(1e9), .list([.number(1e9), .number(1e9)]), nil,
    ]
  }

  /// The vector with something else in the place of whatever it expects under a key.
  private func spoiled(_ key: String, with spoil: VectorValue?) -> Vector {
    let spoiled: VectorValue =
      if let rows = expect.list {
        .list(rows.map { $0.replacing(key, with: spoil) })
      } else {
        expect.replacing(key, with: spoil)
      }
    return Vector(
      id: id, value: value.replacing("expect", with: spoiled), tolerance: tolerance,
      isMarked: isMarked)
  }
}

extension VectorValue {
  /// The same with another value, or none, for a key that it has.
  func replacing(_ key: String, with value: VectorValue?) -> VectorValue {
    guard case .object(let members) = self else { return self }
    return .object(
      members.compactMap { member in
        member.key == key ? value.map { Member(key: key, value: $0) } : member
      })
  }
}
