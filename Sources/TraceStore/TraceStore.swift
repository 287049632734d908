import SQLite

/// One SQLite file of captures and their traces.
///
/// `schema.sql` describes the file for people. A store is opened to read, which changes nothing in
/// it, or to write, which takes the lock of its one writer. A file that somebody else may have made
/// is checked first: its kind, its version, its schema and, unless told otherwise, its pages.
public final class TraceStore {
  /// What may be done with the file.
  public enum Mode: Sendable {
    /// Read an existing store; nothing in it changes.
    case readOnly
    /// Read and write an existing store.
    case readWrite
    /// Read and write a store that is made if there is none.
    case create
  }

  /// How a store is opened.
  public struct Options {
    /// Whether pages are checked for damage when an existing file is opened.
    public var checksPages = true
    /// Asked a few times a second while another writer holds the store; nil does not wait.
    public var patience: (() -> Bool)?
    /// Whether a file that this opening makes is removed again if no capture comes into it.
    public var discardsEmpty = false
    /// The SQLite file layer to use; nil is the system's.
    public var fileLayer: String?
    /// Whether a file that was cut off is opened to read, for what is left of it.
    var toleratesMissingPages = false

    /// Creates the usual options.
    public init() {}
  }

  /// The file as the caller named it.
  public let path: String
  /// Objects in the file that are not ours, such as `view 'mine'`; they are never used.
  public private(set) var foreignObjects: [String] = []
  /// Whether results can be kept in the file: it is open for writing, or it was when it was made.
  public var keepsResults: Bool { lock != nil }
  let database: Database
  /// The recording under way, whose rows every commit takes along.
  weak var recording: CaptureWriter?
  /// The noise of traces that were asked for, by the digest of their observations.
  var restNoises: [[UInt8]: Double] = [:]
  private var lock: WriterLock?
  /// Whether the file passed as a store of ours; only then closing may change anything in it.
  private var isOurs = false
  /// Whether the file is removed on closing unless something came into it.
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
        // Asked under the lock: nobody else makes the file in between.
        discardsEmpty = options.discardsEmpty && !fileExists(path)
        database = try Self.openToWrite(path, mode, options)
      }
      foreignObjects = try StoreIdentity.check(database)
      if options.checksPages { try checkPages() }
      // Only now that the file is known to be ours: a refused file keeps every byte.
      isOurs = true
      if lock != nil {
        try database.setKeepsLog(false)
        try Migration.run(Migration.all, on: database)
        // WAL lets people read while a recording goes on; the file leaves it when it is closed.
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
    // The last chance of a store that was not closed: nothing is lost if it fails.
    if !isClosed, lock != nil { try? closeFile() }
  }

  /// Closes the store; a writer leaves a single file that opens on read-only media.
  ///
  /// While somebody else reads, the log stays beside the file until the next writer closes it.
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
    // Under the lock, so that nothing of another writer is removed.
    if isDiscarded { removeFile(path) }
    lock = nil
  }

  /// Makes the store a single file; false while somebody reads.
  private func leaveLog() throws -> Bool {
    do {
      try database.setJournalMode(.delete)
      return true
    } catch {
      guard error.isBusy else { throw error }
      // Everything is written; the log stays beside the file until the next writer closes it.
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
      "'\(path)' is damaged (\(first)); run 'scrolltrace recover \(path)' to keep the part that "
        + "is whole")
  }
}

// A connection belongs to one thread at a time.
@available(*, unavailable) extension TraceStore: Sendable {}
