import CommandLineKit
import TextKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Creates a folder unless it exists.
func makeFolder(_ path: String) throws {
  guard mkdir(path, 0o777) != 0 else { return }
  let code = errno
  var status = stat()
  let isFolder =
    code == EEXIST && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  guard isFolder else {
    throw Failure(
      .cannotCreate, "the folder '\(path)' cannot be made: \(String(cString: strerror(code)))")
  }
}

/// Removes a folder if it is empty.
func removeEmptyFolder(_ path: String) { rmdir(path) }

/// Whether there is a regular file.
func isFile(_ path: String) -> Bool {
  FileOperations.system.kind(path) == FileOperations.Kind.regular.rawValue
}

/// Removes a file if there is one.
func removeFile(_ path: String) { unlink(path) }
