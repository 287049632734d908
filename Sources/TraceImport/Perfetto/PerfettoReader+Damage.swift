import ScrollModel
import TextKit

// Recovery after invalid bytes.

extension PerfettoReader {
  /// Continues at the next byte where a complete packet starts.
  mutating func recover<Sink: TraceSink>(
    _ reason: String, into sink: inout Sink
  ) throws {
    let start = window.offset
    repeat {
      window.drop(1)
      skipToTag()
    } while window.count > 0 && !startsPacket()
    let count = window.offset - start
    try report("\(reason); \(count) bytes were left out", at: start, into: &sink)
    try noteHole(into: &sink)
  }

  /// Adds a gap to all traces, because the writer of the missing data is unknown.
  mutating func noteHole<Sink: TraceSink>(into sink: inout Sink) throws {
    try input.noteLoss(into: &sink)
    guard let lastTime else { return }
    try extraction.take(ChromiumEvent(time: lastTime, kind: .loss), into: &sink)
  }

  private mutating func skipToTag() {
    while window.count > 0 || window.fill() {
      if let place = window.bytes.firstIndex(of: Self.packetTag) {
        return window.drop(place - window.bytes.startIndex)
      }
      window.drop(window.count)
    }
  }

  /// The largest length of a packet that is accepted during recovery, in bytes.
  private static let plausibleLength = 1 << 18

  /// Whether a complete packet with a writer is at the window's start.
  private mutating func startsPacket() -> Bool {
    _ = window.require(11)
    guard let (start, length) = frame(), length > 0, length <= Self.plausibleLength else {
      return false
    }
    let end = start + length
    guard window.require(end), window.require(end + 1) ? window[end] == Self.packetTag : true else {
      return false
    }
    return TracePacket(window.bytes.dropFirst(start).prefix(length))?.sequence ?? 0 != 0
  }

  /// Whether there is a complete packet anywhere in the window after its start.
  func hasPacketAhead() -> Bool {
    var rest = window.bytes.dropFirst()
    while let place = rest.firstIndex(of: Self.packetTag) {
      rest = rest[place...]
      if let (length, end) = ProtobufFields.varint(rest, at: rest.startIndex + 1), length > 0,
        length <= UInt64(rest.endIndex - end), length <= UInt64(Self.plausibleLength),
        let count = Int(exactly: length),
        end + count == rest.endIndex || rest[end + count] == Self.packetTag,
        TracePacket(rest[end..<(end + count)])?.sequence ?? 0 != 0
      {
        return true
      }
      rest = rest.dropFirst()
    }
    return false
  }

  /// The largest number of damaged positions that are listed individually.
  private static let reportLimit = 1000

  mutating func report<Sink: TraceSink>(
    _ message: String, at offset: Int64? = nil, into sink: inout Sink
  ) throws {
    losses.damaged += 1
    guard losses.damaged <= Self.reportLimit else { return }
    try sink.report(
      Diagnostic(
        severity: .dataLoss, kind: "damaged-packet", byte: offset ?? window.offset,
        message: message))
  }
}
