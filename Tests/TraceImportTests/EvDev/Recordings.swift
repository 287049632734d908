import ScrollModel
import TestSupport
import Testing
import TextKit
import TraceImport

/// The comparable result of an import, including a failure.
struct ImportResult: Equatable {
  var events: [[TraceEvent]] = []
  var times: [[TraceTime]] = []
  var information: [TraceInformation] = []
  var diagnostics: [Diagnostic] = []
  var violations: [String] = []
  var error: String?

  init(
    _ bytes: [UInt8], as format: CaptureFormat, chunkSize: Int = .max,
    with companions: [[UInt8]] = [], screen: Size? = nil, panel: Size? = nil
  ) {
    var sink = CollectingSink()
    var options = ImportOptions()
    options.screen = screen
    options.panel = panel
    options.companions = companions.map { ByteSource(bytes: $0, chunkSize: chunkSize) }
    do {
      let source = ByteSource(bytes: bytes, name: "recording", chunkSize: chunkSize)
      _ = try format.read(source, options: options, into: &sink)
    } catch {
      self.error = "\(error)"
    }
    events = sink.traces.map(\.events)
    times = sink.traces.map(\.times)
    information = sink.traces.map(\.information)
    diagnostics = sink.diagnostics
    violations = sink.violations
  }

  init(
    _ text: String, as format: CaptureFormat, chunkSize: Int = .max, screen: Size? = nil,
    panel: Size? = nil
  ) {
    self.init(
      Array(text.utf8), as: format, chunkSize: chunkSize, screen: screen, panel: panel)
  }

  /// All touch samples of a trace.
  func touches(of trace: Int = 0) -> [TouchSample] {
    guard events.indices.contains(trace) else { return [] }
    return events[trace].compactMap {
      if case .input(.touch(let sample)) = $0 { sample } else { nil }
    }
  }

  /// All wheel steps of a trace.
  func wheels(of trace: Int = 0) -> [WheelSample] {
    guard events.indices.contains(trace) else { return [] }
    return events[trace].compactMap {
      if case .input(.wheel(let sample)) = $0 { sample } else { nil }
    }
  }

  /// Touches as short text: `16 began 300,900`.
  func lines(of trace: Int = 0) -> [String] {
    touches(of: trace).map {
      "\($0.pointer) \($0.phase) \(Int($0.position.x)),\(Int($0.position.y))"
    }
  }

  var kinds: [String] { diagnostics.map(\.kind) }

  /// The events of a trace without the reader's remarks about the stream.
  func content(of trace: Int) -> [TraceEvent] {
    guard events.indices.contains(trace) else { return [] }
    return events[trace].filter { if case .stream = $0 { false } else { true } }
  }
}

/// Small recordings of our own, one folder per format.
struct Seed: Sendable, CustomTestStringConvertible {
  let format: CaptureFormat
  let name: String
  var testDescription: String { "\(format.rawValue)/\(name)" }

  func bytes() throws -> [UInt8] {
    try Files.read(
      Repository.path("Tests/TraceImportTests/Seeds/\(format.rawValue)/\(name)"))
  }

  static let devices: [Seed] = [.getevent, .evemu, .libinputRecord, .libinputDebugEvents]
    .flatMap { (format: CaptureFormat) in
      Files.names(in: Repository.path("Tests/TraceImportTests/Seeds/\(format.rawValue)"))
        .map { Seed(format: format, name: $0) }
    }
}
