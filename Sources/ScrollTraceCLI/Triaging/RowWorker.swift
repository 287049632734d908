import CommandLineKit
import Corpus
import ScrollModel
import TextKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The worker process that analyzes captures one by one: `triage --rows -`.
///
/// A request is a line of JSON: `{"file":"PATH"}`, or `{"file":"NAME","bytes":N}` followed by N
/// bytes of the capture, or `{"file":"NAME","error_kind":"crash","error":"REASON"}` for a capture
/// that crashed another worker. The answer is one line with a list of rows. It is written before
/// the next request is read, so a crash loses only the current capture.
struct RowWorker {
  private let maker: RowMaker
  /// The location of a capture from a request while it is analyzed.
  private let folder: String
  private let output = OutputSink(descriptor: 1, name: "standard output")
  private var pending: [UInt8] = []
  /// The longest request line; a path has at most 4,096 bytes.
  private static let lineLimit = 1 << 16
  /// The largest capture in a request.
  private static let captureLimit = Int64(1) << 32

  init(_ maker: RowMaker, folder: String) {
    self.maker = maker
    self.folder = folder
  }

  private struct Request {
    var file = ""
    var bytes: Int64?
    /// The reason why the capture was not analyzed elsewhere; nil for a capture to analyze.
    var error: (kind: String, reason: String)?
  }

  /// Answers requests until the input ends.
  mutating func run(_ console: inout Console) throws {
    var number = 0
    while let line = try nextLine() {
      number += 1
      let request = try Self.request(line, number)
      let rows: [TriageRow]
      if let error = request.error {
        rows = [RowMaker.failed(request.file, kind: error.kind, error.reason)]
      } else if let count = request.bytes {
        rows = try rowsOfCapture(count, named: request.file, &console)
      } else {
        rows = maker.rows(of: request.file, &console)
      }
      try output.write(try RowFile.line(rows))
      try output.write("\n")
      try output.flush()
    }
  }

  private static func request(_ line: [UInt8], _ number: Int) throws -> Request {
    do {
      var request = Request()
      var scanner = JSONScanner(line)
      try scanner.beginObject()
      while let key = try scanner.nextKey() {
        switch key {
        case "file": request.file = try scanner.string()
        case "bytes": request.bytes = try scanner.int64()
        case "error_kind": request.error = (try scanner.string(), request.error?.reason ?? "")
        case "error": request.error = (request.error?.kind ?? "unknown", try scanner.string())
        default: break
        }
      }
      try scanner.end()
      guard !request.file.isEmpty, 0...captureLimit ~= request.bytes ?? 0 else {
        throw Failure(
          .badData, "standard input:\(number): a request needs a file, and at most 4 GiB of bytes")
      }
      return request
    } catch let error as JSONError {
      throw Failure(
        .badData,
        "standard input:\(number):\(error.offset + 1): \(error.message); a request is "
          + "{\"file\":\"PATH\"}")
    }
  }

  /// Stores a capture from a request while it is analyzed.
  private mutating func rowsOfCapture(
    _ count: Int64, named name: String, _ console: inout Console
  ) throws -> [TriageRow] {
    let path = folder + "/capture"
    defer { _ = FileOperations.system.unlink(path) }
    let sink = try OutputSink(path: path)
    var left = Int(count)
    while left > 0 {
      if pending.isEmpty, try !fill() {
        throw Failure(.badData, "standard input ends \(left) bytes before the end of '\(name)'")
      }
      let part = pending.prefix(left)
      try sink.write(part)
      left -= part.count
      pending.removeFirst(part.count)
    }
    try sink.finish()
    return maker.rows(of: path, named: name, &console)
  }

  // MARK: Bytes

  private mutating func nextLine() throws -> [UInt8]? {
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(pending[..<end])
        pending.removeSubrange(...end)
        if line.isEmpty { continue }
        return line
      }
      guard pending.count <= Self.lineLimit else {
        throw Failure(.badData, "standard input: a request is longer than \(Self.lineLimit) bytes")
      }
      if try !fill() {
        guard pending.isEmpty else {
          throw Failure(.badData, "standard input ends within a request")
        }
        return nil
      }
    }
  }

  /// Reads more input; returns false at the end.
  private mutating func fill() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { FileOperations.system.read(0, $0) }
      if count == -Int(EINTR) { continue }
      guard count >= 0 else {
        throw Failure(.inputOutput, "standard input: \(String(cString: strerror(Int32(-count))))")
      }
      pending += buffer.prefix(count)
      return count > 0
    }
  }

  /// Limits the memory that this process may add, so that one capture cannot exhaust the machine.
  ///
  /// The limit is one of address space, which includes what was reserved before: code, stacks and,
  /// under a sanitizer, terabytes of its own.
  static func limitMemory(to bytes: Int64) {
    let (sum, isTooLarge) = reservedBytes.addingReportingOverflow(bytes)
    guard !isTooLarge else { return }
    var limit = rlimit(rlim_cur: rlim_t(sum), rlim_max: rlim_t(sum))
    #if canImport(Glibc)
      setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    #else
      setrlimit(RLIMIT_AS, &limit)
    #endif
  }

  /// The address space of this process; 0 where the system does not report it.
  private static var reservedBytes: Int64 {
    guard let bytes = try? wholeFile("/proc/self/statm", limit: 1 << 10),
      let pages = String(decoding: bytes, as: UTF8.self).split(separator: " ").first,
      let count = Int64(pages)
    else { return 0 }
    return count * Int64(sysconf(Int32(_SC_PAGESIZE)))
  }
}
