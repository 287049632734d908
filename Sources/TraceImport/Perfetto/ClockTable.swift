/// The clocks of a Perfetto trace and their relations, from its snapshots.
///
/// Every time is converted to one reference: the monotonic clock, which Chrome's own JSON uses, or
/// the first clock of a trace without a monotonic one.
struct ClockTable {
  /// Numbers from `builtin_clock.proto`.
  static let monotonic: UInt64 = 3
  static let boottime: UInt64 = 6
  /// Clock ids from here up to 127 are specific to a sequence.
  static let firstOfSequence: UInt64 = 64
  static let lastOfSequence: UInt64 = 127

  /// The reference clock.
  private(set) var reference: UInt64?
  /// The clock of packets that specify none.
  private(set) var primary = boottime
  /// The offsets from each clock to the reference.
  private var offsets: [UInt64: Int64] = [:]

  /// One clock of one sequence.
  struct Own {
    var id: UInt64
    var isIncremental: Bool
    var multiplier: Int64
    /// The reading at the snapshot in nanoseconds, and that of the reference at the same time.
    var base: Int64
    var reference: Int64
    /// The last reading of an incremental clock, in its own unit.
    var last: Int64
  }

  /// The name of the reference clock.
  var name: String {
    switch reference {
    case 1: "linux_realtime"
    case 2: "linux_realtime_coarse"
    case 4: "linux_monotonic_coarse"
    case 5: "linux_monotonic_raw"
    case 6: "linux_boottime"
    case 3, nil: "linux_monotonic"
    case let id?: "clock_\(id)"
    }
  }

  /// Handles a snapshot; clocks of its own sequence are added to `own`.
  mutating func take(_ snapshot: ArraySlice<UInt8>, own: inout [Own]) {
    var readings: [Reading] = []
    var fields = ProtobufFields(snapshot)
    while let field = fields.next() {
      if field.number == 1, let reading = Reading(field.bytes) { readings.append(reading) }
      if field.number == 2 { primary = field.integer }
    }
    guard readings.count <= 1000 else { return }
    let shared = readings.filter { $0.id < Self.firstOfSequence || $0.id > Self.lastOfSequence }
    if reference == nil {
      reference = shared.contains { $0.id == Self.monotonic } ? Self.monotonic : shared.first?.id
    }
    guard let now = now(shared) else { return }
    for reading in shared where offsets.count < 1000 {
      let (offset, overflow) = now.subtractingReportingOverflow(reading.value)
      if !overflow { offsets[reading.id] = offset }
    }
    for reading in readings where reading.id != 0 {
      guard (Self.firstOfSequence...Self.lastOfSequence).contains(reading.id) else { continue }
      Self.set(reading, now, &own)
    }
  }

  /// The reading of the reference clock at a snapshot.
  private func now(_ readings: [Reading]) -> Int64? {
    if let own = readings.first(where: { $0.id == reference }) { return own.value }
    for reading in readings {
      guard let offset = offsets[reading.id] else { continue }
      let (value, overflow) = reading.value.addingReportingOverflow(offset)
      if !overflow { return value }
    }
    return nil
  }

  private static func set(_ reading: Reading, _ now: Int64, _ own: inout [Own]) {
    let (base, overflow) = reading.value.multipliedReportingOverflow(by: reading.multiplier)
    guard !overflow else { return }
    let clock = Own(
      id: reading.id, isIncremental: reading.isIncremental, multiplier: reading.multiplier,
      base: base, reference: now, last: reading.value)
    if let place = own.firstIndex(where: { $0.id == reading.id }) {
      own[place] = clock
    } else if own.count < 64 {
      own.append(clock)
    }
  }

  /// Returns a time on the reference clock; nil if the clock is unknown.
  func time(_ raw: UInt64, clock id: UInt64, own: inout [Own]) -> Int64? {
    guard let value = Int64(exactly: raw) else { return nil }
    if (Self.firstOfSequence...Self.lastOfSequence).contains(id) {
      guard let place = own.firstIndex(where: { $0.id == id }) else { return nil }
      return Self.time(value, &own[place])
    }
    // A trace without snapshots has one clock of any name.
    guard let offset = offsets[id] else { return reference == nil ? value : nil }
    let (time, overflow) = value.addingReportingOverflow(offset)
    return overflow ? nil : time
  }

  private static func time(_ value: Int64, _ clock: inout Own) -> Int64? {
    var reading = value
    if clock.isIncremental {
      let (sum, overflow) = clock.last.addingReportingOverflow(value)
      guard !overflow else { return nil }
      clock.last = sum
      reading = sum
    }
    let (scaled, overflow) = reading.multipliedReportingOverflow(by: clock.multiplier)
    let (distance, overflow2) = scaled.subtractingReportingOverflow(clock.base)
    let (time, overflow3) = clock.reference.addingReportingOverflow(distance)
    return overflow || overflow2 || overflow3 ? nil : time
  }

  /// One clock in a snapshot.
  private struct Reading {
    var id: UInt64 = 0
    var value: Int64 = 0
    var isIncremental = false
    var multiplier: Int64 = 1

    init?(_ bytes: ArraySlice<UInt8>) {
      var fields = ProtobufFields(bytes)
      while let field = fields.next() {
        switch field.number {
        case 1: id = field.integer
        case 2: value = Int64(bitPattern: field.integer)
        case 3: isIncremental = field.integer != 0
        case 4: multiplier = Int64(clamping: field.integer)
        default: break
        }
      }
      if fields.isDamaged || multiplier <= 0 { return nil }
    }
  }
}
