import ScrollModel
import TestSupport
import Testing
import TextKit
import TraceImport

/// Traces of browsers and systems in the reference material, and seeds of our own.
enum TracingCaptures {
  /// Returns the path of a capture; if it is missing, the check is counted as skipped.
  static func path(_ name: String) -> String? { Reference.path("captures/\(name)") }

  /// Returns the bytes of a seed.
  static func seed(_ name: String) throws -> [UInt8] {
    try Files.read(Repository.path("Tests/TraceImportTests/Seeds/\(name)"))
  }

  /// Returns the import of a capture, with the recognized format.
  static func read(_ path: String) throws -> (format: CaptureFormat, sink: CollectingSink) {
    let source = try ByteSource(path: path)
    let format = try #require(CaptureFormat.recognize(FormatHead(of: source))).format
    var sink = CollectingSink()
    _ = try format.read(source, into: &sink)
    return (format, sink)
  }
}

/// The result of importing bytes, including a failure.
struct TracingOutcome: Equatable {
  var events: [[TraceEvent]]
  var times: [[TraceTime]]
  var information: [TraceInformation]
  var diagnostics: [Diagnostic]
  var violations: [String]
  var error: String?

  init(_ format: CaptureFormat, _ bytes: [UInt8], chunkSize: Int = .max) {
    var sink = CollectingSink()
    do {
      let source = ByteSource(bytes: bytes, name: "test", chunkSize: chunkSize)
      _ = try format.read(source, into: &sink)
    } catch {
      self.error = "\(error)"
    }
    events = sink.traces.map(\.events)
    times = sink.traces.map(\.times)
    information = sink.traces.map(\.information)
    diagnostics = sink.diagnostics
    violations = sink.violations
    violations += sink.traces.compactMap { ModelLimits.problem(with: $0.information) }
  }

  /// The number of events that are not remarks.
  var eventCount: Int {
    events.joined().count { if case .stream = $0 { false } else { true } }
  }

  /// The number of offsets.
  var frameCount: Int {
    events.joined().count { if case .observation(.frame) = $0 { true } else { false } }
  }
}

extension CollectingSink.Trace {
  /// The offsets with their times in nanoseconds.
  var frames: [(time: Int64, offset: Point)] {
    zip(times, events).compactMap { time, event in
      guard case .observation(.frame(let frame)) = event else { return nil }
      return (time.nanoseconds, frame.offset)
    }
  }

  /// The annotations of a kind with their times in nanoseconds.
  func notes(_ kind: String) -> [(time: Int64, note: Annotation)] {
    zip(times, events).compactMap { time, event in
      guard case .observation(.annotation(let note)) = event, note.kind == kind else { return nil }
      return (time.nanoseconds, note)
    }
  }

  /// The changes of the scroll phase.
  var phases: [ScrollPhase] {
    events.compactMap { event in
      guard case .observation(.phase(let change)) = event else { return nil }
      return change.new
    }
  }
}

/// A page's own log of a recording.
struct PageTruth {
  /// Milliseconds on the page's clock, and the offset in whole pixels.
  var frames: [(time: Double, x: Double, y: Double)] = []
  /// The kind and the event time of each finger or wheel event.
  var inputs: [(kind: String, time: Double)] = []
  /// The times of the page's `scrollend` events.
  var scrollEnds: [Double] = []

  /// Reads the log of a run.
  init(path: String) throws {
    let lines = LineReader(try ByteSource(path: path))
    while let line = try lines.next() {
      var (kind, event) = ("", "")
      var (time, eventTime, x, y) = (0.0, 0.0, 0.0, 0.0)
      var scanner = JSONScanner(line.bytes)
      try scanner.beginObject()
      while let key = try scanner.nextKey() {
        switch key {
        case "k": kind = try scanner.string()
        case "ev": event = try scanner.string()
        case "t": time = try scanner.double()
        case "et": eventTime = try scanner.double()
        case "x": x = try scanner.double()
        case "y": y = try scanner.double()
        default: break
        }
      }
      switch kind {
      case "frame": frames.append((time, x, y))
      case "touch": inputs.append((event, eventTime))
      case "wheel": inputs.append(("wheel", eventTime))
      case "scrollev" where event == "scrollend": scrollEnds.append(time)
      default: break
      }
    }
  }
}
