#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file at a path, links followed.
struct FileStatus {
  let isRegular: Bool
  let isDirectory: Bool
  let byteCount: Int64

  /// Queries the file system; nil if no file exists or access is denied.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    isRegular = status.st_mode & S_IFMT == S_IFREG
    isDirectory = status.st_mode & S_IFMT == S_IFDIR
    byteCount = Int64(status.st_size)
  }
}

/// Rejects all but a regular file of at most `limit` bytes, before SQLite opens it.
///
/// Opening a pipe would block forever. SQLite opens the files next to the database itself, so they
/// are checked, too.
func requireRegularFile(_ path: String, limit: Int64) throws(DatabaseError) {
  guard let status = FileStatus(path: path) else {
    throw DatabaseError(.cannotOpen, "Cannot open '\(path)': there is no such file")
  }
  for (name, status) in [(path, status)] + besides(path) {
    guard status.isRegular else {
      let kind = status.isDirectory ? "a directory" : "not a regular file"
      throw DatabaseError(.cannotOpen, "Cannot open '\(path)': '\(name)' is \(kind)")
    }
    guard status.byteCount <= limit else {
      throw DatabaseError(
        .tooBig,
        "Cannot open '\(path)': '\(name)' has \(status.byteCount) bytes, the limit is \(limit)")
    }
  }
}

/// The suffixes of SQLite's files next to a database.
private let suffixes = ["-wal", "-journal", "-shm"]

/// The files that SQLite would open together with `path`.
private func besides(_ path: String) -> [(String, FileStatus)] {
  let path = FileLink.end(of: path)
  return suffixes.compactMap { suffix in
    FileStatus(path: path + suffix).map { (path + suffix, $0) }
  }
}
