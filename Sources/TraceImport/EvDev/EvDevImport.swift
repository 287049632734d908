import ScrollModel
import TextKit

/// Information from the user about the devices of a source.
struct DeviceOptions: Sendable {
  /// The size of the screen in points.
  var screen: Size?
  /// The number of touch panel units on each axis, if the source does not contain it.
  var panel: Size?
}

/// Imports recordings of input devices: `getevent`, `evemu`, `libinput record` and `debug-events`.
enum EvDevImport {
  /// The longest line that is read, in bytes; real ones have fewer than a hundred.
  static let lineLimit = 1 << 14
  /// The number of lines at the start of a source that are examined.
  private static let headLines = 400

  /// Recognizes one of the four formats by its first lines.
  static func recognize(_ head: FormatHead, as format: CaptureFormat) -> Recognition? {
    switch format {
    case .getevent: recognizeGetevent(head)
    case .evemu: recognizeEvemu(head)
    case .libinputRecord:
      firstLine(head) { $0.starts(withText: "# libinput record") }.map {
        Recognition(confidence: 95, reason: "line \($0) is '# libinput record'")
      } ?? recognizeRecord(head)
    case .libinputDebugEvents: recognizeDebugEvents(head)
    default: nil
    }
  }

  /// Writes the traces of all devices of a source to a sink.
  static func read<Sink: TraceSink>(
    _ source: ByteSource, as format: CaptureFormat, options: ImportOptions, into sink: inout Sink,
    progress: (Int64) throws -> Void
  ) throws -> ImportSummary {
    switch format {
    case .evemu: try read(source, EvemuLineParser(), format, options, &sink, progress)
    case .libinputRecord:
      try read(source, LibinputRecordLineParser(), format, options, &sink, progress)
    case .libinputDebugEvents:
      try read(source, DebugEventsLineParser(), format, options, &sink, progress)
    default: try read(source, GeteventLineParser(), .getevent, options, &sink, progress)
    }
  }

  /// Whether a source consists only of device descriptions without events.
  static func isDescription(_ head: FormatHead, as format: CaptureFormat) -> Bool {
    switch format {
    case .getevent: isDescription(head, GeteventLineParser())
    case .evemu: isDescription(head, EvemuLineParser())
    case .libinputRecord: isDescription(head, LibinputRecordLineParser())
    default: false
    }
  }

  private static func isDescription(_ head: FormatHead, _ front: some DeviceLineParser) -> Bool {
    guard head.isWhole else { return false }
    var front = front
    for line in head.bytes.split(separator: 0x0A) {
      switch try? front.take(line.withoutReturns) {
      case .event?, .sample?: return false
      case .nothing?, nil: continue
      }
    }
    return front.devices.descriptions.contains { $0 != DeviceDescription() }
  }

  // MARK: Reading

  private static func read<Front: DeviceLineParser, Sink: TraceSink>(
    _ source: ByteSource, _ front: Front, _ format: CaptureFormat, _ options: ImportOptions,
    _ sink: inout Sink, _ progress: (Int64) throws -> Void
  ) throws -> ImportSummary {
    var reader = DeviceReader(
      front, format: format,
      options: DeviceOptions(screen: options.screen, panel: options.panel))
    for companion in options.companions { try describe(companion, &reader, &sink) }
    let lines = LineReader(source, limit: lineLimit, chunkSize: 1 << 16)
    var summary = ImportSummary()
    do {
      while let line = try lines.next() {
        summary.lines = Int64(line.number)
        let place = DeviceReader<Front>.Place(line: Int64(line.number), byte: line.offset)
        if line.isTooLong {
          let problem = LineProblem(
            kind: "line-too-long", offset: 0,
            message: "the line has \(line.length) bytes, more than \(lineLimit); it was left out")
          try reader.lose(problem, place, &sink)
        } else {
          try reader.take(
            line.bytes.withoutReturns, place, isCutOff: !line.hasNewline, into: &sink)
        }
        if line.number & 0xFFF == 0 { try progress(source.rawCount) }
      }
    } catch let error as InputError {
      try SourceDamage.report(error, unfinished: lines.unfinishedCount, of: "line", into: &sink)
    }
    try SourceDamage.reportTrailing(source, into: &sink)
    try reader.end(into: &sink)
    summary.events = reader.eventCount
    summary.bytes = source.count
    guard summary.events > 0 else { throw nothing(source, reader.front, format) }
    return summary
  }

