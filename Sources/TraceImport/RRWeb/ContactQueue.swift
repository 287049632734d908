import ScrollModel

/// Holds touches until their scroller and their end are known.
///
/// A touch contains the element it started on; which of the scrollers around that element it moves
/// is known slightly later. Recorders of rrweb 2 lose the end of every scrolling touch: the finger
/// was lifted after its last move, which is only known when the next one comes down. Other events
/// are held as well, so that the order is kept.
struct ContactQueue {
  /// A change of a touch, and its reason.
  struct Repair {
    var kind: String
    var text: String
  }

  enum Item {
    /// Another event that is held for a trace.
    case event(TraceEvent, trace: Int)
    case touch(RRWebEvent.Touch, contact: Int, repair: Repair?)
  }

  struct Entry {
    var time: Int64
    var byte: Int64
    var item: Item
  }

  private struct Contact {
    var pointer: Int64
    var node: Int64
    var trace: Int?
    var isOpen = true
    var lastTime: Int64
    var lastByte: Int64
    var lastTouch: RRWebEvent.Touch
    /// The number of its held touches.
    var waiting = 0
  }

  /// The longest delay of a scroll after the end of its touch, because scrolls are throttled.
  private static let patience: Int64 = 300_000_000
  /// The largest number of held entries.
  private static let limit = 8192
  /// The largest number of open contacts; older ones count as lifted.
  private static let contactLimit = 256
  /// The largest number of fingers with a known time of lift.
  private static let liftedLimit = 32

  private var entries: [Entry] = []
  private var start = 0
  /// The time up to which all entries were removed or passed.
  private var takenOut = Int64.min
  /// The contacts by number; those before `firstContact` were removed.
  private var contacts: [Contact] = []
  private var firstContact = 0
  private var open: [(pointer: Int64, contact: Int)] = []
  /// The time of the last lift of each finger.
  private var lifted: [(pointer: Int64, time: Int64)] = []

  var isEmpty: Bool { start == entries.count }

  private mutating func append(_ item: Item, at time: Int64, byte: Int64) {
    entries.append(Entry(time: time, byte: byte, item: item))
    count(item, 1)
  }

  /// Updates the number of held touches of a contact.
  private mutating func count(_ item: Item, _ change: Int) {
    guard case .touch(_, let number, _) = item else { return }
    let index = number - firstContact
    if contacts.indices.contains(index) { contacts[index].waiting += change }
  }

  /// Holds an event of a trace.
  mutating func wait(_ event: TraceEvent, at time: Int64, trace: Int, byte: Int64) {
    append(.event(event, trace: trace), at: time, byte: byte)
  }

  /// Records an event that was not held.
  mutating func pass(at time: Int64) { takenOut = max(takenOut, time) }

  /// Handles a touch; false if its finger was lifted before.
  mutating func take(_ touch: RRWebEvent.Touch, at time: Int64, byte: Int64) -> Bool {
    let place = open.firstIndex { $0.pointer == touch.pointer }
    switch touch.phase {
    case .began:
      if let place { closeLost(open.remove(at: place).contact) }
      begin(touch, at: time, byte: byte, repair: nil)
    case .moved, .stationary:
      if let place { return extend(open[place].contact, touch, at: time, byte: byte) }
      if isLate(touch, at: time) { return false }
      var first = touch
      first.phase = .began
      begin(
        first, at: time, byte: byte,
        repair: Repair(
          kind: "touch-start-added",
          text: "a finger moved whose touch was not recorded; it was taken to begin there"))
    case .ended, .cancelled:
      guard let place else { return false }
      let contact = open.remove(at: place).contact
      append(.touch(touch, contact: contact, repair: nil), at: time, byte: byte)
      close(contact, at: time)
    }
    return true
  }

  private func isLate(_ touch: RRWebEvent.Touch, at time: Int64) -> Bool {
    lifted.contains { $0.pointer == touch.pointer && time - $0.time < 1_000_000_000 }
  }

  private mutating func begin(
    _ touch: RRWebEvent.Touch, at time: Int64, byte: Int64, repair: Repair?
  ) {
    if contacts.count >= Self.contactLimit, let oldest = open.map(\.contact).min() {
      open.removeAll { $0.contact == oldest }
      closeLost(oldest)
    }
    let gone = contacts.prefix { !$0.isOpen && $0.waiting == 0 }.count
    firstContact += gone
    contacts.removeFirst(gone)
    let number = firstContact + contacts.count
    contacts.append(
      Contact(
        pointer: touch.pointer, node: touch.node, lastTime: time, lastByte: byte,
        lastTouch: touch))
    open.append((touch.pointer, number))
    append(.touch(touch, contact: number, repair: repair), at: time, byte: byte)
  }

