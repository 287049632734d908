import CommandLineKit
import TextKit
import TraceImport

/// `formats`: lists the formats that `import` reads.
struct FormatsCommand: CommandLineKit.Command {
  static let name = "formats"
  static let abstract = "List the formats that import reads."
  static let discussion = """
    For each format: what makes it, and by what import recognizes it. With files, print which format \
    each one has and why, without reading more than its first 64 KiB.
    """
  static let examples = [
    Example("scrolltrace formats", "the list"),
    Example("scrolltrace formats capture.bin", "the format of a file"),
  ]
  static let parameters: [Parameter<Self>] = [
    .argument(
      "file", \.files, "Files to examine.", isRequired: false, completion: .files),
    .flag("json", \.isJSON, "Print the result as JSON."),
  ]

  var files: [String] = []
  var isJSON = false

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      guard files.isEmpty else { return try recognize(&console) }
      if isJSON {
        try console.printJSON { json in
          json.key("formats")
          json.beginArray()
          for format in CaptureFormat.allCases {
            let guide = FormatGuide.guide(to: format)
            json.beginObject()
            json.member("format", format.rawValue)
            json.member("made_by", guide?.madeBy)
            json.member("known_by", guide?.knownBy)
            json.endObject()
          }
          json.endArray()
        }
        return .ok
      }
      var table = TextTable([
        .init("format", canBeCut: false), .init("made by"), .init("known by"),
      ])
      for format in CaptureFormat.allCases {
        let guide = FormatGuide.guide(to: format)
        table.add([
          .init(format.rawValue), .init(guide?.madeBy ?? ""), .init(guide?.knownBy ?? ""),
        ])
      }
      table.print(to: &console)
      return .ok
    }
  }

  private func recognize(_ console: inout Console) throws -> ExitCode {
    var found: [(file: String, format: CaptureFormat, why: Recognition)] = []
    var failures: [Failure] = []
    for file in files {
      do {
        let source = try ByteSource(path: file, operations: Interruption.operations())
        let head = FormatHead(of: source)
        guard let best = CaptureFormat.recognize(head) else {
          throw FormatGuide.unknown(source, head)
        }
        found.append((file, best.format, best.why))
      } catch {
        failures.append(Failure(error))
      }
    }
    if isJSON {
      try console.printJSON(isComplete: failures.isEmpty) { json in
        json.key("files")
        json.beginArray()
        for entry in found {
          json.beginObject()
          json.member("file", entry.file)
          json.member("format", entry.format.rawValue)
          json.member("confidence", Int64(entry.why.confidence))
          json.member("reason", entry.why.reason)
          json.endObject()
        }
        json.endArray()
      }
    } else {
      for entry in found {
        console.print(
          "\(DisplayText.escaped(entry.file)): \(entry.format.rawValue): \(entry.why.reason)")
      }
    }
    for failure in failures { console.printError("scrolltrace formats: \(failure.description)") }
    guard let first = failures.first else { return .ok }
    return found.isEmpty ? first.exitCode : .partial
  }
}

/// Descriptions of formats for people.
enum FormatGuide {
  /// The programs that write a format, and how it is recognized.
  struct Guide {
    let madeBy: String
    let knownBy: String
  }

