import ScrollModel

// The arguments of each step.

extension ScriptParser {
  /// Parses the arguments of a step at a nesting depth of repeats.
  mutating func action(
    of form: StepForm, depth: Int
  ) throws(ScriptError) -> GestureScript.Action {
    switch form {
    case .drag: return try drag()
    case .fling: return try fling()
    case .path: return try path()
    case .hold:
      let point = try point("X,Y")
      try require("for")
      return .hold(point, duration: try gestureDuration())
    case .tap: return .tap(try point("X,Y"))
    case .wheel: return try wheel()
    case .trackpad: return try trackpad()
    case .scroll: return try scroll()
    case .write: return try write()
    case .cancel: return .command(.cancel)
    case .rotate: return .rotate(to: take("to") ? try size() : nil)
    case .resize: return try delayed(.resize(try size()))
    case .insets:
      let sides = try value("TOP,LEFT,BOTTOM,RIGHT") { ScriptNumbers.list($0, 4) }
      return try delayed(
        .insets(Insets(top: sides[0], left: sides[1], bottom: sides[2], right: sides[3])))
    case .disable: return .disable(true)
    case .enable: return .disable(false)
    case .insert, .remove, .move, .grow, .append, .measure: return try edit(form)
    case .note: return try note()
    case .wait: return .wait(try time())
    case .at: return .until(try time())
    case .repeat: return try repeated(depth: depth)
    }
  }

  /// Reads when a change of the container comes, where that is not at once.
  private mutating func delayed(
    _ action: GestureScript.Action
  ) throws(ScriptError) -> GestureScript.Action {
    take("after") ? .delayed(try time(), action) : action
  }

  // MARK: Gestures

  private mutating func drag() throws(ScriptError) -> GestureScript.Action {
    let (from, to, duration) = try stroke()
    var easing = Easing.linear
    if take("ease") {
      easing = try value("linear, out or in-out") { word in
        Easing.named.first { $0.name == word }?.easing
      }
    }
    return .stroke(from: from, to: to, duration: duration, easing)
  }

  private mutating func fling() throws(ScriptError) -> GestureScript.Action {
    if peekWord() == "from" {
      let (from, to, duration) = try stroke()
      return .stroke(from: from, to: to, duration: duration, .fling)
    }
    let direction = try value("'from', 'up', 'down', 'left' or 'right'") {
      GestureScript.Direction(rawValue: $0)
    }
    let speed = try value("a speed above 0 in points per second") { word in
      ScriptNumbers.number(word).flatMap { $0 > 0 ? $0 : nil }
    }
    return .flick(direction, speed: speed)
  }

  private mutating func stroke() throws(ScriptError) -> (Point, Point, Int64) {
    try require("from")
    let from = try point("X,Y")
    try require("to")
    let to = try point("X,Y")
    try require("over")
    return (from, to, try gestureDuration())
  }

  private mutating func path() throws(ScriptError) -> GestureScript.Action {
    let name = "a point and its time such as 100,200@8ms"
    var samples: [GestureScript.PathSample] = []
    while samples.count < 2 || peekWord() != nil {
      let sample = try value(name, ScriptNumbers.pathSample)
      guard samples.isEmpty ? sample.time == 0 : sample.time >= samples[samples.count - 1].time
      else {
        throw ScriptError(
          line: line, message: "the times of a path start at 0ms and never decrease")
      }
      samples.append(sample)
    }
    return .path(samples)
  }

  private mutating func wheel() throws(ScriptError) -> GestureScript.Action {
    let delta = try value("DX,DY", ScriptNumbers.vector)
    guard let word = peekWord(), word.hasPrefix("x") else {
      return .wheel(delta, count: 1, every: 0)
    }
    let count = try value("xCOUNT, COUNT from 1 to 10000") { word in
      ScriptNumbers.whole(String(word.dropFirst())).flatMap { (1...10_000).contains($0) ? $0 : nil }
    }
    try require("every")
    return .wheel(delta, count: Int(truncatingIfNeeded: count), every: try gestureDuration())
  }

  private mutating func trackpad() throws(ScriptError) -> GestureScript.Action {
    let delta = try value("DX,DY", ScriptNumbers.vector)
    try require("over")
    let duration = try gestureDuration()
    return .trackpad(
      delta, duration: duration, momentum: take("momentum") ? try gestureDuration() : nil)
  }

  // MARK: Commands

  private mutating func scroll() throws(ScriptError) -> GestureScript.Action {
    try require("to")
    let destination = try destination()
    let options = try commandOptions(hasRoute: true)
    if options.anchor != nil {
      guard case .id = destination else {
        throw ScriptError(line: line, message: "an anchor aligns an id; take it out")
      }
    }
    return .command(
      .scroll(
        to: destination, anchor: options.anchor, animation: options.animation,
        route: options.route ?? .position, preservesVelocity: false))
  }

