import ScrollModel

/// The range of values on an axis of a device.
struct AxisRange: Equatable, Sendable {
  var minimum: Int64
  var maximum: Int64

  /// The number of values, including the kernel's maximum.
  var count: Double { Double(maximum) - Double(minimum) + 1 }

  /// Whether the range is not empty.
  var isUsable: Bool { maximum > minimum }
}

/// The known properties of an input device.
struct DeviceDescription: Equatable, Sendable {
  /// The name of the device.
  var name: String?
  var x: AxisRange?
  var y: AxisRange?
  var pressure: AxisRange?
  var contactX: AxisRange?
  var contactY: AxisRange?
  var contactPressure: AxisRange?
  var hasSlots = false
  /// Whether its contacts are on a trackpad that moves a pointer.
  var isPointer = false
  /// Whether its contacts are on the screen.
  var isDirect = false
  /// Whether it reports a bounding box of two fingers instead of the fingers.
  var isSemiMultitouch = false
  var hasToolFinger = false

  /// Whether the contacts are on a touchpad rather than on a screen.
  var isTouchpad: Bool { isPointer || (hasToolFinger && !isDirect) }

  /// Whether the device reports individual contacts.
  var hasContacts: Bool { contactX != nil && contactY != nil }

  /// The ranges of a contact's position, if known.
  var positionRanges: (x: AxisRange, y: AxisRange)? {
    guard let x = contactX ?? x, let y = contactY ?? y, x.isUsable, y.isUsable else { return nil }
    return (x, y)
  }

  /// The range of a contact's pressure, if known.
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

  /// Sets a property by its number in the Linux header `input-event-codes.h`.
  mutating func setProperty(_ number: Int64) {
    switch number {
    case 0: isPointer = true
    case 1: isDirect = true
    case 3: isSemiMultitouch = true
    default: break
    }
  }
}

/// The devices of a source, by their keys in the source.
struct DeviceTable: Sendable {
  /// The largest number of devices of one source.
  static let limit = 64

  private var keys: [[UInt8]] = []
  /// The properties of each device.
  var descriptions: [DeviceDescription] = []

  /// Returns the index of a device, adding it if it is new; nil beyond the limit.
  mutating func index(of key: ArraySlice<UInt8>) -> Int? {
    if let known = keys.firstIndex(where: { $0.elementsEqual(key) }) { return known }
    guard keys.count < Self.limit else { return nil }
    keys.append(Array(key))
    descriptions.append(DeviceDescription())
    return keys.count - 1
  }

  /// The key of a device in the source.
  func key(_ index: Int) -> [UInt8] { keys[index] }
}
