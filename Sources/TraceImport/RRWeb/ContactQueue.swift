import ScrollModel

/// Holds touches back until it is known which scroller they moved and where they ended.
///
/// A finger is known by the element it came down on; which of the scrollers around that element it
/// moves shows a little later. And recorders of rrweb 2 lose the end of every touch that scrolls:
/// then the finger was lifted after its last move, which shows only when the next one comes down.
/// What happens meanwhile waits, too, so that the order stays.
struct ContactQueue {
  /// What was changed about a touch, and why.
  struct Repair {
    var kind: String
    var text: String
  }

  enum Item {
    /// Something else that waits for a trace.
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
    /// How many of its touches wait.
    var waiting = 0
  }

  /// How long after its end a finger may still be seen to have moved something: throttled scrolls.
  private static let patience: Int64 = 300_000_000
  /// How many entries may wait.
  private static let limit = 8192
  /// How many contacts are known at once; a finger that is down for longer was lifted unseen.
  private static let contactLimit = 256
  /// Of how many fingers it is known when they were lifted.
  private static let liftedLimit = 32

  private var entries: [Entry] = []
  private var start = 0
  /// The time up to which everything was taken out, or passed by.
  private var takenOut = Int64.min
  /// The contacts by number; those before `firstContact` are forgotten.
  private var contacts: [Contact] = []
  private var firstContact = 0
  private var open: [(pointer: Int64, contact: Int)] = []
  /// When each finger was lifted last.
  private var lifted: [(pointer: Int64, time: Int64)] = []

  var isEmpty: Bool { start == entries.count }

  private mutating func append(_ item: Item, at time: Int64, byte: Int64) {
    entries.append(Entry(time: time, byte: byte, item: item))
    count(item, 1)
  }

  /// Keeps the number of touches of a contact that wait.
  private mutating func count(_ item: Item, _ change: Int) {
    guard case .touch(_, let number, _) = item else { return }
    let index = number - firstContact
    if contacts.indices.contains(index) { contacts[index].waiting += change }
  }

  /// Lets an event of a trace wait for its turn.
  mutating func wait(_ event: TraceEvent, at time: Int64, trace: Int, byte: Int64) {
    append(.event(event, trace: trace), at: time, byte: byte)
  }

  /// Notes that an event did not have to wait.
  mutating func pass(at time: Int64) { takenOut = max(takenOut, time) }

  /// Takes in a touch; false if it belongs to a finger that was lifted before.
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
    // The last ones matter: browsers give every touch a number of its own.
    if lifted.count >= Self.liftedLimit { lifted.removeFirst() }
    lifted.append((pointer, time))
  }

  /// Lifts a finger behind its last touch, or behind what did not wait for that any longer.
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

  /// Gives a trace that moved to every contact that waits for one and `mayMove` it.
  mutating func decide(_ trace: Int, mayMove: (Int64) -> Bool) {
    for index in contacts.indices where contacts[index].trace == nil {
      if mayMove(contacts[index].node) { contacts[index].trace = trace }
    }
  }

  /// Stops waiting for contacts that ended a while ago.
  mutating func expire(at time: Int64) {
    for index in contacts.indices where contacts[index].trace == nil && !contacts[index].isOpen {
      if time - contacts[index].lastTime > Self.patience { contacts[index].trace = -1 }
    }
  }

  /// Returns the trace that a contact moved, where that is known.
  func trace(of contact: Int) -> Int? {
    let index = contact - firstContact
    guard contacts.indices.contains(index), let trace = contacts[index].trace, trace >= 0 else {
      return nil
    }
    return trace
  }

  /// The element that a contact came down on.
  func node(of contact: Int) -> Int64? {
    let index = contact - firstContact
    return contacts.indices.contains(index) ? contacts[index].node : nil
  }

  mutating func assign(_ contact: Int, to trace: Int) {
    let index = contact - firstContact
    if contacts.indices.contains(index) { contacts[index].trace = trace }
  }

  /// Takes out the next entry that need not wait any longer.
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
    // The last touch of a finger that is down may turn out to be where it was lifted.
    return contact.isOpen && contact.lastTouch == touch && contact.lastTime == entry.time
  }
}
