/// The system calls behind every file of this module, each replaceable by a test.
///
/// A negative result is an error number with its sign changed, as the kernel itself returns it.
/// Interrupted calls are repeated by the callers, so a replacement may return `-EINTR`.
public struct FileOperations: Sendable {
  /// What a path or a descriptor leads to.
  public enum Kind: Int32, Sendable {
    /// Nothing is there.
    case missing
    /// A file with contents of its own.
    case regular
    /// A directory.
    case directory
    /// A pipe, a terminal, a device, a socket.
    case other
  }

  /// Opens a path with flags and a mode and returns a descriptor.
  public var open: @Sendable (_ path: String, _ flags: Int32, _ mode: UInt32) -> Int32
  /// Reads into a buffer and returns the count, 0 at the end.
  public var read: @Sendable (_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int
  /// Writes from a buffer and returns the count.
  public var write: @Sendable (_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int
  /// Forces what was written down to the disk.
  public var fsync: @Sendable (_ descriptor: Int32) -> Int32
  /// Closes a descriptor.
  public var close: @Sendable (_ descriptor: Int32) -> Int32
  /// Gives a file another name, replacing what had it.
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
  /// Writes all of a buffer, repeating short and interrupted writes; returns 0 or an error number.
  func writeAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int32 {
    var start = 0
    while start < bytes.count {
      // Darwin refuses more than 2 GiB at once.
      let piece = bytes[start...].prefix(1 << 30)
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: piece))
      if count == -Int(SystemCall.interrupted) { continue }
      // A write that takes nothing would be repeated for ever.
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
