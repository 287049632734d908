import ScrollModel
import TextKit

/// Reads a Perfetto trace of any length, one packet at a time.
struct PerfettoReader {
  /// The largest packet that is read, in bytes.
  static let packetLimit = 16 << 20
  /// The largest size of decompressed packets, in bytes.
  static let unpackedLimit = 64 << 20
  /// The largest number of writers in a trace.
  private static let sequenceLimit = 10_000
  /// The tag of field 1 with bytes: the start of every packet.
  static let packetTag: UInt8 = 0x0A
  private static let progressStep: Int64 = 1 << 20

  var window: ByteWindow
  var extraction: ScrollExtraction
  var input: AndroidInput
  /// The number of complete packets.
  private(set) var packetCount: Int64 = 0
  var losses = Losses()
  var sequences: [UInt64: PacketSequence] = [:]
  var clocks = ClockTable()
  var tracks = TrackTable()
  var lastTime: Int64?

  /// Unreadable data, by reason.
  struct Losses {
    /// The number of gaps in which the writer's buffer was full.
    var gaps = 0
    /// The number of events whose names or clock were in missing packets.
    var stateless = 0
    /// The number of packets with an unsupported or damaged compression.
    var zstd = 0
    var unpackable = 0
    var damaged = 0
  }

  init(_ source: ByteSource, options: ImportOptions = ImportOptions()) {
    window = ByteWindow(source, limit: Self.packetLimit + 16)
    let format = CaptureFormat.perfetto.rawValue
    extraction = ScrollExtraction(facts: CaptureFacts(format: format, clockName: "linux_monotonic"))
    input = AndroidInput(format: format, options: options)
  }

  /// Reads the whole source.
  mutating func read<Sink: TraceSink>(
    into sink: inout Sink, progress: (Int64) throws -> Void
  ) throws {
    var nextProgress: Int64 = 0
    while window.count > 0 || window.fill() {
      if window.offset >= nextProgress {
        try progress(window.source.rawCount)
        nextProgress = window.offset + Self.progressStep
      }
      _ = window.require(11)
      guard let (start, length) = frame() else {
        try recover("no packet starts here", into: &sink)
        continue
      }
      guard window.require(start + length) else {
        if window.isAtEnd, window.failure != nil || !hasPacketAhead() {
          try report("the trace ends inside a packet; it was left out", into: &sink)
          window.drop(window.count)
        } else {
          try recover("a packet is longer than what is left", into: &sink)
        }
        continue
      }
      let bytes = window.bytes.dropFirst(start).prefix(length)
      if let packet = TracePacket(bytes) {
        try take(packet, into: &sink)
        window.drop(start + length)
      } else {
        try recover("a packet cannot be read", into: &sink)
      }
    }
  }

  /// Returns the start and the length of the content of the packet at the window's start.
  func frame() -> (start: Int, length: Int)? {
    let bytes = window.bytes
    guard bytes.first == Self.packetTag,
      let (length, end) = ProtobufFields.varint(bytes, at: bytes.startIndex + 1),
      length <= UInt64(Self.packetLimit), let count = Int(exactly: length)
    else { return nil }
    return (end - bytes.startIndex, count)
  }

  // MARK: Packets

  private mutating func take<Sink: TraceSink>(
    _ packet: TracePacket, isPacked: Bool = false, into sink: inout Sink
  ) throws {
    packetCount += 1
    if packet.isPackedWithZstd {
      losses.zstd += 1
      try noteHole(into: &sink)
    }
    if let packed = packet.packed, !isPacked { try unpack(packed, into: &sink) }
    guard let sequence = sequence(of: packet) else { return }
    if packet.isLossBefore, sequence.isStarted {
      losses.gaps += 1
      sequence.lose()
      if sequence.hasInput { try input.noteLoss(into: &sink) }
      if let lastTime {
        try extraction.take(ChromiumEvent(time: lastTime, kind: .loss), into: &sink)
      }
    }
    sequence.isStarted = true
    if packet.flags & TracePacket.clearedFlag != 0 { sequence.clear() }
    if let snapshot = packet.clockSnapshot { clocks.take(snapshot, own: &sequence.clocks) }
    if let defaults = packet.defaults { sequence.setDefaults(defaults) }
    for data in packet.interned { sequence.intern(data) }
    // An incremental clock advances with every packet, relevant or not.
    let time = packet.timestamp.flatMap { raw in
      clocks.time(
        raw, clock: packet.clock ?? sequence.defaultClock ?? clocks.primary, own: &sequence.clocks)
    }
    takeThread(packet, sequence)
    takeFacts(packet)
    if let winscope = packet.winscope {
      sequence.hasInput = true
      try takeWinscope(winscope, into: &sink)
    }
    if let inputEvent = packet.inputEvent {
      sequence.hasInput = true
      try input.take(inputEvent, into: &sink)
    }
    guard let event = packet.event.map({ TrackEvent($0, sequence) }) else { return }
    let isReadable = packet.flags & TracePacket.needsStateFlag == 0 || sequence.isWhole
    let moment = if let own = event.ownTime { self.time(own, sequence) } else { time }
    guard isReadable, let moment else {
      losses.stateless += 1
      return
    }
    lastTime = moment
    try take(event, sequence, at: moment, into: &sink)
  }

