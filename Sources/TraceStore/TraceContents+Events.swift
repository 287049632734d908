public import ScrollModel

extension TraceContents {
  /// Adds what an event shows about the contents of its trace.
  ///
  /// Clocks, decelerations and the axes of movement need the whole trace.
  public mutating func note(_ event: TraceEvent) {
    switch event {
    case .input(.touch): hasTouches = true
    case .input(.wheel): hasWheel = true
    case .input(.command): hasCommands = true
    case .input(.layout): hasLayouts = true
    case .input(.edit): hasEdits = true
    case .input(.container(let change)):
      if change.size != nil { containersGiveSize = true }
      if change.insets != nil { containersGiveInsets = true }
      if change.insets ?? .zero != .zero { containersHaveInsets = true }
    case .observation(.frame(let frame)):
      hasFrames = true
      if frame.phase != nil { hasPhases = true }
      if frame.geometry.containerSize != nil { framesGiveContainer = true }
      if frame.geometry.insets ?? .zero != .zero { framesGiveInsets = true }
      if frame.geometry.contentSize != nil { framesGiveContent = true }
    case .observation(.phase): hasPhases = true
    case .observation(.position): hasPositions = true
    case .observation(.visibility), .observation(.visibleSet): hasVisibility = true
    case .observation(.release): hasReleases = true
    case .observation(.annotation): break
    case .stream: break
    }
  }
}
