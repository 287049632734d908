public import ScrollModel
public import TextKit

/// The first bytes of a source after decompression, by which a format is recognized.
public struct FormatHead: Sendable {
  /// The number of bytes that are examined.
  public static let length = 1 << 16

  /// The bytes, at most `length`.
  public let bytes: [UInt8]
  /// Whether the source ends with them.
  public let isWhole: Bool

  /// Creates a head from the first bytes of a source.
  public init(_ bytes: [UInt8], isWhole: Bool) {
    self.bytes = bytes
    self.isWhole = isWhole
  }

  /// Reads the first bytes of a source without consuming them.
  public init(of source: ByteSource) {
    let bytes = source.head(Self.length)
    self.init(bytes, isWhole: bytes.count < Self.length)
  }

  /// The problem of a source that was compressed twice, and the remedy.
  var packingProblem: String? {
    bytes.starts(with: [0x1F, 0x8B]) ? "is gzip inside of gzip; unpack it once" : nil
  }

  /// The problem of text in UTF-16, in which every other byte of English is 0, and the remedy.
  var encodingProblem: String? {
    let start = bytes.prefix(64)
    let isAlternating = (0...1).contains { side in
      start.count >= 8 && start.indices.allSatisfy { (start[$0] == 0) == ($0 & 1 == side) }
    }
    let hasMark = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    return hasMark || isAlternating
      ? "is text in UTF-16, which is not read; save it as UTF-8 (a spreadsheet calls it 'CSV UTF-8')"
      : nil
  }
}

/// The reason why a source is recognized as a format.
public struct Recognition: Hashable, Sendable {
  /// The confidence: 100 is a magic number, 50 typical keys, 10 a guess by shape.
  public let confidence: Int
  /// The evidence, as a clause: "line 1 is a scrolltrace header".
  public let reason: String

  /// Creates a recognition.
  public init(confidence: Int, reason: String) {
    self.confidence = confidence
    self.reason = reason
  }
}

/// Information from the user that a source's bytes do not contain.
public struct ImportOptions {
  /// Size of the screen or container in points, for devices with their own units.
  public var screen: Size?
  /// The number of touch panel units on each axis, if the source does not contain it.
  public var panel: Size?
  /// Other files of the same recording: the touches of a CSV, the description of an evdev device.
  public var companions: [ByteSource] = []
  /// Options of the native format.
  public var native = NativeReader.Options()

  /// Creates default options.
  public init() {}
}

/// A file format that traces are imported from.
///
/// There is one case per format, so that a reader is compiled for its sink. Readers are independent
/// of each other and of the store; only this type refers to all of them.
public enum CaptureFormat: String, CaseIterable, Hashable, Sendable {
  /// The native log: one JSON object per line.
  case native = "scrolltrace-jsonl"
  /// Recordings of web pages by rrweb and its forks.
  case rrweb
  /// Scroll logs as tables.
  case csv
  /// Pointer data that Flutter apps recorded.
  case flutter = "flutter-gestures"
  /// Traces of Playwright.
  case playwright = "playwright-trace"
  /// Logs of browser drivers, and W3C actions.
  case webDriver = "webdriver-log"
  /// Flows of Chrome's recorder panel.
  case recorderFlow = "chrome-recorder"
  /// Android's `getevent` with times, in numbers or labels.
  case getevent
  /// `evemu-record`, with its description in the same or another file.
  case evemu
  /// The YAML of `libinput record`.
  case libinputRecord = "libinput-record"
  /// The output of `libinput debug-events`.
  case libinputDebugEvents = "libinput-debug-events"
  /// Chrome's trace-event JSON.
  case chromeTrace = "chrome-trace"
  /// Perfetto's protobuf traces, of Chrome and of Android.
  case perfetto = "perfetto"
  /// The XML output of `xctrace export`.
  case xctrace = "xctrace-xml"

  /// Returns the reason why a source is recognized as this format, or nil.
  public func recognize(_ head: FormatHead) -> Recognition? {
    if let found = recognizeBare(head) { return found }
    // Other parts of a Playwright trace belong to that trace.
    guard PlaywrightImport.recognize(head) == nil else { return nil }
    return ZippedCapture.recognize(head, by: recognizeBare)
  }

