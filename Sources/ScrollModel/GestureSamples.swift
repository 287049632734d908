/// The phase of a touch or trackpad contact in a sample.
public enum TouchPhase: UInt8, CaseIterable, Hashable, Sendable {
  /// The contact appeared.
  case began = 0
  /// The contact moved.
  case moved = 1
  /// The contact did not move.
  case stationary = 2
  /// The contact was lifted.
  case ended = 3
  /// The system cancelled the contact.
  case cancelled = 4

  /// The word for it in logs.
  public var word: String {
    switch self {
    case .began: "began"
    case .moved: "moved"
    case .stationary: "stationary"
    case .ended: "ended"
    case .cancelled: "cancelled"
    }
  }
}

/// The delivery of a touch sample to the app.
public enum SampleDelivery: UInt8, CaseIterable, Hashable, Sendable {
  /// Delivered on its own.
  case direct = 0
  /// Delivered later, together with the direct sample that follows it.
  case coalesced = 1
  /// Predicted by the system; it never occurred.
  case predicted = 2
}

/// One sample of one finger.
public struct TouchSample: Hashable, Sendable {
  /// The finger, numbered as in the source.
  public var pointer: Int64
  /// The phase of the touch.
  public var phase: TouchPhase
  /// The position relative to the container's top left corner.
  public var position: Point
  /// The delivery of the sample.
  public var delivery: SampleDelivery
  /// Pressure, if the device measures it: 0 is none, 1 a firm touch on most devices.
  public var pressure: Double?

  /// Creates a sample.
  public init(
    pointer: Int64, phase: TouchPhase, position: Point, delivery: SampleDelivery = .direct,
    pressure: Double? = nil
  ) {
    self.pointer = pointer
    self.phase = phase
    self.position = position
    self.delivery = delivery
    self.pressure = pressure.map { $0 + 0.0 }
  }
}

/// The phase of a wheel or trackpad scroll, for the fingers or for the momentum after them.
public enum WheelPhase: UInt8, CaseIterable, Hashable, Sendable {
  /// The device reports no phases, as a click wheel does.
  case none = 0
  /// Fingers rest on the pad; a scroll may begin.
  case mayBegin = 1
  /// The scroll began.
  case began = 2
  /// The scroll continues.
  case changed = 3
  /// Fingers rest without movement.
  case stationary = 4
  /// The scroll ended.
  case ended = 5
  /// The system cancelled the scroll.
  case cancelled = 6
}

/// One step of a mouse wheel or one sample of a trackpad scroll.
public struct WheelSample: Hashable, Sendable {
  /// The requested change of the content offset: positive values increase the offset.
  public var delta: Vector
  /// The phase of the fingers on the trackpad; `none` for a click wheel.
  public var phase: WheelPhase
  /// The phase of the momentum; `none` without momentum.
  public var momentumPhase: WheelPhase
  /// Whether the delta is in points (a trackpad) rather than in scaled notches (a wheel).
  public var isPrecise: Bool
  /// The position of the cursor in the container, if known.
  public var position: Point?

  /// Creates a step.
  public init(
    delta: Vector, phase: WheelPhase = .none, momentumPhase: WheelPhase = .none,
    isPrecise: Bool = false, position: Point? = nil
  ) {
    self.delta = delta
    self.phase = phase
    self.momentumPhase = momentumPhase
    self.isPrecise = isPrecise
    self.position = position
  }
}
