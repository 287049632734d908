import ScrollModel
import TextKit

extension EventLine {
  mutating func touch() throws -> TouchSample {
    var (pointer, x, y, pressure): (Int64?, Double?, Double?, Double?)
    var phase: TouchPhase?
    var delivery: SampleDelivery?
    while let key = try nextKey() {
      switch key {
      case "x": try read(&x)
      case "y": try read(&y)
      case "phase":
        try read(&phase, "began, moved, stationary, ended, cancelled", Self.touchPhase)
      case "id": try read(&pointer)
      case "p": try read(&pressure)
      case "from": try read(&delivery, "direct, coalesced, predicted", Self.delivery)
      default: try passUnknown()
      }
    }
    return TouchSample(
      pointer: pointer ?? 0, phase: try require(phase, "phase"),
      position: Point(x: try require(x, "x"), y: try require(y, "y")),
      delivery: delivery ?? .direct, pressure: pressure)
  }

  mutating func wheel() throws -> WheelSample {
    var (dx, dy, x, y): (Double?, Double?, Double?, Double?)
    var (phase, momentum): (WheelPhase?, WheelPhase?)
    var isPrecise: Bool?
    let words: StaticString = "none, may-begin, began, changed, stationary, ended, cancelled"
    while let key = try nextKey() {
      switch key {
      case "dx": try read(&dx)
      case "dy": try read(&dy)
      case "x": try read(&x)
      case "y": try read(&y)
      case "phase": try read(&phase, words, Self.wheelPhase)
      case "momentum": try read(&momentum, words, Self.wheelPhase)
      case "precise": try read(&isPrecise)
      default: try passUnknown()
      }
    }
    guard dx != nil || dy != nil else {
      throw LineProblem(kind: "missing-value", offset: 0, message: "'dx' and 'dy' are missing")
    }
    return WheelSample(
      delta: Vector(dx: dx ?? 0, dy: dy ?? 0), phase: phase ?? .none,
      momentumPhase: momentum ?? .none, isPrecise: isPrecise ?? false,
      position: try pair(x, y, "'x' and 'y'").map { Point(x: $0.0, y: $0.1) })
  }

  mutating func container() throws -> ContainerChange {
    var (width, height): (Double?, Double?)
    var change = ContainerChange()
    var origin: Int64?
    while let key = try nextKey() {
      switch key {
      case "w": try read(&width)
      case "h": try read(&height)
      case "insets": try read(&change.insets)
      case "direction": try read(word: &change.layoutDirection)
      case "scale": try read(&change.scale)
      case "hz": try read(&change.refreshRate)
      case "tick_ns": try read(&origin)
      case "disabled": try read(&change.isScrollDisabled)
      default: try passUnknown()
      }
    }
    change.size = try pair(width, height, "'w' and 'h'").map { Size(width: $0.0, height: $0.1) }
    change.refreshOrigin = origin.map(TraceTime.init(nanoseconds:))
    return change
  }

  /// Reads a layout line; the flag means that the next line continues it.
  ///
  /// The items of a long line have already been read; its text has an empty array in their place.
  mutating func layout(
    items longItems: LongLayoutLine? = nil
  ) throws -> (layout: Layout, hasMore: Bool) {
    var (width, height): (Double?, Double?)
    var hasMore: Bool?
    var targets: [TargetFrame]?
    var (headers, footers): ([PinnedItem]?, [PinnedItem]?)
    while let key = try nextKey() {
      switch key {
      case "cw": try read(&width)
      case "ch": try read(&height)
      case "more": try read(&hasMore)
      case "items":
        guard targets == nil else { throw duplicate() }
        if let longItems {
          targets = try longItems.items()
          try scanner.skipValue()
          unknownKeys += longItems.unknownKeys
        } else {
          targets = try items()
        }
      case "headers": try read(&headers)
      case "footers": try read(&footers)
      default: try passUnknown()
      }
    }
    let size = try pair(width, height, "'cw' and 'ch'").map { Size(width: $0.0, height: $0.1) }
    var layout = Layout(contentSize: size, targets: try require(targets, "items"))
    try pin(headers ?? [], as: .header, &layout.targets)
    try pin(footers ?? [], as: .footer, &layout.targets)
    return (layout, hasMore ?? false)
  }

