import SQLite

/// One SQLite file of captures and their traces.
///
/// `schema.sql` documents the file. A store is opened for reading, which changes nothing in it, or
/// for writing, which acquires the lock of its single writer. A file is untrusted and checked
/// first: its kind, its version, its schema and, by default, its pages.
public final class TraceStore {
  /// The allowed access to the file.
  public enum Mode: Sendable {
    /// Reads an existing store, which is unchanged.
    case readOnly
    /// Reads and writes an existing store.
    case readWrite
    /// Reads and writes a store, which is created if necessary.
    case create
  }

  /// Options for opening a store.
  public struct Options {
    /// Whether the pages of an existing file are checked for damage.
    public var checksPages = true
    /// Called a few times a second while another writer holds the lock; nil does not wait.
    public var patience: (() -> Bool)?
    /// Whether a newly created file is removed on closing if it contains no capture.
    public var discardsEmpty = false
    /// The SQLite file layer to use; nil is the system's.
    public var fileLayer: String?
    /// Whether a truncated file may be opened for reading, to recover its data.
    var toleratesMissingPages = false

    /// Creates the default options.
    public init() {}
  }

  /// The path as given by the caller.
  public let path: String
  /// Foreign objects in the file, such as `view 'mine'`; they are never used.
  public private(set) var foreignObjects: [String] = []
  /// Whether results can be stored in the file, because it was opened for writing.
  public var keepsResults: Bool { lock != nil }
  let database: Database
  /// The running recording, whose pending rows are part of every commit.
  weak var recording: CaptureWriter?
  /// The noise of already measured traces, by their observations digest.
  var restNoises: [[UInt8]: Double] = [:]
  /// The traces that are nested with those that were asked for.
  var nestedTraces: [Int64: NestedTrace] = [:]
  private var lock: WriterLock?
  /// Whether the file was identified as a store of ours; only then may closing change it.
  private var isOurs = false
  /// Whether the file is removed on closing if nothing was added.
  private var discardsEmpty = false
  private var isClosed = false

  /// Opens the store at a path.
  public init(path: String, mode: Mode, options: Options = Options()) throws {
    self.path = path
    do {
      if mode == .readOnly {
        lock = nil
        database = try Self.openToRead(path, options)
      } else {
        guard mode == .create || fileExists(path) else {
          throw StoreError(.missing, "there is no file '\(path)'")
        }
        lock = try WriterLock.acquire(for: path, patience: options.patience)
        // Checked under the lock, so that no other process creates the file in between.
        discardsEmpty = options.discardsEmpty && !fileExists(path)
        database = try Self.openToWrite(path, mode, options)
      }
      foreignObjects = try StoreIdentity.check(database)
      if options.checksPages { try checkPages() }
      // Set only after the identity check, so that a rejected file is never changed.
      isOurs = true
      if lock != nil {
        try database.setKeepsLog(false)
        try Migration.run(Migration.all, on: database)
        // WAL allows reading during a recording; closing the file ends WAL mode.
        try database.setJournalMode(.wal)
        try database.setSynchronous(.normal)
      } else {
        try Migration.widen(database)
      }
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    }
  }

  deinit {
    // Last attempt for a store that was not closed; an error here loses no data.
    if !isClosed, lock != nil { try? closeFile() }
  }

  /// Closes the store; a writer leaves a single file that can be opened on read-only media.
  ///
  /// While another process reads, the log stays next to the file until the next writer closes it.
  public func close() throws {
    guard !isClosed else { return }
    do {
      try closeFile()
    } catch let error as DatabaseError where error.isBusy {
      throw StoreError(
        .locked, "'\(path)' cannot be closed while it is read; end its readers first")
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    }
    isClosed = true
  }

  private func closeFile() throws {
    let isSingle = lock != nil && isOurs ? try leaveLog() : false
    let isDiscarded = discardsEmpty && isSingle && isEmpty
    try database.close()
    // Removed under the lock, so that no file of another writer is removed.
    if isDiscarded { removeFile(path) }
    lock = nil
  }

  /// Makes the store a single file; false while another process reads.
  private func leaveLog() throws -> Bool {
    do {
      try database.setJournalMode(.delete)
      return true
    } catch {
      guard error.isBusy else { throw error }
      // All data is written; the log stays next to the file until the next writer closes it.
      return false
    }
  }

  private var isEmpty: Bool {
    (try? database.first("SELECT count(*) FROM capture", as: Int64.self)) == 0
  }

  private static func openToRead(_ path: String, _ options: Options) throws -> Database {
    var limits = UntrustedLimits()
    limits.timeBudget = nil
    limits.heapBytes = nil
    limits.toleratesMissingPages = options.toleratesMissingPages
    return try Database.openUntrusted(path, limits: limits, vfs: options.fileLayer)
  }

  private static func openToWrite(
    _ path: String, _ mode: Mode, _ options: Options
  ) throws -> Database {
    let database = try Database.openForWriting(
      path, create: mode == .create, vfs: options.fileLayer)
    let isEmpty = try database.first("SELECT count(*) FROM sqlite_schema", as: Int64.self) == 0
    let isUnclaimed = try database.applicationID() == 0 && database.userVersion() == 0
    if isEmpty && isUnclaimed {
      try Migration.run(Migration.all, on: database)
    }
    return database
  }

  private func checkPages() throws {
    let complaints = try database.quickCheck(limit: 1)
    guard let first = complaints.first else { return }
    throw StoreError(
      .damaged,
      "'\(path)' is damaged (\(first)); run 'scrolltrace recover \(path)' to keep the "
        + "intact part")
  }
}

// A connection belongs to one thread at a time.
@available(*, unavailable) extension TraceStore: Sendable {}
