import CommandLineKit
import ScrollModel
import TextKit
import TraceImport
import TraceStore

/// The report of an import about one file, for people and for programs.
struct ImportReport {
  private let result: ImportResult
  private let traceIDs: [Int64]
  private let loss: ImportLoss?
  private let restarts: ClockRestarts?

  init(_ result: ImportResult, _ store: TraceStore?) throws {
    self.result = result
    loss = ImportLoss(result)
    restarts = ClockRestarts(result)
    if let store, case .added(let id)? = result.outcome {
      traceIDs = try store.traces(ofCapture: id).map(\.id)
    } else {
      traceIDs = []
    }
  }

  private func id(_ index: Int) -> Int64? {
    traceIDs.indices.contains(index) ? traceIDs[index] : nil
  }

  // MARK: People

  func print(_ console: inout Console) {
    let file = DisplayText.escaped(result.file)
    if let failure = result.failure {
      console.printError("scrolltrace import: \(file): \(withoutName(failure.description))")
    } else if let skipped = result.skipped {
      // In a folder, the attempts are the same for all files; the first clause describes the file.
      let clause = withoutName(skipped).split(separator: ";", maxSplits: 1).first ?? ""
      console.print("\(file): skipped: \(DisplayText.escaped(String(clause)))")
    } else if case .known(let id)? = result.outcome {
      console.print(
        "\(file): already imported as capture \(id), nothing changed"
          + (result.asksForMore ? "; --again imports it with these options" : ""))
      printJoined(&console)
    } else if result.isBrief {
      console.print("\(file): \(brief)")
    } else {
      printHeadline(file, &console)
      printDetails(&console)
    }
  }

  /// Prints lost data first, so that it is in the first line.
  private func printHeadline(_ file: String, _ console: inout Console) {
    let warning: (text: String, cause: String)? =
      loss.map { ($0.text, $0.cause) } ?? restarts.map { ($0.text, ClockRestarts.cause) }
    guard let warning else { return console.print("\(file): \(headline)") }
    let style = console.style
    let ink: Style.Emphasis = loss == nil ? .yellow : .red
    console.print("\(file): " + style(DisplayText.escaped(warning.text), ink))
    console.print("  \(style("likely   ", .dim))" + DisplayText.escaped(warning.cause))
    console.print("  \(style("imported ", .dim))\(headline)")
  }

  /// An error without the file name, which is already printed.
  private func withoutName(_ text: String) -> String {
    for prefix in ["'\(result.file)': ", "'\(result.file)' "] where text.hasPrefix(prefix) {
      return String(text.dropFirst(prefix.count))
    }
    return text
  }

  private var headline: String {
    let names = result.traces.enumerated().map { index, trace in
      let name = "'\(DisplayText.escaped(trace.information.name))'"
      return id(index).map { "\($0) \(name)" } ?? name
    }
    return
      "\(counted(Int(result.summary.events), "event")) in \(counted(result.traces.count, "trace")): "
      + names.joined(separator: ", ") + (result.outcome == nil ? " (dry run)" : "")
  }

  private var brief: String {
    let format = result.format?.rawValue ?? "?"
    var text =
      "\(format), \(counted(Int(result.summary.events), "event")) in \(counted(result.traces.count, "trace"))"
    if result.diagnostics.losses > 0 { text += ", \(result.diagnostics.losses) lost" }
    if let loss { text += "; \(DisplayText.escaped(loss.text))" }
    return text
  }

  private func printDetails(_ console: inout Console) {
    let style = console.style
    func line(_ label: String, _ text: String) {
      let padded = label + String(repeating: " ", count: max(0, 9 - label.count))
      console.print("  \(style(padded, .dim))\(DisplayText.escaped(text))")
    }
    if let format = result.format {
      line("format", format.rawValue + (result.why.map { ": \($0.reason)" } ?? ": as requested"))
    }
    for (index, trace) in result.traces.enumerated() {
      let label = result.traces.count > 1 ? "trace \(id(index) ?? Int64(index + 1))" : "holds"
      line(label, "\(Self.counts(trace)), \(secondsText(trace.lastTime.nanoseconds))")
    }
    for text in result.joined?.tally.lacks.map(\.text) ?? lacks { line("missing", text) }
    let repairs = repairs
    if !repairs.isEmpty {
      line("repairs", repairs.map { "\($0.kind) × \($0.count)" }.joined(separator: ", "))
    }
    printDiagnostics(&console)
    printJoined(&console)
    if result.joined == nil { line("next", next) }
  }

  /// Prints the trace that was combined from the file and its companions, or would be.
  private func printJoined(_ console: inout Console) {
    guard let joined = result.joined else {
      for path in result.joins where result.outcome == nil {
        console.print("  with     \(DisplayText.escaped(path)): a dry run joins nothing")
      }
      return
    }
    console.print("  joined   \(joined.headline)")
    for line in joined.join.description { console.print("    " + DisplayText.escaped(line)) }
    console.print("  next     \(DisplayText.escaped(joined.next))")
  }

  private static func counts(_ trace: TraceImportSummary) -> String {
    let counts = trace.counts.filter { $0.count > 0 }.map { counted(Int($0.count), $0.noun) }
    return counts.isEmpty ? "no events" : counts.joined(separator: ", ")
  }

