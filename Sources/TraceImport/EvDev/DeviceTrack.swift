import ScrollModel

/// The conversion from device positions to coordinates of the trace.
struct DevicePlane: Equatable, Sendable {
  /// The coordinate space.
  var space: CoordinateSpace
  private var origin = Point.zero
  private var unit = Size(width: 1, height: 1)

  /// Creates coordinates of the screen if its size and the ranges are known, otherwise those of the
  /// device.
  ///
  /// As in Android and libinput, the range includes its maximum.
  init(_ description: DeviceDescription, screen: Size?, panel: Size?) {
    space = .deviceUnits
    guard !description.isTouchpad, let screen else { return }
    if let ranges = description.positionRanges {
      origin = Point(x: Double(ranges.x.minimum), y: Double(ranges.y.minimum))
      unit = Size(width: screen.width / ranges.x.count, height: screen.height / ranges.y.count)
    } else if let panel, panel.width > 0, panel.height > 0 {
      unit = Size(width: screen.width / panel.width, height: screen.height / panel.height)
    } else {
      return
    }
    space = .points
  }

  /// Creates fractions of the screen, which are points if its size is known.
  init(fractionsOf screen: Size?) {
    space = screen == nil ? .normalized : .points
    unit = screen ?? unit
  }

  func point(_ x: Int32, _ y: Int32) -> Point {
    Point(x: (Double(x) - origin.x) * unit.width, y: (Double(y) - origin.y) * unit.height)
  }

  func point(_ fraction: Point) -> Point {
    Point(x: fraction.x * unit.width, y: fraction.y * unit.height)
  }
}

/// One device of a source while it is read: its decoder, its trace and its time.
struct DeviceTrack: Sendable {
  var decoder: ContactDecoder?
  var plane: DevicePlane?
  var pressureRange: AxisRange?
  /// The number of its trace, after its first relevant event.
  var number: TraceNumber?
  var lastTime = TraceTime.zero
  /// The shift of its times because its clock was set back.
  var shift: Int64 = 0
  /// The number of skipped lines since its last event.
  var lost: Int64 = 0
  /// Whether the kernel lost events since its last event.
  var hasHole = false
  /// The time of the first event of the current frame.
  var frameStart: Int64?
  /// The last positions of contacts whose end has no position, and whether fingers scroll.
  var fingers: [(pointer: Int64, position: Point)] = []
  var isScrolling = false
  /// The number of ends that do not identify one of several fingers.
  var namelessEnds = 0
  var reportedContacts = 0
  var reportedUnplaced = 0
  var hasToldPen = false
  var hasToldNotches = false
  /// Whether its positions were converted to points of the given screen.
  var isOnScreen = false
  var hasToldScrolls = false

  /// Records the position of a finger.
  mutating func place(_ pointer: Int64, at position: Point) {
    if let index = fingers.firstIndex(where: { $0.pointer == pointer }) {
      fingers[index].position = position
    } else if fingers.count < ContactDecoder.contactLimit {
      fingers.append((pointer, position))
    }
  }

  /// Removes a finger and returns its position; nil if it was not down.
  mutating func lift(_ pointer: Int64) -> Point? {
    guard let index = fingers.firstIndex(where: { $0.pointer == pointer }) else { return nil }
    return fingers.remove(at: index).position
  }
}
