import ScrollModel
public import Simulation

// The steps that a person repeats: a recording is only a case if they make its sizes.

extension RecordedCase {
  /// The largest number of size changes that are derived from frames; more are an animation.
  private static let derivedLimit = 16
  /// The largest difference of equal lengths, in points.
  private static let tolerance = 0.5

  /// The scene and the script that repeat the recording; nil as for `fitted`.
  ///
  /// They begin at its first offset, and change the sizes that only its frames report.
  public var steps: (scene: SceneFile, script: GestureScript)? {
    guard others.isEmpty else { return nestedScene }
    guard let fit else { return nil }
    guard let offset = firstOffset, let start = startOffset(of: fit),
      (start.x - offset.x).magnitude > Self.tolerance
        || (start.y - offset.y).magnitude > Self.tolerance
    else { return fit }
    return (fit.scene, fit.script.beginning(at: offset))
  }

  private var fit: (scene: SceneFile, script: GestureScript)? {
    ScriptFitter.fit(withSizesOfFrames, of: information)
  }

  /// Whether the steps make all sizes that the frames report, in the same order.
  var stepsMakeSizes: Bool {
    guard others.isEmpty, let fit else { return true }
    guard let made = Self.sizes(of: fit) else { return false }
    var next = made.startIndex
    for case (_, .observation(.frame(let frame))) in events {
      guard let found = made[next...].firstIndex(where: { $0.agrees(with: frame.geometry) }) else {
        return false
      }
      next = found
    }
    return true
  }

  /// The offset of the first frame.
  var firstOffset: Point? {
    for case (_, .observation(.frame(let frame))) in events { return frame.offset }
    return nil
  }

  /// The offset at which the engine begins these steps; nil if it has no frame.
  private func startOffset(of steps: (scene: SceneFile, script: GestureScript)) -> Point? {
    let declared = information.declaredConfiguration.flatMap { try? Configuration(text: $0) }
    guard let simulator = try? Simulator(scene: steps.scene, script: steps.script) else {
      return nil
    }
    let simulation = ObservedSimulation(simulator, configuration: declared ?? Configuration())
    var first = FirstOffset()
    try? simulation.send(to: &first)
    return first.offset
  }

  /// The sizes after each change by the steps, from the first ones on; nil if the steps cannot run.
  private static func sizes(
    of steps: (scene: SceneFile, script: GestureScript)
  ) -> [FrameGeometry]? {
    guard let simulator = try? Simulator(scene: steps.scene, script: steps.script) else {
      return nil
    }
    var run = simulator.run()
    var sizes: [FrameGeometry] = []
    var current = FrameGeometry()
    do {
      while let moment = try run.next() {
        switch moment.event {
        case .input(.container(let change)):
          current.containerSize = change.size ?? current.containerSize
          current.insets = change.insets ?? current.insets
        case .input(.layout(let layout)): current.contentSize = layout.contentSize
        default: continue
        }
        sizes.append(current)
      }
    } catch {
      return nil
    }
    return sizes
  }

  /// The events with a change of the container before each frame that reports another size or other
  /// insets, if no input after the first frame does.
  private var withSizesOfFrames: [SimulationRun.Moment] {
    var hasFrame = false
    var (isSizeKnown, areInsetsKnown) = (false, false)
    for (_, event) in events {
      switch event {
      case .observation(.frame): hasFrame = true
      case .input(.container(let change)) where hasFrame:
        isSizeKnown = isSizeKnown || change.size != nil
        areInsetsKnown = areInsetsKnown || change.insets != nil
      default: break
      }
    }
    guard !isSizeKnown || !areInsetsKnown else { return events }
    var known: FrameGeometry?
    var made: [SimulationRun.Moment] = []
    for (time, event) in events {
      if case .observation(.frame(let frame)) = event {
        var change = ContainerChange()
        if let known {
          let (size, insets) = (frame.geometry.containerSize, frame.geometry.insets)
          if !isSizeKnown { change.size = size.changed(from: known.containerSize) }
          if !areInsetsKnown { change.insets = insets.changed(from: known.insets) }
        }
        if change != ContainerChange() { made.append((time, .input(.container(change)))) }
        known = FrameGeometry(
          containerSize: frame.geometry.containerSize ?? known?.containerSize,
          insets: frame.geometry.insets ?? known?.insets)
      }
      made.append((time, event))
    }
    return made.count - events.count > Self.derivedLimit ? events : made
  }
}

extension Optional where Wrapped: Equatable {
  /// The value if it is known and differs from the one before.
  fileprivate func changed(from old: Wrapped?) -> Wrapped? {
    guard let old, let new = self, new != old else { return nil }
    return new
  }
}

extension FrameGeometry {
  /// Whether the lengths that a frame reports are these, up to rounding.
  fileprivate func agrees(with reported: FrameGeometry) -> Bool {
    func isNear(_ one: [Double]?, _ other: [Double]?) -> Bool {
      guard let one, let other else { return true }
      return zip(one, other).allSatisfy { ($0 - $1).magnitude <= 0.5 }
    }
    func lengths(_ size: Size?) -> [Double]? { size.map { [$0.width, $0.height] } }
    func lengths(_ insets: Insets?) -> [Double]? {
      insets.map { [$0.top, $0.left, $0.bottom, $0.right] }
    }
    return isNear(lengths(contentSize), lengths(reported.contentSize))
      && isNear(lengths(containerSize), lengths(reported.containerSize))
      && isNear(lengths(insets), lengths(reported.insets))
  }
}

/// Keeps the offset of the first frame and ends the source there.
private struct FirstOffset: TraceSink {
  private struct Found: Error {}
  private(set) var offset: Point?

  mutating func beginTrace(_ information: TraceInformation) -> TraceNumber { 1 }

  mutating func append(_ event: TraceEvent, at time: TraceTime, to trace: TraceNumber) throws {
    guard case .observation(.frame(let frame)) = event else { return }
    offset = frame.offset
    throw Found()
  }

  mutating func report(_ diagnostic: Diagnostic) {}
}
