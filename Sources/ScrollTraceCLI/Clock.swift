#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The wall clock in Unix milliseconds.
func unixMilliseconds() -> Int64 {
  var now = timespec()
  clock_gettime(CLOCK_REALTIME, &now)
  return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
}

/// The size of a regular file; nil for anything else.
func regularFileSize(_ path: String) -> Int64? {
  var status = stat()
  guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
  return Int64(status.st_size)
}

/// The last part of a path.
func fileName(_ path: String) -> String {
  path.split(separator: "/").last.map(String.init) ?? path
}