  private mutating func destination() throws(ScriptError) -> ScrollDestination {
    switch try value("'id', 'edge', 'point', 'x' or 'y'", { $0 }) {
    case "id": return .id(try id())
    case "edge":
      return .edge(try value("top, leading, bottom or trailing") { Edge(rawValue: $0) })
    case "point": return .point(try point("X,Y"))
    case "x": return .x(try value("a number", { ScriptNumbers.number($0) }))
    case "y": return .y(try value("a number", { ScriptNumbers.number($0) }))
    default:
      stepBack()
      throw expected("'id', 'edge', 'point', 'x' or 'y'")
    }
  }

  private mutating func write() throws(ScriptError) -> GestureScript.Action {
    let id = take("nothing") ? nil : try id()
    let options = try commandOptions(hasRoute: false)
    return .command(.write(id, anchor: options.anchor, animation: options.animation))
  }

  private mutating func commandOptions(
    hasRoute: Bool
  ) throws(ScriptError) -> (anchor: UnitPoint?, animation: ScrollAnimation, route: CommandRoute?) {
    var anchor: UnitPoint?
    var animation = ScrollAnimation.none
    var route: CommandRoute?
    while true {
      if anchor == nil, take("anchor") {
        anchor = try value("an anchor such as center or 0.5,0.25", ScriptNumbers.anchor)
      } else if animation == .none, take("animated") {
        animation = .automatic
      } else if animation == .none, take("over") {
        let seconds = Double(try time()) / 1e9
        animation = .timed(seconds: seconds, curve: .easeInOut)
      } else if hasRoute, route == nil, take("via") {
        route = try value("position, reader or offset") { CommandRoute(rawValue: $0) }
      } else {
        return (anchor, animation, route)
      }
    }
  }

  // MARK: Edits and notes

  private mutating func edit(_ form: StepForm) throws(ScriptError) -> GestureScript.Action {
    let counts = 1...Int64(100_000)
    switch form {
    case .append: return .append(Int(truncatingIfNeeded: try whole("a count", in: counts)))
    case .measure: return .measure(Int(truncatingIfNeeded: try whole("a count", in: counts)))
    case .remove: return .remove(try id())
    case .grow:
      let id = try id()
      try require("to")
      return .grow(id, try itemSize())
    case .move:
      let id = try id()
      try require("to")
      return .move(id, to: try itemIndex())
    default:
      let id = try id()
      try require("at")
      let index = try itemIndex()
      return .insert(id, at: index, take("size") ? try itemSize() : nil)
    }
  }

  private mutating func note() throws(ScriptError) -> GestureScript.Action {
    guard let kind = next(.word) ?? next(.quoted) else { throw expected("a name") }
    var words: [String] = []
    while let word = next(.word) ?? next(.quoted) { words.append(word.text) }
    let text = words.joined(separator: " ")
    guard kind.text.utf8.count <= ModelLimits.textBytes, text.utf8.count <= ModelLimits.textBytes
    else {
      throw ScriptError(
        line: line, message: "a note has at most \(ModelLimits.textBytes) bytes; shorten it")
    }
    return .note(kind: kind.text, text: words.isEmpty ? nil : text)
  }

  // MARK: Values

  private mutating func point(_ name: String) throws(ScriptError) -> Point {
    try value(name, ScriptNumbers.point)
  }

  private mutating func size() throws(ScriptError) -> Size {
    try value("WIDTH,HEIGHT", ScriptNumbers.size)
  }

  private mutating func itemSize() throws(ScriptError) -> SceneFile.ItemSize {
    try value("a size such as 120 or 300,120", ScriptNumbers.itemSize)
  }

  private mutating func itemIndex() throws(ScriptError) -> Int {
    Int(truncatingIfNeeded: try whole("an index", in: 0...Int64(SceneFile.countLimit)))
  }

  private mutating func id() throws(ScriptError) -> TargetID {
    if let token = next(.quoted) {
      guard token.text.utf8.count <= ModelLimits.idBytes else {
        throw ScriptError(
          line: line, message: "an id has at most \(ModelLimits.idBytes) bytes; shorten it")
      }
      return TargetID(token.text)
    }
    return try value("an id", ScriptNumbers.id)
  }

  private mutating func gestureDuration() throws(ScriptError) -> Int64 {
    try value("a duration above 0 and at most 60s, such as 300ms or 1.5s") {
      ScriptNumbers.duration($0, in: 1...ScriptNumbers.longestGesture)
    }
  }

  private mutating func time() throws(ScriptError) -> Int64 {
    try value("a duration up to 3600s, such as 300ms or 1.5s") {
      ScriptNumbers.duration($0, in: 0...ScriptNumbers.longestWait)
    }
  }
}
