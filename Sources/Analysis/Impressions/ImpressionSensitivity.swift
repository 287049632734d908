public import ScrollModel

/// The number of impressions at other thresholds and dwells.
public struct SensitivityTable: Hashable, Sendable {
  /// The thresholds of the rows, 0 to 1, ascending.
  public var thresholds: [Double]
  /// The dwells of the columns in nanoseconds, ascending.
  public var dwellNanoseconds: [Int64]
  /// The numbers of impressions by row, then column.
  public var counts: [[Int]]
  /// The targets whose count differs between neighboring rows or columns, in order of appearance.
  public var flips: [SensitivityFlip]
}

/// A target that a slightly different policy would count differently.
public struct SensitivityFlip: Hashable, Sendable {
  /// The id of the target.
  public var id: TargetID
  /// The threshold of the row.
  public var threshold: Double
  /// The longest duration at this threshold, in nanoseconds: the dwell at which the result changes.
  public var longestNanoseconds: Int64
}

/// Counts impressions for a table of thresholds and dwells in the same pass.
///
/// Each row is a separate analysis, so the cost is that of as many policies. It is meant for tuning
/// a policy.
public struct ImpressionSensitivity: OutcomeAnalysis, Sendable {
  /// The default thresholds.
  public static let usualThresholds = [0.01, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 1]
  /// The default dwells, in nanoseconds.
  public static let usualDwells: [Int64] = [
    0, 100_000_000, 250_000_000, 500_000_000, 1_000_000_000, 2_000_000_000,
  ]

  private let dwells: [Int64]
  private var rows: [ImpressionAnalysis]

  /// Creates a table for a policy; it uses per-target timers, because the others have no dwell.
  public init(
    _ policy: ImpressionPolicy, thresholds: [Double] = usualThresholds,
    dwellNanoseconds: [Int64] = usualDwells
  ) {
    dwells = dwellNanoseconds.sorted()
    var options = ImpressionAnalysis.Options()
    options.keepsCallbacks = false
    options.nearMissFraction = -1
    options.nearMissTime = -1
    rows = thresholds.sorted().map { threshold in
      var row = policy
      row.threshold = threshold
      if threshold >= 1 { row.comparison = .atLeast }
      row.exitThreshold = policy.exitThreshold.map { min($0, threshold) }
      row.largeItem = nil
      row.dwell = 0
      row.timer = .perItem
      row.accumulatesDwell = false
      row.repetition = .everyVisit
      return ImpressionAnalysis(row, options: options)
    }
  }

  /// Advances the time.
  public mutating func wait(until time: TraceTime, on viewState: borrowing ViewState) {
    rows.wait(until: time, on: viewState)
  }

  /// Handles an event.
  public mutating func take(
    _ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState
  ) {
    rows.take(event, at: time, on: viewState)
  }

  /// Ends the outcome.
  public mutating func finish(at time: TraceTime, on viewState: borrowing ViewState) {
    rows.finish(at: time, on: viewState)
  }

  /// The table; complete after the end of the outcome.
  public var result: SensitivityTable {
    var table = SensitivityTable(
      thresholds: rows.map(\.policy.threshold), dwellNanoseconds: dwells, counts: [], flips: [])
    for row in rows {
      let visits = row.result.impressions
      table.counts.append(
        dwells.map { dwell in visits.count { $0.durationNanoseconds >= dwell } })
      table.flips += flips(of: visits, at: row.policy.threshold)
    }
    return table
  }

  private func flips(of visits: [Impression], at threshold: Double) -> [SensitivityFlip] {
    var places: [TargetID: Int] = [:]
    var flips: [SensitivityFlip] = []
    for visit in visits {
      if let place = places[visit.id] {
        let longest = max(flips[place].longestNanoseconds, visit.durationNanoseconds)
        flips[place].longestNanoseconds = longest
      } else {
        places[visit.id] = flips.count
        flips.append(
          SensitivityFlip(
            id: visit.id, threshold: threshold, longestNanoseconds: visit.durationNanoseconds))
      }
    }
    return flips
  }
}
