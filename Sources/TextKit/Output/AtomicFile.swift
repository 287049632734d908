/// A file that appears whole, under its name, or not at all.
///
/// What is written goes to a temporary file in the same directory; `commit()` forces it to the
/// disk, gives it the name and forces the directory. Until then, and after any failure before the
/// renaming, an older file of that name is untouched and the temporary file is removed. A failure
/// after it leaves the whole new file in place and is reported.
///
/// A symbolic link of that name is replaced by the file. The permissions are those of any new file.
///
/// A class, because it owns a descriptor and a temporary name; one owner writes, so it is not
/// Sendable.
public final class AtomicFile {
  /// The name the file will have.
  public let path: String
  private let directory: String
  private let temporary: String
  private let operations: FileOperations
  private var descriptor: Int32?

  /// Creates the temporary file beside `path`, before any long work.
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
      // A name of fixed length: the final one may be as long as the file system allows.
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

  /// Writes a whole file in one go.
  public static func write(
    _ bytes: [UInt8], to path: String, operations: FileOperations = .system
  ) throws(FileError) {
    let file = try AtomicFile(path: path, operations: operations)
    try file.write(bytes[...])
    try file.commit()
  }

  /// Appends bytes; after an error the file is abandoned.
  public func write(_ bytes: ArraySlice<UInt8>) throws(FileError) {
    let descriptor = try openDescriptor()
    let failure = bytes.withUnsafeBytes { operations.writeAll(descriptor, $0) }
    guard failure == 0 else { throw fail(.write, failure) }
  }

  /// Puts the file in place under its name.
  public func commit() throws(FileError) {
    let descriptor = try openDescriptor()
    let operations = operations
    let synced = operations.uninterrupted { operations.fsync(descriptor) }
    guard synced >= 0 else { throw fail(.write, -synced) }
    self.descriptor = nil
    // Never repeated: after an interrupted close the number may belong to another file.
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

  /// Removes the temporary file and leaves an older file as it is; nothing after `commit()`.
  public func abandon() {
    guard let descriptor else { return }
    self.descriptor = nil
    _ = operations.close(descriptor)
    _ = operations.unlink(temporary)
  }

  /// Makes the new name last, as far as the file system can promise it.
  private func syncDirectory() throws(FileError) {
    let operations = operations
    let opened = operations.uninterrupted {
      operations.open(directory, SystemCall.readFlags, 0)
    }
    // A directory that may be written but not read cannot be opened for this.
    if opened == -SystemCall.accessDenied { return }
    guard opened >= 0 else { throw FileError(operation: .replace, path: path, errno: -opened) }
    defer { _ = operations.close(opened) }
    let synced = operations.uninterrupted { operations.fsync(opened) }
    // Some file systems have no such call for directories and say so.
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
