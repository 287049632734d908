@testable import Conformance
import Testing

/// CSS scroll snap prefers an axis only in ties: vectors with swapped axes hold as well.
@Suite("swapped axes")
struct SwappedAxesTests {
  private func swapped(_ value: VectorValue?) -> VectorValue {
    guard let value, let list = value.list else { return value ?? .null }
    return list.count == 4
      ? .list([list[1], list[0], list[3], list[2]]) : .list(list.reversed())
  }

  private func object(
    _ value: VectorValue?, _ change: (VectorValue.Member) -> VectorValue.Member
  ) -> VectorValue {
    .object((value?.members ?? []).map(change))
  }

  private func exchanged(_ vector: Vector) -> Vector {
    let value = object(vector.value) { member in
      switch member.key {
      case "container": .init(key: member.key, value: container(member.value))
      case "areas":
        .init(key: member.key, value: .list((member.value.list ?? []).map(area)))
      case "snapped_to": .init(key: member.key, value: swapped(member.value))
      case "intent":
        .init(
          key: member.key,
          value: object(member.value) { part in
            ["from", "delta", "axes"].contains(part.key)
              ? .init(key: part.key, value: swapped(part.value)) : part
          })
      case "expect": .init(key: member.key, value: expectation(member.value))
      default: member
      }
    }
    return Vector(id: vector.id, value: value, tolerance: vector.tolerance, isMarked: false)
  }

  private func container(_ value: VectorValue) -> VectorValue {
    object(value) { part in
      switch (part.key, part.value) {
      case ("snapport", _), ("max_offset", _), ("proximity_range", _):
        .init(key: part.key, value: swapped(part.value))
      case ("axis", .text("x")): .init(key: part.key, value: .text("y"))
      case ("axis", .text("y")): .init(key: part.key, value: .text("x"))
      default: part
      }
    }
  }

  private func area(_ value: VectorValue) -> VectorValue {
    object(value) { part in
      switch part.key {
      case "rect": .init(key: part.key, value: swapped(part.value))
      case "align":
        .init(
          key: part.key,
          value: object(part.value) { .init(key: $0.key == "x" ? "y" : "x", value: $0.value) })
      default: part
      }
    }
  }

  private func expectation(_ value: VectorValue) -> VectorValue {
    object(value) { part in
      switch part.key {
      case "offset", "target": .init(key: part.key, value: swapped(part.value))
      case "any_of":
        .init(key: part.key, value: .list((part.value.list ?? []).map { swapped($0) }))
      case "covered_x": .init(key: "covered_y", value: part.value)
      case "covered_y": .init(key: "covered_x", value: part.value)
      default: part
      }
    }
  }

  @Test("every vector of CSS scroll snap passes with its axes swapped")
  func all() throws {
    var count = 0
    for family in try Vectors.all() where family.kind == "snap-selection" {
      for vector in family.vectors where !vector.isSensitive {
        var check = Check()
        SnapSelectionCases.compare(
          exchanged(vector), .css, isBlink: !family.name.hasPrefix("cc-"), &check)
        #expect(check.failures.isEmpty && check.refusal == nil, "\(vector.id) \(check.failures)")
        count += 1
      }
    }
    #expect(count > 60)
  }
}
