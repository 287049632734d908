import Replay
import Report
import ScrollModel
import TraceStore

extension ReportBuilder {
  /// Adds the views around and in that of a trace, with their recorded offsets and the decisions of a replay.
  func addNested(
    of trace: TraceRecord, _ declared: Configuration?, _ document: inout ReportDocument
  ) throws {
    guard let place = try session.store.contents(of: trace.id).nested else { return }
    let members = place.traces.members
    func chain(_ member: Int) -> [Int] {
      var chain = [member]
      while let parent = chain.last.flatMap({ members[$0].parent }) { chain.append(parent) }
      return chain
    }
    var views: [ReportNested.View] = []
    for (number, member) in members.enumerated() {
      let relation: ReportNested.Relation =
        number == place.member
        ? .own
        : chain(place.member).contains(number)
          ? .outer : chain(number).contains(place.member) ? .inner : .sibling
      var view = ReportNested.View(
        name: member.information.name, relation: relation, times: [], xs: [], ys: [])
      try session.store.replay(member.traceID) { batch in
        for (time, event) in batch.events {
          guard case .observation(.frame(let frame)) = event else { continue }
          view.times.append(time.nanoseconds)
          view.xs.append(frame.offset.x)
          view.ys.append(frame.offset.y)
        }
      }
      views.append(view)
    }
    let moves = try NestedText.moves(of: trace, under: declared, in: session.store, registry)
    document.nested = ReportNested(
      views: views,
      decisions: moves.map {
        ReportEvent(
          time: $0.time.nanoseconds, kind: $0.kind.rawValue, text: NestedText.sentence($0))
      })
  }
}
