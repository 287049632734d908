import CommandLineKit
import Replay
import ScrollModel
import TextKit
import TraceStore

/// What was decided about nested views, as people read it.
enum NestedText {
  /// How many decisions are printed.
  static let shown = 12

  /// The decisions of a replay of a trace and those nested with it; none for a trace that is nested with none.
  static func moves(
    of trace: TraceRecord, under configuration: Configuration?, in store: TraceStore,
    _ registry: BehaviorRegistry
  ) throws -> [NestedEvent] {
    let contents = try store.contents(of: trace.id)
    guard contents.nested != nil else { return [] }
    let chosen = configuration ?? Configuration()
    guard
      let plan = try? ReplayPlan(
        chosen, of: trace.information, contents, behavior: registry.behavior(of: chosen)),
      plan.drive.drive == .gesture
    else { return [] }
    let run = ReplayRun(plan)
    try store.replay(trace.id) { batch in
      for (time, event) in batch.events { run.take(event, at: time) }
    }
    run.finish()
    return run.tally.nestedEvents
  }

  /// A decision as a sentence without its time.
  static func sentence(_ move: NestedEvent) -> String {
    let axis = move.axis == .horizontal ? "horizontal" : "vertical"
    return switch move.kind {
    case .locked: "'\(move.view)' gets the \(axis) drag"
    case .handedOver:
      "'\(move.from)' cannot move that way and hands the \(axis) drag over to '\(move.view)'"
    case .kept: "'\(move.view)' keeps the \(axis) drag, although it cannot move that way"
    case .passedOn: "'\(move.from)' is at its end and passes the \(axis) drag on to '\(move.view)'"
    case .flungOn: "'\(move.from)' is at its end and passes its velocity on to '\(move.view)'"
    }
  }

  /// Prints decisions, each with its time; nothing if there are none.
  static func print(_ moves: [NestedEvent], label: String, _ console: inout Console) {
    let style = console.style
    let padding = String(repeating: " ", count: label.count)
    for (index, move) in moves.prefix(shown).enumerated() {
      let head = index == 0 ? style(label, .dim) : padding
      console.print(
        "  \(head)\(secondsText(move.time.nanoseconds)): \(DisplayText.escaped(sentence(move)))")
    }
    let rest = moves.count - shown
    if rest > 0 { console.print("  \(padding)… and \(rest) more") }
  }
}
