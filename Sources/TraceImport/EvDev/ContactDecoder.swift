import ScrollModel

/// The result of a device frame, in the device's own units.
enum DeviceSample: Equatable, Sendable {
  /// A sample of a contact.
  case touch(pointer: Int64, phase: TouchPhase, x: Int32, y: Int32, pressure: Int32?)
  /// Wheel movement in 120ths of a notch; positive is right and down, as for offsets.
  case wheel(dx: Int64, dy: Int64)
}

/// Converts the events of one device to contacts and wheel steps.
///
/// The kernel's three ways to report contacts are distinguished by their events: slots that keep
/// their values ("protocol B"), contacts repeated in every frame ("protocol A"), and a single
/// touch. The rules are those of the kernel's document `multi-touch-protocol.rst`.
struct ContactDecoder: Sendable {
  /// The end that an event marks.
  enum End: Equatable {
    /// The end of a frame; `samples` contains its result.
    case frame
    /// The end of an interval with lost events; `samples` cancels open contacts.
    case dropped
  }

  /// The protocol of the device.
  enum Kind: Equatable {
    case unknown
    case slots
    case repeated
  }

  /// The largest number of simultaneous contacts of a device.
  static let contactLimit = 64

  /// The result of the last frame.
  private(set) var samples: [DeviceSample] = []
  /// The number of contacts that were down without a recorded beginning.
  private(set) var contactsWithoutStart = 0
  /// The number of contacts that ended before both of their coordinates were known.
  private(set) var contactsWithoutPosition = 0
  /// Whether a pen touched, which is not supported.
  private(set) var hasPenTouched = false
  private(set) var kind = Kind.unknown
  private var ignoresSingle = false
  private var slots = [ContactSlot](repeating: ContactSlot(), count: contactLimit)
  /// The slots with events in this frame, one bit each.
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
  /// The kinds of pens in proximity, one bit each.
  private var nearPens: UInt8 = 0

  /// Creates a decoder with the properties of its device.
  init(_ description: DeviceDescription = DeviceDescription()) {
    ignoresSingle = description.hasContacts
    if description.hasSlots, description.hasContacts { kind = .slots }
    single.tracking = -1
  }

  /// The number of contacts that are down.
  var openCount: Int {
    slots.count { $0.pointer != nil } + (single.pointer == nil ? 0 : 1) + repeated.open.count
  }

  /// Handles an event; returns the end that it marks, if any.
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

  /// Passes the collected values to the current slot.
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

  /// A touch while a pen is in proximity is the pen's.
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

  /// Handles a device without tracking ids, which has one contact that begins and ends with its
  /// touch key.
  private mutating func trackByTouchKey() {
    guard !hasTrackingIDs, let current, let key = single.values.tracking else { return }
    slots[current].values.tracking = key
    namedSlots |= 1 << UInt64(current)
  }

  /// Ends the single-touch mode of a device that reports individual contacts.
  private mutating func endSingle() {
    guard single.pointer != nil else { return }
    single.lift(.ended, into: &samples)
    single.tracking = -1
  }

  /// Cancels open contacts and discards the current frame: another recording follows.
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

/// The wheel movement within one frame.
private struct WheelTurn: Sendable {
  private var coarse: (dx: Int64, dy: Int64) = (0, 0)
  /// Movement in 120ths on the axes with a high resolution.
  private var fine: (dx: Int64?, dy: Int64?) = (nil, nil)

  /// Adds movement; a turn away from the user is positive in the kernel and scrolls up.
  mutating func take(_ code: UInt16, _ value: Int32) {
    switch code {
    case DeviceCode.wheel: coarse.dy &-= Int64(value) &* 120
    case DeviceCode.horizontalWheel: coarse.dx &+= Int64(value) &* 120
    case DeviceCode.fineWheel: fine.dy = (fine.dy ?? 0) &- Int64(value)
    case DeviceCode.fineHorizontalWheel: fine.dx = (fine.dx ?? 0) &+ Int64(value)
    default: break
    }
  }

  /// The step; the high-resolution axis includes every notch, so only one of both is used.
  var step: DeviceSample? {
    let turn = (dx: fine.dx ?? coarse.dx, dy: fine.dy ?? coarse.dy)
    return turn == (0, 0) ? nil : .wheel(dx: turn.dx, dy: turn.dy)
  }
}
