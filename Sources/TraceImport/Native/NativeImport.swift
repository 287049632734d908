public import ScrollModel
public import TextKit

/// The summary of an import.
public struct ImportSummary: Hashable, Sendable {
  /// The number of complete events.
  public var events: Int64 = 0
  /// The number of bytes after decompression.
  public var bytes: Int64 = 0
  /// The number of lines.
  public var lines: Int64 = 0
  /// The lost data of each trace, in order; empty for formats that do not count it by trace.
  public var losses: [TraceLosses] = []

  /// Creates the summary of an unread source.
  public init() {}

  /// The number of lost layout lines, without which targets are unknown.
  public var lostLayouts: Int64 {
    losses.reduce(0) { sum, trace in
      trace.kinds.filter { $0.word == EventKind.layout.rawValue }
        .reduce(sum) { $0.heldSum(with: $1.count) }
    }
  }
}

/// The lost data of one trace.
public struct TraceLosses: Hashable, Sendable {
  /// The number of skipped events, except for an incomplete last line.
  public private(set) var events: Int64 = 0
  /// The same by the word of their kind, if their lines contain it.
  public private(set) var kinds: [(word: String, count: Int64)] = []
  /// The number of clock restarts: times around them are unknown, but events are kept.
  public var restarts: Int64 = 0
  /// The number of frames with a smaller time than the previous frame.
  ///
  /// One recorder writes frames in order, so its clock restarted, too early to distinguish it from
  /// disorder between threads.
  public var disorderedFrames: Int64 = 0

  /// Creates the losses of a whole trace.
  public init() {}

  mutating func count(_ kind: EventKind?) {
    events += 1
    guard let word = kind?.rawValue else { return }
    if let place = kinds.firstIndex(where: { $0.word == word }) {
      kinds[place].count += 1
    } else {
      kinds.append((word, 1))
    }
  }

  /// Compares counts.
  public static func == (first: Self, second: Self) -> Bool {
    first.events == second.events && first.restarts == second.restarts
      && first.disorderedFrames == second.disorderedFrames
      && first.kinds.elementsEqual(second.kinds) { $0 == $1 }
  }

  /// Hashes the counts.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(events)
    hasher.combine(restarts)
    hasher.combine(kinds.count)
  }
}

/// Imports a source in the native log format.
public enum NativeImport {
  /// Recognizes a log by its header; without one, most of its first lines must be events.
  static func recognize(_ head: FormatHead) -> Recognition? {
    let look = HeadLook(head)
    if look.hasHeader {
      return Recognition(confidence: 100, reason: "it starts with a scrolltrace header")
    }
    guard let first = look.firstEvent, look.good * 2 > look.lines else { return nil }
    return Recognition(
      confidence: first == 1 ? 60 : 30, reason: "line \(first) is a scrolltrace event")
  }

  /// Returns why lines that look like those of a log are not recognized; nil if they do not.
  static func nearMiss(_ head: FormatHead) -> String? {
    let look = HeadLook(head)
    guard !look.hasHeader, look.lines > 0, look.timed * 2 > look.lines else { return nil }
    let kinds = look.foreignKinds.map { "'\($0)'" }.joined(separator: ", ")
    return
      "its lines have 't' and 'k' as those of a scrolltrace log, but \(look.lines - look.good) "
      + "of the first \(look.lines) are no events of one\(kinds.isEmpty ? "" : " (\(kinds))"): "
      + "another recorder wrote it; docs/format.md describes each line of ours"
  }

