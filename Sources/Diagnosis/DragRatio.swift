import Analysis
import ScrollModel

/// The ratio between content movement and finger movement during drags within the range.
///
/// Different parts of an app record fingers and offsets. If they agree, and the finger stays inside
/// the container, then both are in points.
struct DragRatio: Sendable {
  /// Movements shorter than this are ignored, in points.
  private static let leastWay = 60.0

  private var fingerWay = 0.0
  private var contentWay = 0.0
  /// The content's movement with the finger, less that against it.
  private var followingWay = 0.0
  private var isOutside = false
  /// The finger and the offset at the last frame of the drag.
  private var last: (finger: Double, offset: Double)?
  private var finger: Double?

  /// Handles the next event of the recording.
  mutating func take(_ event: TraceEvent, on viewState: borrowing ViewState) {
    switch event {
    case .input(.touch(let sample)):
      let isDown = sample.phase != .ended && sample.phase != .cancelled
      let isOne = viewState.openTouches.count == 1
      guard let axis = MainAxis(viewState)?.axis else { return }
      finger =
        isDown && isOne ? (axis == .vertical ? sample.position.y : sample.position.x) : nil
      if finger == nil || sample.phase == .began { last = nil }
      if let finger, let size = viewState.containerSize {
        let length = axis == .vertical ? size.height : size.width
        if finger < -0.1 * length || finger > 1.1 * length { isOutside = true }
      }
    case .observation(.frame): takeFrame(viewState)
    default: break
    }
  }

  private mutating func takeFrame(_ viewState: borrowing ViewState) {
    guard let finger, viewState.phase == .interacting, let axis = MainAxis(viewState),
      !axis.isAtEnd(axis.offset, within: 1), axis.excess(axis.offset) == 0
    else {
      last = nil
      return
    }
    if let last {
      fingerWay += (finger - last.finger).magnitude
      let (fingerStep, step) = (finger - last.finger, axis.offset - last.offset)
      contentWay += step.magnitude
      // Offsets count from the leading side, so a finger that moves towards it increases them.
      let isFollowing = (fingerStep > 0) == (axis.isMirrored ? step > 0 : step < 0)
      if fingerStep != 0 { followingWay += isFollowing ? step.magnitude : -step.magnitude }
    }
    last = (finger, axis.offset)
  }

  /// Whether the touches exclude that offsets count from the other end of the axis.
  var excludesMirroring: Bool {
    fingerWay >= Self.leastWay && followingWay > 0.5 * contentWay
  }

  /// Whether the touches exclude that offsets are scaled by a factor.
  func excludes(_ scale: Double) -> Bool {
    // Fingers outside of the container may be in device pixels, too, but not in less than points.
    guard !isOutside || scale < 1, fingerWay >= Self.leastWay else { return false }
    let ratio = contentWay / fingerWay
    return (0.8...1.25).contains(ratio) && !(0.8...1.25).contains(ratio / scale)
  }
}
