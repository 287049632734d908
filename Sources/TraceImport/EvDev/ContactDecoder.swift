import ScrollModel

/// What a frame of a device amounts to, in the device's own units.
enum DeviceSample: Equatable, Sendable {
  /// A sample of a contact.
  case touch(pointer: Int64, phase: TouchPhase, x: Int32, y: Int32, pressure: Int32?)
  /// Turns of a wheel in 120ths of a notch: right and down, as an offset grows.
  case wheel(dx: Int64, dy: Int64)
}

/// Makes contacts and wheel steps out of the events of one device.
///
/// The kernel's three ways to report contacts are told apart by what comes: slots that keep their
/// values ("protocol B"), contacts repeated in every frame ("protocol A"), and a single touch. The
/// rules are those of the kernel's document `multi-touch-protocol.rst`.
struct ContactDecoder: Sendable {
  /// What an event ended.
  enum End: Equatable {
    /// A frame; `samples` holds what it amounts to.
    case frame
    /// A stretch of which the kernel lost events; `samples` cancels what was down.
    case dropped
  }

  /// How the device reports contacts.
  enum Kind: Equatable {
    case unknown
    case slots
    case repeated
  }

  /// The most contacts a device may report at once.
  static let contactLimit = 64

  /// What the frame that ended last amounts to.
  private(set) var samples: [DeviceSample] = []
  /// Contacts that were found down without having been seen to come down.
  private(set) var contactsWithoutStart = 0
  /// Contacts that left before both of their coordinates were known.
  private(set) var contactsWithoutPosition = 0
  /// Whether a pen touched, which is not read.
  private(set) var hasPenTouched = false
  private(set) var kind = Kind.unknown
  private var ignoresSingle = false
  private var slots = [ContactSlot](repeating: ContactSlot(), count: contactLimit)
  /// The slots that something was said of in this frame, a bit each.
  private var namedSlots: UInt64 = 0
  private var current: Int? = 0
  private var pending = ContactValues()
  private var repeated = RepeatedContacts()
  private var single = ContactSlot()
  private var wheel = WheelTurn()
  private var isDropping = false
  private var frameIsEmpty = true
  private var liftsAll = false
  private var hasTrackingIDs = false
  /// The kinds of pen that are near, a bit each.
  private var nearPens: UInt8 = 0

  /// Creates a decoder that uses what is known of its device.
  init(_ description: DeviceDescription = DeviceDescription()) {
    ignoresSingle = description.hasContacts
    if description.hasSlots, description.hasContacts { kind = .slots }
    single.tracking = -1
  }

  /// How many contacts are down.
  var openCount: Int {
    slots.count { $0.pointer != nil } + (single.pointer == nil ? 0 : 1) + repeated.open.count
  }

  /// Takes in an event; says what it ended, if anything.
  mutating func take(_ event: DeviceEvent) -> End? {
    guard event.type != DeviceCode.synchronization else { return synchronize(event.code) }
    guard !isDropping else { return nil }
    frameIsEmpty = false
    switch event.type {
    case DeviceCode.absolute: takeAbsolute(event.code, event.value)
    case DeviceCode.relative: wheel.take(event.code, event.value)
    case DeviceCode.key where event.code == DeviceCode.touch: takeTouchKey(event.value)
    case DeviceCode.key where DeviceCode.toolPens.contains(event.code):
      let bit: UInt8 = 1 << UInt8(event.code - DeviceCode.toolPens.lowerBound)
      nearPens = event.value == 0 ? nearPens & ~bit : nearPens | bit
    default: break
    }
    return nil
  }

  private mutating func takeTouchKey(_ value: Int32) {
    if value == 0 { liftsAll = true }
    single.values.tracking = value == 0 ? -1 : 0
  }

  private mutating func takeAbsolute(_ code: UInt16, _ value: Int32) {
    switch code {
    case DeviceCode.slot:
      guard kind != .repeated else { return }
      flushPending()
      kind = .slots
      current = slots.indices.contains(Int(value)) ? Int(value) : nil
    case DeviceCode.contactX: pending.x = value
    case DeviceCode.contactY: pending.y = value
    case DeviceCode.trackingID:
      pending.tracking = value
      if value < 0 { pending.isLifted = true }
      hasTrackingIDs = true
    case DeviceCode.contactPressure: pending.pressure = value
    case DeviceCode.contactDistance: pending.distance = value
    case DeviceCode.touchMajor: pending.major = value
    case DeviceCode.contactTool: pending.tool = value
    case DeviceCode.x: single.values.x = value
    case DeviceCode.y: single.values.y = value
    case DeviceCode.pressure: single.values.pressure = value
    default: break
    }
  }

