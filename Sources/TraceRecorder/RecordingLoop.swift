import ScrollModel
import TraceStore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The loop of the writer thread: takes batches out of the queue and commits them.
struct RecordingLoop {
  let path: String
  let options: TraceRecorder.Options
  let shared: Monitor<TraceRecorder.Shared>

  /// The state of the running thread.
  private struct Recording {
    let store: TraceStore
    var writer: CaptureWriter?
    /// Whether the ring waits for a trigger.
    var isRinging: Bool
    var tracks: [Track] = []
    /// Diagnostics from before the capture exists.
    var diagnostics: [Diagnostic] = []
  }

  /// Runs until the recorder is closed or writing fails.
  func run() {
    do {
      var storeOptions = TraceStore.Options()
      storeOptions.patience = options.patience
      storeOptions.fileLayer = options.fileLayer
      var recording = Recording(
        store: try TraceStore(path: path, mode: .create, options: storeOptions),
        isRinging: options.ringSeconds != nil)
      shared.withLockAndSignal { $0.isOpen = true }
      var batch: [QueueItem] = []
      var isRunning = true
      while isRunning {
        take(&batch, &isRunning)
        try process(batch, &recording)
        batch.removeAll(keepingCapacity: true)
      }
      if let writer = recording.writer { try recording.store.endRecording(writer) }
      // Ends its statements; an open statement would keep the file open.
      recording.writer = nil
      try recording.store.close()
      shared.withLockAndSignal { $0.isDone = true }
    } catch {
      let failure =
        error as? StoreError ?? StoreError(.inputOutput, "cannot write '\(path)': \(error)")
      shared.withLockAndSignal {
        $0.failure = failure
        $0.isDone = true
      }
    }
  }

  /// Commits a batch, or keeps it in the rings until a trigger.
  private func process(_ batch: [QueueItem], _ recording: inout Recording) throws {
    var items = batch[...]
    while recording.writer == nil, let item = items.popFirst() {
      keep(item, &recording)
      // Without a trace no capture is created, so that an empty recording leaves nothing.
      guard !recording.isRinging, recording.tracks.contains(where: { $0.refusal == nil })
      else { continue }
      recording.writer = try recording.store.beginRecording(source)
      return try commit(items, &recording)
    }
    if !items.isEmpty { try commit(items, &recording) }
  }

  private var source: CaptureSource {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return CaptureSource(
      format: options.format, name: nil, toolVersion: options.toolVersion,
      unixMilliseconds: Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000)
  }

  /// Waits for a batch that is large or old enough, and takes it.
  private func take(_ batch: inout [QueueItem], _ isRunning: inout Bool) {
    let limit = options.batchSeconds
    shared.wait(
      { shared in
        let age = shared.firstWaiting.map { ContinuousClock.now - $0 }
        let isFull = shared.queue.isDue(at: options.batchCount)
        let isDue = age.map { $0 >= .seconds(limit) } ?? false
        let remaining = age.map { limit - Self.seconds($0) }
        // An empty queue is checked periodically, because callers do not signal each event.
        return (
          shared.isClosing || isFull || isDue || shared.isTriggerWaiting, remaining ?? limit / 2
        )
      },
      { shared in
        if shared.isClosing {
          shared.queue.fillHoles()
          isRunning = false
        }
        shared.queue.take(&batch)
        shared.firstWaiting = nil
        shared.isTriggerWaiting = false
      })
    // Signals waiting callers that there is space again.
    shared.signal()
  }

  private static func seconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = duration.components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  // MARK: Before there is a capture

  /// The largest number of diagnostics that are kept until there is a capture.
  private static let keptDiagnostics = 1000

  private func keep(_ item: QueueItem, _ recording: inout Recording) {
    switch item {
    case .begin(let information):
      let track = track(information)
      recording.tracks.append(track)
      if let refusal = track.refusal { keep(.diagnostic(Self.refusal(refusal)), &recording) }
    case .event(let trace, let time, let event):
      do {
        let place = try Self.place(of: trace, in: recording.tracks)
        let (settled, repair) = try recording.tracks[place].admit(event, at: time)
        if let repair { recording.tracks[place].ring.append(repair, at: settled) }
        recording.tracks[place].ring.append(event, at: settled)
      } catch {
        shared.withLock { $0.status.refusedEvents += 1 }
        keep(.diagnostic(Self.refusal(error)), &recording)
      }
    case .diagnostic(let diagnostic):
      recording.diagnostics.append(diagnostic)
      guard recording.diagnostics.count > Self.keptDiagnostics else { return }
      recording.diagnostics.removeFirst()
    case .trigger:
      recording.isRinging = false
      shared.withLock { $0.status.isTriggered = true }
    }
  }

