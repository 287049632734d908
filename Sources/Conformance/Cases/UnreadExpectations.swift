import TextKit

extension Vector {
  /// Members of an expectation that are remarks or tolerances.
  private static let asides: Set<String> = ["note", "tol", "tol_abs", "tol_rel"]

  /// The names of the vector's expected values, in its expectation or in rows of it.
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

  /// Returns the first expectation that no comparison reads: the results are equal for every value
  /// of it.
  ///
  /// Rules of one family may leave to others an expectation that does not apply to them.
  func unreadExpectation(_ comparisons: [(Vector) -> Check]) -> String? {
    expectations.first { key in
      comparisons.allSatisfy { compare in
        let check = compare(self)
        return Self.spoils.allSatisfy { compare(spoiled(key, with: $0)) == check }
      }
    }
  }

  /// Values that no vector expects: a text, a number, a position, none.
  private static var spoils: [VectorValue?] {
    [
      .text("\u{0}"), .number(1e9), .list([.number(1e9), .number(1e9)]), nil,
    ]
  }

  /// Returns the vector with the expected value of a key replaced.
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
  /// Returns the value with another value, or none, for an existing key.
  func replacing(_ key: String, with value: VectorValue?) -> VectorValue {
    guard case .object(let members) = self else { return self }
    return .object(
      members.compactMap { member in
        member.key == key ? value.map { Member(key: key, value: $0) } : member
      })
  }
}
