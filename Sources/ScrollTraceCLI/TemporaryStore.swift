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

/// A store for one run, which is removed from the disk as soon as it is filled and open.
enum TemporaryStore {
  /// Creates a store, fills it, and returns it open for reading.
  static func filled(_ fill: (TraceStore) throws -> Void) throws -> TraceStore {
    try inFolder { folder in
      let path = folder + "/traces.sqlite"
      let store = try TraceStore(path: path, mode: .create)
      try fill(store)
      try store.close()
      var options = TraceStore.Options()
      options.checksPages = false
      return try TraceStore(path: path, mode: .readOnly, options: options)
    }
  }

  /// Creates a folder whose store is `traces.sqlite`, and always removes both at the end.
  static func inFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    return try body(folder.path)
  }
}

/// A folder for one run in `$TMPDIR`, or in `/tmp`.
struct TemporaryFolder {
  let path: String

  /// Makes an empty folder.
  init() throws {
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
    path = made
  }

  /// Removes the folder with all contents, including files of killed processes.
  func remove() { removeTree(path) }
}

/// Removes a file, or a folder with all contents.
func removeTree(_ path: String) {
  // A link itself is removed, never its target.
  guard unlink(path) != 0 else { return }
  for name in folderEntries(path) { removeTree("\(path)/\(name)") }
  rmdir(path)
}

/// The names in a folder; none if it cannot be read.
func folderEntries(_ path: String) -> [String] {
  guard let stream = opendir(path) else { return [] }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    names.append(
      withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      })
  }
  return names.filter { $0 != "." && $0 != ".." }
}
