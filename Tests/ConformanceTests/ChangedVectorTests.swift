@testable import Conformance
import TestSupport
import TextKit
import Testing

/// A check that cannot fail proves nothing: an expectation is changed, and the case must fail.
@Suite("changed vectors")
struct ChangedVectorTests {
  /// Keys whose numbers are tolerances, times or counts rather than results.
  private static let spared: Set<String> = [
    "tol", "tol_abs", "tol_rel", "t", "t_ms", "frame_ms", "note", "strategy", "axis",
  ]

  /// The same expectation with every result far away.
  private func moved(_ value: VectorValue) -> VectorValue {
    switch value {
    case .number(let number): .number(number * 3 + 1234.5)
    case .bool(let flag): .bool(!flag)
    case .list(let values): .list(values.map(moved))
    case .object(let members):
      .object(
        members.map {
          if Self.spared.contains($0.key) { return $0 }
          // An upper bound moves down, or the old result would still meet it.
          if ["lt", "le", "lte"].contains($0.key) {
            return .init(key: $0.key, value: .number(-1e9))
          }
          return .init(key: $0.key, value: moved($0.value))
        })
    case .null, .text: value
    }
  }

  private func changed(_ vector: Vector) -> Vector {
    guard let members = vector.value.members else { return vector }
    let isFit = vector.expect["max_abs_error"] != nil
    let value = VectorValue.object(
      members.map { member in
        switch member.key {
        case "expect":
          // A smaller bound fits a series that is followed less well.
          isFit
            ? .init(
              key: "expect", value: .object([.init(key: "max_abs_error", value: .number(0.01))]))
            : .init(key: "expect", value: moved(member.value))
        default: member
        }
      })
    return Vector(
      id: vector.id, value: value, tolerance: vector.tolerance, isMarked: vector.isMarked)
  }

  private func statesNumbers(_ value: VectorValue) -> Bool {
    switch value {
    case .number, .bool: true
    case .list(let values): values.contains(where: statesNumbers)
    case .object(let members):
      members.contains { !Self.spared.contains($0.key) && statesNumbers($0.value) }
    case .null, .text: false
    }
  }

  @Test("no case passes after its results are changed")
  func results() throws {
    var count = 0
    for family in try Vectors.all() {
      guard let entry = KnownFamilies.entry(for: family) else { continue }
      for run in KnownFamilies.runs(of: entry, family) {
        for vector in family.vectors where run.includes(vector) && statesNumbers(vector.expect) {
          let check = run.compare(changed(vector), family)
          let isCaught = !check.failures.isEmpty || check.refusal != nil
          #expect(isCaught, "\(family.name) \(run.mode) \(vector.id)")
          count += 1
        }
      }
    }
    #expect(count > 150)
  }

  @Test("a case without expected values is not run and never passes")
  func nothing() throws {
    for family in try Vectors.all() where family.kind != "recording" {
      guard let entry = KnownFamilies.entry(for: family) else { continue }
      for run in KnownFamilies.runs(of: entry, family) {
        for vector in family.vectors where run.includes(vector) {
          let members = (vector.value.members ?? []).filter {
            !["expect", "final_x", "time_at_x", "property"].contains($0.key)
          }
          let empty = Vector(
            id: vector.id, value: .object(members), tolerance: vector.tolerance,
            isMarked: vector.isMarked)
          let check = run.compare(empty, family)
          #expect(
            check.comparisons == 0 || check.refusal != nil || !check.failures.isEmpty,
            "\(family.name) \(run.mode) \(vector.id)")
        }
      }
    }
  }
}

@Suite("expectations without a comparison")
struct UnreadExpectationTests {
  @Test("a vector with one unknown expectation is not run and never passes")
  func unknown() throws {
    for family in try Vectors.all() {
      guard let entry = KnownFamilies.entry(for: family) else { continue }
      let runs = KnownFamilies.runs(of: entry, family)
      for vector in family.vectors {
        let label: Comment = "\(family.name) \(vector.id)"
        let comparisons = runs.filter { $0.includes(vector) }.map { run in
          { (vector: Vector) in run.compare(vector, family) }
        }
        #expect(vector.unreadExpectation(comparisons) == nil, label)
        let more = expecting("bystander", vector)
        guard more.expect != vector.expect else { continue }
        let isRefused = comparisons.contains { $0(more).refusal != nil }
        #expect(more.unreadExpectation(comparisons) == "bystander" || isRefused, label)
      }
    }
  }

