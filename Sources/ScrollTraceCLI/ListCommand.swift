import CommandLineKit
import ScrollModel
import TextKit
import TraceStore

/// `list`: lists the contents of the store.
struct ListCommand: CommandLineKit.Command {
  static let name = "list"
  static let abstract = "List the traces of the store."
  static let examples = [Example("scrolltrace list", "what is in ./scrolltrace.sqlite")]
  static let parameters: [Parameter<Self>] = [
    .store(\.database),
    .flag("names", \.printsNames, "Print only names, one a line, as verbs take them."),
    .flag("json", \.isJSON, "Print the result as JSON."),
    .flag("no-check", \.skipsCheck, "Do not look for damaged pages first."),
  ]

  var database: String?
  var printsNames = false
  var isJSON = false
  var skipsCheck = false

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      let store = try StorePath.openToRead(database, skipsCheck: skipsCheck, &console)
      let captures = try store.captures()
      let traces = try store.traces()
      guard !(printsNames && isJSON) else {
        throw UsageError("--names and --json exclude each other")
      }
      if printsNames {
        for word in Self.words(for: traces) { console.print(word) }
      } else if isJSON {
        try printJSON(captures, traces, &console)
      } else {
        printTable(captures, traces, &console)
        for capture in captures where !printsNames && !capture.isClosed {
          console.print(
            "capture \(capture.id) was not closed by its writer; if none is at work, run "
              + "'scrolltrace recover \(DisplayText.escaped(store.path))' to keep the intact part"
          )
        }
      }
      try store.close()
      return traces.isEmpty ? .nothingMatched : .ok
    }
  }

  /// A word for each trace: its name if that is one unique plain word, else its number.
  private static func words(for traces: [TraceRecord]) -> [String] {
    let names = Dictionary(grouping: traces, by: \.information.name)
    return traces.map { trace in
      let name = trace.information.name
      let isPlain =
        !name.isEmpty && Int64(name) == nil && !name.utf8.starts(with: "-".utf8)
        && name.unicodeScalars.allSatisfy {
          $0.properties.isAlphabetic || $0.properties.numericType != nil
            || "._-".unicodeScalars.contains($0)
        }
      return isPlain && names[name]?.count == 1 ? name : "\(trace.id)"
    }
  }

  private func printTable(
    _ captures: [CaptureRecord], _ traces: [TraceRecord], _ console: inout Console
  ) {
    guard !traces.isEmpty else {
      console.print("no traces")
      return
    }
    var table = TextTable([
      .init("trace", .right), .init("name"), .init("duration", .right), .init("events", .right),
      .init("state"), .init("source"),
    ])
    let byID = Dictionary(captures.map { ($0.id, $0) }) { first, _ in first }
    for trace in traces {
      let capture = byID[trace.captureID]
      let state =
        trace.isSealed ? "sealed" : capture?.isClosed == false ? "not closed" : "not sealed"
      table.add([
        .init(String(trace.id)), .init(trace.information.name),
        .init(trace.duration.map { secondsText($0.nanoseconds) } ?? "?"),
        .init(trace.eventCount.map(String.init) ?? "?"), .init(state),
        .init(capture?.sourceName ?? capture?.format ?? "?"),
      ])
    }
    table.print(to: &console)
  }

  private func printJSON(
    _ captures: [CaptureRecord], _ traces: [TraceRecord], _ console: inout Console
  ) throws {
    let ofCapture = Dictionary(grouping: traces, by: \.captureID)
    try console.printJSON { json in
      json.key("captures")
      json.beginArray()
      for capture in captures {
        json.beginObject()
        json.member("capture", capture.id)
        json.member("format", capture.format)
        json.member("source", capture.sourceName)
        json.member("file_hash", hex: capture.fileHash)
        json.member("byte_count", capture.byteCount)
        json.member("added_unix_ms", capture.addedUnixMilliseconds)
        json.member("tool_version", capture.toolVersion)
        json.member("is_closed", capture.isClosed)
        json.key("traces")
        json.beginArray()
        for trace in ofCapture[capture.id] ?? [] { write(trace, &json) }
        json.endArray()
        json.endObject()
      }
      json.endArray()
    }
  }

  private func write(_ trace: TraceRecord, _ json: inout JSONWriter) {
    json.beginObject()
    json.member("trace", trace.id)
    json.member("name", trace.information.name)
    json.member("parent", trace.information.parentName)
    json.member("is_sealed", trace.isSealed)
    json.member("duration_ns", trace.duration?.nanoseconds)
    json.member("event_count", trace.eventCount)
    json.endObject()
  }
}
