/// The system calls for every file of this module, each replaceable in a test.
///
/// A negative result is a negated error number, as in the kernel's own interface. The callers
/// repeat interrupted calls, so a replacement may return `-EINTR`.
public struct FileOperations: Sendable {
  /// The kind of file at a path or a descriptor.
  public enum Kind: Int32, Sendable {
    /// No file exists.
    case missing
    /// A regular file.
    case regular
    /// A directory.
    case directory
    /// A pipe, a terminal, a device or a socket.
    case other
  }

  /// Opens a path with flags and a mode and returns a descriptor.
  public var open: @Sendable (_ path: String, _ flags: Int32, _ mode: UInt32) -> Int32
  /// Reads into a buffer and returns the count, 0 at the end.
  public var read: @Sendable (_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int
  /// Writes from a buffer and returns the count.
  public var write: @Sendable (_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int
  /// Syncs written data to the disk.
  public var fsync: @Sendable (_ descriptor: Int32) -> Int32
  /// Closes a descriptor.
  public var close: @Sendable (_ descriptor: Int32) -> Int32
  /// Renames a file, replacing an existing one.
  public var rename: @Sendable (_ from: String, _ to: String) -> Int32
  /// Removes a name.
  public var unlink: @Sendable (_ path: String) -> Int32
  /// Returns the raw value of the `Kind` of a path, links followed.
  public var kind: @Sendable (_ path: String) -> Int32
  /// Returns the raw value of the `Kind` of an open descriptor.
  public var kindOfDescriptor: @Sendable (_ descriptor: Int32) -> Int32

  /// The operating system's own calls.
  public static let system = FileOperations(
    open: SystemCall.open, read: SystemCall.read, write: SystemCall.write,
    fsync: SystemCall.fsync, close: SystemCall.close, rename: SystemCall.rename,
    unlink: SystemCall.unlink, kind: SystemCall.kind, kindOfDescriptor: SystemCall.kind)
}

extension FileOperations {
  /// Writes all of a buffer, continuing after short and interrupted writes; returns 0 or an error
  /// number.
  func writeAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int32 {
    var start = 0
    while start < bytes.count {
      // Darwin rejects more than 2 GiB in one call.
      let piece = bytes[start...].prefix(1 << 30)
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: piece))
      if count == -Int(SystemCall.interrupted) { continue }
      // A write of zero bytes would be repeated forever.
      guard count > 0, count <= piece.count else {
        return count < 0 ? Int32(truncatingIfNeeded: -count) : SystemCall.inputOutputError
      }
      start += count
    }
    return 0
  }

  /// Repeats a call while it is interrupted.
  func uninterrupted(_ call: () -> Int32) -> Int32 {
    while true {
      let result = call()
      guard result == -SystemCall.interrupted else { return result }
    }
  }
}
