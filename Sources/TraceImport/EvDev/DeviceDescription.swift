import ScrollModel

/// The values an axis of a device takes.
struct AxisRange: Equatable, Sendable {
  var minimum: Int64
  var maximum: Int64

  /// How many values there are; the kernel's maximum is one of them.
  var count: Double { Double(maximum) - Double(minimum) + 1 }

  /// A range that something can be measured with.
  var isUsable: Bool { maximum > minimum }
}

/// What is known of an input device besides its events.
struct DeviceDescription: Equatable, Sendable {
  /// What the device calls itself.
  var name: String?
  var x: AxisRange?
  var y: AxisRange?
  var pressure: AxisRange?
  var contactX: AxisRange?
  var contactY: AxisRange?
  var contactPressure: AxisRange?
  var hasSlots = false
  /// Whether its contacts are on a pad that moves a pointer.
  var isPointer = false
  /// Whether its contacts are on the screen.
  var isDirect = false
  /// Whether it reports a box around two fingers rather than the fingers.
  var isSemiMultitouch = false
  var hasToolFinger = false

  /// Whether the contacts are on a touchpad rather than on a screen.
  var isTouchpad: Bool { isPointer || (hasToolFinger && !isDirect) }

  /// Whether the device reports contacts one by one.
  var hasContacts: Bool { contactX != nil && contactY != nil }

  /// The ranges of a contact's position, where they are known.
  var positionRanges: (x: AxisRange, y: AxisRange)? {
    guard let x = contactX ?? x, let y = contactY ?? y, x.isUsable, y.isUsable else { return nil }
    return (x, y)
  }

  /// The range of a contact's pressure, where it is known.
  var pressureRange: AxisRange? {
    let range = hasContacts ? contactPressure : pressure
    return range.flatMap { $0.isUsable ? $0 : nil }
  }

  mutating func setRange(_ range: AxisRange, of code: UInt16) {
    switch code {
    case DeviceCode.x: x = range
    case DeviceCode.y: y = range
    case DeviceCode.pressure: pressure = range
    case DeviceCode.contactX: contactX = range
    case DeviceCode.contactY: contactY = range
    case DeviceCode.contactPressure: contactPressure = range
    case DeviceCode.slot: hasSlots = true
    default: break
    }
  }

  /// Notes a property as the Linux header `input-event-codes.h` numbers them.
  mutating func setProperty(_ number: Int64) {
    switch number {
    case 0: isPointer = true
    case 1: isDirect = true
    case 3: isSemiMultitouch = true
    default: break
    }
  }
}

/// The devices of a source, found again by what the source calls them.
struct DeviceTable: Sendable {
  /// How many devices of one source are read.
  static let limit = 64

  private var keys: [[UInt8]] = []
  /// What is known of each.
  var descriptions: [DeviceDescription] = []

  /// Returns the place of a device, which is new if nobody asked before; nil beyond the limit.
  mutating func index(of key: ArraySlice<UInt8>) -> Int? {
    if let known = keys.firstIndex(where: { $0.elementsEqual(key) }) { return known }
    guard keys.count < Self.limit else { return nil }
    keys.append(Array(key))
    descriptions.append(DeviceDescription())
    return keys.count - 1
  }

  /// What the source calls a device.
  func key(_ index: Int) -> [UInt8] { keys[index] }
}