  /// The guide to each format, by name.
  private static let guides: [(name: String, guide: Guide)] = [
    (
      "scrolltrace-jsonl",
      Guide(
        madeBy: "our own log (docs/format.md)",
        knownBy: "a first line of JSON with the key 'scrolltrace'")
    ),
    (
      "getevent",
      Guide(
        madeBy: "adb shell getevent -lt, or -t",
        knownBy: "lines such as '[ 12.345678] EV_ABS ABS_X 00000168'")
    ),
    (
      "evemu",
      Guide(
        madeBy: "evemu-record", knownBy: "'# EVEMU', or lines such as 'E: 0.000001 0003 0035 16'")
    ),
    (
      "libinput-record",
      Guide(madeBy: "libinput record", knownBy: "'# libinput record' and YAML with 'ndevices:'")
    ),
    (
      "libinput-debug-events",
      Guide(
        madeBy: "libinput debug-events", knownBy: "lines such as ' event7 TOUCH_DOWN +0.272s …'")
    ),
    (
      "rrweb",
      Guide(
        madeBy: "rrweb and what embeds it (PostHog, Sentry, …)",
        knownBy: "JSON events with 'type', 'timestamp' and 'data'")
    ),
    (
      "csv",
      Guide(
        madeBy: "spreadsheets and scripts",
        knownBy: "columns such as 't_ms,offset_x,offset_y'")
    ),
    (
      "flutter-gestures",
      Guide(
        madeBy: "Flutter's gesture_recorder and PointerDataRecord",
        knownBy: "JSON with packets of pointer data")
    ),
    (
      "playwright-trace",
      Guide(madeBy: "Playwright's tracing", knownBy: "a zip with 'trace.trace'")
    ),
    (
      "webdriver-log",
      Guide(
        madeBy: "chromedriver --verbose, W3C actions",
        knownBy: "PerformActions with 'actions' of a pointer")
    ),
    (
      "chrome-recorder",
      Guide(madeBy: "the Recorder panel of Chrome", knownBy: "JSON with 'title' and 'steps'")
    ),
    (
      "chrome-trace",
      Guide(
        madeBy: "Chrome's tracing with cc,input,input.scrolling",
        knownBy: "JSON with 'traceEvents', or an array of events with 'ph' and 'ts'")
    ),
    (
      "perfetto",
      Guide(
        madeBy: "Perfetto and Chrome's protobuf traces",
        knownBy: "protobuf packets: 0x0A and a length, again and again")
    ),
    (
      "xctrace-xml",
      Guide(madeBy: "xctrace export --xpath", knownBy: "XML with '<trace-query-result>'")
    ),
  ]

  /// Returns the guide to a format.
  static func guide(to format: CaptureFormat) -> Guide? {
    guides.first { $0.name == format.rawValue }?.guide
  }

  /// The error for a source in an unknown format: the attempts and the remedy, or the error that
  /// prevented reading more of it.
  static func unknown(_ source: ByteSource, _ head: FormatHead) -> any Error {
    if head.isWhole, let failure = failure(behind: head, of: source) { return failure }
    guard !head.bytes.isEmpty else {
      return ImportError(.nothingWhole, "'\(source.name)' is empty")
    }
    if let other = SimulationInput.name(of: head.bytes, isWhole: head.isWhole, path: source.name) {
      return ImportError(.unknownFormat, "'\(source.name)' \(other)")
    }
    let close = CaptureFormat.nearMiss(head).map { "; \($0)" } ?? ""
    let tried = CaptureFormat.allCases.map(\.rawValue).joined(separator: ", ")
    return ImportError(
      .unknownFormat,
      "'\(source.name)' is in no known format: it starts with \(start(head.bytes))\(close); "
        + "tried \(tried); "
        + "'scrolltrace formats' describes each of them, and 'scrolltrace import --as FORMAT' reads it "
        + "as one")
  }

  /// The error at the end of a source's head.
  private static func failure(behind head: FormatHead, of source: ByteSource) -> InputError? {
    var buffer = [UInt8](repeating: 0, count: max(1, head.bytes.count))
    do throws(InputError) {
      while try source.read(into: &buffer) > 0 {}
      return nil
    } catch {
      return error
    }
  }

  /// The first bytes in a recognizable form.
  private static func start(_ bytes: [UInt8]) -> String {
    let kinds: [(magic: [UInt8], name: String)] = [
      (Array("SQLite format 3".utf8), "a SQLite header; 'scrolltrace list --db' opens a store"),
      ([0x50, 0x4B, 0x03, 0x04], "a zip header"), ([0x89, 0x50, 0x4E, 0x47], "a PNG header"),
      ([0x25, 0x50, 0x44, 0x46], "a PDF header"), ([0x62, 0x70, 0x6C, 0x69], "a binary plist"),
    ]
    for kind in kinds where bytes.starts(with: kind.magic) { return kind.name }
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }.prefix(32)
    return "'\(DisplayText.escaped(line))'"
  }
}
