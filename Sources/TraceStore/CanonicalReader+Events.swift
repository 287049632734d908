package import ScrollModel

// The codes are those of `CanonicalBytes+Events.swift`.

extension CanonicalReader {
  /// Reads an input, an observation or a stream event; `geometry` is that of the previous frame.
  package mutating func event(after geometry: inout FrameGeometry?) throws(CanonicalError)
    -> TraceEvent
  {
    let code = try byte()
    switch code {
    case 1...8: return .input(try input(code))
    case 16...22:
      let observation = try observation(code, after: geometry)
      if case .frame(let frame) = observation { geometry = frame.geometry }
      return .observation(observation)
    case 32: return .stream(.gap(from: try time(), to: try time(), count: try optionalInteger()))
    case 33: return .stream(.repair(kind: try text(), text: try text()))
    case 34: return .stream(.keyframe(count: try integer()))
    default: throw error
    }
  }

  private mutating func optionalInteger() throws(CanonicalError) -> Int64? {
    try optional { reader throws(CanonicalError) in try reader.integer() }
  }

  private mutating func optionalReal() throws(CanonicalError) -> Double? {
    try optional { reader throws(CanonicalError) in try reader.real() }
  }

  private mutating func optionalText() throws(CanonicalError) -> String? {
    try optional { reader throws(CanonicalError) in try reader.text() }
  }

  private mutating func optionalPoint() throws(CanonicalError) -> Point? {
    try optional { reader throws(CanonicalError) in try reader.point() }
  }

  private mutating func optionalVector() throws(CanonicalError) -> Vector? {
    try optional { reader throws(CanonicalError) in try reader.vector() }
  }

  private mutating func optionalSize() throws(CanonicalError) -> Size? {
    try optional { reader throws(CanonicalError) in try reader.size() }
  }

  private mutating func optionalInsets() throws(CanonicalError) -> Insets? {
    try optional { reader throws(CanonicalError) in try reader.insets() }
  }

  private mutating func optionalID() throws(CanonicalError) -> TargetID? {
    try optional { reader throws(CanonicalError) in try reader.id() }
  }

  private mutating func optionalAnchor() throws(CanonicalError) -> UnitPoint? {
    try optional { reader throws(CanonicalError) in try reader.unitPoint() }
  }

  private mutating func input(_ code: UInt8) throws(CanonicalError) -> Input {
    switch code {
    case 1:
      let (pointer, phase): (Int64, TouchPhase) = (try integer(), try self.code())
      let delivery: SampleDelivery = try self.code()
      return .touch(
        TouchSample(
          pointer: pointer, phase: phase, position: try point(), delivery: delivery,
          pressure: try optionalReal()))
    case 2:
      return .wheel(
        WheelSample(
          delta: try vector(), phase: try self.code(), momentumPhase: try self.code(),
          isPrecise: try flag(), position: try optionalPoint()))
    case 3: return .command(try command())
    case 4, 8: return .layout(try layout(hasPinned: code == 8))
    case 5: return .edit(try edit())
    default: return .container(try container(hasScrollDisabled: code == 7))
    }
  }

  private mutating func layout(hasPinned: Bool) throws(CanonicalError) -> Layout {
    var layout = Layout(contentSize: try optionalSize(), targets: [])
    for _ in 0..<(try count()) {
      var target = TargetFrame(id: try id(), frame: try rect(), isEstimated: try flag())
      if hasPinned {
        target.pinned = try optional { reader throws(CanonicalError) in try reader.name() }
      }
      layout.targets.append(target)
    }
    return layout
  }

  private mutating func container(
    hasScrollDisabled: Bool
  ) throws(CanonicalError) -> ContainerChange {
    ContainerChange(
      size: try optionalSize(), insets: try optionalInsets(),
      layoutDirection: try optional { reader throws(CanonicalError) in try reader.name() },
      scale: try optionalReal(), refreshRate: try optionalReal(),
      refreshOrigin: try optional { reader throws(CanonicalError) in try reader.time() },
      isScrollDisabled: hasScrollDisabled ? try flag() : nil)
  }

