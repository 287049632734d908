/// The destination of an export: a descriptor, standard output or an atomic file.
///
/// Bytes are collected in 64 KiB pieces and, for a name with the suffix `.gz`, compressed. Output
/// is complete only after `finish()` returns; a file has no name before that.
///
/// A class, because it owns a descriptor and a compressor. It is not Sendable, as it has a single
/// writer.
public final class OutputSink {
  /// The bytes accepted so far, before compression.
  public private(set) var count: Int64 = 0
  private let name: String
  private let target: Target
  private let operations: FileOperations
  private let deflater: GzipDeflater?
  private var buffer: [UInt8] = []
  private var failure: FileError?
  private var isFinished = false

  private static let capacity = 64 << 10

  private enum Target {
    case descriptor(Int32, isOwned: Bool)
    case file(AtomicFile)
  }

  /// Writes to an open descriptor, which stays open.
  ///
  /// The process ignores SIGPIPE from now on unless it has a handler. A closed pipe then causes an
  /// error with `isBrokenPipe` and does not end the process.
  public init(
    descriptor: Int32, name: String, isCompressed: Bool = false,
    operations: FileOperations = .system
  ) {
    SystemCall.ignoreBrokenPipeSignal()
    self.name = name
    self.operations = operations
    target = .descriptor(descriptor, isOwned: false)
    deflater = isCompressed ? GzipDeflater() : nil
    buffer.reserveCapacity(Self.capacity)
  }

  /// Writes to standard output for `-`, directly to pipes and devices, else to an atomic file.
  public init(path: String, operations: FileOperations = .system) throws(FileError) {
    SystemCall.ignoreBrokenPipeSignal()
    name = path == "-" ? "standard output" : path
    self.operations = operations
    deflater = path.utf8.suffix(3).elementsEqual(".gz".utf8) ? GzipDeflater() : nil
    if path == "-" {
      target = .descriptor(1, isOwned: false)
    } else if operations.kind(path) == FileOperations.Kind.other.rawValue {
      let opened = operations.uninterrupted { operations.open(path, SystemCall.writeFlags, 0) }
      guard opened >= 0 else { throw FileError(operation: .create, path: path, errno: -opened) }
      target = .descriptor(opened, isOwned: true)
    } else {
      target = .file(try AtomicFile(path: path, operations: operations))
    }
    buffer.reserveCapacity(Self.capacity)
  }

  deinit {
    if !isFinished, case .descriptor(let descriptor, true) = target {
      _ = operations.close(descriptor)
    }
  }

  /// Accepts bytes.
  public func write(_ bytes: ArraySlice<UInt8>) throws(FileError) {
    if let failure { throw failure }
    precondition(!isFinished, "a finished sink takes no more bytes")
    count += Int64(bytes.count)
    var rest = bytes
    while !rest.isEmpty {
      let piece = rest.prefix(Self.capacity - buffer.count)
      buffer.append(contentsOf: piece)
      rest = rest.dropFirst(piece.count)
      if buffer.count == Self.capacity { try drain(isLast: false) }
    }
  }

  /// Accepts bytes.
  public func write(_ bytes: [UInt8]) throws(FileError) { try write(bytes[...]) }

  /// Accepts text.
  public func write(_ text: String) throws(FileError) { try write(Array(text.utf8)[...]) }

  /// Writes the collected bytes, for an interactive reader; compressed output may lag.
  public func flush() throws(FileError) {
    if let failure { throw failure }
    try drain(isLast: false)
  }

  /// Writes the remaining bytes and commits the file.
  public func finish() throws(FileError) {
    if let failure { throw failure }
    guard !isFinished else { return }
    try drain(isLast: true)
    isFinished = true
    switch target {
    case .file(let file): try remembering { () throws(FileError) in try file.commit() }
    case .descriptor(_, isOwned: false): break
    case .descriptor(let descriptor, isOwned: true):
      let closed = operations.close(descriptor)
      guard closed >= 0 || closed == -SystemCall.interrupted else { throw failed(-closed) }
    }
  }

  private func drain(isLast: Bool) throws(FileError) {
    guard let deflater else {
      try send(buffer[...])
      buffer.removeAll(keepingCapacity: true)
      return
    }
    var failure: FileError?
    let isSound = deflater.compress(buffer[...], isLast: isLast) { piece in
      do throws(FileError) {
        try send(piece)
      } catch {
        failure = error
      }
      return failure == nil
    }
    buffer.removeAll(keepingCapacity: true)
    if let failure { throw failure }
    guard isSound else { throw failed(SystemCall.inputOutputError) }
  }

  private func send(_ bytes: ArraySlice<UInt8>) throws(FileError) {
    switch target {
    case .descriptor(let descriptor, _):
      let errno = bytes.withUnsafeBytes { operations.writeAll(descriptor, $0) }
      guard errno == 0 else { throw failed(errno) }
    case .file(let file):
      try remembering { () throws(FileError) in try file.write(bytes) }
    }
  }

  /// Stores the error of a step, so that every later step fails with it.
  private func remembering(_ step: () throws(FileError) -> Void) throws(FileError) {
    do throws(FileError) {
      try step()
    } catch {
      failure = error
      throw error
    }
  }

  private func failed(_ errno: Int32) -> FileError {
    let error = FileError(operation: .write, path: name, errno: errno)
    failure = error
    return error
  }
}

@available(*, unavailable)
extension OutputSink: Sendable {}
