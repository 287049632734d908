public import ScrollModel
import TraceStore

/// Records traces into a store while they happen.
///
/// The caller is never blocked: events go into a bounded queue that one thread drains into the
/// store in batches. A batch is durable when its commit returns, so that an app that is killed loses
/// at most the batch under way, and the file then says that it was not closed. When the queue is
/// full, events are dropped and counted, and a gap in the trace says so.
///
/// ```swift
/// let recorder = try TraceRecorder(path: "feed.sqlite")
/// let trace = recorder.beginTrace(TraceInformation(name: "feed"))
/// recorder.append(.observation(.frame(frame)), at: time, to: trace)
/// try recorder.close()
/// ```
public final class TraceRecorder: Sendable {
  /// How a recorder batches and what it keeps.
  public struct Options: Sendable {
    /// The longest time an event waits for its commit, in seconds: 0.005 to 60.
    public var batchSeconds = 0.25
    /// The number of waiting events that is committed without waiting on.
    public var batchCount = 4096
    /// The number of events that may wait, at least 16.
    public var capacity = 65_536
    /// Keeps only the last seconds until `trigger` is called; nil keeps everything.
    public var ringSeconds: Double?
    /// Asked a few times a second while another writer holds the file; nil does not wait.
    public var patience: (@Sendable () -> Bool)?
    /// The format that the store names as the source.
    public var format = "live"
    /// The version of the program that records.
    public var toolVersion = ""
    /// The SQLite file layer to use; nil is the system's.
    public var fileLayer: String?
    /// Called on the writer thread after each commit with the last seq of every trace in it.
    public var didCommit: (@Sendable ([CommittedSeq]) -> Void)?

    /// Creates the usual options.
    public init() {}
  }

  /// The last durable event of a trace.
  public struct CommittedSeq: Hashable, Sendable {
    /// The trace, as `beginTrace` numbered it.
    public let trace: TraceNumber
    /// The seq of the event.
    public let seq: Int64
  }

  /// How a recording stands.
  public struct Status: Sendable {
    /// Events that are durable.
    public var committedEvents: Int64 = 0
    /// Events that wait for their commit.
    public var waitingEvents = 0
    /// Events that were dropped because the queue was full or the recording had ended.
    public var droppedEvents: Int64 = 0
    /// Events that were refused because they are outside what a trace may hold.
    public var refusedEvents: Int64 = 0
    /// Whether a ring recording was triggered.
    public var isTriggered = false
  }

  struct Shared {
    var queue: EventQueue
    var status = Status()
    var firstWaiting: ContinuousClock.Instant?
    var isTriggerWaiting = false
    var isOpen = false
    var isClosing = false
    var isDone = false
    var isJoined = false
    var failure: StoreError?

    /// Whether events that come now will be written.
    var isTaking: Bool { !isClosing && !isDone }
  }

  private let path: String
  private let shared: Monitor<Shared>
  private let batchCount: Int
  private let thread: WorkerThread

  /// Opens the store, which is made if there is none, and starts recording.
  public init(path: String, options: Options = Options()) throws {
    var options = options
    // Written so that a NaN counts as too short: the writer must neither spin nor sleep for ever.
    options.batchSeconds = options.batchSeconds >= 0.005 ? min(options.batchSeconds, 60) : 0.005
    options.batchCount = max(1, options.batchCount)
    let shared = Monitor(Shared(queue: EventQueue(capacity: max(16, options.capacity))))
    let loop = RecordingLoop(path: path, options: options, shared: shared)
    guard let thread = WorkerThread.start({ loop.run() }) else {
      throw StoreError(.inputOutput, "cannot start the thread that writes '\(path)'")
    }
    self.path = path
    self.shared = shared
    batchCount = options.batchCount
    self.thread = thread
    let failure = shared.wait({ ($0.isOpen || $0.isDone, nil) }, { $0.failure })
    if let failure { throw failure }
  }

  deinit {
    // A recorder that was let go of still ends its file.
    _ = try? close()
  }

