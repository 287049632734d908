import Replay
import Report
import ScrollEngine
import ScrollModel
import TraceStore

/// Where a release would have gone with another offset or another velocity.
enum SettlePlane {
  static let columns = 33
  static let rows = 25

  /// Asks the engine, at the moment of a release, about a grid of releases around it.
  static func plane(
    of settle: ReportSettle, _ trace: TraceRecord, _ plan: ReplayPlan, in store: TraceStore
  ) throws -> ReportSettle.Plane? {
    guard let velocity = settle.velocity else { return nil }
    let run = ReplayRun(plan)
    let time = TraceTime(nanoseconds: settle.releaseTime)
    let reader = try store.pointReader(of: trace.id)
    // The release itself would let go: what counts is the moment before it.
    while let (moment, event) = try reader.next(), moment < time { run.take(event, at: moment) }
    let reach = max(200, (velocity.magnitude * 0.5).rounded(.up))
    let offsets = grid(around: settle.releaseOffset, by: 150, columns)
    let velocities = grid(around: velocity, by: reach, rows)
    var choices: [ReportSettle.Plane.Choice] = []
    var cells: [[Int]] = []
    for speed in velocities {
      var row: [Int] = []
      for offset in offsets {
        let decision = run.decide(
          settle.isHorizontal ? .horizontal : .vertical, velocity: speed, from: offset)
        guard let decision else { return nil }
        let choice: ReportSettle.Plane.Choice =
          decision.chosenID.map { .target($0.displayText) } ?? .place(pointsText(decision.chosen))
        if let known = choices.firstIndex(of: choice) {
          row.append(known)
        } else {
          // Without a behavior every cell is a place of its own, which no plane can show.
          guard choices.count < 24 else { return nil }
          row.append(choices.count)
          choices.append(choice)
        }
      }
      cells.append(row)
    }
    return ReportSettle.Plane(
      offsets: offsets, velocities: velocities, choices: choices, cells: cells)
  }

  private static func grid(around center: Double, by reach: Double, _ count: Int) -> [Double] {
    (0..<count).map { center - reach + 2 * reach * Double($0) / Double(count - 1) }
  }
}