  private mutating func extend(
    _ contact: Int, _ touch: RRWebEvent.Touch, at time: Int64, byte: Int64
  ) -> Bool {
    append(.touch(touch, contact: contact, repair: nil), at: time, byte: byte)
    let index = contact - firstContact
    guard contacts.indices.contains(index) else { return true }
    contacts[index].lastTime = time
    contacts[index].lastByte = byte
    contacts[index].lastTouch = touch
    return true
  }

  private mutating func close(_ contact: Int, at time: Int64) {
    let index = contact - firstContact
    guard contacts.indices.contains(index) else { return }
    contacts[index].isOpen = false
    contacts[index].lastTime = time
    let pointer = contacts[index].pointer
    lifted.removeAll { $0.pointer == pointer }
    // Only recent ones matter: browsers give every touch a new number.
    if lifted.count >= Self.liftedLimit { lifted.removeFirst() }
    lifted.append((pointer, time))
  }

  /// Lifts a finger after its last touch, or after later events that are no longer held.
  private mutating func closeLost(_ contact: Int) {
    let index = contact - firstContact
    guard contacts.indices.contains(index) else { return }
    let known = contacts[index]
    var touch = known.lastTouch
    touch.phase = .ended
    let repair = Repair(
      kind: "touch-end-added",
      text: "the end of a touch was not recorded; the finger was lifted behind its last move")
    let time = max(known.lastTime, takenOut)
    let entry = Entry(
      time: time, byte: known.lastByte, item: .touch(touch, contact: contact, repair: repair))
    let place = entries[start...].firstIndex { $0.time > time } ?? entries.endIndex
    entries.insert(entry, at: place)
    count(entry.item, 1)
    close(contact, at: time)
  }

  /// Lifts all fingers.
  mutating func closeAll() {
    for (_, contact) in open { closeLost(contact) }
    open = []
  }

  // MARK: Which trace

  /// Assigns a trace that moved to every contact without one for which `mayMove` is true.
  mutating func decide(_ trace: Int, mayMove: (Int64) -> Bool) {
    for index in contacts.indices where contacts[index].trace == nil {
      if mayMove(contacts[index].node) { contacts[index].trace = trace }
    }
  }

  /// Stops waiting for contacts that ended some time ago.
  mutating func expire(at time: Int64) {
    for index in contacts.indices where contacts[index].trace == nil && !contacts[index].isOpen {
      if time - contacts[index].lastTime > Self.patience { contacts[index].trace = -1 }
    }
  }

  /// Returns the trace that a contact moved, if known.
  func trace(of contact: Int) -> Int? {
    let index = contact - firstContact
    guard contacts.indices.contains(index), let trace = contacts[index].trace, trace >= 0 else {
      return nil
    }
    return trace
  }

  /// The element that a contact started on.
  func node(of contact: Int) -> Int64? {
    let index = contact - firstContact
    return contacts.indices.contains(index) ? contacts[index].node : nil
  }

  mutating func assign(_ contact: Int, to trace: Int) {
    let index = contact - firstContact
    if contacts.indices.contains(index) { contacts[index].trace = trace }
  }

  /// Removes the next entry that is complete.
  mutating func next(isForced: Bool) -> Entry? {
    guard start < entries.count else { return nil }
    if !isForced, entries.count - start < Self.limit, mustWait(entries[start]) { return nil }
    let entry = entries[start]
    start += 1
    pass(at: entry.time)
    count(entry.item, -1)
    if start == entries.count || start > Self.limit {
      entries.removeSubrange(0..<start)
      start = 0
    }
    return entry
  }

  private func mustWait(_ entry: Entry) -> Bool {
    guard case .touch(let touch, let number, _) = entry.item else { return false }
    let index = number - firstContact
    guard contacts.indices.contains(index) else { return false }
    let contact = contacts[index]
    if contact.trace == nil { return true }
    // The last touch of a finger that is down may become its lift.
    return contact.isOpen && contact.lastTouch == touch && contact.lastTime == entry.time
  }
}
