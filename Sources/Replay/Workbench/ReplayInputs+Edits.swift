import ScrollModel
import TraceStore

extension ReplayInputs {
  /// The axis for editing gestures: that of the view, or that of the gesture's longer movement.
  func axis(of gesture: RecordedGesture? = nil) -> Axis {
    switch information.axes ?? contents.movedAxes ?? .vertical {
    case .vertical: return .vertical
    case .horizontal: return .horizontal
    case .both:
      guard let gesture else { return .vertical }
      let (dx, dy) = (gesture.last.x - gesture.first.x, gesture.last.y - gesture.first.y)
      return dx.magnitude > dy.magnitude ? .horizontal : .vertical
    }
  }

  /// Returns the inputs with edits applied in order.
  ///
  /// Gesture numbers are those of the unedited trace.
  public func edited(_ texts: [String]) throws(EditError) -> ReplayInputs {
    guard !texts.isEmpty else { return self }
    var editor = InputsEditor(self)
    for text in texts { try editor.make(try ReplayEdit(text: text), text) }
    let edited = editor.edited()
    for (time, event) in edited.events {
      guard let problem = ModelLimits.problem(with: event, at: time) else { continue }
      throw EditError(texts.joined(separator: "; "), "an event leaves the bounds: \(problem)")
    }
    return edited
  }
}

/// Applies edits to inputs; gestures are kept apart from other events, so that each can be moved.
struct InputsEditor {
  private typealias Timed = (time: TraceTime, event: TraceEvent)

  private struct Part {
    var number: Int
    var gesture: RecordedGesture?
    var events: [Timed]
    var isDropped = false

    var start: TraceTime { events.first?.time ?? .zero }
    var end: TraceTime { events.last?.time ?? .zero }
  }

  private var inputs: ReplayInputs
  private var parts: [Part]
  /// All events that belong to no gesture.
  private var others: [(place: Int, timed: Timed)] = []
  private let places: [Int: [Int]]
  /// Whether an edit moved or added events.
  private var isReordered = false

  init(_ inputs: ReplayInputs) {
    self.inputs = inputs
    let gestures = inputs.gestures
    var taken = Set<Int>()
    parts = gestures.map { gesture in
      taken.formUnion(gesture.events)
      return Part(
        number: gesture.number, gesture: gesture,
        events: gesture.events.map { inputs.events[$0] })
    }
    places = Dictionary(uniqueKeysWithValues: gestures.map { ($0.number, $0.events) })
    for (place, timed) in inputs.events.enumerated() where !taken.contains(place) {
      others.append((place, timed))
    }
  }

  mutating func make(_ edit: ReplayEdit, _ text: String) throws(EditError) {
    switch edit {
    case .velocity(let number, let velocity):
      let part = try part(number, text)
      guard parts[part].gesture?.kind == .touch else {
        throw EditError(text, "gesture \(number) is a wheel's; a wheel has no release velocity")
      }
      setVelocity(velocity, part)
    case .end(let number, let distance): try stretch(try part(number, text), by: distance, text)
    case .begin(let number, let time):
      let part = try part(number, text)
      isReordered = true
      let shift = time.nanoseconds(since: parts[part].start)
      for place in parts[part].events.indices {
        let old = parts[part].events[place].time
        parts[part].events[place].time = old.advanced(byNanoseconds: shift)
      }
      try checkOverlap(part, text)
    case .drop(let number): parts[try part(number, text)].isDropped = true
    case .fling(let velocity, let time): try addFling(velocity, time, text)
    case .container(let size): editContainers { $0.size = size }
    case .insets(let insets): editContainers { $0.insets = insets }
    case .direction(let direction): turn(direction)
    case .refresh(let rate): editContainers { $0.refreshRate = rate }
    case .spacing(let spacing): editLayouts { Self.space(&$0, spacing: spacing, length: nil, $1) }
    case .itemSize(let length): editLayouts { Self.space(&$0, spacing: nil, length: length, $1) }
    }
  }

  /// The inputs with all edits applied, in the order of time; simultaneous events keep their order.
  func edited() -> ReplayInputs {
    var events: [(place: Int, timed: Timed)] = others
    for part in parts where !part.isDropped {
      let old = places[part.number] ?? []
      for (index, timed) in part.events.enumerated() {
        events.append((index < old.count ? old[index] : inputs.events.count + index, timed))
      }
    }
    if isReordered {
      events.sort { first, second in
        (first.timed.time, first.place) < (second.timed.time, second.place)
      }
    } else {
      // Most edits keep the times: each event returns to its position.
      var slots = [Timed?](repeating: nil, count: inputs.events.count + 1)
      for (place, timed) in events { slots[place + 1] = timed }
      events = slots.indices.compactMap { slot in slots[slot].map { (slot - 1, $0) } }
    }
    var edited = inputs
    edited.events = events.map { $0.timed }
    edited.end = max(inputs.end, edited.events.last?.time ?? .zero)
    if !inputs.contents.hasTouches, parts.contains(where: { $0.gesture == nil }) {
      edited.contents.hasTouches = true
      if edited.drive == .command { edited.drive = .gesture }
    }
    return edited
  }