  private func expecting(_ key: String, _ vector: Vector) -> Vector {
    guard case .object(let members) = vector.expect else { return vector }
    let expect = VectorValue.object(members + [.init(key: key, value: .number(1))])
    return Vector(
      id: vector.id, value: vector.value.replacing("expect", with: expect),
      tolerance: vector.tolerance, isMarked: vector.isMarked)
  }
}

@Suite("hostile vectors")
struct HostileVectorTests {
  /// Replaces one value in the given number.
  private func damaged(
    _ value: VectorValue, oneIn share: UInt64, _ random: inout some RandomNumberGenerator
  ) -> VectorValue {
    if random.next(upperBound: share) == 0 {
      let strange: [VectorValue] = [
        .null, .bool(true), .text(""), .text("x"), .list([]), .object([]), .number(0),
        .number(-1), .number(1e308), .number(-1e308), .number(.leastNonzeroMagnitude), .number(0.5),
        .number(1e9), .number(4_294_967_296), .list([.null, .number(1e300)]),
      ]
      return strange[Int(random.next(upperBound: UInt64(strange.count)))]
    }
    switch value {
    case .list(let values):
      return .list(values.map { damaged($0, oneIn: share, &random) })
    case .object(let members):
      var result: [VectorValue.Member] = []
      for member in members where random.next(upperBound: share * 2) != 0 {
        result.append(.init(key: member.key, value: damaged(member.value, oneIn: share, &random)))
      }
      return .object(result)
    default: return value
    }
  }

  @Test("no damaged vector traps", arguments: Cases.seeds(oneIn: 10))
  func damage(seed: UInt64) throws {
    var random = Random(seed: seed)
    for family in try Vectors.all() {
      guard let entry = KnownFamilies.entry(for: family) else { continue }
      for run in KnownFamilies.runs(of: entry, family) {
        for vector in family.vectors.prefix(12) {
          let share: UInt64 = 4 + random.next(upperBound: 40)
          let value = damaged(vector.value, oneIn: share, &random)
          _ = run.compare(
            Vector(id: vector.id, value: value, tolerance: value["tolerance"], isMarked: false),
            family)
        }
      }
    }
  }

