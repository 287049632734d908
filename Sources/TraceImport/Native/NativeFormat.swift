import ScrollModel

/// The names and numbers of the native log format, documented in `docs/format.md`.
public enum NativeFormat {
  /// The stored name of this format.
  public static let name = "scrolltrace-jsonl"
  /// The written version, which is also the newest readable one.
  public static let version: Int64 = 1
  /// The longest line that is read, in bytes, not counting the items of a layout.
  public static let lineLimit = 1 << 20
  /// The largest number of targets in one layout.
  public static let layoutLimit = ModelLimits.targets
  /// The smallest first time of a log without an origin that indicates an absolute clock.
  static let absoluteTime: Int64 = 3_600_000_000_000
  /// The length in bytes at which a layout is continued in another line.
  static let layoutLineBytes = 1 << 18
}

/// The unit of every `t` of a log.
enum TimeUnit: String, CaseIterable {
  case seconds = "s"
  case milliseconds = "ms"
  case microseconds = "us"
  case nanoseconds = "ns"

  /// The power of ten that converts it to nanoseconds.
  var exponent: Int {
    switch self {
    case .seconds: 9
    case .milliseconds: 6
    case .microseconds: 3
    case .nanoseconds: 0
    }
  }
}

/// The words of the format for the codes of the model.
extension SampleDelivery {
  var word: String {
    switch self {
    case .direct: "direct"
    case .coalesced: "coalesced"
    case .predicted: "predicted"
    }
  }
}

extension WheelPhase {
  var word: String {
    switch self {
    case .none: "none"
    case .mayBegin: "may-begin"
    case .began: "began"
    case .changed: "changed"
    case .stationary: "stationary"
    case .ended: "ended"
    case .cancelled: "cancelled"
    }
  }
}
