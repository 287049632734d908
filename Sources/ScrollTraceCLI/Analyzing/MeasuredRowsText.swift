import Analysis
import CommandLineKit
import ScrollModel
import TextKit
import TraceStore
import Triage

/// The corrections of a lazy stack's estimates, for `show` and `explain`.
struct MeasuredRowsText {
  private let rows: [MeasuredRows.Row]
  /// How many rows were measured, also those that are not kept.
  private let count: Int
  /// How many rows text lists.
  private static let shown = 8

  /// Examines an outcome; a single layout corrects nothing.
  init(of outcome: Outcome, layouts: Int64) throws {
    guard layouts > 1 else {
      (rows, count) = ([], 0)
      return
    }
    let found = try outcome.analyze(MeasuredRows())
    (rows, count) = (found.rows, found.count)
  }

  private init(_ rows: [MeasuredRows.Row]) {
    self.rows = rows
    count = rows.count
  }

  /// The corrections between two moments.
  func between(_ start: TraceTime, _ end: TraceTime) -> MeasuredRowsText {
    MeasuredRowsText(rows.filter { $0.time >= start && $0.time <= end })
  }

  func print(indent: String, labelWidth: Int, _ console: inout Console) {
    guard count > 0 else { return }
    let label = "measured" + String(repeating: " ", count: max(1, labelWidth - 8))
    console.print(
      "\(indent)\(console.style(label, .dim))\(counted(count, "row")) of a lazy stack, estimated "
        + "before")
    let space = indent + String(repeating: " ", count: labelWidth)
    for row in rows.prefix(Self.shown) {
      console.print(
        "\(space)\(secondsText(row.time.nanoseconds))  "
          + "\(DisplayText.escaped(row.id.displayText)): \(pointsText(row.estimated)) → "
          + "\(pointsText(row.measured)) pt; \(Self.text(row.decision))")
    }
    if count > Self.shown {
      console.print("\(space)and \(counted(count - Self.shown, "more row")); --json lists them")
    }
  }

  private static func text(_ decision: EstimateCorrections.Decision?) -> String {
    switch decision {
    case .followed: "the offset followed"
    case .stayed: "the offset stayed, so the view jumped"
    case .unclear: "the frames do not show whether the offset followed"
    case nil: "nothing in view moved"
    }
  }

  func write(_ json: inout JSONWriter) throws {
    try json.objects("measured_rows", rows) { row, json in
      json.member("time_ns", row.time.nanoseconds)
      json.member("id", row.id.displayText)
      try json.member("estimated_pt", row.estimated)
      try json.member("measured_pt", row.measured)
      json.member("offset", row.decision?.rawValue)
    }
  }
}