  /// Writes every trace of a source to a sink.
  ///
  /// `progress` is called periodically with the number of raw bytes read. Damage is reported as
  /// diagnostics. Errors of the sink and of the system are thrown, and `ImportError` if nothing can
  /// be read.
  public static func read<Sink: TraceSink>(
    _ source: ByteSource, options: NativeReader.Options = NativeReader.Options(),
    into sink: inout Sink, progress: (Int64) throws -> Void = { _ in }
  ) throws -> ImportSummary {
    let lines = LineReader(source, limit: options.lineLimit)
    var long = LongLayoutLine(limit: options.lineLimit)
    lines.takeLongLineBytes = { long.take($0) }
    var reader = NativeReader(options: options)
    var summary = ImportSummary()
    do {
      while let line = try lines.next() {
        summary.lines = Int64(line.number)
        if line.isTooLong {
          long.end()
          try reader.take(
            long, line: Int64(line.number), byte: line.offset, length: line.length,
            isCutOff: !line.hasNewline, into: &sink)
          long = LongLayoutLine(limit: options.lineLimit)
        } else {
          try reader.take(
            line.bytes, line: Int64(line.number), byte: line.offset, isCutOff: !line.hasNewline,
            into: &sink)
        }
        if line.number & 0xFFF == 0 { try progress(source.rawCount) }
      }
    } catch let error as InputError {
      try SourceDamage.report(error, unfinished: lines.unfinishedCount, of: "line", into: &sink)
    }
    try SourceDamage.reportTrailing(source, into: &sink)
    try reader.end(into: &sink)
    summary.events = reader.eventCount
    summary.losses = reader.losses
    summary.bytes = source.count
    guard reader.hasHeader || reader.eventCount > 0 else {
      throw ImportError(
        summary.bytes == 0 ? .nothingWhole : .unknownFormat,
        summary.bytes == 0
          ? "'\(source.name)' is empty"
          : "'\(source.name)' holds no header and no event of the scrolltrace log format; "
            + "'scrolltrace help import' names the formats")
    }
    return summary
  }
}

/// The first lines of a source, as read by the native reader.
private struct HeadLook {
  /// The number of lines that are examined.
  private static let limit = 100

  private(set) var hasHeader = false
  /// The number of nonempty lines.
  private(set) var lines = 0
  /// The number of lines that were read without a diagnostic.
  private(set) var good = 0
  /// The number of lines that are objects with a time and a kind of any name.
  private(set) var timed = 0
  /// The number of the first line with an event.
  private(set) var firstEvent: Int?
  /// Some kinds that the native format does not have.
  private(set) var foreignKinds: [String] = []

  init(_ head: FormatHead) {
    var options = NativeReader.Options()
    options.confirmsJumps = false
    var reader = NativeReader(options: options)
    var sink = DiagnosticCounter()
    var all = head.content.split(separator: 0x0A, maxSplits: Self.limit)
    // The text after the last line break may be an incomplete line.
    if all.count > Self.limit || (!head.isWhole && all.count > 1) { all.removeLast() }
    for (index, line) in all.enumerated() {
      guard let first = line.first(where: { $0 > 0x20 }) else { continue }
      lines += 1
      guard first == 0x7B else { continue }
      let complaints = sink.complaints
      do {
        try reader.take(line, line: Int64(index), byte: 0, into: &sink)
      } catch {
        // A header of a newer version counts; the actual import reports the version.
        hasHeader = (error as? ImportError)?.kind == .newer
        return
      }
      hasHeader = hasHeader || reader.hasHeader
      if hasHeader { return }
      if reader.eventCount > 0, firstEvent == nil { firstEvent = index + 1 }
      if sink.complaints == complaints { good += 1 }
      note(line)
    }
  }

  /// Records time and kind of a line.
  private mutating func note(_ line: ArraySlice<UInt8>) {
    var scanner = JSONScanner(line)
    var (hasTime, kind) = (false, String?.none)
    do throws(JSONError) {
      try scanner.beginObject()
      while let key = try scanner.nextKey() {
        switch key {
        case "t":
          _ = try scanner.double()
          hasTime = true
        case "k": kind = try scanner.string()
        default: break
        }
      }
    } catch { return }
    guard hasTime, let kind else { return }
    timed += 1
    if EventKind(rawValue: kind) == nil, foreignKinds.count < 4, !foreignKinds.contains(kind) {
      foreignKinds.append(DisplayText.escaped(String(kind.prefix(20))))
    }
  }
}

/// A sink that counts diagnostics and ignores everything else.
private struct DiagnosticCounter: TraceSink {
  /// The number of diagnostics, except for the missing header.
  private(set) var complaints = 0
  private var count = 0

  mutating func beginTrace(_ information: TraceInformation) -> TraceNumber {
    count += 1
    return count
  }

  mutating func append(_ event: TraceEvent, at time: TraceTime, to trace: TraceNumber) {}

  mutating func report(_ diagnostic: Diagnostic) {
    if diagnostic.kind != "no-header" { complaints += 1 }
  }
}
