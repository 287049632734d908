#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A system call on a file that failed: what was tried, on which file, and the system's reason.
public struct FileError: Error, Equatable, Sendable {
  /// What was tried.
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

  /// The things done to files.
  public enum Operation: String, Sendable {
    /// Opening a file to read.
    case open
    /// Making a new file to write.
    case create
    /// Reading bytes.
    case read
    /// Writing bytes, down to the disk.
    case write
    /// Giving a finished file its name.
    case replace
  }

  /// Whether the reader of a pipe went away: the usual end of `… | head`, rarely worth a message.
  public var isBrokenPipe: Bool { errno == EPIPE }
}

extension FileError: CustomStringConvertible {
  /// The failure in one line, such as `cannot write '/x/y': No space left on device`.
  public var description: String {
    "cannot \(operation.rawValue) '\(DisplayText.escaped(path))': \(String(cString: strerror(errno)))"
  }
}
