import ScrollModel

/// Infers when fingers came down and were lifted, in a table with only their positions.
///
/// A lift is detected some time after the last sample but has the time of that sample. Until then
/// the sample and all later entries are delayed.
struct CSVContacts {
  /// The role of a sample other than a move.
  enum Finding {
    /// The first sample of a finger that was not down.
    case begins
    /// A sample without pressure, with which the finger is lifted.
    case ends
    /// A sample without pressure, of a finger that is not down.
    case isNotDown
  }

  private struct Entry {
    var time: Int64
    var row: CSVReader.Row
  }

  private struct Contact {
    var pointer: Int64
    var lastTime: Int64
    /// The number of its last sample.
    var last: Int
  }

  /// The pause after which a finger counts as lifted: screens report a finger every 4 to 16 ms, but
  /// programs that log changes omit samples of a resting finger.
  private static let pause: Int64 = 250_000_000
  /// The largest number of pending entries: far more than a screen reports within the pause.
  private static let limit = 8192
  private static let contactLimit = 32

  private var entries: [Entry] = []
  private var start = 0
  /// The number of the entry at `start`.
  private var firstNumber = 0
  private var contacts: [Contact] = []
  /// Whether the table contains pressures: some devices always report 0.
  private var tellsPressure: Bool

  init(tellsPressure: Bool) { self.tellsPressure = tellsPressure }

  /// The time of the first entry that is complete.
  var firstTime: Int64? {
    guard start < entries.count, !contacts.contains(where: { $0.last == firstNumber }) else {
      return nil
    }
    return entries[start].time
  }

  /// Handles the next row in the order of time.
  mutating func take(_ row: CSVReader.Row, at time: Int64) {
    if entries.count - start >= Self.limit { lift { _ in true } }
    let now = TraceTime(nanoseconds: time)
    lift { now.nanoseconds(since: $0) > Self.pause }
    var row = row
    let number = firstNumber + entries.count - start
    if let touch = row.touch, ModelLimits.problem(with: .input(.touch(touch)), at: .zero) == nil {
      if let pressure = touch.pressure, pressure > 0 { tellsPressure = true }
      row.contact = find(touch, at: time, number)
      switch row.contact {
      case .begins: row.touch?.phase = .began
      case .ends: row.touch?.phase = .ended
      case .isNotDown: row.touch = nil
      case nil: break
      }
    }
    entries.append(Entry(time: time, row: row))
  }

  private mutating func find(_ touch: TouchSample, at time: Int64, _ number: Int) -> Finding? {
    let place = contacts.firstIndex { $0.pointer == touch.pointer }
    if tellsPressure, touch.pressure == 0 {
      guard let place else { return .isNotDown }
      contacts.remove(at: place)
      return .ends
    }
    if let place {
      (contacts[place].lastTime, contacts[place].last) = (time, number)
      return nil
    }
    if contacts.count >= Self.contactLimit {
      mark(contacts.removeFirst())
    }
    contacts.append(Contact(pointer: touch.pointer, lastTime: time, last: number))
    return .begins
  }

  /// Lifts all fingers at the end of a recording; false if nothing is pending.
  mutating func liftAll() -> Bool {
    lift { _ in true }
    return start < entries.count
  }

  /// Lifts the fingers whose last sample satisfies a condition.
  private mutating func lift(where isOver: (TraceTime) -> Bool) {
    for contact in contacts where isOver(TraceTime(nanoseconds: contact.lastTime)) { mark(contact) }
    contacts.removeAll { isOver(TraceTime(nanoseconds: $0.lastTime)) }
  }

  /// Marks a finger's last sample as its lift.
  private mutating func mark(_ contact: Contact) {
    let index = start + contact.last - firstNumber
    if entries.indices.contains(index) { entries[index].row.isLastOfTouch = true }
  }

  /// Removes the first entry that is complete.
  mutating func next() -> (time: Int64, element: CSVReader.Row)? {
    guard firstTime != nil else { return nil }
    let entry = entries[start]
    start += 1
    firstNumber += 1
    if start == entries.count || start >= 4096 {
      entries.removeSubrange(0..<start)
      start = 0
    }
    return (entry.time, entry.row)
  }
}