  /// Starts a trace and returns its number.
  ///
  /// A trace whose information is outside what a trace may hold is refused like an event that is: a
  /// diagnostic says why, its events are counted as refused, and the other traces go on.
  public func beginTrace(_ information: TraceInformation) -> TraceNumber {
    shared.withLockAndSignal { shared in
      Self.noteArrival(&shared)
      return shared.queue.begin(information)
    }
  }

  /// Takes an event without ever waiting; false if it was dropped, because the queue is full or the
  /// recording has ended.
  @discardableResult
  public func append(_ event: TraceEvent, at time: TraceTime, to trace: TraceNumber) -> Bool {
    let (isTaken, isDue) = shared.withLock { shared in
      let (isTaken, isDue) =
        shared.isTaking ? enqueue(event, time, trace, &shared) : (false, false)
      if !isTaken { shared.status.droppedEvents += 1 }
      return (isTaken, isDue)
    }
    if isDue { shared.signal() }
    return isTaken
  }

  /// Takes an event, waiting for room; for callers that may wait, such as one that reads a pipe.
  ///
  /// Throws what went wrong with the recording if it has ended.
  public func appendWaiting(
    _ event: TraceEvent, at time: TraceTime, to trace: TraceNumber
  ) throws {
    let (isTaken, isDue, failure) = shared.wait({ ($0.queue.hasRoom || !$0.isTaking, nil) }) {
      shared -> (Bool, Bool, StoreError?) in
      guard shared.isTaking else { return (false, false, shared.failure) }
      let (isTaken, isDue) = enqueue(event, time, trace, &shared)
      return (isTaken, isDue, nil)
    }
    if isDue { shared.signal() }
    guard !isTaken else { return }
    throw failure
      ?? StoreError(.invalid, "the recording of '\(path)' was closed; it takes no more events")
  }

  /// Puts an event into the queue; says whether it is in and whether the writer is to be woken.
  ///
  /// The writer looks by itself a few times a second; only a full batch is worth waking it for.
  private func enqueue(
    _ event: TraceEvent, _ time: TraceTime, _ trace: TraceNumber, _ shared: inout Shared
  ) -> (isTaken: Bool, isDue: Bool) {
    Self.noteArrival(&shared)
    let wasDue = shared.queue.isDue(at: batchCount)
    let isTaken = shared.queue.append(event, at: time, to: trace)
    return (isTaken, !wasDue && shared.queue.isDue(at: batchCount))
  }

  /// Keeps a diagnostic with the capture.
  public func report(_ diagnostic: Diagnostic) {
    shared.withLockAndSignal { shared in
      Self.noteArrival(&shared)
      shared.queue.report(diagnostic)
    }
  }

  /// Ends the ring: what it holds is kept, and everything from now on.
  public func trigger() {
    shared.withLockAndSignal { shared in
      shared.queue.trigger()
      shared.isTriggerWaiting = true
    }
  }

  /// How the recording stands.
  public var status: Status {
    shared.withLock { shared in
      var status = shared.status
      status.waitingEvents = shared.queue.count
      return status
    }
  }

  /// Writes what waits, seals the traces and closes the file; returns how the recording ended.
  ///
  /// Every call waits for the end and tells of it. Only `didCommit`, which the writer itself calls,
  /// cannot wait for it: there, the recording ends when the closure returns. While somebody else
  /// reads the file, its log stays beside it until the next writer closes it.
  @discardableResult
  public func close() throws -> Status {
    shared.withLockAndSignal { $0.isClosing = true }
    guard !thread.isCurrent else { return status }
    let (failure, isFirst) = shared.wait({ ($0.isDone, nil) }) { shared in
      defer { shared.isJoined = true }
      return (shared.failure, !shared.isJoined)
    }
    if isFirst { thread.join() }
    if let failure { throw failure }
    return status
  }

  private static func noteArrival(_ shared: inout Shared) {
    if shared.firstWaiting == nil { shared.firstWaiting = ContinuousClock.now }
  }
}
