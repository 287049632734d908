import Analysis

/// The relation between recorded offsets and those of the app.
///
/// `recorded = app × scale + shift`, or the same from the opposite end of the range.
struct Reading: Hashable, Sendable {
  /// Recorded points per point of the app.
  var scale = 1.0
  /// The constant added to every offset.
  var shift = 0.0
  /// Whether the ends of the range are shifted too: by a recorder they are, by a behavior not.
  var shiftsEnds = true
  /// Whether offsets count from the opposite end of the range.
  var isMirrored = false
  /// Whether reported velocities are those of the recorded offsets.
  var changesVelocities = true

  static let plain = Reading()

  var isPlain: Bool { self == .plain }

  /// Converts a recorded offset to one of the app.
  func app(_ recorded: Double, _ axis: MainAxis) -> Double {
    let place = (recorded - shift) / scale
    return isMirrored ? mirror(place, axis) : place
  }

  /// Converts an offset of the app to a recorded one.
  func recorded(_ app: Double, _ axis: MainAxis) -> Double {
    let place = (isMirrored ? mirror(app, axis) : app) * scale + shift
    return shiftsEnds ? place : axis.clamp(place)
  }

  private func mirror(_ place: Double, _ axis: MainAxis) -> Double {
    axis.low + (axis.high ?? axis.low) - place
  }

  /// Converts a velocity from recorded offsets to one of the app.
  func appVelocity(_ recorded: Double) -> Double {
    (isMirrored ? -recorded : recorded) / scale
  }

  /// Whether a recorded offset is at an end of the app's range.
  func isAtEnd(_ recorded: Double, _ axis: MainAxis, within tolerance: Double) -> Bool {
    guard shiftsEnds else { return axis.isAtEnd(recorded, within: tolerance) }
    return axis.isAtEnd(app(recorded, axis), within: tolerance / min(1, scale))
  }

  /// Whether a recorded offset is at the smaller of the recorded ends.
  func isAtLow(_ recorded: Double, _ axis: MainAxis, within tolerance: Double) -> Bool {
    guard let high = axis.high else {
      return (recorded - self.recorded(axis.low, axis)).magnitude <= tolerance
    }
    let ends = [self.recorded(axis.low, axis), self.recorded(high, axis)]
    return (recorded - min(ends[0], ends[1])).magnitude <= tolerance
  }
}
