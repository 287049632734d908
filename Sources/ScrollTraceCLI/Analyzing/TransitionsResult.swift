import Analysis
import CommandLineKit
import ScrollModel
import TextKit
import TraceStore
import Triage

/// The results of scroll transitions in one outcome.
struct TransitionsResult: AnalysisResult {
  static let shown = 40

  let outcome: Outcome
  let report: TransitionReport
  /// The transition in the text form of the configuration, which is the key of the stored result.
  let options: String

  init(_ outcome: Outcome, configuration: Configuration?) throws {
    guard let configuration, let settings = configuration.transition else {
      throw Failure(
        .badData,
        "no transition is configured; give one with "
          + "--config 'transition: …' (docs/configuration.md)")
    }
    self.outcome = outcome
    var words = Configuration()
    words.transition = settings
    words.switches.transitionViewport = configuration.switches.transitionViewport
    options = words.text
    var choices = TransitionAnalysis.Options()
    choices.viewport = configuration.switches.transitionViewport
    report = try outcome.analyze(TransitionAnalysis(settings, options: choices)).result
  }

  var isAlarming: Bool { report.exceedsLimit }

  func print(_ console: inout Console) {
    outcome.printHeading(&console)
    if let reason = report.notMeasurable {
      console.print("  not measurable: \(DisplayText.escaped(reason))")
      return
    }
    console.print(
      "  \(counted(report.changeCount, "change")) of \(counted(report.targets.count, "target")) in "
        + counted(report.frameCount, "frame"))
    console.print(
      "  at most \(counted(report.mostEffects, "view")) animated at once"
        + (report.mostEffectsTime.map { " at \(secondsText($0.nanoseconds))" } ?? "")
        + (report.exceedsLimit
          ? ": more than \(report.effectLimit) cost frames on real devices" : ""))
    for change in report.changes.prefix(Self.shown) {
      console.print(
        "    \(secondsText(change.time.nanoseconds))  \(DisplayText.escaped(change.id.displayText))  "
          + "\(change.old) → \(change.new)")
    }
    for mismatch in report.mismatches.prefix(Self.shown) {
      console.print(
        "  \(DisplayText.escaped(mismatch.id.displayText)) is drawn up to "
          + "\(pointsText(mismatch.largestOffset)) pt from where it is laid out, "
          + "from \(secondsText(mismatch.start.nanoseconds))")
    }
  }

  func write(_ json: inout JSONWriter) throws {
    outcome.write(&json)
    json.member("not_measurable_because", report.notMeasurable)
    json.member("change_count", Int64(report.changeCount))
    json.member("most_animated", Int64(report.mostEffects))
    json.member("frames_over_limit", Int64(report.framesOverLimit))
    json.member("limit", Int64(report.effectLimit))
    json.key("changes")
    json.beginArray()
    for change in report.changes {
      json.beginObject()
      json.member("time_ns", change.time.nanoseconds)
      json.member("id", change.id.displayText)
      json.member("old", "\(change.old)")
      json.member("new", "\(change.new)")
      json.endObject()
    }
    json.endArray()
    json.key("mismatches")
    json.beginArray()
    for mismatch in report.mismatches {
      json.beginObject()
      json.member("id", mismatch.id.displayText)
      json.member("from_ns", mismatch.start.nanoseconds)
      json.member("to_ns", mismatch.end.nanoseconds)
      try json.member("largest_offset", mismatch.largestOffset)
      json.member("is_drawn_in_view", mismatch.isDrawnInView)
      json.endObject()
    }
    json.endArray()
  }

  func keep(in session: ReplaySession) throws {
    var kept = KeptAnalysis(name: "transitions", options: options, version: "1")
    kept.notes = report.notMeasurable.map { [$0] } ?? []
    var row = KeptAnalysis.Transition(
      frameCount: report.frameCount, changeCount: report.changeCount,
      skippedIdentityCount: report.skippedIdentityCount, mostAnimated: report.mostEffects,
      mostAnimatedTime: report.mostEffectsTime, limit: report.effectLimit,
      framesOverLimit: report.framesOverLimit)
    row.changes = report.changes.map { change in
      KeptAnalysis.Transition.Change(
        time: change.time, id: change.id.displayText, old: change.old, new: change.new)
    }
    row.mismatches = report.mismatches.map { mismatch in
      KeptAnalysis.Transition.Mismatch(
        id: mismatch.id.displayText, from: mismatch.start, to: mismatch.end,
        isDrawnInView: mismatch.isDrawnInView, largestOffset: mismatch.largestOffset)
    }
    kept.transition = row
    try session.keep([kept], of: outcome)
  }
}
