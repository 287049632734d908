import ScrollModel

/// The contents of one line of a source.
enum DeviceLine: Equatable {
  /// No event.
  case nothing
  /// An event of the input layer.
  case event(device: Int, DeviceEvent)
  /// A sample that the source has derived from events.
  case sample(device: Int, time: Int64, FinishedSample)
}

/// A sample that was decoded before it was written.
enum FinishedSample: Equatable {
  /// A contact as fractions of the device's extent. The end of one has no position, and no pointer
  /// if the source does not contain it.
  case touch(pointer: Int64?, phase: TouchPhase, fraction: Point?)
  /// Wheel movement in 120ths of a notch.
  case wheel(dx: Int64, dy: Int64)
  /// A movement of fingers on a trackpad, in points; zero movement ends the scroll.
  case fingerScroll(Vector)
  /// Either of the two, if the source is unknown: degrees of a wheel, or points.
  case scroll(Vector)
}

/// A text format of input events, which converts each line to one `DeviceLine`.
protocol DeviceLineParser: Sendable {
  /// Creates a parser, which distinguishes header and event lines.
  init()

  /// The devices so far.
  var devices: DeviceTable { get }
  /// The clock of the source's times.
  var clock: StaticString { get }
  /// The reading of the clock at the start of every trace, if the format defines it.
  var origin: Int64? { get }
  /// The operating system, if known.
  var system: String? { get }
  /// The reason why a readable source contains no events, if known.
  var reasonForNoEvents: String? { get }

  /// Parses a line; throws for a damaged one.
  mutating func take(_ line: ArraySlice<UInt8>) throws(LineProblem) -> DeviceLine
}

extension DeviceLineParser {
  var origin: Int64? { nil }
  var system: String? { nil }
  var reasonForNoEvents: String? { nil }
}

extension LineFields {
  /// The problem of a line whose next field is unexpected.
  func problem(_ expected: StaticString) -> LineProblem {
    LineProblem(kind: "bad-line", offset: offset, message: "\(expected) was expected here")
  }
}
