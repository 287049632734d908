import Analysis
import Replay
import ScrollModel
import TraceStore
import Triage

/// Explains which of several nested views each drag moved.
///
/// The recordings of all views show what moved while a finger was down. A replay of all of them shows what
/// would have moved under what is declared, and under each other value of `nested-scroll`.
struct NestedCauses {
  private let outcome: Outcome
  private let declared: Configuration?
  private let place: NestedTrace
  private let contents: TraceContents

  /// Content that goes no farther than this many points during a drag does not move.
  private static let still = 4.0
  /// A finger that goes no farther drags nothing.
  private static let leastTravel = 24.0

  /// One way for views to share drags, and what it is called.
  private struct Sharing {
    var name: String
    var does: String
    var choice = NestedScrollChoice.platform
    var contained: ScrollAxes?
    var chained: ScrollAxes?
  }

  private static let sharings = [
    Sharing(
      name: "nested-scroll: inner", does: "the inner view keeps every drag along its axis",
      choice: .inner),
    Sharing(
      name: "nested-scroll: latched",
      does: "the innermost view that can move in the first direction keeps the drag",
      choice: .latched),
    Sharing(
      name: "nested-scroll: passed-on",
      does: "the inner view passes on what it cannot follow, in the middle of a drag",
      choice: .passedOn),
    Sharing(
      name: "vertical-overscroll: contain", does: "the inner view keeps vertical drags",
      contained: .vertical),
    Sharing(
      name: "horizontal-overscroll: contain", does: "the inner view keeps horizontal drags",
      contained: .horizontal),
    Sharing(
      name: "vertical-overscroll: auto",
      does: "the inner view hands vertical drags over at its end", chained: .vertical),
    Sharing(
      name: "horizontal-overscroll: auto",
      does: "the inner view hands horizontal drags over at its end", chained: .horizontal),
    Sharing(
      name: "nested-scroll: separate", does: "each view takes the drag as if it were alone",
      choice: .separate),
  ]

  /// Nil for a trace that is nested with none, or that no finger moves.
  init?(_ outcome: Outcome, declared: Configuration?) throws {
    contents = try outcome.store.contents(of: outcome.trace.id)
    guard let place = contents.nested, place.hasTouches else { return nil }
    self.outcome = outcome
    self.declared = declared
    self.place = place
  }

  /// How many drags there are over several views, how many are as declared, and the cause of the others.
  func result() throws -> (count: Int, explained: Int, cause: DiagnosedCause?) {
    var base = declared ?? Configuration()
    if declared == nil, let page = outcome.trace.information.pagePhysics {
      base.releasePhysics = page
    }
    let drags = try self.drags(Sharing(name: "", does: ""), base)
    let shared = drags.indices.filter {
      drags[$0].views.count > 1 && drags[$0].travel >= Self.leastTravel
    }
    guard !shared.isEmpty else { return (0, 0, nil) }
    let recorded = try recordedMoves(drags)
    let wrong = shared.filter { moves(drags[$0]) != recorded[$0] }
    guard let first = wrong.first else { return (shared.count, shared.count, nil) }
    var best: (sharing: Sharing, explained: Int)?
    for sharing in Self.sharings {
      let other = try self.drags(sharing, base)
      guard other.count == drags.count else { continue }
      let explained = shared.count { moves(other[$0]) == recorded[$0] }
      if explained > best?.explained ?? (shared.count - wrong.count) { best = (sharing, explained) }
    }
    guard let best else { return (shared.count, shared.count - wrong.count, nil) }
    let configuration = self.configuration(best.sharing, base)
    let sentence =
      "In \(wrong.count) of \(countText(shared.count, "drag")) over nested views, another view moves than "
      + (declared == nil ? "by default: " : "declared: ") + "\(best.sharing.does)."
    let isAll = best.explained == shared.count
    return (
      shared.count, shared.count - wrong.count,
      DiagnosedCause(
        cause: .nested, sentences: [sentence], name: best.sharing.name,
        configuration: configuration, assumption: nil,
        certainty: isAll ? (wrong.count > 1 ? .certain : .likely) : .undecided,
        odds: isAll ? 100 : 5, explained: best.explained, worstMiss: 0,
        fix: fix(best.sharing, base), alternatives: [],
        proof: [
          "At \(pointsText(Double(drags[first].start.nanoseconds) / 1e9)) s \(words(moves(drags[first]))) should move; "
            + "the recording shows \(words(recorded[first])) moving.",
          "\(best.sharing.name) explains \(best.explained) of \(countText(shared.count, "drag"))"
            + "; the declared configuration explains \(shared.count - wrong.count).",
        ])
    )
  }

