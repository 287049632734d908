import ScrollModel
import Synchronization
import TextKit
import TraceStore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A database with any bytes changed is rejected or read without a trap; reading changes nothing.
///
/// An input that starts like a database is one. Any other input is a list of changes to a valid
/// store: three bytes of position, one of length, then the new bytes.
enum StoreLaws {
  private static let path: String = {
    let folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    return "\(folder)/scrolltrace-fuzz-\(getpid()).sqlite"
  }()

  /// A valid store with a few events of each common kind.
  private static let original: [UInt8] = {
    do {
      unlink(path)
      let store = try TraceStore(path: path, mode: .create)
      let source = CaptureSource(format: "fuzz", name: nil, toolVersion: "0", unixMilliseconds: 0)
      _ = try store.importCapture(source) { writer in
        try fill(&writer)
        return TraceStore.SourceEnd(fileHash: nil, byteCount: nil)
      }
      try store.close()
      let file = try ByteSource(path: path)
      var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
      while case let count = try file.read(into: &buffer), count > 0 { bytes += buffer[..<count] }
      return bytes
    } catch {
      finding("no store could be made at \(path): \(error)")
    }
  }()

  private static func fill(_ sink: inout some TraceSink) throws {
    let trace = try sink.beginTrace(TraceInformation(name: "feed"))
    let targets = (0..<3).map {
      TargetFrame(
        id: TargetID(Int64($0)), frame: Rect(x: 0, y: Double($0) * 40, width: 90, height: 40))
    }
    let touch = TouchSample(pointer: 1, phase: .began, position: Point(x: 1, y: 2))
    let frame = GeometryFrame(offset: Point(x: 0, y: 12.5))
    let events: [TraceEvent] = [
      .input(.layout(Layout(contentSize: Size(width: 90, height: 120), targets: targets))),
      .input(.touch(touch)), .observation(.frame(frame)),
      .observation(.position(PositionReport(id: TargetID("row")))),
      .observation(.visibleSet(VisibleSet(ids: [TargetID("row"), TargetID(Int64(2))]))),
      .stream(.repair(kind: "derived", text: "container")),
    ]
    for (index, event) in events.enumerated() {
      try sink.append(event, at: TraceTime(nanoseconds: Int64(index) * 8_000_000), to: trace)
    }
  }

  static func check(_ input: [UInt8]) {
    let bytes =
      input.starts(with: Array("SQLite format 3".utf8)) ? input : changed(original, by: input)
    write(bytes)
    for suffix in ["", "-wal", "-shm", "-journal"] where suffix != "" { unlink(path + suffix) }
    read()
    if hash(of: input) & 14 == 0 { open() }
  }

  private static func write(_ bytes: [UInt8]) {
    let descriptor = path.withCString { creat($0, 0o600) }
    guard descriptor >= 0 else { finding("cannot write \(path)") }
    let count = bytes.withUnsafeBytes {
      #if canImport(Darwin)
        Darwin.write(descriptor, $0.baseAddress, $0.count)
      #else
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      #endif
    }
    close(descriptor)
    guard count == bytes.count else { finding("cannot write \(path)") }
  }

  /// Reads everything; a rejection by the store must be an error with a message.
  private static func read() {
    do {
      let store = try TraceStore(path: path, mode: .readOnly)
      for trace in try store.traces() { _ = try store.verify(trace) }
      for capture in try store.captures() { _ = try store.diagnostics(ofCapture: capture.id) }
      _ = try store.integrityProblems()
      try store.close()
    } catch {
      if "\(error)".isEmpty { finding("a refusal without words") }
    }
  }

  /// Opens it for writing, as an import into it would.
  private static func open() {
    do {
      let store = try TraceStore(path: path, mode: .readWrite)
      try store.close()
    } catch {
      if "\(error)".isEmpty { finding("a refusal without words") }
    }
  }
}
