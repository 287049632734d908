/// A file that appears under its name complete or not at all.
///
/// All bytes go to a temporary file in the same directory. `commit()` syncs it to the disk, renames
/// it and syncs the directory. Until then, and after any failure before the renaming, an older file
/// of that name is unchanged and the temporary file is removed. After a later failure the complete
/// new file remains and the failure is reported.
///
/// A symbolic link of that name is replaced by the file. The permissions are those of any new file.
///
/// A class, because it owns a descriptor and a temporary name. It is not Sendable, as it has a
/// single writer.
public final class AtomicFile {
  /// The final name of the file.
  public let path: String
  private let directory: String
  private let temporary: String
  private let operations: FileOperations
  private var descriptor: Int32?

  /// Creates the temporary file next to `path`, before any long computation.
  public init(path: String, operations: FileOperations = .system) throws(FileError) {
    switch operations.kind(path) {
    case FileOperations.Kind.missing.rawValue, FileOperations.Kind.regular.rawValue: break
    case FileOperations.Kind.directory.rawValue:
      throw FileError(operation: .create, path: path, errno: SystemCall.isDirectory)
    case let failure where failure < 0:
      throw FileError(operation: .create, path: path, errno: -failure)
    default:
      // Renaming over a device or a pipe would destroy it.
      throw FileError(operation: .create, path: path, errno: SystemCall.alreadyExists)
    }
    let slash = path.utf8.lastIndex(of: ASCII.slash)
    let directory = slash.map { String(path[...$0]) } ?? "./"
    var result = -SystemCall.alreadyExists
    var temporary = ""
    for _ in 0..<16 where result == -SystemCall.alreadyExists {
      // A name of fixed length: the final one may have the maximum length of the file system.
      temporary = "\(directory).scrolltrace-\(Hex.text(Self.randomBytes())).tmp"
      let name = temporary
      result = operations.uninterrupted { operations.open(name, SystemCall.temporaryFlags, 0o666) }
    }
    guard result >= 0 else { throw FileError(operation: .create, path: path, errno: -result) }
    self.path = path
    self.directory = directory
    self.temporary = temporary
    self.operations = operations
    descriptor = result
  }

  deinit { abandon() }

  /// Writes a complete file in one call.
  public static func write(
    _ bytes: [UInt8], to path: String, operations: FileOperations = .system
  ) throws(FileError) {
    let file = try AtomicFile(path: path, operations: operations)
    try file.write(bytes[...])
    try file.commit()
  }

  /// Appends bytes; an error abandons the file.
  public func write(_ bytes: ArraySlice<UInt8>) throws(FileError) {
    let descriptor = try openDescriptor()
    let failure = bytes.withUnsafeBytes { operations.writeAll(descriptor, $0) }
    guard failure == 0 else { throw fail(.write, failure) }
  }

  /// Renames the file to its final name.
  public func commit() throws(FileError) {
    let descriptor = try openDescriptor()
    let operations = operations
    let synced = operations.uninterrupted { operations.fsync(descriptor) }
    guard synced >= 0 else { throw fail(.write, -synced) }
    self.descriptor = nil
    // Never repeated: after an interrupted close the descriptor may belong to another file.
    let closed = operations.close(descriptor)
    guard closed >= 0 || closed == -SystemCall.interrupted else {
      _ = operations.unlink(temporary)
      throw FileError(operation: .write, path: path, errno: -closed)
    }
    let renamed = operations.uninterrupted { operations.rename(temporary, path) }
    guard renamed >= 0 else {
      _ = operations.unlink(temporary)
      throw FileError(operation: .replace, path: path, errno: -renamed)
    }
    try syncDirectory()
  }

  /// Removes the temporary file and keeps an older file; without effect after `commit()`.
  public func abandon() {
    guard let descriptor else { return }
    self.descriptor = nil
    _ = operations.close(descriptor)
    _ = operations.unlink(temporary)
  }

  /// Syncs the directory, so that the new name is durable, as far as the file system supports it.
  private func syncDirectory() throws(FileError) {
    let operations = operations
    let opened = operations.uninterrupted {
      operations.open(directory, SystemCall.readFlags, 0)
    }
    // A directory that is writable but not readable cannot be opened for this.
    if opened == -SystemCall.accessDenied { return }
    guard opened >= 0 else { throw FileError(operation: .replace, path: path, errno: -opened) }
    defer { _ = operations.close(opened) }
    let synced = operations.uninterrupted { operations.fsync(opened) }
    // Some file systems do not support this call for directories and return an error.
    guard synced >= 0 || synced == -SystemCall.invalid else {
      throw FileError(operation: .replace, path: path, errno: -synced)
    }
  }

  private func openDescriptor() throws(FileError) -> Int32 {
    guard let descriptor else {
      throw FileError(operation: .write, path: path, errno: SystemCall.invalid)
    }
    return descriptor
  }

  private func fail(_ operation: FileError.Operation, _ errno: Int32) -> FileError {
    abandon()
    return FileError(operation: operation, path: path, errno: errno)
  }

  private static func randomBytes() -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<8).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}

@available(*, unavailable)
extension AtomicFile: Sendable {}
