import ScrollModel
import TestSupport
import Testing
import TextKit
import TraceImport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The captures that lie beside the repository.
enum Captures {
  static let folder = Repository.path("../shared/captures")

  /// Whether a capture is there; where it is not, a line says so, and under CI the test fails.
  static func has(_ name: String) -> Bool {
    if access("\(folder)/\(name)", R_OK) == 0 { return true }
    let isRequired = getenv("CI").map { $0.pointee != 0 } ?? false
    if isRequired { Issue.record("the capture \(name) is missing") }
    print("skipped 1 capture: \(name)")
    return false
  }

  /// Returns what the import of a capture gives.
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

/// What an import gave, its failure included.
struct ImportOutcome: Equatable {
  var events: [[TraceEvent]] = []
  var times: [[TraceTime]] = []
  var information: [TraceInformation] = []
  var diagnostics: [Diagnostic] = []
  var violations: [String] = []
  var error: String?

  /// Imports bytes as a format, so many at a time.
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