  private func part(_ number: Int, _ text: String) throws(EditError) -> Int {
    guard let place = parts.firstIndex(where: { $0.number == number }) else {
      throw EditError(
        text,
        parts.isEmpty
          ? "the trace has no gesture" : "there is no gesture \(number); the last is \(parts.count)"
      )
    }
    return place
  }

  private func checkOverlap(_ part: Int, _ text: String) throws(EditError) {
    for other in parts.indices where other != part && !parts[other].isDropped {
      guard parts[part].start <= parts[other].end, parts[other].start <= parts[part].end else {
        continue
      }
      let (start, end) = (parts[other].start, parts[other].end)
      throw EditError(
        text,
        "it would overlap gesture \(parts[other].number) "
          + "(\(start.nanoseconds / 1_000_000) … \(end.nanoseconds / 1_000_000) ms)")
    }
  }
}

// MARK: Gestures

extension InputsEditor {
  /// Moves touch samples along an axis by a content distance, in the opposite direction.
  private mutating func shift(
    _ part: Int, _ axis: Axis, by distance: (TraceTime, Point) -> Double
  ) {
    for place in parts[part].events.indices {
      guard case (let time, .input(.touch(var sample))) = parts[part].events[place] else {
        continue
      }
      let moved = distance(time, sample.position)
      if moved != 0, sample.phase == .stationary { sample.phase = .moved }
      sample.position = sample.position.moved(by: -moved, along: axis)
      parts[part].events[place].event = .input(.touch(sample))
    }
  }

  /// Gives the last part of a gesture a constant velocity; the earlier part is unchanged.
  private mutating func setVelocity(_ velocity: Double, _ part: Int) {
    let axis = inputs.axis(of: parts[part].gesture)
    let end = parts[part].end
    let window = max(parts[part].start, end.advanced(byNanoseconds: -ReplayInputs.releaseWindow))
    var (anchor, anchorTime): (Point?, TraceTime) = (nil, window)
    for case (let time, .input(.touch(let sample))) in parts[part].events
    where time <= window || anchor == nil {
      (anchor, anchorTime) = (sample.position, time)
    }
    guard let anchor else { return }
    shift(part, axis) { time, position in
      guard time > anchorTime else { return 0 }
      let seconds = Double(time.nanoseconds(since: anchorTime)) / 1e9
      let gone =
        axis == .vertical ? anchor.y - position.y : anchor.x - position.x
      return velocity * seconds - gone
    }
  }

  private mutating func stretch(
    _ part: Int, by distance: Double, _ text: String
  ) throws(EditError) {
    guard let gesture = parts[part].gesture else { return }
    let axis = inputs.axis(of: gesture)
    guard gesture.kind == .wheel else {
      let (start, length) = (
        parts[part].start, Double(parts[part].end.nanoseconds(since: parts[part].start))
      )
      return shift(part, axis) { time, _ in
        length > 0 ? distance * Double(time.nanoseconds(since: start)) / length : 0
      }
    }
    let total = axis == .vertical ? gesture.last.y : gesture.last.x
    guard total != 0 else {
      throw EditError(text, "the wheel of gesture \(gesture.number) does not turn along this axis")
    }
    let factor = (total + distance) / total
    for place in parts[part].events.indices {
      guard case .input(.wheel(var sample)) = parts[part].events[place].event else { continue }
      let delta = sample.delta
      sample.delta =
        axis == .vertical
        ? Vector(dx: delta.dx, dy: delta.dy * factor) : Vector(dx: delta.dx * factor, dy: delta.dy)
      parts[part].events[place].event = .input(.wheel(sample))
    }
  }

  /// The duration of a new fling's touch, its sample interval, and its pointer.
  private static let flingLength: Int64 = 128_000_000
  private static let flingStep: Int64 = 8_000_000
  private static let flingPointer: Int64 = 1 << 40

  private mutating func addFling(
    _ velocity: Double, _ start: TraceTime, _ text: String
  ) throws(EditError) {
    let size = inputs.opening.container ?? Size(width: 400, height: 400)
    let axis = inputs.axis()
    let steps = Self.flingLength / Self.flingStep
    // The finger passes the middle of the container at half its path.
    let half = velocity * Double(Self.flingLength) / 2e9
    var part = Part(number: parts.count + 1, gesture: nil, events: [])
    for step in 0...steps {
      let gone = velocity * Double(step * Self.flingStep) / 1e9 - half
      let position = Point(x: size.width / 2, y: size.height / 2).moved(by: -gone, along: axis)
      let phase: TouchPhase = step == 0 ? .began : step == steps ? .ended : .moved
      let sample = TouchSample(
        pointer: Self.flingPointer + Int64(part.number), phase: phase, position: position)
      part.events.append(
        (start.advanced(byNanoseconds: step * Self.flingStep), .input(.touch(sample))))
    }
    parts.append(part)
    isReordered = true
    try checkOverlap(parts.count - 1, text)
  }
}

