import ScrollModel

extension ViewState {
  /// Advances the time; an earlier time is ignored.
  mutating func advance(to time: TraceTime) {
    if time > self.time { self.time = time }
  }

  /// Applies an event.
  mutating func apply(_ event: TraceEvent, at time: TraceTime) {
    advance(to: time)
    switch event {
    case .observation(.frame(let frame)): apply(frame)
    case .observation(.phase(let change)): phase = change.new
    case .observation(.annotation(let note)): apply(note)
    case .observation: break
    case .input(let input): apply(input)
    case .stream(.gap(let from, let to, let count)):
      gap = ViewStateGap(start: from, end: to, count: count)
      gapBeforeNextFrame = true
    case .stream: break
    }
  }

  private mutating func apply(_ frame: GeometryFrame) {
    noteInterval(before: frame.offset)
    previous = sample
    sample = ViewStateSample(time: time, offset: frame.offset)
    frameCount &+= 1
    let offset = frame.offset
    if offset.x.rounded() != offset.x || offset.y.rounded() != offset.y { hasWholeOffsets = false }
    isAfterGap = gapBeforeNextFrame
    isAfterJump = jumpBeforeNextFrame
    gapBeforeNextFrame = false
    jumpBeforeNextFrame = false
    previousPhase = samplePhase
    if let phase = frame.phase { self.phase = phase }
    samplePhase = phase
    if let size = frame.geometry.contentSize { contentSize = size }
    if let size = frame.geometry.containerSize { setContainer(size) }
    if let insets = frame.geometry.insets { setInsets(insets) }
    moveWindow()
  }

  /// Two frames with a longer interval are not samples of one movement.
  private static let longestInterval: Int64 = 250_000_000

  private mutating func noteInterval(before offset: Point) {
    guard let sample, let previous, previous.offset != sample.offset, sample.offset != offset
    else { return }
    let interval = max(
      time.nanoseconds(since: sample.time), sample.time.nanoseconds(since: previous.time))
    guard interval > 0, interval <= Self.longestInterval else { return }
    movingInterval = min(movingInterval ?? interval, interval)
  }

  private mutating func apply(_ input: Input) {
    switch input {
    case .touch(let sample): apply(sample)
    case .wheel: break
    case .command(let command): apply(command)
    case .layout(let layout):
      targets.lay(out: layout)
      if let size = layout.contentSize { contentSize = size }
      relaid()
    case .edit(let edit):
      targets.apply(
        edit, isRightToLeft: layoutDirection == .rightToLeft, contentSize: &contentSize)
      relaid()
    case .container(let change): apply(change)
    }
  }

  private mutating func apply(_ sample: TouchSample) {
    guard sample.delivery != .predicted else { return }
    switch sample.phase {
    case .began, .moved, .stationary:
      // A touch without its beginning is down from its first sample on.
      if !openTouches.contains(sample.pointer) { openTouches.append(sample.pointer) }
    case .ended, .cancelled:
      openTouches.removeAll { $0 == sample.pointer }
    }
  }

  private mutating func apply(_ command: Command) {
    switch command {
    case .scroll(_, _, let animation, _, _), .write(_, _, let animation):
      if animation == .none { jumpBeforeNextFrame = true }
    case .cancel: break
    }
  }

  private mutating func apply(_ change: ContainerChange) {
    if let size = change.size { setContainer(size) }
    if let insets = change.insets { setInsets(insets) }
    if let direction = change.layoutDirection { layoutDirection = direction }
    if let scale = change.scale { self.scale = scale }
    if let rate = change.refreshRate { refreshRate = rate }
    if let origin = change.refreshOrigin { refreshOrigin = origin }
    if let isDisabled = change.isScrollDisabled { isScrollDisabled = isDisabled }
    moveWindow()
  }

  private mutating func apply(_ note: Annotation) {
    guard note.kind == "app-state" else { return }
    appState = note.text
    switch note.text {
    case "active", "foreground", "resumed", "visible": isForeground = true
    case "background", "hidden", "inactive", "paused", "suspended": isForeground = false
    default: isForeground = nil
    }
  }

  private mutating func setContainer(_ size: Size) {
    guard size != containerSize else { return }
    containerSize = size
    geometryGeneration &+= 1
  }

  private mutating func setInsets(_ insets: Insets) {
    guard insets != self.insets else { return }
    self.insets = insets
    geometryGeneration &+= 1
  }

  private mutating func relaid() {
    geometryGeneration &+= 1
    moveWindow()
  }

  /// Finds the visible targets, starting from the previous ones.
  private mutating func moveWindow() {
    guard let rect = visibleRect else {
      window = 0..<0
      return
    }
    let axis = targets.mainAxis
    window = targets.window(near: window, from: rect.start(axis), to: rect.end(axis))
  }
}
