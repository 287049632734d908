/// What a touch or a trackpad contact does at a sample.
public enum TouchPhase: UInt8, CaseIterable, Hashable, Sendable {
  /// The contact appeared.
  case began = 0
  /// The contact moved.
  case moved = 1
  /// The contact is where it was.
  case stationary = 2
  /// The contact was lifted.
  case ended = 3
  /// The system took the contact away.
  case cancelled = 4
}

/// How a touch sample reached the app.
public enum SampleDelivery: UInt8, CaseIterable, Hashable, Sendable {
  /// Delivered on its own.
  case direct = 0
  /// Delivered later, together with the direct sample that follows it.
  case coalesced = 1
  /// Guessed by the system ahead of time; it never happened.
  case predicted = 2
}

/// One sample of one finger.
public struct TouchSample: Hashable, Sendable {
  /// Which finger, as the source numbers them.
  public var pointer: Int64
  /// What the finger does.
  public var phase: TouchPhase
  /// Where the finger is, measured from the container's top left corner.
  public var position: Point
  /// How the sample reached the app.
  public var delivery: SampleDelivery
  /// Pressure where the device measures it: 0 is none, 1 a firm touch on most devices.
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

/// Where a wheel or trackpad scroll stands, for the fingers or for the momentum after them.
public enum WheelPhase: UInt8, CaseIterable, Hashable, Sendable {
  /// The device reports no phases, as a click wheel does.
  case none = 0
  /// Fingers rest on the pad; a scroll may begin.
  case mayBegin = 1
  /// The scroll began.
  case began = 2
  /// The scroll goes on.
  case changed = 3
  /// Fingers rest without movement.
  case stationary = 4
  /// The scroll ended.
  case ended = 5
  /// The system took the scroll away.
  case cancelled = 6
}

/// One step of a mouse wheel or one sample of a trackpad scroll.
public struct WheelSample: Hashable, Sendable {
  /// How far the content offset is asked to move: positive grows the offset.
  public var delta: Vector
  /// What the fingers on the pad do; `none` for a click wheel.
  public var phase: WheelPhase
  /// What the momentum after the fingers does; `none` while there is none.
  public var momentumPhase: WheelPhase
  /// Whether the delta is in points (a pad) rather than in notches scaled by the system (a wheel).
  public var isPrecise: Bool
  /// Where the cursor is in the container, where the source says so.
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
