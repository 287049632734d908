public import ScrollModel

/// A geometry observer: a transform on every change, and an action if its value changes.
public struct GeometryProbe<Value: Equatable & Sendable>: Sendable {
  private let transform: @Sendable (ScrollGeometry) -> Value
  private let initial: InitialGeometryChoice
  private var last: Value?
  private var lastGeometry: ScrollGeometry?
  /// The number of transform calls.
  public private(set) var transforms = 0

  /// Creates an observer; `initial` is the number of action calls when it appears (GEO-22).
  public init(
    initial: InitialGeometryChoice = .two, transform: @escaping @Sendable (ScrollGeometry) -> Value
  ) {
    self.initial = initial
    self.transform = transform
  }

  /// Handles the geometry of a frame and calls the action with the old and the new value.
  ///
  /// The first frame is the mount. Each later frame calls the action at most once, compared with
  /// the last delivered value.
  public mutating func observe(_ geometry: ScrollGeometry, action: (Value, Value) -> Void) {
    guard geometry != lastGeometry else { return }
    let isMount = lastGeometry == nil
    lastGeometry = geometry
    if isMount {
      mount(action)
      if initial != .two { deliver(geometry, isSilent: initial == .none, action) }
    }
    guard !isMount || initial == .two else { return }
    deliver(geometry, isSilent: false, action)
  }

  private mutating func mount(_ action: (Value, Value) -> Void) {
    guard initial == .two else { return }
    let value = run(.empty)
    last = value
    action(value, value)
  }

  private mutating func deliver(
    _ geometry: ScrollGeometry, isSilent: Bool, _ action: (Value, Value) -> Void
  ) {
    let value = run(geometry)
    let old = last
    guard value != old else { return }
    last = value
    if !isSilent { action(old ?? value, value) }
  }

  private mutating func run(_ geometry: ScrollGeometry) -> Value {
    transforms += 1
    return transform(geometry)
  }
}