  /// Handles the device descriptions of a companion.
  private static func describe<Front: DeviceLineParser, Sink: TraceSink>(
    _ companion: ByteSource, _ reader: inout DeviceReader<Front>, _ sink: inout Sink
  ) throws {
    let lines = LineReader(companion, limit: lineLimit, chunkSize: 1 << 16)
    let before = reader.front.devices.descriptions
    while let line = try lines.next(), line.number <= 100_000 {
      guard reader.takeDescription(line.bytes.withoutReturns) else { break }
    }
    guard reader.front.devices.descriptions == before else { return }
    try sink.report(
      Diagnostic(
        severity: .notice, kind: "unused-companion",
        message: "'\(companion.name)' does not describe an input device; it was not used"))
  }

  private static func nothing(
    _ source: ByteSource, _ front: some DeviceLineParser, _ format: CaptureFormat
  ) -> ImportError {
    guard source.count > 0 else { return ImportError(.nothingWhole, "'\(source.name)' is empty") }
    if let reason = front.reasonForNoEvents {
      return ImportError(.unknownFormat, "'\(source.name)': \(reason)")
    }
    return ImportError(
      .nothingWhole,
      "'\(source.name)' is \(format.rawValue) and holds no touch and no turn of a wheel")
  }

  // MARK: Recognizing

  /// Returns the number of the first line, from 1, that satisfies a condition.
  private static func firstLine(
    _ head: FormatHead, where test: (ArraySlice<UInt8>) -> Bool
  ) -> Int? {
    var number = 0
    for var line in head.bytes.split(
      separator: 0x0A, maxSplits: headLines, omittingEmptySubsequences: false
    ).prefix(headLines) {
      number += 1
      line = line.withoutReturns
      if number == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
      if test(line) { return number }
    }
    return nil
  }

  private static func recognizeGetevent(_ head: FormatHead) -> Recognition? {
    var front = GeteventLineParser()
    let event = firstLine(head) { line in
      guard GeteventLineParser.startsEvent(line) else { return false }
      if case .event? = try? front.take(line) { return true }
      return line.trimmed.starts(withText: "/dev/input/") && (try? front.take(line)) != nil
    }
    if let event {
      return Recognition(confidence: 80, reason: "line \(event) is an event of getevent")
    }
    return firstLine(head) { $0.starts(withText: "add device") }.map {
      Recognition(confidence: 40, reason: "line \($0) lists a device as getevent does")
    }
  }

  private static func recognizeEvemu(_ head: FormatHead) -> Recognition? {
    if let line = firstLine(head, where: { $0.trimmed.starts(withText: "# EVEMU") }) {
      return Recognition(confidence: 95, reason: "line \(line) is '# EVEMU'")
    }
    let event = firstLine(head) { line in
      var fields = LineFields(line.trimmed)
      return fields.take(text: "E:") && (try? EvemuLineParser.event(&fields)) != nil
    }
    if let event {
      return Recognition(confidence: 80, reason: "line \(event) is an event of evemu")
    }
    return firstLine(head) { line in
      var fields = LineFields(line)
      guard fields.take(text: "I:") else { return false }
      return (0..<4).allSatisfy { _ in fields.word().hexadecimal(digits: 4) != nil }
    }.map {
      Recognition(confidence: 40, reason: "line \($0) describes a device as evemu does")
    }
  }

  /// Recognizes a recording without its comments.
  private static func recognizeRecord(_ head: FormatHead) -> Recognition? {
    guard firstLine(head, where: { $0.starts(withText: "version:") }) != nil,
      firstLine(head, where: { $0.starts(withText: "ndevices:") }) != nil,
      let line = firstLine(head, where: { $0.starts(withText: "- node: /dev/input/") })
    else { return nil }
    return Recognition(
      confidence: 85, reason: "line \(line) names a device as libinput record does")
  }

  private static func recognizeDebugEvents(_ head: FormatHead) -> Recognition? {
    let line = firstLine(head) { line in
      var fields = LineFields(line)
      _ = fields.take(0x20) || fields.take(UInt8(ascii: "-"))
      let name = fields.word()
      guard name.starts(withText: "event"), name.count > 5,
        name.dropFirst(5).allSatisfy({ (0x30...0x39).contains($0) })
      else { return false }
      let kind = fields.word()
      return kind.isLabel && kind.contains(0x5F)
    }
    return line.map {
      Recognition(confidence: 80, reason: "line \($0) is an event of libinput debug-events")
    }
  }
}
