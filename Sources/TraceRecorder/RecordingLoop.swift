import ScrollModel
import TraceStore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the writer thread does: take batches out of the queue and commit them.
struct RecordingLoop {
  let path: String
  let options: TraceRecorder.Options
  let shared: Monitor<TraceRecorder.Shared>

  /// One trace of the recording.
  private struct Track {
    let information: TraceInformation
    var ring: KeyframeRing
    /// Its number in the store; nil while only the ring holds it.
    var number: TraceNumber?
    /// The moment that became time zero when the ring was cut.
    var origin = TraceTime.zero
    var lastSeq: Int64 = -1
    /// The time of the last event, as the caller counts it.
    var lastTime = TraceTime.zero

    /// Returns the time to store for an event, and the repair that says that it was raised.
    ///
    /// An event too far behind keeps its time; the writer refuses it.
    mutating func settle(_ time: TraceTime) -> (time: TraceTime, repair: TraceEvent?) {
      let deficit = lastTime.nanoseconds(since: time)
      guard deficit > 0 else {
        lastTime = time
        return (time, nil)
      }
      guard deficit <= ModelLimits.disorder else { return (time, nil) }
      let text = "the time ran backwards by \(deficit) ns and was raised"
      return (lastTime, .remark(.repair(kind: "time-raised", text: text)))
    }
  }

  /// What the thread keeps while it runs.
  private struct Recording {
    let store: TraceStore
    var writer: CaptureWriter?
    var tracks: [Track] = []
    /// Items that came before there was anything to write.
    var backlog: [QueueItem] = []
  }