  private mutating func command() throws(CanonicalError) -> Command {
    switch try byte() {
    case 1:
      return .scroll(
        to: try destination(), anchor: try optionalAnchor(), animation: try animation(),
        route: try name(), preservesVelocity: try flag())
    case 2:
      return .write(
        try optionalID(), anchor: try optionalAnchor(), animation: try animation())
    case 3: return .cancel
    default: throw error
    }
  }

  private mutating func destination() throws(CanonicalError) -> ScrollDestination {
    switch try byte() {
    case 1: return .id(try id())
    case 2: return .edge(try name())
    case 3: return .point(try point())
    case 4: return .x(try real())
    case 5: return .y(try real())
    default: throw error
    }
  }

  private mutating func animation() throws(CanonicalError) -> ScrollAnimation {
    switch try byte() {
    case 0: return .none
    case 1: return .automatic
    case 2: return .timed(seconds: try real(), curve: try name())
    case 3: return .spring(seconds: try real(), bounce: try real())
    default: throw error
    }
  }

  private mutating func edit() throws(CanonicalError) -> ContentEdit {
    switch try byte() {
    case 1: return .insert(try id(), index: try integer(), size: try optionalSize())
    case 2: return .remove(try id(), index: try optionalInteger())
    case 3: return .move(try id(), index: try integer())
    case 4: return .resize(try id(), size: try size())
    default: throw error
    }
  }

  private mutating func observation(
    _ code: UInt8, after previous: FrameGeometry?
  ) throws(CanonicalError) -> Observation {
    switch code {
    case 16:
      let (offset, phase): (Point, ScrollPhase?) = (try point(), try optionalCode())
      let geometry = try optional { reader throws(CanonicalError) in try reader.geometry() }
      return .frame(
        GeometryFrame(offset: offset, phase: phase, geometry: geometry ?? previous ?? .unknown))
    case 17:
      return .phase(
        PhaseChange(
          old: try optionalCode(), new: try self.code(), velocity: try optionalVector()))
    case 18:
      return .position(
        PositionReport(
          id: try optionalID(),
          isPositionedByUser: try optional { reader throws(CanonicalError) in try reader.flag() }))
    case 19:
      return .visibility(
        VisibilityEvent(
          id: try id(), isVisible: try flag(), threshold: try optionalReal(),
          fraction: try optionalReal()))
    case 20:
      var set = VisibleSet(ids: [])
      for _ in 0..<(try count()) { set.ids.append(try id()) }
      set.threshold = try optionalReal()
      return .visibleSet(set)
    case 21:
      return .release(
        ReleaseReport(
          velocity: try optionalVector(), proposedOffset: try optionalPoint(),
          chosenOffset: try optionalPoint(), chosenID: try optionalID()))
    default:
      return .annotation(
        Annotation(kind: try text(), text: try optionalText(), duration: try optionalInteger()))
    }
  }

  private mutating func geometry() throws(CanonicalError) -> FrameGeometry {
    FrameGeometry(
      contentSize: try optionalSize(), containerSize: try optionalSize(),
      insets: try optionalInsets())
  }

  /// Reads the information of a trace.
  package mutating func information() throws(CanonicalError) -> TraceInformation {
    var information = TraceInformation(name: try text())
    information.parentName = try optionalText()
    information.device = try optionalText()
    information.system = try optionalText()
    information.app = try optionalText()
    information.declaredConfiguration = try optionalText()
    information.axes = try optional { reader throws(CanonicalError) in try reader.name() }
    information.coordinateSpace = try name()
    information.scale = try optionalReal()
    information.clock = try optional { reader throws(CanonicalError) in
      SourceClock(name: try reader.text(), origin: try reader.optionalText())
    }
    information.source = try optional { reader throws(CanonicalError) in
      SourceOrigin(format: try reader.text(), hash: try reader.optionalText())
    }
    for quantity in Quantity.allCases {
      // Exact quantities are not listed in a trace.
      let quality = try quality()
      if quality != .exact { information.qualities[quantity] = quality }
    }
    for _ in 0..<(try count()) {
      information.setMetadata(MetadataEntry(key: try text(), json: try text()))
    }
    return information
  }

  private mutating func quality() throws(CanonicalError) -> SampleQuality {
    switch try byte() {
    case 0: return .exact
    case 1: return .throttled(milliseconds: try real())
    case 2: return .derived
    default: throw error
    }
  }
}
