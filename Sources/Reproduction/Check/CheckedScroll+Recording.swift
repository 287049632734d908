import Analysis
import ScrollModel
public import Simulation
import TraceStore
public import Triage

extension CheckedScroll {
  /// The gestures of a recording applied to equal items of its size; those without a velocity are
  /// skipped.
  public static func gestures(of outcome: Outcome) throws -> [CheckedScroll] {
    let reader = try outcome.store.pointReader(of: outcome.trace.id)
    var base = CheckedScroll()
    base.axis = try outcome.store.mainAxis(of: outcome.trace)
    var isKnown = false
    while let moment = try reader.next(), !isKnown {
      switch moment.event {
      case .input(.container(let change)):
        if let size = change.size {
          base.container = base.axis == .vertical ? size.height : size.width
        }
        base.isRightToLeft = change.layoutDirection == .rightToLeft && base.axis == .horizontal
      case .input(.layout(let layout)) where layout.targets.count > 1:
        let starts = layout.targets.map {
          base.axis == .vertical ? $0.frame.origin.y : $0.frame.origin.x
        }.sorted()
        let pitches = zip(starts, starts.dropFirst()).map { $1 - $0 }.filter { $0 > 1 }.sorted()
        guard !pitches.isEmpty else { continue }
        base.pitch = pitches[pitches.count / 2]
        base.itemCount = max(2, Int(base.content(of: starts) / base.pitch))
        isKnown = true
      default: break
      }
    }
    guard isKnown, base.container >= 10 else { return [] }
    return try outcome.analyze(SettlesAnalysis(nil)).reports.compactMap { report in
      guard report.axis == base.axis, let start = report.release.startOffset,
        let velocity = report.release.velocity?.pointsPerSecond
      else { return nil }
      var scroll = base
      scroll.start = min(max(start, base.low), base.high)
      scroll.distance = report.release.offset - start
      guard scroll.distance.magnitude >= 20, scroll.distance.magnitude <= 2000 else { return nil }
      scroll.stops = velocity.magnitude < 50
      scroll.duration =
        scroll.stops
        ? 600 : min(max(20, Int64(scroll.distance.magnitude / velocity.magnitude * 1000)), 2000)
      return scroll
    }
  }

  private func content(of starts: [Double]) -> Double {
    max(8 * container, (starts.last ?? 0) - (starts.first ?? 0) + pitch)
  }
}

extension BehaviorCheck.Violation {
  /// The two scrolls as recordings.
  public func recordings(
    of subject: CheckedBehavior
  ) throws -> [(name: String, source: ObservedSimulation)] {
    guard
      let change = relation.change(original, subject, rest: rest),
      let first = try original.simulation(subject.configuration, subject.behavior),
      let second = try change.scroll.simulation(change.configuration, change.behavior)
    else { return [] }
    return [("original", first), ("changed", second)]
  }
}
