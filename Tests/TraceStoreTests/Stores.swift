import SQLite
import ScrollModel
import TestSupport
import Testing
import TextKit
import TraceImport
import TraceStore

/// A folder of stores, and the ways in which tests fill them.
struct Stores {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// The path of a store in the folder.
  func path(_ name: String = "a.sqlite") -> String { directory.file(name) }

  /// The description of a source that is the same on every machine.
  static let source = CaptureSource(
    format: NativeFormat.name, name: "log.jsonl", toolVersion: "test", unixMilliseconds: 0)

  /// Opens a store to write.
  func open(
    _ name: String = "a.sqlite", mode: TraceStore.Mode = .create,
    options: TraceStore.Options = TraceStore.Options()
  ) throws -> TraceStore {
    try TraceStore(path: path(name), mode: mode, options: options)
  }

  /// Makes a closed store of captures and returns its path.
  @discardableResult
  func make(_ name: String = "a.sqlite", _ sources: any TraceSource...) throws -> String {
    let store = try open(name)
    for source in sources { try store.add(source) }
    try store.close()
    return path(name)
  }

  /// Opens a store as any SQLite program would, to inspect or change it.
  func raw(_ name: String = "a.sqlite", _ mode: Database.Mode = .readWrite) throws -> Database {
    try Database(path: path(name), mode: mode)
  }
}

extension TraceStore {
  /// Imports the traces of a source as one capture and returns its number.
  @discardableResult
  func add(
    _ source: some TraceSource, hash: [UInt8]? = nil, byteCount: Int64? = nil
  ) throws -> Int64 {
    let outcome = try importCapture(Stores.source) { writer in
      try source.send(to: &writer)
      return SourceEnd(fileHash: hash, byteCount: byteCount)
    }
    switch outcome {
    case .added(let id), .known(let id): return id
    }
  }

  /// Reads everything back.
  func collected() throws -> CollectingSink {
    var sink = CollectingSink()
    try source(of: try traces()).send(to: &sink)
    return sink
  }

  /// The digests of all traces.
  func allDigests() throws -> [TraceDigests?] {
    try traces().map(\.digests)
  }
}

/// Events of one trace, 8 ms apart unless times are given.
struct OneTrace: TraceSource {
  var information = TraceInformation(name: "feed")
  var events: [TraceEvent]
  var times: [Int64]?

  func send<Sink: TraceSink>(to sink: inout Sink) throws {
    let number = try sink.beginTrace(information)
    for (index, event) in events.enumerated() {
      let time = times?[index] ?? Int64(index) * 8_000_000
      try sink.append(event, at: TraceTime(nanoseconds: time), to: number)
    }
  }

  /// One event of every kind, and two more so that every column of the store has a value.
  static let ofEveryKind: OneTrace = {
    let other = TargetID(.other(type: "Card", text: "3"))
    let timed = ScrollAnimation.timed(seconds: 0.5, curve: .easeIn)
    var trace = OneTrace(
      events: EventVariations.all.map(\.base) + [
        .input(.command(.write(other, anchor: nil, animation: timed)))
      ])
    trace.information = informationVariations.base
    return trace
  }()

  /// The given number of frames and touches.
  static func long(_ count: Int) -> OneTrace {
    let events = (0..<count).flatMap { index -> [TraceEvent] in
      let touch = TouchSample(
        pointer: 1, phase: .moved, position: Point(x: 1, y: Double(index) / 8))
      let frame = GeometryFrame(
        offset: Point(x: 0, y: Double(index)),
        geometry: FrameGeometry(contentSize: Size(width: 1, height: Double(index / 100))))
      return [.input(.touch(touch)), .observation(.frame(frame))]
    }
    return OneTrace(events: events)
  }
}

/// A text that a sink's writer fills.
final class Text {
  var bytes: [UInt8] = []
}

/// Returns a source as a log of our own format.
func log(of source: some TraceSource) throws -> [UInt8] {
  let text = Text()
  var writer = NativeWriter { text.bytes += $0 }
  try source.send(to: &writer)
  try writer.finish()
  return text.bytes
}

/// A log as a source.
struct LogSource: TraceSource {
  let bytes: [UInt8]

  func send<Sink: TraceSink>(to sink: inout Sink) throws {
    _ = try NativeImport.read(ByteSource(bytes: bytes), into: &sink)
  }
}
