public import ScrollModel

/// The targets from a time on.
public struct ReportLayout: Sendable {
  /// The time of the layout, in nanoseconds.
  public var time: Int64
  /// Size of the content, if known.
  public var contentSize: Size?
  /// The targets in layout order.
  public var targets: [(id: String, frame: Rect)]

  /// Creates a layout.
  public init(time: Int64, contentSize: Size?, targets: [(id: String, frame: Rect)]) {
    self.time = time
    self.contentSize = contentSize
    self.targets = targets
  }
}

/// The container from a time on.
public struct ReportContainer: Hashable, Sendable {
  /// The time of the container, in nanoseconds.
  public var time: Int64
  /// Its size.
  public var size: Size
  /// Its insets.
  public var insets: Insets

  /// Creates a container.
  public init(time: Int64, size: Size, insets: Insets) {
    self.time = time
    self.size = size
    self.insets = insets
  }
}

/// One complete touch, or a run of wheel samples.
public struct ReportGesture: Sendable {
  /// `touch` or `wheel`.
  public var kind: String
  /// The start, in nanoseconds.
  public var from: Int64
  /// The end, in nanoseconds.
  public var to: Int64
  /// The path of the finger in the container: time in nanoseconds, x and y in points.
  public var path: [(time: Int64, x: Double, y: Double)]

  /// Creates a gesture.
  public init(kind: String, from: Int64, to: Int64, path: [(time: Int64, x: Double, y: Double)]) {
    self.kind = kind
    self.from = from
    self.to = to
    self.path = path
  }
}

/// A marked event.
public struct ReportEvent: Hashable, Sendable {
  /// The time, in nanoseconds.
  public var time: Int64
  /// `command`, `layout`, `container`, `note`.
  public var kind: String
  /// The text.
  public var text: String

  /// Creates a mark.
  public init(time: Int64, kind: String, text: String) {
    self.time = time
    self.kind = kind
    self.text = text
  }
}
