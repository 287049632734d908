import SQLite

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The exclusive right to write a store.
///
/// SQLite up to 3.51.2 can lose pages of a WAL file that two connections write or checkpoint
/// simultaneously, so a store has a single writer. The lock is an advisory `flock` on `NAME.lock`
/// next to the file, never on the file itself: closing any descriptor of the database would release
/// SQLite's own locks. Links are resolved first, so that a file has one lock under all its names.
/// The lock file contains the holder and is removed with the lock, so that a closed store is a
/// single file. The kernel releases the lock when the holding process ends for any reason.
final class WriterLock {
  private let path: String
  private let descriptor: Int32

  private init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    // Removed while it is still held, so that no process can lock a file that is being removed.
    unlink(path)
    close(descriptor)
  }

  /// Acquires the lock of the store at `path`, waiting for its holder if requested.
  ///
  /// `patience` is called a few times a second while another writer holds the lock. If it returns
  /// false or is nil, the error contains the holder.
  static func acquire(for path: String, patience: (() -> Bool)?) throws(StoreError) -> WriterLock {
    let lockPath = FileLink.end(of: path) + ".lock"
    while true {
      let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
      guard descriptor >= 0 else {
        throw StoreError(
          .cannotCreate, "cannot write '\(lockPath)': \(String(cString: strerror(errno)))")
      }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        if names(lockPath, descriptor) {
          sign(descriptor)
          return WriterLock(path: lockPath, descriptor: descriptor)
        }
        // The previous holder removed the file between our open and our lock: lock the new one.
        close(descriptor)
        continue
      }
      let holder = holder(descriptor)
      close(descriptor)
      guard let patience, patience() else {
        throw StoreError(
          .locked,
          "'\(path)' is being written by \(holder); try again when that has ended ('import' and "
            + "'record' wait with --wait)")
      }
      usleep(100_000)
    }
  }

  /// Whether the path still refers to the opened file.
  private static func names(_ path: String, _ descriptor: Int32) -> Bool {
    var ofPath = stat()
    var ofDescriptor = stat()
    return stat(path, &ofPath) == 0 && fstat(descriptor, &ofDescriptor) == 0
      && ofPath.st_ino == ofDescriptor.st_ino && ofPath.st_dev == ofDescriptor.st_dev
  }

  /// Writes the holder's name for error messages of others; the lock does not depend on it.
  private static func sign(_ descriptor: Int32) {
    let text = Array("process \(getpid())\n".utf8)
    ftruncate(descriptor, 0)
    _ = text.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  }

  private static func holder(_ descriptor: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = buffer.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    guard count > 0 else { return "another process" }
    let line = buffer.prefix(count).prefix { $0 >= 0x20 && $0 < 0x7F }
    return line.isEmpty ? "another process" : String(decoding: line, as: UTF8.self)
  }
}

/// Removes a file, ignoring errors.
func removeFile(_ path: String) {
  unlink(path)
}

/// Whether a file exists at a path.
func fileExists(_ path: String) -> Bool {
  var status = stat()
  return lstat(path, &status) == 0
}
