import ScrollModel

/// The values of a contact within one frame; missing values are unchanged.
struct ContactValues: Equatable, Sendable {
  var tracking: Int32?
  /// Whether the contact ended, even if another one with its id began afterwards.
  var isLifted = false
  var x: Int32?
  var y: Int32?
  var pressure: Int32?
  var distance: Int32?
  var major: Int32?
  var tool: Int32?

  var isEmpty: Bool { self == ContactValues() }

  mutating func merge(_ later: ContactValues) {
    tracking = later.tracking ?? tracking
    isLifted = isLifted || later.isLifted
    x = later.x ?? x
    y = later.y ?? y
    pressure = later.pressure ?? pressure
    distance = later.distance ?? distance
    major = later.major ?? major
    tool = later.tool ?? tool
  }
}

/// An inconsistency of a contact in a frame.
enum ContactOddity: Equatable {
  /// It is down without a recorded beginning.
  case foundDown
  /// It ended before both of its coordinates were known.
  case neverPlaced
}

/// A slot for consecutive contacts, and its values over time.
struct ContactSlot: Sendable {
  /// The tracking id; negative while there is no contact, nil if unknown.
  var tracking: Int32?
  /// The contact that began and was not lifted.
  private(set) var pointer: Int64?
  /// The values of this frame.
  var values = ContactValues()
  private var x: Int32?
  private var y: Int32?
  private var pressure: Int32?
  private var isHovering = false
  /// Whether a pen or a palm is there, as reported by the device.
  private var isNoFinger = false

  /// Handles the values of the frame; returns inconsistencies.
  mutating func settle(
    fallbackID: Int64, into samples: inout [DeviceSample]
  ) -> ContactOddity? {
    var isFound = false
    let isNew = values.tracking.map { $0 != tracking } ?? false
    let isLifted = values.isLifted || values.tracking.map { $0 < 0 } ?? false
    let isLost = (isNew || isLifted) && hasNoPlace
    if isNew || isLifted { lift(.ended, into: &samples) }
    if let id = values.tracking {
      tracking = id
    } else if tracking == nil, values.x != nil || values.y != nil {
      isFound = pointer == nil && (values.x ?? x) != nil && (values.y ?? y) != nil
    }
    let hasMoved = (values.x.map { $0 != x } ?? false) || (values.y.map { $0 != y } ?? false)
    let isPressed = values.pressure.map { $0 != pressure } ?? false
    x = values.x ?? x
    y = values.y ?? y
    pressure = values.pressure ?? pressure
    if let distance = values.distance { isHovering = distance > 0 }
    if let tool = values.tool {
      isNoFinger = tool == DeviceCode.penContact || tool == DeviceCode.palmContact
    }
    let isDown = (tracking ?? 0) >= 0 && (tracking != nil || isFound || pointer != nil)
    guard isDown, let x, let y else { return isLost ? .neverPlaced : nil }
    if isNoFinger {
      lift(.cancelled, into: &samples)
      return isLost ? .neverPlaced : nil
    }
    if pointer != nil {
      if isHovering {
        lift(.ended, into: &samples)
      } else if hasMoved || isPressed {
        put(hasMoved ? .moved : .stationary, x, y, into: &samples)
      }
    } else if !isHovering {
      pointer = tracking.map(Int64.init) ?? fallbackID
      put(.began, x, y, into: &samples)
    }
    return isFound ? .foundDown : isLost ? .neverPlaced : nil
  }

  /// Whether there is a contact with an unknown coordinate.
  private var hasNoPlace: Bool {
    guard !isHovering, !isNoFinger, x == nil || y == nil else { return false }
    return tracking.map { $0 >= 0 } ?? (x != nil || y != nil)
  }

  /// Ends the contact, if there is one.
  mutating func lift(_ phase: TouchPhase, into samples: inout [DeviceSample]) {
    guard pointer != nil, let x, let y else { return }
    put(phase, x, y, into: &samples)
    pointer = nil
  }

  private func put(
    _ phase: TouchPhase, _ x: Int32, _ y: Int32, into samples: inout [DeviceSample]
  ) {
    samples.append(
      .touch(pointer: pointer ?? 0, phase: phase, x: x, y: y, pressure: pressure))
  }
}

/// Contacts that are repeated in every frame while they last.
struct RepeatedContacts: Sendable {
  /// A contact that is down.
  struct Open: Sendable {
    var pointer: Int64
    var x: Int32
    var y: Int32
    var pressure: Int32?
    var hasArea = false
    var isSeen = false
  }

