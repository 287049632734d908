import ScrollModel
import TextKit

/// The contents of a frame line; missing sizes are those of the previous frame.
struct FrameLine {
  /// A size in the line: missing, unknown, or a value.
  fileprivate enum Given {
    case not
    case null
    case number(Double)
  }

  fileprivate let offset: Point
  fileprivate let phase: ScrollPhase?
  fileprivate let content: (width: Given, height: Given)
  fileprivate let container: (width: Given, height: Given)
  /// Nil if the line does not contain them.
  fileprivate let insets: Insets??

  /// Returns the frame, given the sizes of the previous one.
  func frame(after previous: FrameGeometry) throws -> GeometryFrame {
    let geometry = FrameGeometry(
      contentSize: try Self.size(content, or: previous.contentSize, "'cw' and 'ch'"),
      containerSize: try Self.size(container, or: previous.containerSize, "'vw' and 'vh'"),
      insets: insets ?? previous.insets)
    return GeometryFrame(offset: offset, phase: phase, geometry: geometry)
  }

  private static func size(
    _ given: (width: Given, height: Given), or previous: Size?, _ names: StaticString
  ) throws -> Size? {
    switch given {
    case (.not, .not): return previous
    case (.null, .null): return nil
    case (.number(let width), .number(let height)): return Size(width: width, height: height)
    default:
      throw LineProblem(
        kind: "missing-value", offset: 0, message: "\(names) go together, one is missing")
    }
  }
}

extension EventLine {
  private mutating func read(_ slot: inout FrameLine.Given) throws {
    guard case .not = slot else { throw duplicate() }
    slot = try scanner.nullIfPresent() ? .null : .number(try scanner.double() + 0.0)
  }

  mutating func frame() throws -> FrameLine {
    var (x, y): (Double?, Double?)
    var phase: ScrollPhase?
    var content = (width: FrameLine.Given.not, height: FrameLine.Given.not)
    var container = (width: FrameLine.Given.not, height: FrameLine.Given.not)
    var insets: Insets??
    while let key = try nextKey() {
      switch key {
      case "x": try read(&x)
      case "y": try read(&y)
      case "phase": try read(&phase, Self.scrollPhaseWords, Self.scrollPhase)
      case "cw": try read(&content.width)
      case "ch": try read(&content.height)
      case "vw": try read(&container.width)
      case "vh": try read(&container.height)
      case "origin": try readOrigin()
      case "insets":
        guard insets == nil else { throw duplicate() }
        insets = .some(
          try numbers(4).map { Insets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3]) })
      default: try passUnknown()
      }
    }
    return FrameLine(
      offset: Point(x: try require(x, "x"), y: try require(y, "y")), phase: phase,
      content: content, container: container, insets: insets)
  }

  private static let scrollPhaseWords: StaticString =
    "idle, tracking, interacting, decelerating, animating"

  mutating func phase() throws -> PhaseChange {
    var (old, new): (ScrollPhase?, ScrollPhase?)
    var (vx, vy): (Double?, Double?)
    while let key = try nextKey() {
      switch key {
      case "from": try read(&old, Self.scrollPhaseWords, Self.scrollPhase)
      case "to": try read(&new, Self.scrollPhaseWords, Self.scrollPhase)
      case "vx": try read(&vx)
      case "vy": try read(&vy)
      default: try passUnknown()
      }
    }
    return PhaseChange(old: old, new: try require(new, "to"), velocity: try velocity(vx, vy))
  }

  mutating func position() throws -> PositionReport {
    var id: TargetID?
    var isByUser: Bool?
    while let key = try nextKey() {
      switch key {
      case "id": try read(&id)
      case "by_user": try read(&isByUser)
      default: try passUnknown()
      }
    }
    return PositionReport(id: id, isPositionedByUser: isByUser)
  }

  mutating func visibility() throws -> VisibilityEvent {
    var id: TargetID?
    var isVisible: Bool?
    var (threshold, fraction): (Double?, Double?)
    while let key = try nextKey() {
      switch key {
      case "id": try read(&id)
      case "on": try read(&isVisible)
      case "threshold": try read(&threshold)
      case "fraction": try read(&fraction)
      default: try passUnknown()
      }
    }
    return VisibilityEvent(
      id: try require(id, "id"), isVisible: try require(isVisible, "on"), threshold: threshold,
      fraction: fraction)
  }

  mutating func visibleSet() throws -> VisibleSet {
    var ids: [TargetID]?
    var threshold: Double?
    while let key = try nextKey() {
      switch key {
      case "ids":
        guard ids == nil else { throw duplicate() }
        var list: [TargetID] = []
        try scanner.beginArray()
        while try scanner.nextElement() { list.append(try id()) }
        ids = list
      case "threshold": try read(&threshold)
      default: try passUnknown()
      }
    }
    return VisibleSet(ids: try require(ids, "ids"), threshold: threshold)
  }

  mutating func release() throws -> ReleaseReport {
    var (vx, vy): (Double?, Double?)
    var report = ReleaseReport()
    while let key = try nextKey() {
      switch key {
      case "vx": try read(&vx)
      case "vy": try read(&vy)
      case "proposed": try read(&report.proposedOffset)
      case "chosen": try read(&report.chosenOffset)
      case "id": try read(&report.chosenID)
      default: try passUnknown()
      }
    }
    report.velocity = try velocity(vx, vy)
    return report
  }

  mutating func note() throws -> Annotation {
    var (name, text): (String?, String?)
    var duration: Int64?
    while let key = try nextKey() {
      switch key {
      case "name": try read(&name)
      case "text": try read(&text)
      case "duration_ns": try read(&duration)
      default: try passUnknown()
      }
    }
    return Annotation(kind: try require(name, "name"), text: text, duration: duration)
  }

  // MARK: Remarks

  mutating func gap() throws -> StreamEvent {
    var (from, to, count): (Int64?, Int64?, Int64?)
    while let key = try nextKey() {
      switch key {
      case "from_ns": try read(&from)
      case "to_ns": try read(&to)
      case "count": try read(&count)
      default: try passUnknown()
      }
    }
    return .gap(
      from: TraceTime(nanoseconds: try require(from, "from_ns")),
      to: TraceTime(nanoseconds: try require(to, "to_ns")), count: count)
  }

  mutating func repair() throws -> StreamEvent {
    var (what, text): (String?, String?)
    while let key = try nextKey() {
      switch key {
      case "what": try read(&what)
      case "text": try read(&text)
      default: try passUnknown()
      }
    }
    return .repair(kind: try require(what, "what"), text: text ?? "")
  }

  mutating func keyframe() throws -> StreamEvent {
    var count: Int64?
    while let key = try nextKey() {
      switch key {
      case "count": try read(&count)
      default: try passUnknown()
      }
    }
    return .keyframe(count: try require(count, "count"))
  }

  // MARK: Shared

  private func velocity(_ vx: Double?, _ vy: Double?) throws -> Vector? {
    try pair(vx, vy, "'vx' and 'vy'").map { Vector(dx: $0.0, dy: $0.1) }
  }

  static func scrollPhase(_ word: JSONKey) -> ScrollPhase? {
    switch word {
    case "idle": .idle
    case "tracking": .tracking
    case "interacting": .interacting
    case "decelerating": .decelerating
    case "animating": .animating
    default: nil
    }
  }
}
