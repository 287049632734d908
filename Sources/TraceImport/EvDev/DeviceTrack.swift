import ScrollModel

/// How positions of a device become coordinates of its trace.
struct DevicePlane: Equatable, Sendable {
  /// What a coordinate means.
  var space: CoordinateSpace
  private var origin = Point.zero
  private var unit = Size(width: 1, height: 1)

  /// Coordinates of the screen where its size and the ranges are known, the device's own otherwise.
  ///
  /// As Android and libinput do it, the range is one unit longer than its ends are apart.
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

  /// Fractions of the screen, which are points where its size is known.
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

/// One device of a source while it is read: its decoder, its trace and its place in time.
struct DeviceTrack: Sendable {
  var decoder: ContactDecoder?
  var plane: DevicePlane?
  var pressureRange: AxisRange?
  /// The number of its trace, once it said something worth one.
  var number: TraceNumber?
  var lastTime = TraceTime.zero
  /// By how much its times are moved because its clock was set back.
  var shift: Int64 = 0
  /// Lines that were left out since its last event.
  var lost: Int64 = 0
  /// Whether the kernel lost events since its last event.
  var hasHole = false
  /// The time of the first event of the frame under way.
  var frameStart: Int64?
  /// Positions of contacts whose end comes without one, and whether fingers scroll.
  var fingers: [(pointer: Int64, position: Point)] = []
  var isScrolling = false
  /// Ends of contacts that do not say which of several fingers they mean.
  var namelessEnds = 0
  var reportedContacts = 0
  var reportedUnplaced = 0
  var hasToldPen = false
  var hasToldNotches = false
  var hasToldScrolls = false

  /// Notes where a finger is.
  mutating func place(_ pointer: Int64, at position: Point) {
    if let index = fingers.firstIndex(where: { $0.pointer == pointer }) {
      fingers[index].position = position
    } else if fingers.count < ContactDecoder.contactLimit {
      fingers.append((pointer, position))
    }
  }

  /// Forgets a finger and returns where it was; nil if it was not down.
  mutating func lift(_ pointer: Int64) -> Point? {
    guard let index = fingers.firstIndex(where: { $0.pointer == pointer }) else { return nil }
    return fingers.remove(at: index).position
  }
}