  /// Hands what was said of the current slot to it.
  private mutating func flushPending() {
    guard !pending.isEmpty else { return }
    if let current {
      slots[current].values.merge(pending)
      namedSlots |= 1 << UInt64(current)
    }
    pending = ContactValues()
  }

  private mutating func synchronize(_ code: UInt16) -> End? {
    switch code {
    case DeviceCode.report:
      defer { startFrame() }
      samples.removeAll(keepingCapacity: true)
      if isDropping {
        isDropping = false
        cancelAll()
        return .dropped
      }
      endFrame()
      return .frame
    case DeviceCode.contactReport where !isDropping && kind != .slots:
      kind = .repeated
      repeated.report(pending)
      pending = ContactValues()
      frameIsEmpty = false
    case DeviceCode.dropped:
      isDropping = true
    default: break
    }
    return nil
  }

  private mutating func startFrame() {
    pending = ContactValues()
    for index in slots.indices where namedSlots >> UInt64(index) & 1 == 1 {
      slots[index].values = ContactValues()
    }
    namedSlots = 0
    single.values = ContactValues()
    repeated.startFrame()
    wheel = WheelTurn()
    frameIsEmpty = true
    liftsAll = false
  }

  private mutating func endFrame() {
    if kind == .unknown, !pending.isEmpty { kind = .slots }
    switch kind {
    case .slots:
      flushPending()
      trackByTouchKey()
      endSingle()
      for index in slots.indices where namedSlots >> UInt64(index) & 1 == 1 {
        note(slots[index].settle(fallbackID: Int64(index), into: &samples))
      }
    case .repeated:
      endSingle()
      repeated.settle(isTouchFrame: frameIsEmpty || liftsAll, into: &samples)
    case .unknown:
      guard !ignoresSingle else { break }
      settleSingle()
    }
    if let step = wheel.step { samples.append(step) }
  }

  /// What touches while a pen is near is the pen.
  private mutating func settleSingle() {
    if nearPens != 0 {
      if single.values.tracking == 0 { hasPenTouched = true }
      single.values.tracking = -1
    }
    note(single.settle(fallbackID: 0, into: &samples))
  }

  private mutating func note(_ oddity: ContactOddity?) {
    switch oddity {
    case .foundDown: contactsWithoutStart += 1
    case .neverPlaced: contactsWithoutPosition += 1
    case nil: break
    }
  }

  /// A device without tracking ids has one contact, which its touch key brings and takes.
  private mutating func trackByTouchKey() {
    guard !hasTrackingIDs, let current, let key = single.values.tracking else { return }
    slots[current].values.tracking = key
    namedSlots |= 1 << UInt64(current)
  }

  /// A device that turns out to report contacts one by one has no single touch.
  private mutating func endSingle() {
    guard single.pointer != nil else { return }
    single.lift(.ended, into: &samples)
    single.tracking = -1
  }

  /// Cancels what is down and forgets the frame under way: what comes is of another recording.
  mutating func cutOff() {
    samples.removeAll(keepingCapacity: true)
    cancelAll()
    startFrame()
    single.tracking = -1
    isDropping = false
    current = 0
    nearPens = 0
  }

  private mutating func cancelAll() {
    for index in slots.indices {
      slots[index].lift(.cancelled, into: &samples)
      slots[index].tracking = nil
    }
    single.lift(.cancelled, into: &samples)
    repeated.liftAll(.cancelled, into: &samples)
  }
}

/// A wheel's turns within one frame.
private struct WheelTurn: Sendable {
  private var coarse: (dx: Int64, dy: Int64) = (0, 0)
  /// Turns in 120ths along the axes that the device counts finely.
  private var fine: (dx: Int64?, dy: Int64?) = (nil, nil)

  /// A turn away from the user is positive in the kernel and shows what lies above.
  mutating func take(_ code: UInt16, _ value: Int32) {
    switch code {
    case DeviceCode.wheel: coarse.dy &-= Int64(value) &* 120
    case DeviceCode.horizontalWheel: coarse.dx &+= Int64(value) &* 120
    case DeviceCode.fineWheel: fine.dy = (fine.dy ?? 0) &- Int64(value)
    case DeviceCode.fineHorizontalWheel: fine.dx = (fine.dx ?? 0) &+ Int64(value)
    default: break
    }
  }

  /// The step; the fine axis counts every coarse notch, too, so that one of them is left out.
  var step: DeviceSample? {
    let turn = (dx: fine.dx ?? coarse.dx, dy: fine.dy ?? coarse.dy)
    return turn == (0, 0) ? nil : .wheel(dx: turn.dx, dy: turn.dy)
  }
}
