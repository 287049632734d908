import ScrollModel

/// The names and numbers of our own log format, which `docs/format.md` describes.
public enum NativeFormat {
  /// The name under which captures of this format are stored.
  public static let name = "scrolltrace-jsonl"
  /// The version that is written, and the newest that is read.
  public static let version: Int64 = 1
  /// The longest line that is read, in bytes; the items of a layout do not count.
  public static let lineLimit = 1 << 20
  /// How many targets one layout may hold.
  public static let layoutLimit = ModelLimits.targets
  /// The first time from which a log without an origin is taken to use an absolute clock.
  static let absoluteTime: Int64 = 3_600_000_000_000
  /// From how many bytes on a layout goes on in another line.
  static let layoutLineBytes = 1 << 18
}

/// The unit of every `t` of a log.
enum TimeUnit: String, CaseIterable {
  case seconds = "s"
  case milliseconds = "ms"
  case microseconds = "us"
  case nanoseconds = "ns"

  /// The power of ten that makes nanoseconds of it.
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
extension TouchPhase {
  var word: String {
    switch self {
    case .began: "began"
    case .moved: "moved"
    case .stationary: "stationary"
    case .ended: "ended"
    case .cancelled: "cancelled"
    }
  }
}

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
