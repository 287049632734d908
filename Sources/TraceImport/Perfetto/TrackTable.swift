/// The tracks of a trace, with their threads and open events.
struct TrackTable {
  /// The process and thread of a track.
  struct Place {
    var process: Int64
    var thread: Int64
  }

  /// The largest number of tracks and of open events.
  private static let limit = 1 << 16
  private static let depthLimit = 1000

  private var places: [UInt64: Place] = [:]
  /// The keys of the open events of a track, the innermost last; 0 for an irrelevant one.
  private var open: [UInt64: [UInt64]] = [:]
  private var lastKey: UInt64 = 0

  /// Returns the thread of a track; nil if unknown.
  func place(_ track: UInt64) -> Place? { places[track] }

  /// Handles the description of a track; returns the name of its thread if it is one.
  mutating func describe(
    _ descriptor: ArraySlice<UInt8>
  ) -> (place: Place, name: ArraySlice<UInt8>)? {
    var track: UInt64 = 0
    var place: Place?
    var name: ArraySlice<UInt8>?
    var fields = ProtobufFields(descriptor)
    while let field = fields.next() {
      switch field.number {
      case 1: track = field.integer
      case 3 where place == nil: place = Self.place(field.bytes).place
      case 4: (place, name) = Self.place(field.bytes)
      default: break
      }
    }
    guard let place, places.count < Self.limit else { return nil }
    places[track] = place
    return name.map { (place, $0) }
  }

  /// Handles a thread with its own description, as before 2020, as a separate track; returns its
  /// name if it has one.
  mutating func describe(
    thread descriptor: ArraySlice<UInt8>, as track: UInt64
  ) -> (place: Place, name: ArraySlice<UInt8>)? {
    let (place, name) = Self.place(descriptor)
    guard let place, places.count < Self.limit else { return nil }
    places[track] = place
    guard let name, !name.isEmpty else { return nil }
    return (place, name)
  }

  /// Reads a process or thread descriptor; both start with the process.
  private static func place(
    _ bytes: ArraySlice<UInt8>
  ) -> (place: Place?, name: ArraySlice<UInt8>?) {
    var place = Place(process: 0, thread: 0)
    var name: ArraySlice<UInt8> = []
    var fields = ProtobufFields(bytes)
    while let field = fields.next() {
      switch field.number {
      case 1: place.process = Int64(truncatingIfNeeded: field.integer)
      case 2: place.thread = Int64(truncatingIfNeeded: field.integer)
      case 5: name = field.bytes
      default: break
      }
    }
    return (place, name)
  }

  /// Returns a new key.
  mutating func newKey() -> UInt64 {
    lastKey += 1
    return lastKey
  }

  /// Opens an event on a track; the key 0 is for an irrelevant event.
  mutating func begin(_ key: UInt64, on track: UInt64) {
    // Tracks that were never closed are removed with all others; their events have no end.
    if open.count >= Self.limit { open.removeAll() }
    if open[track, default: []].count < Self.depthLimit { open[track, default: []].append(key) }
  }

  /// Closes the innermost event of a track and returns its key; 0 if it is irrelevant.
  mutating func end(on track: UInt64) -> UInt64 {
    guard let key = open[track]?.popLast() else { return 0 }
    if open[track]?.isEmpty ?? false { open[track] = nil }
    return key
  }
}
