import CommandLineKit
import TextKit
import TraceStore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A store in a folder of its own that goes when nobody uses it any more.
final class TemporaryStore {
  let store: TraceStore
  private let folder: String

  init() throws {
    folder = try Self.makeFolder()
    do {
      store = try TraceStore(path: "\(folder)/traces.sqlite", mode: .create)
    } catch {
      rmdir(folder)
      throw error
    }
  }

  /// Makes an empty folder in `$TMPDIR`, or in `/tmp`.
  static func makeFolder() throws -> String {
    let variable = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let parent = variable.isEmpty ? "/tmp" : variable
    var template = Array("\(parent)/scrolltrace-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap(mkdtemp).map { String(cString: $0) }
    }
    guard let made else {
      throw Failure(
        .cannotCreate,
        "cannot make a temporary folder in '\(parent)': \(String(cString: strerror(errno))); "
          + "set TMPDIR to a folder that can be written to")
    }
    return made
  }

  deinit {
    try? store.close()
    for ending in ["", "-wal", "-shm", ".lock"] { unlink("\(folder)/traces.sqlite\(ending)") }
    rmdir(folder)
  }
}