  /// An index among the items of a line, and where in the line it is.
  private typealias PinnedItem = (index: Int64, offset: Int)

  private mutating func read(_ slot: inout [PinnedItem]?) throws {
    guard slot == nil else { throw duplicate() }
    if try scanner.nullIfPresent() { return }
    var items: [PinnedItem] = []
    try scanner.beginArray()
    while try scanner.nextElement() {
      let offset = scanner.offset
      items.append((try scanner.int64(), offset))
    }
    slot = items
  }

  /// Gives items of the line their role; each has one at most.
  private func pin(
    _ items: [PinnedItem], as role: PinnedRole, _ targets: inout [TargetFrame]
  ) throws {
    for item in items {
      guard let index = Int(exactly: item.index), targets.indices.contains(index),
        targets[index].pinned == nil
      else {
        throw LineProblem(
          kind: "bad-value", offset: item.offset,
          message:
            "'\(role.rawValue)s' contains \(item.index): an index counts the items of its line "
            + "from 0, and an item is pinned once")
      }
      targets[index].pinned = role
    }
  }

  /// Reads `[[id, x, y, width, height], …]`, with `"estimated"` after an estimated frame.
  mutating func items() throws -> [TargetFrame] {
    var targets: [TargetFrame] = []
    try scanner.beginArray()
    while try scanner.nextElement() {
      let place = scanner.offset
      try scanner.beginArray()
      guard try scanner.nextElement() else { throw badItem(place) }
      let id = try id()
      var numbers: (Double, Double, Double, Double) = (0, 0, 0, 0)
      for index in 0..<4 {
        guard try scanner.nextElement() else { throw badItem(place) }
        let number = try scanner.double() + 0.0
        switch index {
        case 0: numbers.0 = number
        case 1: numbers.1 = number
        case 2: numbers.2 = number
        default: numbers.3 = number
        }
      }
      var isEstimated = false
      if try scanner.nextElement() {
        guard try scanner.word() == "estimated" else { throw badItem(place) }
        isEstimated = true
        guard try !scanner.nextElement() else { throw badItem(place) }
      }
      let frame = Rect(x: numbers.0, y: numbers.1, width: numbers.2, height: numbers.3)
      targets.append(TargetFrame(id: id, frame: frame, isEstimated: isEstimated))
    }
    return targets
  }

  private func badItem(_ place: Int) -> LineProblem {
    LineProblem(
      kind: "bad-value", offset: place,
      message: "an item is [id, x, y, width, height], with \"estimated\" after an estimated frame")
  }

  mutating func edit() throws -> ContentEdit {
    var op: EditWord?
    var id: TargetID?
    var index: Int64?
    var (width, height): (Double?, Double?)
    while let key = try nextKey() {
      switch key {
      case "op": try read(word: &op)
      case "id": try read(&id)
      case "index": try read(&index)
      case "w": try read(&width)
      case "h": try read(&height)
      default: try passUnknown()
      }
    }
    let target = try require(id, "id")
    let size = try pair(width, height, "'w' and 'h'").map { Size(width: $0.0, height: $0.1) }
    switch try require(op, "op") {
    case .insert: return .insert(target, index: try require(index, "index"), size: size)
    case .remove: return .remove(target, index: index)
    case .move: return .move(target, index: try require(index, "index"))
    case .resize: return .resize(target, size: try require(size, "w"))
    }
  }

  private enum EditWord: String, CaseIterable {
    case insert
    case remove
    case move
    case resize
  }

  static func touchPhase(_ word: JSONKey) -> TouchPhase? {
    switch word {
    case "began": .began
    case "moved": .moved
    case "stationary": .stationary
    case "ended": .ended
    case "cancelled": .cancelled
    default: nil
    }
  }

  static func delivery(_ word: JSONKey) -> SampleDelivery? {
    switch word {
    case "direct": .direct
    case "coalesced": .coalesced
    case "predicted": .predicted
    default: nil
    }
  }

  static func wheelPhase(_ word: JSONKey) -> WheelPhase? {
    switch word {
    case "none": WheelPhase.none
    case "may-begin": .mayBegin
    case "began": .began
    case "changed": .changed
    case "stationary": .stationary
    case "ended": .ended
    case "cancelled": .cancelled
    default: nil
    }
  }
}
