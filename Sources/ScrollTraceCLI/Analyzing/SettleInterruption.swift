import Analysis
import ScrollModel
import TraceStore
import Triage

/// What interrupted settles before their rest, from the inputs of the trace.
enum SettleInterruption {
  /// Returns the interruptions by the numbers of the settles; only of those that were redirected.
  static func texts(
    of reports: [SettleReport], in outcome: Outcome
  ) throws -> [Int: String] {
    let redirected = reports.filter { $0.ending == .redirected }
    guard !redirected.isEmpty else { return [:] }
    let times = Set(redirected.map(\.restTime))
    var found: [TraceTime: String] = [:]
    let reader = try outcome.store.pointReader(of: outcome.trace.id)
    while let moment = try reader.next() {
      guard times.contains(moment.time), found[moment.time] == nil else { continue }
      found[moment.time] = text(moment.event)
    }
    var texts: [Int: String] = [:]
    for report in redirected {
      // Only its phases show a scroll of the program that no command recorded.
      texts[report.number] = found[report.restTime] ?? "a scroll of the program"
    }
    return texts
  }

  private static func text(_ event: TraceEvent) -> String? {
    switch event {
    case .input(.command): "a scroll of the program"
    case .input(.wheel): "a wheel"
    case .input(.container(let change)):
      change.size.map { "the new size \(pointsText($0.width)) × \(pointsText($0.height)) pt" }
    default: nil
    }
  }
}