  private func track(_ information: TraceInformation) -> Track {
    Track(
      information,
      ring: KeyframeRing(seconds: options.ringSeconds ?? 0, axes: information.axes))
  }

  private static func place(
    of trace: TraceNumber, in tracks: [Track]
  ) throws(StoreError) -> Int {
    // Wrapping arithmetic: an invalid trace number from the caller must not trap.
    let place = trace &- 1
    guard tracks.indices.contains(place) else {
      throw StoreError(.invalid, "there is no trace \(trace) in this recording")
    }
    return place
  }

  private static func refusal(_ error: StoreError) -> Diagnostic {
    Diagnostic(severity: .dataLoss, kind: "refused", message: error.description)
  }

  // MARK: The store

  private func commit(_ batch: ArraySlice<QueueItem>, _ recording: inout Recording) throws {
    guard let writer = recording.writer else { return }
    var tracks = recording.tracks
    let before = tracks.map(\.lastSeq)
    let marksBefore = tracks.reduce(0) { $0 + $1.marks }
    let diagnostics = recording.diagnostics
    // Keeps only local references, so that appending does not copy.
    recording.tracks = []
    recording.diagnostics = []
    defer { recording.tracks = tracks }
    var refused: Int64 = 0
    try recording.store.commit {
      for diagnostic in diagnostics { try writer.report(diagnostic) }
      for place in tracks.indices where tracks[place].number == nil {
        if tracks[place].refusal == nil { try cut(&tracks[place], writer) }
      }
      for item in batch { try write(item, &tracks, writer, &refused) }
    }
    var committed: [TraceRecorder.CommittedSeq] = []
    var count: Int64 = 0
    for (place, track) in tracks.enumerated() {
      let start = place < before.count ? before[place] : -1
      guard track.lastSeq > start else { continue }
      committed.append(TraceRecorder.CommittedSeq(trace: place + 1, seq: track.lastSeq))
      count += track.lastSeq - start
    }
    let marks = tracks.reduce(0) { $0 + $1.marks } - marksBefore
    shared.withLock {
      $0.status.committedEvents += count
      $0.status.committedMarks += marks
      $0.status.refusedEvents += refused
    }
    if !committed.isEmpty { options.didCommit?(committed) }
  }

  /// Writes a trace and the events of its ring into the store; all times are relative to the ring's
  /// start.
  private func cut(_ track: inout Track, _ writer: CaptureWriter) throws {
    track.shift = CutShift(origin: track.ring.start)
    track.number = try writer.beginTrace(track.ring.information(ofPartOf: track.information))
    for (time, event) in track.ring.cut() { try write(event, at: time, &track, writer) }
  }

  private func write(
    _ item: QueueItem, _ tracks: inout [Track], _ writer: CaptureWriter, _ refused: inout Int64
  ) throws {
    switch item {
    case .begin(let information):
      var track = track(information)
      if let refusal = track.refusal {
        try writer.report(Self.refusal(refusal))
      } else {
        track.number = try writer.beginTrace(information)
      }
      tracks.append(track)
    case .event(let trace, let time, let event):
      do {
        let place = try Self.place(of: trace, in: tracks)
        let (settled, repair) = try tracks[place].admit(event, at: time)
        if let repair { try write(repair, at: settled, &tracks[place], writer) }
        try write(event, at: settled, &tracks[place], writer)
      } catch let error as StoreError where error.kind == .invalid {
        refused += 1
        try writer.report(Self.refusal(error))
      }
    case .diagnostic(let diagnostic):
      try writer.report(diagnostic)
    case .trigger:
      break
    }
  }

  private func write(
    _ event: TraceEvent, at time: TraceTime, _ track: inout Track, _ writer: CaptureWriter
  ) throws {
    guard let number = track.number else { return }
    try writer.append(track.shift.moved(event), at: track.shift.moved(time), to: number)
    track.lastSeq += 1
    if case .stream = event { track.marks += 1 }
  }
}
