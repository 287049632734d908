import ScrollEngine
import TextKit

/// A case that did not pass.
public struct ConformanceMiss: Hashable, Sendable {
  /// The vector.
  public let id: String
  /// The failed comparisons, or the reason why it was not run.
  public let reason: String
  /// Whether it ran.
  public let isRun: Bool
  /// Whether it must pass.
  public let isMust: Bool
}

/// The result of one family under one mode.
public struct ConformanceRow: Hashable, Sendable {
  /// The family.
  public let name: String
  /// The shape of its vectors.
  public let kind: String
  /// The rules under which it ran; nil for an unknown family or kind.
  public let mode: ConformanceMode?
  /// The system whose behavior it describes.
  public let semantics: String
  /// Whether the row has real measurements.
  public let isMeasured: Bool
  /// Whether cases of the row must pass.
  public let isMust: Bool
  /// The number of cases.
  public let cases: Int
  /// The number of passed cases.
  public let passed: Int
  /// The number of failed cases.
  public let failed: Int
  /// The number of cases that were not run.
  public let notRun: Int
  /// The largest error of a number, in the unit of its tolerance; nil without numbers.
  public let worstError: Double?
  /// The cases that did not pass.
  public let misses: [ConformanceMiss]

  /// Whether a case failed that must pass.
  public var failsMust: Bool { misses.contains { $0.isMust && $0.isRun } }
}

/// The results of vector files for this engine and its peer modes.
public struct ConformanceReport: Hashable, Sendable {
  /// One row per family and mode, real measurements first.
  public let rows: [ConformanceRow]
  /// Files that could not be used, one line each.
  public let problems: [String]

  /// Whether every case that must pass did.
  public var meetsMust: Bool { !rows.contains(where: \.failsMust) }

  /// The number of cases that must pass and were not run.
  public var mustNotRun: Int {
    rows.reduce(0) { sum, row in sum + row.misses.count { $0.isMust && !$0.isRun } }
  }

  /// Runs families in the order of the known ones, unknown ones last.
  public init(_ families: [VectorFamily], problems: [String] = []) {
    self.problems = problems
    var rows: [(place: Int, name: String, rows: [ConformanceRow])] = []
    for family in Self.merged(families) {
      let place = KnownFamilies.table.firstIndex {
        $0.name == family.name && $0.kind == family.kind
      }
      rows.append((place ?? Int.max, family.name, Self.rows(of: family)))
    }
    rows.sort { $0.place != $1.place ? $0.place < $1.place : $0.name < $1.name }
    self.rows = rows.flatMap(\.rows)
  }

  /// Combines files of one family.
  private static func merged(_ families: [VectorFamily]) -> [VectorFamily] {
    var merged: [VectorFamily] = []
    for family in families {
      let place = merged.firstIndex { $0.name == family.name && $0.kind == family.kind }
      if let place { merged[place].merge(family) } else { merged.append(family) }
    }
    return merged
  }

  private static func rows(of family: VectorFamily) -> [ConformanceRow] {
    guard let entry = KnownFamilies.entry(for: family) else {
      let reason =
        KnownFamilies.table.contains { $0.name == family.name }
        ? "the family has another kind here" : "the family is unknown"
      let misses = family.vectors.map {
        ConformanceMiss(
          id: $0.id, reason: reason, isRun: false, isMust: family.isMust || $0.isMarked)
      }
      return [
        ConformanceRow(
          name: family.name, kind: family.kind, mode: nil, semantics: family.semantics,
          isMeasured: false, isMust: family.isMust, cases: misses.count, passed: 0, failed: 0,
          notRun: misses.count, worstError: nil, misses: misses)
      ]
    }
    return KnownFamilies.runs(of: entry, family).compactMap { row($0, family, entry) }
  }

  private static func row(
    _ run: ConformanceRun, _ family: VectorFamily, _ entry: KnownFamilies.Entry
  ) -> ConformanceRow? {
    let vectors = family.vectors.filter(run.includes)
    guard !vectors.isEmpty || family.vectors.isEmpty else { return nil }
    var misses: [ConformanceMiss] = []
    var worst: Double?
    var isMust = false
    for vector in vectors {
      let mustPass = run.isMust(vector)
      isMust = isMust || mustPass
      let check = run.compare(vector, family)
      if let error = check.worstError { worst = max(worst ?? 0, error) }
      let refusal = check.refusal ?? passedOver(vector, check, family, entry)
      if let first = check.failures.first {
        let rest = check.failures.count - 1
        misses.append(
          ConformanceMiss(
            id: vector.id, reason: rest > 0 ? "\(first) (and \(rest) more)" : first, isRun: true,
            isMust: mustPass))
      } else if let refusal {
        misses.append(
          ConformanceMiss(id: vector.id, reason: refusal, isRun: false, isMust: mustPass))
      }
    }
    let notRun = misses.count { !$0.isRun }
    return ConformanceRow(
      name: family.name, kind: family.kind, mode: run.mode, semantics: family.semantics,
      isMeasured: entry.isMeasured, isMust: isMust, cases: vectors.count,
      passed: vectors.count - misses.count, failed: misses.count - notRun, notRun: notRun,
      worstError: worst, misses: misses)
  }

  /// The reason why a case without a failure did not pass; nil if it passed.
  private static func passedOver(
    _ vector: Vector, _ check: Check, _ family: VectorFamily, _ entry: KnownFamilies.Entry
  ) -> String? {
    if check.comparisons == 0 { return "it states nothing to compare" }
    guard check.failures.isEmpty else { return nil }
    let runs = KnownFamilies.runs(of: entry, family).filter { $0.includes(vector) }
    let comparisons = runs.map { run in { run.compare($0, family) } }
    return vector.unreadExpectation(comparisons).map {
      "nothing here compares '\(DisplayText.escaped($0))'"
    }
  }
}
