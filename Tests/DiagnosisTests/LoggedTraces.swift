import ScrollModel
import TextKit
import TraceImport

/// The traces of a log file.
struct LoggedTraces: TraceSource {
  let path: String

  func send(to sink: inout some TraceSink) throws {
    _ = try NativeImport.read(ByteSource(path: path), into: &sink)
  }
}
