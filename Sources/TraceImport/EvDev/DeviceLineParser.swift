import ScrollModel

/// What one line of a source says.
enum DeviceLine: Equatable {
  /// Nothing about events.
  case nothing
  /// An event of the input layer.
  case event(device: Int, DeviceEvent)
  /// A sample that the source has made of events itself.
  case sample(device: Int, time: Int64, FinishedSample)
}

/// A sample that was decoded before it was written down.
enum FinishedSample: Equatable {
  /// A contact as fractions of the device's extent; the end of one has no position, and no pointer
  /// where the source does not say which ends.
  case touch(pointer: Int64?, phase: TouchPhase, fraction: Point?)
  /// Turns of a wheel in 120ths of a notch.
  case wheel(dx: Int64, dy: Int64)
  /// A movement of fingers on a pad, in points; without movement it ends the scroll.
  case fingerScroll(Vector)
  /// Either of the two, where the source does not say which: degrees of a wheel, or points.
  case scroll(Vector)
}

/// A text form of input events: it makes one `DeviceLine` of each line.
protocol DeviceLineParser: Sendable {
  /// Whether lines belong to events or to the description in front of them is its own affair.
  init()

  /// The devices seen so far.
  var devices: DeviceTable { get }
  /// What the times of the source are read from.
  var clock: StaticString { get }
  /// The reading of the clock at the start of every trace, where the form fixes it.
  var origin: Int64? { get }
  /// The operating system, where the source names it.
  var system: String? { get }
  /// Why there are no events in a source that the front can read, where it knows.
  var reasonForNoEvents: String? { get }

  /// Takes in a line; a damaged one throws.
  mutating func take(_ line: ArraySlice<UInt8>) throws(LineProblem) -> DeviceLine
}

extension DeviceLineParser {
  var origin: Int64? { nil }
  var system: String? { nil }
  var reasonForNoEvents: String? { nil }
}

extension LineFields {
  /// The problem of a line whose next field is not what it should be.
  func problem(_ expected: StaticString) -> LineProblem {
    LineProblem(kind: "bad-line", offset: offset, message: "\(expected) was expected here")
  }
}
