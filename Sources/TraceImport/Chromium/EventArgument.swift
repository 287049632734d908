// The arguments of trace events, as JSON members or as protobuf annotations: a nested name with a
// number, a word or a Boolean value.

/// The names of arguments in relevant events.
enum EventArgument: UInt8 {
  case other
  case x
  case y
  case vx
  case vy
  case oldOffset
  case newOffset
  case scrollNode
  case step
  case data
  case startTime
  case type
  case nodeName
  case quads
  case eventType
  case latencyID
  case isJanky
  case jankReason
  case missedVsyncs
  case action
  case name

  init(_ name: ArraySlice<UInt8>) {
    guard name.count <= 16, let entry = Self.names.first(where: { $0.name.elementsEqual(name) })
    else {
      self = .other
      return
    }
    self = entry.argument
  }

  private static let spellings: [(String, EventArgument)] = [
    ("x", .x), ("y", .y), ("vx", .vx), ("vy", .vy), ("old_offset", .oldOffset),
    ("new_offset", .newOffset), ("scroll_node_id", .scrollNode), ("step", .step), ("data", .data),
    ("startTime", .startTime), ("type", .type), ("nodeName", .nodeName), ("quads", .quads),
    ("event_type", .eventType), ("event_latency_id", .latencyID), ("is_janky", .isJanky),
    ("jank_reason", .jankReason),
    ("missed_vsyncs", .missedVsyncs), ("action", .action),
    ("name", .name),
  ]

  private static let names: [(name: [UInt8], argument: EventArgument)] =
    spellings.map { (Array($0.0.utf8), $0.1) }
}

extension ChromiumEvent {
  /// Whether the event is relevant, given its arguments.
  var isOfInterest: Bool {
    switch kind {
    case .pageEvent: text.map { Self.pageEvents.contains($0) } ?? false
    case .viewport: hasOffsets
    default: true
    }
  }

  /// The types of page events that are related to scrolling.
  private static let pageEvents: Set<String> = [
    "touchstart", "touchmove", "touchend", "touchcancel", "wheel", "scroll", "scrollend", "resize",
    "scrollsnapchange", "scrollsnapchanging",
  ]

  /// The longest text that an event keeps, in bytes.
  static let textLimit = 512

  /// Handles a numeric argument; `outer` is the enclosing name, or its own in an array.
  mutating func take(_ number: Double, for name: EventArgument, in outer: EventArgument) {
    switch (kind, outer, name) {
    case (.scrollBy, .oldOffset, .x), (.end, .oldOffset, .x): a = number
    case (.scrollBy, .oldOffset, .y), (.end, .oldOffset, .y): b = number
    case (.scrollBy, .newOffset, .x), (.end, .newOffset, .x):
      c = number
      hasOffsets = true
    case (.scrollBy, .newOffset, .y), (.end, .newOffset, .y):
      d = number
      hasOffsets = true
    case (.scrollBy, .other, .scrollNode): node = Int64(exactly: number) ?? -1
    case (.offset, .other, .x), (.animatedOffset, .other, .x), (.mainOffset, .other, .x):
      a = number
      hasOffsets = true
    case (.offset, .other, .y), (.animatedOffset, .other, .y), (.mainOffset, .other, .y):
      b = number
      hasOffsets = true
    case (.flingVelocity, .other, .vx), (.fling, .other, .vx): a = number
    case (.flingVelocity, .other, .vy), (.fling, .other, .vy): b = number
    case (.mark, .data, .startTime):
      a = number
      hasOffsets = true
    case (.verdict, _, .missedVsyncs): c += number
    case (.viewport, _, .quads): takeCorner(number)
    default: break
    }
  }

  /// Handles a Boolean argument.
  mutating func take(_ flag: Bool, for name: EventArgument) {
    if kind == .verdict, name == .isJanky {
      a = flag ? 1 : 0
      hasOffsets = true
    }
  }

  /// Handles a text argument.
  mutating func take(_ text: ArraySlice<UInt8>, for name: EventArgument) {
    switch (kind, name) {
    case (.pageEvent, .type), (.scrollLayer, .nodeName):
      self.text = String(decoding: text.prefix(Self.textLimit), as: UTF8.self)
    case (.touchHandled, .action):
      if let kind = ChromiumEvent.Kind(touchAction: text) { node = Int64(kind.rawValue) }
    case (.viewport, .nodeName):
      // Only the layout of the whole document contains the window's size.
      node = text.elementsEqual("#document".utf8) ? 0 : -1
    case (.verdict, .jankReason):
      let reason = String(decoding: text.prefix(Self.textLimit), as: UTF8.self)
      self.text = self.text.map { "\($0), \(reason)" } ?? reason
    default: break
    }
  }

  /// Handles one coordinate of a quad, x and y alternating, in a layout of the whole document.
  private mutating func takeCorner(_ coordinate: Double) {
    guard node >= 0 else { return }
    if node % 2 == 0 { a = max(a, coordinate) } else { b = max(b, coordinate) }
    node += 1
    hasOffsets = node >= 8
  }
}