  /// Handles the thread of a track, or that of a whole sequence, which gets a separate track.
  private mutating func takeThread(_ packet: TracePacket, _ sequence: PacketSequence) {
    if let descriptor = packet.track, let thread = tracks.describe(descriptor) {
      extraction.takeThread(
        process: thread.place.process, thread: thread.place.thread, name: thread.name)
    }
    guard let descriptor = packet.thread else { return }
    // Sequence ids start at 1 and track ids are random, so this one is unused.
    let track = ~packet.sequence
    sequence.setThread(descriptor, track: track)
    if let thread = tracks.describe(thread: descriptor, as: track) {
      extraction.takeThread(
        process: thread.place.process, thread: thread.place.thread, name: thread.name)
    }
  }

  /// Returns the own time of an event from before 2020, on the reference clock.
  private func time(_ own: TrackEvent.OwnTime, _ sequence: PacketSequence) -> Int64? {
    guard let reading = sequence.reading(of: own), let raw = UInt64(exactly: reading) else {
      return nil
    }
    return clocks.time(raw, clock: ClockTable.monotonic, own: &sequence.clocks)
  }

  private mutating func sequence(of packet: TracePacket) -> PacketSequence? {
    if let sequence = sequences[packet.sequence] { return sequence }
    guard sequences.count < Self.sequenceLimit else { return nil }
    let sequence = PacketSequence()
    sequences[packet.sequence] = sequence
    return sequence
  }

  private mutating func take<Sink: TraceSink>(
    _ event: TrackEvent, _ sequence: PacketSequence, at time: Int64, into sink: inout Sink
  ) throws {
    let track = event.legacyID ?? event.track ?? sequence.defaultTrack
    if event.phase == .end {
      let key = tracks.end(on: track)
      guard key != 0 else { return }
      var end = ChromiumEvent(time: time, kind: .end)
      end.key = key
      event.fill(&end, sequence)
      return try extraction.take(end, into: &sink)
    }
    guard let kind = event.kind else {
      if event.phase == .begin { tracks.begin(0, on: track) }
      return
    }
    guard event.phase != .other else { return }
    var found = ChromiumEvent(time: time, kind: kind)
    let place = event.track.flatMap { tracks.place($0) } ?? tracks.place(sequence.defaultTrack)
    found.process = place?.process ?? 0
    found.thread = place?.thread ?? 0
    found.duration = event.phase == .complete ? event.duration : -1
    if kind == .mark { found.text = event.name?.text }
    event.fill(&found, sequence)
    if event.phase == .begin {
      found.key = tracks.newKey()
      tracks.begin(found.key, on: track)
    }
    guard found.isOfInterest else { return }
    try extraction.take(found, into: &sink)
  }

  private mutating func unpack<Sink: TraceSink>(
    _ packed: ArraySlice<UInt8>, into sink: inout Sink
  ) throws {
    guard let bytes = PackedBytes.unpack(packed, limit: Self.unpackedLimit) else {
      losses.unpackable += 1
      return try noteHole(into: &sink)
    }
    var fields = ProtobufFields(bytes[...])
    while let field = fields.next() {
      guard field.number == 1 else { continue }
      if let packet = TracePacket(field.bytes) {
        try take(packet, isPacked: true, into: &sink)
      } else {
        losses.damaged += 1
        try noteHole(into: &sink)
      }
    }
    guard fields.isDamaged else { return }
    losses.damaged += 1
    try noteHole(into: &sink)
  }

  private mutating func takeWinscope<Sink: TraceSink>(
    _ bytes: ArraySlice<UInt8>, into sink: inout Sink
  ) throws {
    var fields = ProtobufFields(bytes)
    while let field = fields.next() {
      if field.number == 5 { try input.take(field.bytes, into: &sink) }
    }
  }
}
