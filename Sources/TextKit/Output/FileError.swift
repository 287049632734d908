#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A failed system call on a file: the operation, the file and the system's reason.
public struct FileError: Error, Equatable, Sendable {
  /// The operation that failed.
  public let operation: Operation
  /// The file as the user named it.
  public let path: String
  /// The system's error number.
  public let errno: Int32

  /// Creates an error; `errno` is the system's positive number.
  public init(operation: Operation, path: String, errno: Int32) {
    self.operation = operation
    self.path = path
    self.errno = errno
  }

  /// The operations on files.
  public enum Operation: String, Sendable {
    /// Opening a file to read.
    case open
    /// Creating a file for writing.
    case create
    /// Reading bytes.
    case read
    /// Writing bytes, including the sync to the disk.
    case write
    /// Renaming a complete file to its final name.
    case replace
  }

  /// Whether the reader of a pipe has closed it: the normal end of `… | head`, rarely worth a
  /// message.
  public var isBrokenPipe: Bool { errno == EPIPE }
}

extension FileError: CustomStringConvertible {
  /// The failure in one line, such as `cannot write '/x/y': No space left on device`.
  public var description: String {
    "cannot \(operation.rawValue) '\(DisplayText.escaped(path))': \(String(cString: strerror(errno)))"
  }
}
