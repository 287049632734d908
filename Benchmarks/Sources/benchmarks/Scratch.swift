#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A folder for the files of one benchmark, removed with everything in it at the end.
final class Scratch {
  let path: String
  private var names: [String] = []

  init() throws {
    let root = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(root)/scrolltrace-bench-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      throw BenchmarkError("cannot make a folder in '\(root)'")
    }
    path = String(cString: made)
  }

  deinit {
    for name in names { remove(name) }
    rmdir(path)
  }

  /// Returns a path for a new file; SQLite's companion files are removed with it.
  func file(_ name: String) -> String {
    let file = "\(path)/\(name)"
    names += [file, file + "-wal", file + "-shm", file + "-journal", file + ".lock"]
    return file
  }

  /// Removes a file now, so that its disk space is free for the next round.
  func remove(_ file: String) {
    for suffix in ["", "-wal", "-shm", "-journal", ".lock"] { unlink(file + suffix) }
  }
}

/// Returns the size of a file in bytes.
func fileSize(_ path: String) throws -> Int {
  var status = stat()
  guard stat(path, &status) == 0 else { throw BenchmarkError("cannot read '\(path)'") }
  return Int(status.st_size)
}

/// Throws if a function of the C baseline failed.
func check(_ code: Int32, _ what: String) throws {
  guard code == 0 else { throw BenchmarkError("the C baseline failed to \(what): SQLite \(code)") }
}
