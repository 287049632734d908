import CommandLineKit
import ScrollModel
import TextKit
import TraceImport
import TraceStore

/// The lost data of an import, if it is significant.
///
/// Significant is: 5 % of a trace's events if that is more than one, as many frames with decreasing
/// times, any layout, or all events of a required kind. An incomplete last line is not.
struct ImportLoss {
  /// The significant fraction of a trace's lost events.
  private static let share = 0.05

  /// The lost data, with numbers.
  let text: String
  /// The likely cause, and the remedy.
  let cause: String

  init?(_ result: ImportResult) {
    let found = Self.losses(of: result)
    guard let first = found.first else { return nil }
    let others = found.count > 1 ? "; \(counted(found.count - 1, "more trace")) lost events" : ""
    text = first + others
    cause = Self.cause(result)
  }

  /// One sentence for each trace with a significant loss.
  private static func losses(of result: ImportResult) -> [String] {
    let summary = result.summary
    guard !summary.losses.isEmpty else {
      let lost = result.diagnostics.losses
      return isTooMuch(lost, of: lost.heldSum(with: summary.events))
        ? ["\(amount(lost, of: lost.heldSum(with: summary.events))) were lost"] : []
    }
    return zip(summary.losses, result.traces).compactMap { losses, trace in
      let all = losses.events.heldSum(with: trace.sourceEvents)
      let name = "of the trace '\(trace.information.name)'"
      if isTooMuch(losses.events, of: all) {
        return "\(amount(losses.events, of: all)) \(name) were lost"
      }
      if isTooMuch(losses.disorderedFrames, of: trace.frames) {
        return "the times of \(losses.disorderedFrames) of \(counted(Int(trace.frames), "frame")) "
          + "\(name) run backwards: no time of it can be trusted"
      }
      if let kind = losses.kinds.first(where: { $0.word == "layout" }) {
        return "\(counted(Int(kind.count), "layout")) \(name) \(kind.count == 1 ? "was" : "were") "
          + "lost: nothing can be judged about its targets"
      }
      if let kind = losses.kinds.first(where: { trace.count(ofKind: $0.word) == 0 }) {
        return "all '\(kind.word)' events \(name) were lost (\(kind.count))"
      }
      return nil
    }
  }

  private static func isTooMuch(_ lost: Int64, of all: Int64) -> Bool {
    lost > 1 && Double(lost) >= Double(all) * share
  }

  private static func amount(_ lost: Int64, of all: Int64) -> String {
    let percent = Double(lost) * 100 / Double(max(all, 1))
    return "\(lost) of \(counted(Int(all), "event")) (\(pointsText(percent)) %)"
  }

  /// The likely cause, by the kind of diagnostic of most lost events.
  private static func cause(_ result: ImportResult) -> String {
    let worst = result.diagnostics.counts.filter { $0.severity >= .dataLoss }
      .max { ($0.count, $1.kind) < ($1.count, $0.kind) }
    let source = result.file == "-" ? "standard input" : result.file
    let first = result.diagnostics.firstLoss.map {
      "; the first one: " + Diagnostics.text($0, source: source)
    }
    switch worst?.kind {
    case "time-backwards", "time-jump":
      return "the times of the lines are not in order. Sort the lines by 't', or give every clock "
        + "a trace of its own" + (first ?? "")
    case "line-too-long", "layout-too-long", "unfinished-layout":
      return "the recorder wrote a layout that is too long or not finished" + (first ?? "")
    case "damaged-gzip", "cut-off-line":
      return "the file was cut off or damaged on its way. Copy it again" + (first ?? "")
    case let kind?:
      let page = result.format == .native ? "docs/format.md" : "docs/formats"
      return
        "the recorder writes records that are not valid ('\(kind)'). \(page) lists what is read"
        + (first ?? "")
    case nil: return ClockRestarts.cause
    }
  }
}

/// The number of clock restarts of a recorder: no data is lost, but a replay cannot cross them.
struct ClockRestarts {
  let count: Int64

  init?(_ result: ImportResult) {
    count = result.summary.losses.reduce(0) { $0.heldSum(with: $1.restarts) }
    if count == 0 { return nil }
  }

  var text: String {
    "the recorder's clock restarted \(counted(Int(count), "time")); every event was kept, but "
      + "how long the \(count == 1 ? "pause" : "pauses") took is not known, and no replay crosses "
      + (count == 1 ? "it" : "them")
  }

  static let cause =
    "the clock is kept in a view or object that the app creates again. Keep it where it survives: "
    + "docs/capturing.md has recipes"
}

extension TraceImportSummary {
  /// The number of the trace's events in the source, without those of the reader.
  var sourceEvents: Int64 {
    repairs.reduce(max(0, events - gaps)) { max(0, $0 - $1.count) }
  }

  /// The number of events of a line kind; nil for kinds that no analysis needs.
  func count(ofKind word: String) -> Int64? {
    switch word {
    case "touch": touchSamples
    case "wheel": wheelSteps
    case "command": commands
    case "layout": layouts
    case "edit": edits
    case "container": containerChanges
    case "frame": frames
    case "phase": phaseChanges
    case "position": positionReports
    case "visibility", "visible": visibilityEvents
    case "release": releases
    default: nil
    }
  }
}
