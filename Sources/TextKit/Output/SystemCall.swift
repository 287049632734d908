#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The operating system's calls with a uniform result: a value, or a negated error number.
enum SystemCall {
  static let interrupted = EINTR
  static let inputOutputError = EIO
  static let alreadyExists = EEXIST
  static let invalid = EINVAL
  static let accessDenied = EACCES
  static let isDirectory = EISDIR

  static let readFlags = O_RDONLY | O_CLOEXEC
  static let temporaryFlags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
  static let writeFlags = O_WRONLY | O_CLOEXEC

  @Sendable static func open(_ path: String, _ flags: Int32, _ mode: UInt32) -> Int32 {
    guard isPlain(path) else { return -EINVAL }
    return result(systemOpen(path, flags, mode))
  }

  @Sendable static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = systemRead(descriptor, buffer)
    return count < 0 ? -Int(errno) : count
  }

  @Sendable static func write(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    let count = systemWrite(descriptor, buffer)
    return count < 0 ? -Int(errno) : count
  }

  @Sendable static func fsync(_ descriptor: Int32) -> Int32 { result(systemSync(descriptor)) }

  @Sendable static func close(_ descriptor: Int32) -> Int32 { result(systemClose(descriptor)) }

  @Sendable static func rename(_ from: String, _ to: String) -> Int32 {
    guard isPlain(from), isPlain(to) else { return -EINVAL }
    return result(systemRename(from, to))
  }

  @Sendable static func unlink(_ path: String) -> Int32 {
    guard isPlain(path) else { return -EINVAL }
    return result(systemUnlink(path))
  }

  @Sendable static func kind(_ path: String) -> Int32 {
    guard isPlain(path) else { return -EINVAL }
    var status = stat()
    guard stat(path, &status) == 0 else {
      return errno == ENOENT ? FileOperations.Kind.missing.rawValue : -errno
    }
    return kind(status)
  }

  @Sendable static func kind(_ descriptor: Int32) -> Int32 {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return -errno }
    return kind(status)
  }

  private static func kind(_ status: stat) -> Int32 {
    let kind: FileOperations.Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      default: .other
      }
    return kind.rawValue
  }

  /// Whether a path reaches the system unchanged: a zero byte would truncate it.
  private static func isPlain(_ path: String) -> Bool { !path.utf8.contains(0) }

  private static func result(_ value: Int32) -> Int32 { value < 0 ? -errno : value }

  /// Makes a write to a closed pipe fail with EPIPE instead of ending the process.
  ///
  /// A handler that the program installed is kept.
  static func ignoreBrokenPipeSignal() {
    var current = sigaction()
    guard sigaction(SIGPIPE, nil, &current) == 0 else { return }
    #if canImport(Darwin)
      let isDefault = current.__sigaction_u.__sa_handler == nil
    #elseif canImport(Musl)
      let isDefault = current.__sa_handler.sa_handler == nil
    #else
      let isDefault = current.__sigaction_handler.sa_handler == nil
    #endif
    if isDefault { signal(SIGPIPE, SIG_IGN) }
  }
}

// Outside the type, where the short names refer to the C functions.

private func systemOpen(_ path: String, _ flags: Int32, _ mode: UInt32) -> Int32 {
  open(path, flags, mode_t(mode))
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
  write(descriptor, buffer.baseAddress, buffer.count)
}

private func systemSync(_ descriptor: Int32) -> Int32 {
  #if canImport(Darwin)
    // `fsync` on Darwin reaches only the drive's cache; some file systems lack the full sync.
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
  #endif
  return fsync(descriptor)
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

private func systemRename(_ from: String, _ to: String) -> Int32 { rename(from, to) }

private func systemUnlink(_ path: String) -> Int32 { unlink(path) }