  @Test("a truncated file is refused in one line")
  func cuts() throws {
    let bytes = Vectors.file(
      vectors: """
        {"id": "a", "input": {"overscroll": 5, "dimension": 960}, "expect": {"offset": 2.74}}
        """)
    #expect(throws: Never.self) { try VectorFamily(json: bytes, name: "a.json") }
    for length in 0..<bytes.count {
      let error = #expect(throws: VectorError.self) {
        try VectorFamily(json: Array(bytes[..<length]), name: "a.json")
      }
      #expect(error?.description.hasPrefix("a.json: ") == true)
      #expect(error?.description.contains("\n") == false)
    }
  }

  @Test(
    "an invalid vector file is refused with the reason",
    arguments: [
      ("[]", "one object"), ("{}", "'format' is missing"),
      (#"{"format": "scroll-vectors/2"}"#, "this tool reads 'scroll-vectors/1'"),
      (#"{"format": "scroll-vectors/1"}"#, "'name' is missing"),
      (#"{"format": "scroll-vectors/1", "name": "a"}"#, "'kind' is missing"),
      (#"{"format": "scroll-vectors/1", "name": "a", "kind": "b"}"#, "'vectors' is missing"),
      (
        #"{"format": "scroll-vectors/1", "name": "a", "kind": "b", "count": 2, "vectors": []}"#,
        "'count' is 2, 'vectors' has 0"
      ),
      (
        #"{"format": "scroll-vectors/1", "name": "a", "kind": "b", "vectors": []}"#,
        "'vectors' is empty, so there is nothing to compare"
      ),
      (
        #"{"format": "scroll-vectors/1", "name": "a", "kind": "b", "vectors": [{}]}"#,
        "vector 1 has no 'id'"
      ),
      (
        #"{"format":"scroll-vectors/1","name":"a","kind":"b","vectors":[{"id":"x"},{"id":"x"}]}"#,
        "the id 'x' comes twice"
      ),
    ])
  func refusals(text: String, message: String) {
    let error = #expect(throws: VectorError.self) {
      try VectorFamily(json: Array(text.utf8), name: "v.json")
    }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test("an unknown family and a known one of another kind are listed as not run")
  func unknown() throws {
    let vector =
      #"{"id": "a", "input": {"overscroll": 5, "dimension": 960}, "expect": {"offset": 2.74}}"#
    for (name, kind) in [("other", "velocity"), ("uikit-rubber-band-published", "other")] {
      let family = try VectorFamily(
        json: Vectors.file(name: name, kind: kind, vectors: vector), name: "v.json")
      let report = ConformanceReport([family])
      #expect(report.rows.map(\.notRun) == [1] && report.rows.map(\.passed) == [0])
      #expect(report.rows.first?.mode == nil && report.meetsMust)
    }
  }

  @Test("a fling with too many moves is refused and does not run forever")
  func endlessFling() throws {
    let vector = """
      {"id": "a", "input": {"viewport": 800, "page_stride": 800, "start_page": 1,
       "fling": {"dx_finger": -200, "finger_speed": 1000, "moves": 1e18}}, "expect": {"page": 2}}
      """
    let family = try VectorFamily(
      json: Vectors.file(name: "flutter-paging", kind: "paging", vectors: vector), name: "v.json")
    #expect(ConformanceReport([family]).rows.allSatisfy { $0.passed == 0 })
  }

  @Test("a family with a new name runs like the known one of its kind and source")
  func renamed() throws {
    let vector =
      #"{"id": "a", "input": {"overscroll": 5, "dimension": 960}, "expect": {"offset": 2.74}}"#
    let family = try VectorFamily(
      json: Vectors.file(name: "other", kind: "rubber-band", vectors: vector), name: "v.json")
    let report = ConformanceReport([family])
    #expect(report.rows.map(\.notRun) == [0] && report.rows.map(\.cases) == [1])
    for (name, modes) in [
      ("flutter-velocity-more", [ConformanceMode.uikit, .flutter]), ("aosp-velocity-2", [.android]),
      ("chromium-velocity-wheel", [.uikit, .chromium]),
    ] {
      let family = try VectorFamily(
        json: Vectors.file(name: name, kind: "velocity", vectors: vector), name: "v.json")
      #expect(KnownFamilies.entry(for: family)?.modes == modes, "\(name)")
    }
  }

  @Test("two files of one family form one row, and a mark in either counts")
  func merging() throws {
    func family(_ vectors: String) throws -> VectorFamily {
      try VectorFamily(
        json: Vectors.file(
          name: "flutter-simulations", kind: "trajectory", relevance: "partly", vectors: vectors),
        name: "v.json")
    }
    let spring = """
      "input": {"model": "spring", "mass": 1, "stiffness": 100, "damping_ratio": 1, "start": 0,
      "end": 500, "v0": 0}, "expect": [{"t": 0.25, "x": {"floor": 356}}]
      """
    let report = ConformanceReport([
      try family("{\"id\": \"a\", \(spring)}, {\"id\": \"b\", \(spring)}"),
      try family("{\"id\": \"a\", \"must\": true, \(spring)}"),
    ])
    #expect(report.rows.map(\.modeText) == ["uikit", "flutter"])
    #expect(report.rows.map(\.cases) == [1, 2] && report.rows.map(\.isMust) == [true, false])
  }
}

/// A small seeded generator.
struct Random: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }

  /// A number from a range.
  mutating func double(in range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }
}