  /// The missing data, once for all traces that lack it.
  private var lacks: [String] {
    var texts: [(text: String, traces: [String])] = []
    for (index, trace) in result.traces.enumerated() {
      for lack in trace.lacks {
        let name = String(id(index) ?? Int64(index + 1))
        if let place = texts.firstIndex(where: { $0.text == lack.text }) {
          texts[place].traces.append(name)
        } else {
          texts.append((lack.text, [name]))
        }
      }
    }
    return texts.map { lack in
      guard lack.traces.count < result.traces.count else { return lack.text }
      let shown = lack.traces.prefix(8).joined(separator: ", ")
      return "\(lack.text) (trace \(shown)\(lack.traces.count > 8 ? ", …" : ""))"
    }
  }

  private var repairs: [(kind: String, count: Int64)] {
    var all: [(kind: String, count: Int64)] = []
    for repair in result.traces.flatMap(\.repairs) {
      if let place = all.firstIndex(where: { $0.kind == repair.kind }) {
        all[place].count += repair.count
      } else {
        all.append(repair)
      }
    }
    return all
  }

  private func printDiagnostics(_ console: inout Console) {
    let tally = result.diagnostics
    let source = result.file == "-" ? "standard input" : result.file
    Diagnostics.printFirst(tally.first, tally.bySeverity, source: source, &console)
    if tally.total > Int64(tally.first.count), result.outcome != nil {
      console.print("  … \(Diagnostics.allOfThem(in: result.database))")
    }
  }

  /// The next command, for the trace with the most data.
  private var next: String {
    let best = result.traces.indices.max { first, second in
      let (one, other) = (result.traces[first].events, result.traces[second].events)
      return one < other || (one == other && first > second)
    }
    let database = StorePath.words(result.database)
    guard let best else { return "scrolltrace list\(database)" }
    guard result.outcome != nil else {
      return "the same without --dry-run"
    }
    return result.traces[best].nextCommand(id: id(best), file: result.file) + database
  }

  /// The last line of an import of folders.
  static func total(_ results: [ImportResult]) -> String {
    let added = results.count { $0.failure == nil && $0.skipped == nil && !$0.isKnown }
    let known = results.count { $0.isKnown }
    let skipped = results.count { $0.skipped != nil }
    let failed = results.count { $0.failure != nil }
    return "\(counted(results.count, "file")): \(added) imported, \(known) known before, "
      + "\(skipped) skipped, \(failed) failed"
  }

  // MARK: Programs

  static func write(
    _ results: [ImportResult], _ store: TraceStore?, _ json: inout JSONWriter
  ) throws {
    json.key("files")
    json.beginArray()
    for result in results { try ImportReport(result, store).write(&json) }
    json.endArray()
  }

  private var status: String {
    if result.failure != nil { return "failed" }
    if result.skipped != nil { return "skipped" }
    switch result.outcome {
    case .added?: return "added"
    case .known?: return "known"
    case nil: return "read"
    }
  }

  private func write(_ json: inout JSONWriter) {
    json.beginObject()
    json.member("file", result.file)
    json.member("status", status)
    switch result.outcome {
    case .added(let id)?, .known(let id)?: json.member("capture", id)
    case nil: break
    }
    if let error = result.failure?.description ?? result.skipped { json.member("error", error) }
    if let format = result.format {
      json.member("format", format.rawValue)
      json.member("reason", result.why?.reason)
      json.member("confidence", result.why.map { Int64($0.confidence) })
    }
    if status == "added" || status == "read" { writeContent(&json) }
    if let joined = result.joined {
      json.key("joined")
      json.beginObject()
      joined.write(&json)
      json.endObject()
    }
    json.endObject()
  }

  private func writeContent(_ json: inout JSONWriter) {
    json.member("events", result.summary.events)
    json.member("loss", loss?.text)
    json.member("clock_restarts", restarts?.count ?? 0)
    json.key("traces")
    json.beginArray()
    for (index, trace) in result.traces.enumerated() {
      json.beginObject()
      json.member("trace", id(index))
      json.member("name", trace.information.name)
      json.member("space", trace.information.coordinateSpace.rawValue)
      json.member("duration_ns", trace.lastTime.nanoseconds)
      for count in trace.counts { json.member(count.key, count.count) }
      json.key("missing")
      json.beginArray()
      for lack in trace.lacks { json.value(lack.text) }
      json.endArray()
      json.key("repairs")
      json.beginArray()
      for repair in trace.repairs {
        json.beginObject()
        json.member("kind", repair.kind)
        json.member("count", repair.count)
        json.endObject()
      }
      json.endArray()
      json.endObject()
    }
    json.endArray()
    json.key("diagnostics")
    json.beginArray()
    for count in result.diagnostics.counts {
      json.beginObject()
      json.member("kind", count.kind)
      json.member("severity", count.severity.name)
      json.member("count", count.count)
      json.endObject()
    }
    json.endArray()
    json.member("next", next)
  }
}

extension ImportResult {
  /// Whether the same bytes were imported before.
  var isKnown: Bool { if case .known? = outcome { true } else { false } }
}