  /// Which views a drag moves, the innermost first.
  private func moves(_ drag: NestedDrag) -> [Bool] {
    drag.distances.map { $0 >= Self.still }
  }

  private func words(_ moves: [Bool]) -> String {
    let names = moves.indices.filter { moves[$0] }.map { view in
      view == 0 ? "the inner view" : view == moves.count - 1 ? "the outer view" : "a view between"
    }
    return names.isEmpty ? "no view" : names.joined(separator: " and ")
  }

  private func fix(_ sharing: Sharing, _ base: Configuration) -> DiagnosisFix {
    let isPage = base.releasePhysics.isChromium
    if sharing.chained != nil {
      return DiagnosisFix(
        summary: "keep drags along this axis in the inner view, as it is declared",
        configuration: base,
        change: isPage
          ? .page("overscroll-behavior: contain;")
          : FixCode(
            apple: "ScrollView(.horizontal) { cards } // no gesture around it that takes the drag",
            web: "overscroll-behavior: contain;"))
    }
    if sharing.contained != nil {
      return DiagnosisFix(
        summary: "let the inner view hand over drags along the axis that it does not scroll",
        configuration: base,
        change: isPage
          ? .page("overscroll-behavior: auto;")
          : FixCode(
            apple: "ScrollView(.horizontal) { cards } // no DragGesture on its content",
            web: "overscroll-behavior: auto;"))
    }
    return DiagnosisFix(
      summary: "let views share drags as declared (nested-scroll: \(base.nestedScroll.rawValue))",
      configuration: base,
      change: isPage
        ? .page("overscroll-behavior: auto;")
        : FixCode(
          apple: "ScrollView { rows } // no gesture that takes the drag first",
          web: "overscroll-behavior: auto;")
    )
  }

  // MARK: Replays and recordings

  /// The configuration of this trace's view under which views share drags in some way.
  private func configuration(_ sharing: Sharing, _ base: Configuration) -> Configuration {
    var configuration = base
    if sharing.choice != .platform { configuration.switches.nestedScroll = sharing.choice }
    guard place.traces.members[place.member].parent != nil else { return configuration }
    if let axes = sharing.contained { configuration.contain(axes) }
    if let axes = sharing.chained { configuration.chain(axes) }
    return configuration
  }

  private func drags(_ sharing: Sharing, _ base: Configuration) throws -> [NestedDrag] {
    guard
      var plan = try? ReplayPlan(
        configuration(sharing, base), of: outcome.trace.information, contents, drive: .gesture)
    else { return [] }
    plan.containedAxes = sharing.contained
    plan.chainedAxes = sharing.chained
    let run = ReplayRun(plan)
    try outcome.store.replay(outcome.trace.id) { batch in
      for (time, event) in batch.events { run.take(event, at: time) }
    }
    run.finish()
    return run.tally.nestedDrags
  }

  /// Which views each drag moved in their recordings.
  private func recordedMoves(_ drags: [NestedDrag]) throws -> [[Bool]] {
    var moves = drags.map { [Bool](repeating: false, count: $0.views.count) }
    for member in place.traces.members.indices {
      var frames: [(time: TraceTime, offset: Point)] = []
      try outcome.store.replay(place.traces.members[member].traceID) { batch in
        for (time, event) in batch.events {
          if case .observation(.frame(let frame)) = event { frames.append((time, frame.offset)) }
        }
      }
      for (number, drag) in drags.enumerated() {
        guard let view = drag.views.firstIndex(of: member) else { continue }
        // The frame that shows the end of a drag may come a refresh later.
        let end = drag.end.advanced(byNanoseconds: 20_000_000)
        let before = frames.last { $0.time <= drag.start } ?? frames.first
        guard let before else { continue }
        moves[number][view] = frames.contains { frame in
          guard frame.time > drag.start, frame.time <= end else { return false }
          let (x, y) = (frame.offset.x - before.offset.x, frame.offset.y - before.offset.y)
          return x * x + y * y >= Self.still * Self.still
        }
      }
    }
    return moves
  }
}