// MARK: Container and layout

extension InputsEditor {
  /// Edits every container change, including derived ones; the first one is completed if necessary.
  private mutating func editContainers(_ body: (inout ContainerChange) -> Void) {
    var wanted = ContainerChange()
    body(&wanted)
    var isFirst = true
    for place in others.indices {
      switch others[place].timed.event {
      case .input(.container(var change)):
        if change.size != nil || isFirst { change.size = wanted.size ?? change.size }
        if change.insets != nil || isFirst { change.insets = wanted.insets ?? change.insets }
        if change.layoutDirection != nil || isFirst {
          change.layoutDirection = wanted.layoutDirection ?? change.layoutDirection
        }
        if change.refreshRate != nil || isFirst {
          change.refreshRate = wanted.refreshRate ?? change.refreshRate
        }
        isFirst = false
        others[place].timed.event = .input(.container(change))
      case .observation(.frame(var frame)):
        if frame.geometry.containerSize != nil {
          frame.geometry.containerSize = wanted.size ?? frame.geometry.containerSize
        }
        if frame.geometry.insets != nil {
          frame.geometry.insets = wanted.insets ?? frame.geometry.insets
        }
        others[place].timed.event = .observation(.frame(frame))
      default: break
      }
    }
    guard isFirst else { return }
    others.insert((-1, (.zero, .input(.container(wanted)))), at: 0)
    if wanted.size != nil { inputs.contents.containersGiveSize = true }
    if wanted.insets != nil { inputs.contents.containersGiveInsets = true }
  }

  private mutating func editLayouts(_ body: (inout Layout, Axis) -> Void) {
    let axis = inputs.axis()
    for place in others.indices {
      guard case .input(.layout(var layout)) = others[place].timed.event else { continue }
      body(&layout, axis)
      others[place].timed.event = .input(.layout(layout))
    }
  }

  /// Sets the direction of lines, and mirrors horizontal layouts.
  private mutating func turn(_ direction: LayoutDirection) {
    let isTurned = (direction == .rightToLeft) != inputs.opening.isRightToLeft
    editContainers { $0.layoutDirection = direction }
    guard isTurned else { return }
    editLayouts { layout, _ in
      let width = layout.knownSize.width
      for place in layout.targets.indices {
        layout.targets[place].frame = layout.targets[place].frame.mirrored(in: width)
      }
    }
  }

  /// Places items along an axis one after the other, with another spacing or length.
  ///
  /// Items with equal starts, as in a grid, keep equal starts. The content grows by the movement of
  /// its last item.
  private static func space(
    _ layout: inout Layout, spacing: Double?, length: Double?, _ axis: Axis
  ) {
    let frames = layout.targets.map { $0.frame }
    func start(_ rect: Rect) -> Double { axis == .vertical ? rect.origin.y : rect.origin.x }
    func end(_ rect: Rect) -> Double { start(rect) + rect.size.length(axis) }
    let order = frames.indices.sorted { (start(frames[$0]), $0) < (start(frames[$1]), $1) }
    guard let first = order.first else { return }
    // The current line: its start before and now, and the end of its longest item.
    var (oldStart, newStart) = (start(frames[first]), start(frames[first]))
    var (oldEnd, newEnd) = (oldStart, newStart)
    for place in order {
      let frame = frames[place]
      if start(frame) > oldStart {
        newStart = newEnd + (spacing ?? (start(frame) - oldEnd))
        oldStart = start(frame)
      }
      oldEnd = max(oldEnd, end(frame))
      let moved = Rect(
        origin: frame.origin.moved(by: newStart - start(frame), along: axis),
        size: length.map { frame.size.withLength($0, along: axis) } ?? frame.size)
      newEnd = max(newEnd, end(moved))
      layout.targets[place].frame = moved
    }
    guard let size = layout.contentSize else { return }
    layout.contentSize = size.withLength(
      max(0, size.length(axis) + newEnd - oldEnd), along: axis)
  }
}

extension Point {
  fileprivate func moved(by distance: Double, along axis: Axis) -> Point {
    axis == .vertical ? Point(x: x, y: y + distance) : Point(x: x + distance, y: y)
  }
}

extension Size {
  fileprivate func withLength(_ length: Double, along axis: Axis) -> Size {
    axis == .vertical ? Size(width: width, height: length) : Size(width: length, height: height)
  }
}
