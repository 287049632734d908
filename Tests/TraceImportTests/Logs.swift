import ScrollModel
import TestSupport
import TextKit
import TraceImport

/// Logs as text, and the results of their import.
enum Log {
  /// The usual first line.
  static let header = #"{"scrolltrace":1,"name":"feed","origin":0}"#

  /// Returns the import of a log with these lines.
  static func read(_ lines: [String], chunkSize: Int = .max) throws -> CollectingSink {
    try read(bytes: bytes(lines), chunkSize: chunkSize).sink
  }

  /// Returns the import of a log with these bytes, and the reader's counts.
  static func read(
    bytes: [UInt8], chunkSize: Int = .max
  ) throws -> (sink: CollectingSink, summary: ImportSummary) {
    var sink = CollectingSink()
    let source = ByteSource(bytes: bytes, name: "test.jsonl", chunkSize: chunkSize)
    let summary = try NativeImport.read(source, into: &sink)
    return (sink, summary)
  }

  /// Returns lines as the bytes of a log.
  static func bytes(_ lines: [String]) -> [UInt8] {
    lines.flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] }
  }

  /// Returns the writer's output for traces.
  static func write(_ source: some TraceSource) throws -> [UInt8] {
    let text = Text()
    var writer = NativeWriter { text.bytes += $0 }
    try source.send(to: &writer)
    try writer.finish()
    return text.bytes
  }

  private final class Text {
    var bytes: [UInt8] = []
  }
}

/// Events of one trace as a source, at the given times or 8 ms apart.
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
}

/// A touch whose pointer distinguishes it from every other.
func touch(_ pointer: Int64) -> TraceEvent {
  .input(.touch(TouchSample(pointer: pointer, phase: .moved, position: Point(x: 1, y: 2))))
}

/// The line of such a touch.
func touchLine(_ pointer: Int64, at time: String) -> String {
  #"{"t":\#(time),"k":"touch","id":\#(pointer),"phase":"moved","x":1,"y":2}"#
}
