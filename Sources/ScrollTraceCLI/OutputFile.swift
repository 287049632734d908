import CommandLineKit
import TextKit

/// Opens the output of a command: standard output for `-`, a pipe, a device, or a file that
/// replaces an older one when it is complete.
///
/// A database is not replaced, because no command writes one this way.
func outputFile(_ path: String) throws -> OutputSink {
  guard !isDatabase(path) else {
    throw Failure(
      .cannotCreate, "'\(path)' is a SQLite database and is not replaced; name another file")
  }
  return try OutputSink(path: path)
}

/// Writes a complete file.
func writeFile(_ bytes: [UInt8], to path: String) throws {
  let sink = try outputFile(path)
  try sink.write(bytes)
  try sink.finish()
}

/// Whether a file begins like an SQLite database.
func isDatabase(_ path: String) -> Bool {
  guard path != "-", isFile(path), let source = try? ByteSource(path: path, limit: 64) else {
    return false
  }
  let magic = Array("SQLite format 3".utf8)
  return source.head(magic.count) == magic
}

extension Style {
  /// The path of an existing file, as a link.
  func link(toFile path: String) -> String {
    let text = DisplayText.escaped(path)
    return realPath(path).map { link(text, toFile: $0) } ?? text
  }
}
