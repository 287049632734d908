import CommandLineKit
import Corpus
import TextKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The rows of a running triage: one line per capture, appended when it is analyzed.
///
/// Only the position of each line is kept in memory, so the number of captures is not limited by
/// it. An incomplete line of a killed process is ignored when the file is opened again.
final class RowFile {
  /// The position of one capture's rows.
  private struct Entry {
    var offset: Int64
    var count: Int
    /// The hash of the capture; nil if it could not be read.
    var hash: String?
  }

  private let path: String
  private let descriptor: Int32
  private let output: OutputSink
  private var entries: [String: Entry] = [:]
  private var end: Int64 = 0
  /// The longest line: a capture with many traces has many rows.
  private static let lineLimit = 1 << 28

  /// Opens or creates the file; no other triage may have it open.
  init(path: String) throws {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    output = OutputSink(descriptor: descriptor, name: path)
    guard descriptor >= 0 else {
      throw Failure(.cannotCreate, "cannot create '\(path)': \(String(cString: strerror(errno)))")
    }
    // `deinit` closes the descriptor; it also runs after a failed initialization.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw Failure(.temporary, "another triage writes to '\(path)'; wait for it to end")
    }
    try load()
  }

  deinit { close(descriptor) }

  /// Deletes the file after its rows have been written elsewhere.
  func remove() { unlink(path) }

  /// The line of rows: a JSON list.
  static func line(_ rows: [TriageRow]) throws -> [UInt8] {
    var json = JSONWriter()
    json.beginArray()
    for row in rows { try row.write(&json) }
    json.endArray()
    return json.bytes
  }

  /// Parses the rows of a line.
  static func rows(_ line: ArraySlice<UInt8>) throws(JSONError) -> [TriageRow] {
    var rows: [TriageRow] = []
    var scanner = JSONScanner(line)
    try scanner.beginArray()
    while try scanner.nextElement() { rows.append(try TriageRow(&scanner)) }
    try scanner.end()
    return rows
  }

  /// Whether a capture was analyzed by this version with the same bytes.
  func has(_ file: String, hash: String?) -> Bool {
    guard let entry = entries[file], let known = entry.hash else { return false }
    return known == hash
  }

  /// Whether there are no rows of an earlier triage.
  var isEmpty: Bool { entries.isEmpty }

  /// Appends the rows of a capture.
  func append(_ line: [UInt8]) throws {
    let rows = try Self.rows(line[...])
    guard let first = rows.first else { return }
    try output.write(line)
    try output.write("\n")
    // A kill only loses captures in progress.
    try output.flush()
    entries[first.file] = Entry(offset: end, count: line.count, hash: first.hash)
    end += Int64(line.count) + 1
  }

  /// Adds the rows of a finished triage, so that it can be continued with more captures.
  func carryOver(from path: String) throws {
    guard regularFileSize(path) != nil else { return }
    let reader = LineReader(try ByteSource(path: path, limit: .max), limit: Self.lineLimit)
    var waiting: [TriageRow] = []
    func flush() throws {
      if let first = waiting.first, entries[first.file] == nil, first.tool == RowMaker.tool,
        first.verdict != .failed
      {
        try append(try Self.line(waiting))
      }
      waiting = []
    }
    while let line = try reader.next() {
      var scanner = JSONScanner(line.bytes)
      // Unreadable rows are created again.
      guard let row = try? TriageRow(&scanner) else { continue }
      if row.file != waiting.first?.file { try flush() }
      waiting.append(row)
    }
    try flush()
  }

  /// Calls `body` with the rows of each capture, in the order of their paths.
  func forEach(
    of files: [String], _ body: (ArraySlice<UInt8>, TriageRow) throws -> Void
  ) throws {
    for file in files {
      guard let entry = entries[file] else { continue }
      let line = try read(entry)
      var scanner = JSONScanner(line)
      try scanner.beginArray()
      while try scanner.nextElement() {
        var copy = scanner
        let raw = try scanner.rawValue()
        try body(raw, try TriageRow(&copy))
      }
    }
  }

  // MARK: The file

  private func load() throws {
    let reader = LineReader(try ByteSource(path: path, limit: .max), limit: Self.lineLimit)
    // The last line of a killed writer may be incomplete.
    while let line = try reader.next(), line.hasNewline {
      note(line.bytes, at: line.offset)
      end = line.offset + line.length + 1
    }
    guard ftruncate(descriptor, off_t(end)) == 0 else { throw failure("cut") }
    lseek(descriptor, off_t(end), SEEK_SET)
  }

  private func note(_ line: ArraySlice<UInt8>, at offset: Int64) {
    guard let rows = try? Self.rows(line), let first = rows.first, first.tool == RowMaker.tool,
      first.verdict != .failed
    else { return }
    entries[first.file] = Entry(offset: offset, count: line.count, hash: first.hash)
  }

  private func read(_ entry: Entry) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: entry.count)
    var done = 0
    while done < entry.count {
      let count = bytes.withUnsafeMutableBytes { bytes in
        pread(
          descriptor, bytes.baseAddress?.advanced(by: done), entry.count - done,
          off_t(entry.offset + Int64(done)))
      }
      guard count > 0 else { throw failure("read") }
      done += count
    }
    return bytes
  }

  private func failure(_ what: String) -> Failure {
    Failure(.inputOutput, "cannot \(what) '\(path)': \(String(cString: strerror(errno)))")
  }
}