  /// The contacts that are down.
  private(set) var open: [Open] = []
  private var reported: [ContactValues] = []
  private var isReported = false
  /// Whether the device reports pressure.
  private var measuresPressure = false

  mutating func startFrame() {
    reported.removeAll(keepingCapacity: true)
    isReported = false
    for index in open.indices { open[index].isSeen = false }
  }

  /// Adds a contact of this frame; an empty report means no contact.
  mutating func report(_ values: ContactValues) {
    isReported = true
    guard !values.isEmpty, reported.count < ContactDecoder.contactLimit else { return }
    reported.append(values)
  }

  /// Compares the frame with the previous one.
  ///
  /// An empty frame lifts open contacts only if it is a touch frame.
  mutating func settle(isTouchFrame: Bool, into samples: inout [DeviceSample]) {
    guard isReported || isTouchFrame else { return }
    var new: [Open] = []
    var continuing: [DeviceSample] = []
    for (values, match) in zip(reported, matches()) { take(values, match, &new, &continuing) }
    for contact in open where !contact.isSeen { samples.append(contact.sample(.ended)) }
    open.removeAll { !$0.isSeen }
    samples += continuing
    for var contact in new {
      if contact.pointer < 0 { contact.pointer = freePointer }
      open.append(contact)
      samples.append(contact.sample(.began))
    }
  }

  /// Ends all open contacts.
  mutating func liftAll(_ phase: TouchPhase, into samples: inout [DeviceSample]) {
    for contact in open { samples.append(contact.sample(phase)) }
    open.removeAll()
  }

  private mutating func take(
    _ values: ContactValues, _ match: Int?, _ new: inout [Open], _ samples: inout [DeviceSample]
  ) {
    guard let x = values.x, let y = values.y, values.tracking ?? 0 >= 0 else { return }
    if values.pressure ?? 0 > 0 { measuresPressure = true }
    // Some drivers report a lifted finger once more, at its position and without pressure.
    if measuresPressure, values.pressure == 0 { return }
    if let index = match {
      // Drivers without tracking ids report a lift as an area of 0.
      if open[index].hasArea, values.major == 0 { return }
      let hasMoved = open[index].x != x || open[index].y != y
      open[index].x = x
      open[index].y = y
      open[index].pressure = values.pressure ?? open[index].pressure
      open[index].hasArea = open[index].hasArea || values.major ?? 0 > 0
      open[index].isSeen = true
      samples.append(open[index].sample(hasMoved ? .moved : .stationary))
    } else {
      new.append(
        Open(
          pointer: values.tracking.map(Int64.init) ?? -1, x: x, y: y, pressure: values.pressure,
          hasArea: values.major ?? 0 > 0, isSeen: true))
    }
  }

  /// Finds the previous contact for each reported one.
  ///
  /// Ids identify contacts. Without ids, the nearest pairs belong together: a new finger may be
  /// reported before those that are down.
  private func matches() -> [Int?] {
    var matches = [Int?](repeating: nil, count: reported.count)
    var taken = Set<Int>()
    for (place, values) in reported.enumerated() {
      guard let id = values.tracking else { continue }
      let match = open.indices.first { open[$0].pointer == Int64(id) && !taken.contains($0) }
      matches[place] = match
      if let match { taken.insert(match) }
    }
    for pair in pairs.sorted(by: { $0 < $1 })
    where matches[pair.place] == nil && !taken.contains(pair.index) {
      matches[pair.place] = pair.index
      taken.insert(pair.index)
    }
    return matches
  }

  /// The squared distances between contacts without an id and the previous contacts.
  private var pairs: [(distance: Double, place: Int, index: Int)] {
    reported.enumerated().flatMap { place, values -> [(distance: Double, place: Int, index: Int)] in
      guard values.tracking == nil, let x = values.x, let y = values.y else { return [] }
      return open.indices.map { index in
        let (dx, dy) = (Double(open[index].x) - Double(x), Double(open[index].y) - Double(y))
        return (dx * dx + dy * dy, place, index)
      }
    }
  }

  /// The lowest unused pointer number.
  private var freePointer: Int64 {
    var number: Int64 = 0
    while open.contains(where: { $0.pointer == number }) { number += 1 }
    return number
  }
}

extension RepeatedContacts.Open {
  fileprivate func sample(_ phase: TouchPhase) -> DeviceSample {
    .touch(pointer: pointer, phase: phase, x: x, y: y, pressure: pressure)
  }
}
