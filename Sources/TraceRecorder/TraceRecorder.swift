public import ScrollModel
import TraceStore

/// Records traces into a store while they happen.
///
/// The caller is never blocked: events are appended to a bounded queue, which one thread writes to
/// the store in batches. A batch is durable when its commit returns. A killed app loses at most the
/// current batch, and the file is then marked as not closed. When the queue is full, events are
/// dropped and counted, and the trace contains a gap.
///
/// ```swift
/// let recorder = try TraceRecorder(path: "feed.sqlite")
/// let trace = recorder.beginTrace(TraceInformation(name: "feed"))
/// recorder.append(.observation(.frame(frame)), at: time, to: trace)
/// try recorder.close()
/// ```
public final class TraceRecorder: Sendable {
  /// Options of batching and of the kept data.
  public struct Options: Sendable {
    /// The longest time until an event is committed, in seconds: 0.005 to 60.
    public var batchSeconds = 0.25
    /// The number of pending events that causes an immediate commit.
    public var batchCount = 4096
    /// The largest number of pending events, at least 16.
    public var capacity = 65_536
    /// Keeps only the last seconds until `trigger` is called; nil keeps everything.
    public var ringSeconds: Double?
    /// Called a few times a second while another writer holds the lock; nil does not wait.
    public var patience: (@Sendable () -> Bool)?
    /// The source format in the store.
    public var format = "live"
    /// The version of the recording program.
    public var toolVersion = ""
    /// The SQLite file layer to use; nil is the system's.
    public var fileLayer: String?
    /// Called on the writer thread after each commit with the last seq of every trace in it.
    public var didCommit: (@Sendable ([CommittedSeq]) -> Void)?

    /// Creates the default options.
    public init() {}
  }

  /// The last durable event of a trace.
  public struct CommittedSeq: Hashable, Sendable {
    /// The trace number from `beginTrace`.
    public let trace: TraceNumber
    /// The seq of the event.
    public let seq: Int64
  }

  /// The state of a recording.
  public struct Status: Sendable {
    /// The number of durable events.
    public var committedEvents: Int64 = 0
    /// The number of these that are marks of the stream: gaps, repairs and keyframes.
    public var committedMarks: Int64 = 0
    /// The number of inputs and observations in the store.
    public var recordedEvents: Int64 { committedEvents - committedMarks }
    /// The number of pending events.
    public var waitingEvents = 0
    /// The number of events that were dropped because the queue was full or the recording had
    /// ended.
    public var droppedEvents: Int64 = 0
    /// The number of events that were rejected because they are outside the model's limits.
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

    /// Whether new events will be written.
    var isTaking: Bool { !isClosing && !isDone }
  }

  private let path: String
  private let shared: Monitor<Shared>
  private let batchCount: Int
  private let thread: WorkerThread

  /// Opens the store, creating it if necessary, and starts recording.
  public init(path: String, options: Options = Options()) throws {
    var options = options
    // This form of the condition maps NaN to the minimum: the writer must neither spin nor sleep
    // forever.
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
    // A recorder that was never closed still closes its file.
    _ = try? close()
  }

  /// Starts a trace and returns its number.
  ///
  /// A trace with information outside the model's limits is rejected with a diagnostic. Its events
  /// are counted as rejected, and other traces continue.
  public func beginTrace(_ information: TraceInformation) -> TraceNumber {
    shared.withLockAndSignal { shared in
      Self.noteArrival(&shared)
      return shared.queue.begin(information)
    }
  }

  /// Appends an event without waiting; false if it was dropped, because the queue is full or the
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

  /// Appends an event, waiting for space; for callers that may block, such as a reader of a pipe.
  ///
  /// Throws the error of the recording if it has ended.
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

  /// Appends an event to the queue; returns whether it fit and whether to wake the writer.
  ///
  /// The writer checks the queue a few times a second, so only a full batch wakes it.
  private func enqueue(
    _ event: TraceEvent, _ time: TraceTime, _ trace: TraceNumber, _ shared: inout Shared
  ) -> (isTaken: Bool, isDue: Bool) {
    Self.noteArrival(&shared)
    let wasDue = shared.queue.isDue(at: batchCount)
    let isTaken = shared.queue.append(event, at: time, to: trace)
    return (isTaken, !wasDue && shared.queue.isDue(at: batchCount))
  }

  /// Adds a diagnostic to the capture.
  public func report(_ diagnostic: Diagnostic) {
    shared.withLockAndSignal { shared in
      Self.noteArrival(&shared)
      shared.queue.report(diagnostic)
    }
  }

  /// Ends the ring: its events and all later ones are kept.
  public func trigger() {
    shared.withLockAndSignal { shared in
      shared.queue.trigger()
      shared.isTriggerWaiting = true
    }
  }

  /// The state of the recording.
  public var status: Status {
    shared.withLock { shared in
      var status = shared.status
      status.waitingEvents = shared.queue.count
      return status
    }
  }

  /// Writes pending events, seals the traces and closes the file; returns the final status.
  ///
  /// Every call waits for the end. Only `didCommit`, which the writer itself calls, cannot wait:
  /// there, the recording ends when the closure returns. While another process reads the file, its
  /// log stays next to it until the next writer closes it.
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
