import ScrollModel
import TestSupport
import Testing
import TextKit
import TraceImport

/// The captures of the reference material.
enum Captures {
  static let folder = "\(Reference.folder)/captures"

  /// Whether a capture exists; if not, the check is counted as skipped.
  static func has(_ name: String) -> Bool { Reference.path("captures/\(name)") != nil }

  /// Returns the import of a capture.
  static func read(
    _ name: String, options: ImportOptions = ImportOptions()
  ) throws -> (format: CaptureFormat, sink: CollectingSink, summary: ImportSummary) {
    let source = try ByteSource(path: "\(folder)/\(name)")
    let format = try #require(CaptureFormat.recognize(FormatHead(of: source))).format
    var sink = CollectingSink()
    let summary = try format.read(source, options: options, into: &sink)
    return (format, sink, summary)
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    let source = try ByteSource(path: "\(folder)/\(name)")
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 20))
    while true {
      let count = try source.read(into: &buffer)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }
}

/// The result of an import, including a failure.
struct ImportOutcome: Equatable {
  var events: [[TraceEvent]] = []
  var times: [[TraceTime]] = []
  var information: [TraceInformation] = []
  var diagnostics: [Diagnostic] = []
  var violations: [String] = []
  var error: String?

  /// Imports bytes as a format, in chunks of the given size.
  init(
    _ format: CaptureFormat, _ bytes: [UInt8], chunkSize: Int = .max, companions: [[UInt8]] = [],
    screen: Size? = nil
  ) {
    var sink = CollectingSink()
    var options = ImportOptions()
    options.screen = screen
    options.companions = companions.map { ByteSource(bytes: $0, chunkSize: chunkSize) }
    do {
      _ = try format.read(
        ByteSource(bytes: bytes, name: "test", chunkSize: chunkSize), options: options,
        into: &sink)
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
}

extension CollectingSink.Trace {
  /// The offsets with their times in milliseconds.
  var offsets: [(time: Double, offset: Point)] {
    zip(times, events).compactMap { time, event in
      guard case .observation(.frame(let frame)) = event else { return nil }
      return (time.milliseconds, frame.offset)
    }
  }

  /// The touches with their times in milliseconds.
  var touches: [(time: Double, touch: TouchSample)] {
    zip(times, events).compactMap { time, event in
      guard case .input(.touch(let touch)) = event else { return nil }
      return (time.milliseconds, touch)
    }
  }
}
