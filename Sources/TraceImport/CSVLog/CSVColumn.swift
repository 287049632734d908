import ScrollModel

/// The meaning of a column of a scroll log.
enum CSVColumn: Int, CaseIterable {
  case time
  case offsetX
  case offsetY
  /// An offset along an unnamed axis; vertical unless that axis has its own column.
  case offset
  case contentWidth
  case contentHeight
  case containerWidth
  case containerHeight
  case phase
  /// The name of the view that scrolls; each has a trace of its own.
  case view
  case event
  case pointer
  /// A coordinate of a touch, or of the offset in a file without touches.
  case x
  case y
  case pressure

  /// The names of each column, without word separators.
  private static let names: [(CSVColumn, [String])] = [
    (
      .time,
      [
        "t", "time", "timestamp", "ts", "elapsed", "et", "eventtime", "elapsedtime", "relativetime",
      ]
    ),
    (
      .offsetX,
      [
        "offsetx", "contentoffsetx", "scrollx", "scrollleft", "left", "scrolloffsetx",
        "pagexoffset", "xoffset", "scrollpositionx",
      ]
    ),
    (
      .offsetY,
      [
        "offsety", "contentoffsety", "scrolly", "scrolltop", "top", "scrolloffsety",
        "pageyoffset", "yoffset", "scrollpositiony",
      ]
    ),
    (.offset, ["offset", "contentoffset", "scrolloffset", "scrollposition"]),
    (.contentWidth, ["contentw", "contentwidth", "contentsizewidth", "scrollwidth", "cw"]),
    (.contentHeight, ["contenth", "contentheight", "contentsizeheight", "scrollheight", "ch"]),
    (
      .containerWidth,
      [
        "containerw", "containerwidth", "containersizewidth", "clientwidth", "viewportw",
        "viewportwidth", "boundswidth", "boundssizewidth", "framewidth", "framesizewidth",
        "innerwidth", "width", "vw",
      ]
    ),
    (
      .containerHeight,
      [
        "containerh", "containerheight", "containersizeheight", "clientheight", "viewporth",
        "viewportheight", "boundsheight", "boundssizeheight", "frameheight", "framesizeheight",
        "innerheight", "height", "vh",
      ]
    ),
    (.phase, ["phase", "scrollphase"]),
    (
      .view,
      [
        "view", "viewid", "viewname", "scroller", "scrollerid", "scrollview", "scrollviewid",
        "scrollviewname",
      ]
    ),
    (
      .event,
      [
        "event", "eventtype", "eventname", "touchphase", "touchevent", "action", "actionmasked",
        "type", "kind",
      ]
    ),
    (.pointer, ["pointerid", "pointer", "id", "finger", "touchid", "contact"]),
    (.x, ["x", "touchx", "clientx", "locationx"]),
    (.y, ["y", "touchy", "clienty", "locationy"]),
    (.pressure, ["force", "pressure", "p"]),
  ]

  private static let timeUnits: [String: TimeUnit] = [
    "s": .seconds, "sec": .seconds, "seconds": .seconds, "ms": .milliseconds,
    "millis": .milliseconds, "milliseconds": .milliseconds, "us": .microseconds,
    // The micro sign, and the Greek letter that looks like it.
    "\u{B5}s": .microseconds, "\u{3BC}s": .microseconds, "micros": .microseconds,
    "microseconds": .microseconds, "ns": .nanoseconds, "nanos": .nanoseconds,
    "nanoseconds": .nanoseconds,
  ]

  /// Returns the meaning of a column from its header, with the unit at the end of the name.
  static func find(_ name: String) -> (column: CSVColumn, unit: TimeUnit?, isPixels: Bool)? {
    var words = words(of: name)
    var unit: TimeUnit?
    var isPixels = false
    if words.count > 1, let last = words.last {
      if let found = timeUnits[last] {
        // The micro sign is invalid UTF-8 if a spreadsheet wrote it in an older encoding.
        let isMicro = last == "s" && name.unicodeScalars.contains { $0 == "\u{FFFD}" }
        unit = isMicro ? .microseconds : found
        words.removeLast()
      } else if ["px", "css", "pt", "points"].contains(last) {
        isPixels = last == "px" || last == "css"
        words.removeLast()
      }
    }
    let joined = words.joined()
    guard let column = names.first(where: { $0.1.contains(joined) })?.0 else { return nil }
    guard unit == nil || column == .time else { return nil }
    return (column, unit, isPixels)
  }

  /// Whether a column of touch events has the name used by Android's `MotionEvent`.
  static func isAction(_ name: String) -> Bool { words(of: name).first == "action" }

  /// Returns the words of a name in lower case: `contentOffset.y (px)` has four.
  private static func words(of name: String) -> [String] {
    var words: [String] = []
    var isInside = false
    var wasLower = false
    for character in name.unicodeScalars.prefix(200) {
      let isLetter = character.properties.isAlphabetic || ("0"..."9").contains(character)
      let isUpper = ("A"..."Z").contains(character)
      guard isLetter else {
        isInside = false
        continue
      }
      if !isInside || (isUpper && wasLower) { words.append("") }
      words[words.count - 1] += character.properties.lowercaseMapping
      isInside = true
      wasLower = !isUpper
    }
    return words
  }
}

extension ScrollPhase {
  /// Returns the phase for a log's word; programs may prefix the type's name.
  static func named(_ word: String) -> ScrollPhase? {
    let lower = word.lowercased()
    let name = lower.split(separator: ".").last.map(String.init)
    return allCases.first { $0.word == name }
  }
}

extension TouchPhase {
  /// Returns the phase for a log's word for a touch event.
  ///
  /// Platforms use different names: `pointerdown`, `ACTION_POINTER_DOWN(1)`, `UITouch.Phase.began`.
  static func named(_ word: String) -> TouchPhase? {
    let lower = word.lowercased()
    var name = lower[...].prefix { $0 != "(" }
    if let dot = name.lastIndex(of: ".") { name = name[name.index(after: dot)...] }
    for front in ["uitouchphase", "action", "_", "touch", "pointer", "_"]
    where name.hasPrefix(front) {
      name = name.dropFirst(front.count)
    }
    // Numbers must have no prefix.
    if name.count == 1, name.count != lower.count { return nil }
    return switch name {
    case "start", "began", "begin", "begun", "down", "0": .began
    case "move", "moved", "1": .moved
    case "stationary", "2": .stationary
    case "end", "ended", "up", "3": .ended
    case "cancel", "cancelled", "canceled", "4": .cancelled
    default: nil
    }
  }

  /// Returns the phase for an action number of Android's `MotionEvent`, without the pointer index.
  static func motionEvent(_ action: Int64) -> TouchPhase? {
    switch action & 0xFF {
    case 0, 5: .began
    case 1, 6: .ended
    case 2: .moved
    case 3: .cancelled
    default: nil
    }
  }
}
