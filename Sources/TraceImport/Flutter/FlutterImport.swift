import ScrollModel
import TextKit

/// Imports pointer data that Flutter apps recorded, in both known formats.
///
/// The package `gesture_recorder` writes `{"events":[{"packet":{"data":[…]}}],"screenSize":…}`.
/// Older recorders write an array of `{"ts":…,"events":[…]}` without zero values.
enum FlutterImport {
  /// The stored name of this format.
  static let name = "flutter-gestures"

  /// Recognizes a recording by the keys of its first packet.
  static func recognize(_ head: FormatHead) -> Recognition? {
    if let first = JSONParts.firstElement(in: head.content, under: "events"),
      let packet = packet(in: first), JSONParts.firstElement(in: packet, under: "data") != nil
    {
      return Recognition(confidence: 80, reason: "the first event has a packet of pointer data")
    }
    if let first = JSONParts.firstElement(in: head.content, under: nil),
      JSONParts.hasKeys(["events"], in: first),
      let data = JSONParts.firstElement(in: first, under: "events"), isPointerData(data)
    {
      return Recognition(
        confidence: 75, reason: "the first element holds 'events' that are pointer data")
    }
    return nil
  }

  private static func packet(in element: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var tokens = JSONTokens(element)
    guard case .beginObject? = try? tokens.next() else { return nil }
    while case .key(let key)? = try? tokens.next() {
      if case "packet" = key { return tokens.valueAhead() }
      guard (try? tokens.rawValue()) != nil else { return nil }
    }
    return nil
  }

  private static func isPointerData(_ object: ArraySlice<UInt8>) -> Bool {
    let names: [StaticString] = [
      "physicalX", "physicalY", "timeStamp", "pointerIdentifier", "physicalDeltaX",
    ]
    return names.contains { JSONParts.hasKeys([$0], in: object) }
  }

  /// Writes the trace of the recorded gestures to a sink.
  static func read<Sink: TraceSink>(
    _ source: ByteSource, options: ImportOptions, into sink: inout Sink,
    progress: (Int64) throws -> Void
  ) throws -> ImportSummary {
    let stream = JSONStream(
      source,
      [.elements("events"), .elements(), .value("screenSize"), .value("devicePixelRatio")])
    var session = FlutterSession(screen: options.screen)
    var count = 0
    do {
      while let piece = try stream.next() {
        switch piece {
        case .value(let value) where value.choice >= 2: session.takeScreen(value)
        case .value(let value): try session.take(value.bytes, byte: value.offset, into: &sink)
        case .damage(let offset, let length, let reason):
          try session.lose(
            reason == .cutOff ? "cut-off" : "damaged-record", byte: offset,
            "\(reason); \(length) bytes were left out", into: &sink)
        }
        count += 1
        if count & 0xFF == 0 { try progress(source.rawCount) }
      }
      if !stream.isClosed {
        try session.tally.report(
          "unterminated", .notice, "the recording is cut off", into: &sink)
      }
    } catch let error as InputError {
      try SourceDamage.report(error, unfinished: stream.unfinishedCount, into: &sink)
    }
    try SourceDamage.reportTrailing(source, into: &sink)
    try session.finish(into: &sink)
    var summary = ImportSummary()
    summary.bytes = source.count
    summary.events = session.eventCount
    guard summary.events > 0 else {
      throw SourceDamage.nothing(
        in: source, "holds no whole pointer data of a finger, a pad or a wheel")
    }
    return summary
  }
}