  /// The same for a source that is not in an archive.
  private func recognizeBare(_ head: FormatHead) -> Recognition? {
    switch self {
    case .native: NativeImport.recognize(head)
    case .rrweb: RRWebImport.recognize(head)
    case .csv: CSVImport.recognize(head)
    case .flutter: FlutterImport.recognize(head)
    case .playwright: PlaywrightImport.recognize(head)
    case .webDriver: WebDriverImport.recognize(head)
    case .recorderFlow: RecorderFlowImport.recognize(head)
    case .getevent, .evemu, .libinputRecord, .libinputDebugEvents:
      EvDevImport.recognize(head, as: self)
    case .chromeTrace: ChromeTraceImport.recognize(head)
    case .perfetto: PerfettoImport.recognize(head)
    case .xctrace: XCTraceImport.recognize(head)
    }
  }

  /// Writes every trace of a source to a sink.
  ///
  /// `progress` is called periodically with the number of raw bytes read. Damage is reported as
  /// diagnostics. Errors of the sink and of the system are thrown, and `ImportError` if nothing can
  /// be read.
  public func read<Sink: TraceSink>(
    _ source: ByteSource, options: ImportOptions = ImportOptions(), into sink: inout Sink,
    progress: (Int64) throws -> Void = { _ in }
  ) throws -> ImportSummary {
    guard ZipReader.recognizes(source.head(4)), self != .playwright || isPacked(source) else {
      return try readBare(source, options: options, into: &sink, progress: progress)
    }
    return try ZippedCapture.read(source, knownBy: recognizeBare, into: &sink) { member, sink in
      try readBare(member, options: options, into: &sink) { _ in try progress(source.rawCount) }
    }
  }

  /// Whether a Playwright trace, which is itself an archive, is inside another archive.
  private func isPacked(_ source: ByteSource) -> Bool {
    let head = FormatHead(of: source)
    return recognizeBare(head) == nil && recognize(head) != nil
  }

  private func readBare<Sink: TraceSink>(
    _ source: ByteSource, options: ImportOptions, into sink: inout Sink,
    progress: (Int64) throws -> Void
  ) throws -> ImportSummary {
    switch self {
    case .native:
      try NativeImport.read(source, options: options.native, into: &sink, progress: progress)
    case .rrweb:
      try RRWebImport.read(source, options: options, into: &sink, progress: progress)
    case .csv:
      try CSVImport.read(source, options: options, into: &sink, progress: progress)
    case .flutter:
      try FlutterImport.read(source, options: options, into: &sink, progress: progress)
    case .playwright:
      try PlaywrightImport.read(source, options: options, into: &sink, progress: progress)
    case .webDriver:
      try WebDriverImport.read(source, options: options, into: &sink, progress: progress)
    case .recorderFlow:
      try RecorderFlowImport.read(source, options: options, into: &sink, progress: progress)
    case .getevent, .evemu, .libinputRecord, .libinputDebugEvents:
      try EvDevImport.read(source, as: self, options: options, into: &sink, progress: progress)
    case .chromeTrace:
      try ChromeTraceImport.read(source, options: options, into: &sink, progress: progress)
    case .perfetto:
      try PerfettoImport.read(source, options: options, into: &sink, progress: progress)
    case .xctrace:
      try XCTraceImport.read(source, options: options, into: &sink, progress: progress)
    }
  }

  /// Whether a source describes input devices without events, so that it belongs to a recording.
  public func isDeviceDescription(_ head: FormatHead) -> Bool {
    EvDevImport.isDescription(head, as: self)
  }

  /// Returns the format that an unrecognized source resembles, as a sentence without a period; nil
  /// if none.
  public static func nearMiss(_ head: FormatHead) -> String? {
    (head.packingProblem ?? head.encodingProblem).map { "it \($0)" } ?? NativeImport.nearMiss(head)
  }

  /// Returns the format with the highest confidence, and the reason; the first of equals wins.
  public static func recognize(_ head: FormatHead) -> (format: CaptureFormat, why: Recognition)? {
    var best: (format: CaptureFormat, why: Recognition)?
    for format in allCases {
      guard let why = format.recognize(head) else { continue }
      if why.confidence > best?.why.confidence ?? 0 { best = (format, why) }
      // No higher confidence is possible.
      if why.confidence == 100 { break }
    }
    return best
  }
}