  /// Runs until the recorder is closed or writing fails.
  func run() {
    do {
      var storeOptions = TraceStore.Options()
      storeOptions.patience = options.patience
      storeOptions.fileLayer = options.fileLayer
      var recording = Recording(
        store: try TraceStore(path: path, mode: .create, options: storeOptions))
      shared.withLockAndSignal { $0.isOpen = true }
      var batch: [QueueItem] = []
      var isRunning = true
      while isRunning {
        take(&batch, &isRunning)
        try process(batch, &recording)
        batch.removeAll(keepingCapacity: true)
      }
      if let writer = recording.writer { try recording.store.endRecording(writer) }
      // Its statements end with it; an open statement would keep the file open.
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

  /// Commits a batch, or keeps it in the rings until a trigger comes by.
  private func process(_ batch: [QueueItem], _ recording: inout Recording) throws {
    guard recording.writer == nil else { return try commit(batch, &recording) }
    if options.ringSeconds != nil {
      let end = batch.firstIndex { if case .trigger = $0 { true } else { false } } ?? batch.count
      for item in batch[..<end] { keep(item, &recording.tracks) }
      guard end < batch.count else { return }
      shared.withLock { $0.status.isTriggered = true }
      recording.writer = try recording.store.beginRecording(source)
      return try commit(Array(batch[end...]), &recording)
    }
    // A stream that never begins a trace leaves no empty capture behind.
    recording.backlog += batch
    guard recording.backlog.contains(where: { if case .begin = $0 { true } else { false } })
    else { return }
    recording.writer = try recording.store.beginRecording(source)
    let items = recording.backlog
    recording.backlog = []
    try commit(items, &recording)
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
        let isFull = shared.queue.count >= options.batchCount || !shared.queue.hasRoom
        let isDue = age.map { $0 >= .seconds(limit) } ?? false
        let remaining = age.map { limit - Self.seconds($0) }
        // Even an empty queue is looked at now and then: callers do not wake us for each event.
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
  }

  private static func seconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = duration.components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  // MARK: The ring

  private func keep(_ item: QueueItem, _ tracks: inout [Track]) {
    switch item {
    case .begin(let information):
      tracks.append(track(information))
    case .event(let trace, let time, let event):
      guard tracks.indices.contains(trace - 1), ModelLimits.problem(with: event, at: time) == nil
      else {
        shared.withLock { $0.status.refusedEvents += 1 }
        return
      }
      let (settled, repair) = tracks[trace - 1].settle(time)
      guard settled >= tracks[trace - 1].lastTime else {
        shared.withLock { $0.status.refusedEvents += 1 }
        return
      }
      if let repair { tracks[trace - 1].ring.append(repair, at: settled) }
      tracks[trace - 1].ring.append(event, at: settled)
    case .diagnostic, .trigger:
      break
    }
  }

  private func track(_ information: TraceInformation) -> Track {
    let seconds = min(max(options.ringSeconds ?? 0, 0), 86_400)
    return Track(
      information: information, ring: KeyframeRing(length: Int64(seconds * 1e9)), number: nil)
  }

  // MARK: The store

  private func commit(_ batch: [QueueItem], _ recording: inout Recording) throws {
    guard let writer = recording.writer, !batch.isEmpty else { return }
    var tracks = recording.tracks
    recording.tracks = []
    defer { recording.tracks = tracks }
    let before = tracks.map(\.lastSeq)
    var refused: Int64 = 0
    try recording.store.commit {
      for index in tracks.indices where tracks[index].number == nil {
        try cut(&tracks[index], writer)
      }
      for item in batch { try write(item, &tracks, writer, &refused) }
    }
    var committed: [TraceRecorder.CommittedSeq] = []
    var count: Int64 = 0
    for (index, track) in tracks.enumerated() {
      let start = index < before.count ? before[index] : -1
      guard track.lastSeq > start, let number = track.number else { continue }
      committed.append(TraceRecorder.CommittedSeq(trace: number, seq: track.lastSeq))
      count += track.lastSeq - start
    }
    shared.withLock {
      $0.status.committedEvents += count
      $0.status.refusedEvents += refused
    }
    if !committed.isEmpty { options.didCommit?(committed) }
  }

  /// Puts what the ring holds into the store; all times count from its start.
  private func cut(_ track: inout Track, _ writer: CaptureWriter) throws {
    track.origin = track.ring.start
    var information = track.information
    if track.origin > .zero {
      information.setMetadata(
        MetadataEntry(key: "cut_ns", json: String(track.origin.nanoseconds)))
    }
    let number = try writer.beginTrace(information)
    track.number = number
    for (time, event) in track.ring.cut() {
      try writer.append(event.moved(to: track.origin), at: moved(time, track), to: number)
    }
    track.lastSeq = (writer.nextSeq(of: number) ?? 0) - 1
  }

  private func write(
    _ item: QueueItem, _ tracks: inout [Track], _ writer: CaptureWriter, _ refused: inout Int64
  ) throws {
    switch item {
    case .begin(let information):
      var track = track(information)
      track.number = try writer.beginTrace(information)
      tracks.append(track)
    case .event(let trace, let time, let event):
      guard tracks.indices.contains(trace - 1), let number = tracks[trace - 1].number else {
        refused += 1
        return
      }
      let (settled, repair) = tracks[trace - 1].settle(time)
      let track = tracks[trace - 1]
      do {
        if let repair {
          try writer.append(repair, at: moved(settled, track), to: number)
          tracks[trace - 1].lastSeq += 1
        }
        try writer.append(event.moved(to: track.origin), at: moved(settled, track), to: number)
        tracks[trace - 1].lastSeq += 1
      } catch let error as StoreError where error.kind == .invalid {
        refused += 1
        try writer.report(
          Diagnostic(severity: .dataLoss, kind: "refused", message: error.description))
      }
    case .diagnostic(let diagnostic):
      try writer.report(diagnostic)
    case .trigger:
      break
    }
  }

  private func moved(_ time: TraceTime, _ track: Track) -> TraceTime {
    time.advanced(byNanoseconds: -track.origin.nanoseconds)
  }
}

extension TraceEvent {
  /// The event with the times inside it counted from a new start.
  fileprivate func moved(to origin: TraceTime) -> TraceEvent {
    guard origin != .zero else { return self }
    let shift = -origin.nanoseconds
    func move(_ time: TraceTime) -> TraceTime { max(.zero, time.advanced(byNanoseconds: shift)) }
    switch self {
    case .input(.container(var change)):
      // A tick a whole number of periods later is the same clock; before the start it is not valid.
      change.refreshOrigin = change.refreshOrigin.flatMap { moment in
        moment >= origin ? move(moment) : Self.tick(moment, change.refreshRate, after: origin)
      }
      return .input(.container(change))
    case .remark(.gap(let from, let to, let count)):
      return .remark(.gap(from: move(from), to: move(to), count: count))
    default:
      return self
    }
  }

  /// The first tick of a refresh clock at or after a moment, counted from that moment.
  private static func tick(
    _ moment: TraceTime, _ rate: Double?, after origin: TraceTime
  ) -> TraceTime? {
    guard let rate, rate > 0 else { return nil }
    let period = 1e9 / rate
    let distance = Double(origin.nanoseconds(since: moment))
    let rest = (distance / period).rounded(.up) * period - distance
    return TraceTime(nanoseconds: Int64(min(max(rest, 0), period)))
  }
}
