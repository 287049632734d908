import Replay
import Report
import ScrollEngine
import ScrollModel
import TraceStore

/// The choices of releases with another offset or velocity.
enum SettlePlane {
  static let columns = 33
  static let rows = 25

  /// Computes a grid of releases around each release, at its time.
  ///
  /// The trace is read once for all of them.
  static func planes(
    of settles: ArraySlice<ReportSettle>, _ trace: TraceRecord, _ plan: ReplayPlan,
    in store: TraceStore
  ) throws -> [ReportSettle.Plane?] {
    let run = ReplayRun(plan)
    let reader = try store.pointReader(of: trace.id)
    var upcoming = try reader.next()
    var planes = [ReportSettle.Plane?](repeating: nil, count: settles.count)
    let byRelease = settles.enumerated().sorted { $0.element.releaseTime < $1.element.releaseTime }
    for (number, settle) in byRelease {
      guard let velocity = settle.velocity else { continue }
      let time = TraceTime(nanoseconds: settle.releaseTime)
      // The release itself ends the drag, so the state just before it is used.
      while let (moment, event) = upcoming, moment < time {
        run.take(event, at: moment)
        upcoming = try reader.next()
      }
      planes[number] = plane(of: settle, velocity, run)
    }
    return planes
  }

  private static func plane(
    of settle: ReportSettle, _ velocity: Double, _ run: ReplayRun
  ) -> ReportSettle.Plane? {
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
          // Without a behavior, each cell has another rest, which no plane can show.
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
