import CommandLineKit
import TextKit

/// Opens what a verb writes to: standard output for `-`, a pipe, a device, or a file that takes the
/// place of an older one once it is whole.
///
/// A database is not replaced: no verb writes one this way, so a store's name is there by mistake.
func outputFile(_ path: String) throws -> OutputSink {
  guard !isDatabase(path) else {
    throw Failure(
      .cannotCreate, "'\(path)' is a SQLite database and is not replaced; name another file")
  }
  return try OutputSink(path: path)
}

/// Writes a file at once.
func writeFile(_ bytes: [UInt8], to path: String) throws {
  let sink = try outputFile(path)
  try sink.write(bytes)
  try sink.finish()
}

/// Whether a file begins as every SQLite database does.
func isDatabase(_ path: String) -> Bool {
  guard path != "-",
    FileOperations.system.kind(path) == FileOperations.Kind.regular.rawValue,
    let source = try? ByteSource(path: path, limit: 64)
  else { return false }
  let magic = Array("SQLite format 3".utf8)
  return source.head(magic.count) == magic
}

extension Style {
  /// The path of a file that is there, as a link to it.
  func link(toFile path: String) -> String {
    let text = DisplayText.escaped(path)
    return realPath(path).map { link(text, toFile: $0) } ?? text
  }
}
