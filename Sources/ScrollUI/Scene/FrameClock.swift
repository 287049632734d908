import Foundation
import ScrollModel

/// The boundaries between the frames of the display: each interval contains one frame.
struct FrameClock {
  private var origin = 0.0
  private var period: Double
  private var index = 0.0

  init(rate: Double) { period = Self.period(of: rate) }

  private static func period(of rate: Double) -> Double {
    1e9 / (rate > 0 ? min(max(rate, 1e-6), ModelLimits.refreshRate) : 60)
  }

  /// The next boundary, half a frame after the next frame.
  var next: TraceTime {
    let moment = origin + (index + 0.5) * period
    return TraceTime(nanoseconds: Int64(exactly: moment.rounded(.down)) ?? .max)
  }

  mutating func proceed() { index += 1 }

  /// Advances to the last boundary up to a time.
  mutating func skip(to end: TraceTime) {
    index = max(index, ((Double(end.nanoseconds) - origin) / period - 0.5).rounded(.down))
  }

  /// Follows a change of the display's refresh rate.
  mutating func apply(_ change: ContainerChange, after now: TraceTime) {
    guard change.refreshRate != nil || change.refreshOrigin != nil else { return }
    if let rate = change.refreshRate { period = Self.period(of: rate) }
    if let moment = change.refreshOrigin { origin = Double(moment.nanoseconds) }
    index = ((Double(now.nanoseconds) - origin) / period + 0.5).rounded(.down)
  }
}
