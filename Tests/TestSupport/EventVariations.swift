public import ScrollModel

/// Every kind of event, each with variations in every value it holds.
public enum EventVariations {
  /// One entry per kind; commands and edits have one for each of their forms.
  public static let all: [Variations<TraceEvent>] = inputs + observations + remarks

  private static let inputs: [Variations<TraceEvent>] =
    [touch.map { .input(.touch($0)) }, wheel.map { .input(.wheel($0)) }]
    + (scrolls + [write, cancel]).map { $0.map { .input(.command($0)) } }
    + [layout.map { .input(.layout($0)) }]
    + edits.map { $0.map { .input(.edit($0)) } }
    + [container.map { .input(.container($0)) }]

  private static let observations: [Variations<TraceEvent>] = [
    frame.map { .observation(.frame($0)) }, phase.map { .observation(.phase($0)) },
    position.map { .observation(.position($0)) },
    visibility.map { .observation(.visibility($0)) },
    visibleSet.map { .observation(.visibleSet($0)) }, release.map { .observation(.release($0)) },
    annotation.map { .observation(.annotation($0)) },
  ]

  private static let ids = [TargetID("3"), TargetID(.int(3), isOptional: true), TargetID(4)]

  // MARK: Inputs

  private static let touch: Variations<TouchSample> = {
    var touch = Variations(
      "touch",
      TouchSample(
        pointer: 1, phase: .moved, position: Point(x: 10.5, y: 20.25), delivery: .coalesced,
        pressure: 0.5))
    touch.add("pointer", \.pointer, 0, 2, -1, .max, .min)
    for phase in TouchPhase.allCases where phase != .moved { touch.add("phase", \.phase, phase) }
    touch.add("x", \.position, Point(x: 10.25, y: 20.25), Point(x: -1e9, y: 20.25))
    touch.add("y", \.position, Point(x: 10.5, y: 20), Point(x: 10.5, y: 0x1p-1074))
    touch.add("delivery", \.delivery, .direct, .predicted)
    touch.add("pressure", \.pressure, nil, 0, 0.1)
    return touch
  }()

  private static let wheel: Variations<WheelSample> = {
    var wheel = Variations(
      "wheel",
      WheelSample(
        delta: Vector(dx: 1, dy: -2.5), phase: .changed, momentumPhase: .began, isPrecise: true,
        position: Point(x: 5, y: 6)))
    wheel.add("dx", \.delta, Vector(dx: 0, dy: -2.5))
    wheel.add("dy", \.delta, Vector(dx: 1, dy: 2.5))
    for phase in WheelPhase.allCases where phase != .changed { wheel.add("phase", \.phase, phase) }
    for phase in WheelPhase.allCases where phase != .began {
      wheel.add("momentum", \.momentumPhase, phase)
    }
    wheel.add("precise", \.isPrecise, false)
    wheel.add("position", \.position, nil, Point(x: 5, y: 0), Point(x: 0, y: 6))
    return wheel
  }()

  private static let animations: [ScrollAnimation] =
    [.none, .automatic, .spring(seconds: 0.5, bounce: 0.25), .spring(seconds: 0.5, bounce: -1)]
    + [.spring(seconds: 0.25, bounce: 0.25), .timed(seconds: 0.25, curve: .linear)]
    + AnimationCurve.allCases.map { .timed(seconds: 0.5, curve: $0) }

  private static let anchors: [UnitPoint?] =
    [nil, UnitPoint(x: 0.1, y: 0.2)] + UnitPoint.named.map(\.point)

  private static func scroll(
    _ name: String, _ base: ScrollDestination, _ others: [ScrollDestination]
  ) -> Variations<Command> {
    func command(
      _ destination: ScrollDestination, _ anchor: UnitPoint? = UnitPoint(x: 0.3, y: 0.4),
      _ animation: ScrollAnimation = .spring(seconds: 1, bounce: 0),
      _ route: CommandRoute = .reader,
      _ preservesVelocity: Bool = true
    ) -> Command {
      .scroll(
        to: destination, anchor: anchor, animation: animation, route: route,
        preservesVelocity: preservesVelocity)
    }
    var scroll = Variations("scroll to \(name)", command(base))
    for other in others { scroll.add("destination", command(other)) }
    for anchor in anchors { scroll.add("anchor", command(base, anchor)) }
    for animation in animations {
      scroll.add("animation", command(base, UnitPoint(x: 0.3, y: 0.4), animation))
    }
    for route in CommandRoute.allCases where route != .reader {
      scroll.add(
        "route",
        command(base, UnitPoint(x: 0.3, y: 0.4), .spring(seconds: 1, bounce: 0), route))
    }
    scroll.add(
      "preserves velocity",
      command(
        base, UnitPoint(x: 0.3, y: 0.4), .spring(seconds: 1, bounce: 0), .reader, false))
    return scroll
  }

  private static let scrolls: [Variations<Command>] = [
    scroll("id", .id(TargetID(3)), ids.map { .id($0) }),
    scroll("edge", .edge(.top), [.edge(.leading), .edge(.bottom), .edge(.trailing)]),
    scroll(
      "point", .point(Point(x: 1, y: 2)), [.point(Point(x: 2, y: 2)), .point(Point(x: 1, y: 1))]),
    scroll("x", .x(1), [.x(2), .y(1)]),
    scroll("y", .y(1), [.y(2), .x(1)]),
  ]

  private static let write: Variations<Command> = {
    let (anchor, animation) = (UnitPoint(x: 0.3, y: 0.4), ScrollAnimation.automatic)
    var write = Variations(
      "write", Command.write(TargetID(3), anchor: anchor, animation: animation))
    write.add("id", .write(nil, anchor: anchor, animation: animation))
    for id in ids { write.add("id", .write(id, anchor: anchor, animation: animation)) }
    for anchor in anchors {
      write.add("anchor", .write(TargetID(3), anchor: anchor, animation: animation))
    }
    for animation in animations where animation != .automatic {
      write.add("animation", .write(TargetID(3), anchor: anchor, animation: animation))
    }
    return write
  }()

  private static let cancel = Variations("cancel", Command.cancel)

  private static let layout: Variations<Layout> = {
    func target(_ id: TargetID, _ y: Double, isEstimated: Bool = false) -> TargetFrame {
      TargetFrame(
        id: id, frame: Rect(x: 1, y: y, width: 300, height: 120), isEstimated: isEstimated)
    }
    let (first, second) = (target(TargetID(1), 0), target(TargetID("1"), 120, isEstimated: true))
    var layout = Variations(
      "layout",
      Layout(contentSize: Size(width: 300, height: 240), targets: [first, second]))
    layout.add(
      "content size", \.contentSize, nil, Size(width: 301, height: 240),
      Size(width: 300, height: 0))
    layout.add("targets", \.targets, [], [first], [second, first], [first, second, first])
    layout.add("id", \.targets, [first, target(TargetID(2), 120, isEstimated: true)])
    layout.add("estimated", \.targets, [first, target(TargetID("1"), 120)])
    var (header, footer) = (first, second)
    (header.pinned, footer.pinned) = (.header, .footer)
    layout.add("pinned", \.targets, [header, second], [first, footer], [header, footer])
    for frame in [
      Rect(x: 0, y: 0, width: 300, height: 120), Rect(x: 1, y: 0.5, width: 300, height: 120),
      Rect(x: 1, y: 0, width: 0, height: 120), Rect(x: 1, y: 0, width: 300, height: 1e9),
    ] {
      layout.add("frame", \.targets, [TargetFrame(id: first.id, frame: frame), second])
    }
    return layout
  }()

  private static let edits: [Variations<ContentEdit>] = {
    let (id, size) = (TargetID(3), Size(width: 10, height: 20))
    var insert = Variations("insert", ContentEdit.insert(id, index: 1, size: size))
    insert.add("size", .insert(id, index: 1, size: nil))
    insert.add("size", .insert(id, index: 1, size: Size(width: 11, height: 20)))
    insert.add("size", .insert(id, index: 1, size: Size(width: 10, height: 21)))
    insert.add("index", .insert(id, index: 0, size: size))
    insert.add("index", .insert(id, index: 1_000_000_000, size: size))
    var remove = Variations("remove", ContentEdit.remove(id, index: 1))
    remove.add("index", .remove(id, index: nil))
    remove.add("index", .remove(id, index: 0))
    var move = Variations("move", ContentEdit.move(id, index: 1))
    move.add("index", .move(id, index: 2))
    var resize = Variations("resize", ContentEdit.resize(id, size: size))
    resize.add("width", .resize(id, size: Size(width: 11, height: 20)))
    resize.add("height", .resize(id, size: Size(width: 10, height: 21)))
    for id in ids {
      insert.add("id", .insert(id, index: 1, size: size))
      remove.add("id", .remove(id, index: 1))
      move.add("id", .move(id, index: 1))
      resize.add("id", .resize(id, size: size))
    }
    return [insert, remove, move, resize]
  }()

  private static let container: Variations<ContainerChange> = {
    var container = Variations(
      "container",
      ContainerChange(
        size: Size(width: 390, height: 844),
        insets: Insets(top: 1, left: 2, bottom: 3, right: 4), layoutDirection: .leftToRight,
        scale: 3, refreshRate: 120, refreshOrigin: TraceTime(nanoseconds: 5)))
    container.add(
      "size", \.size, nil, Size(width: 391, height: 844), Size(width: 390, height: 845))
    container.add("insets", \.insets, nil)
    for insets in changedInsets { container.add("insets", \.insets, insets) }
    container.add("direction", \.layoutDirection, nil, .rightToLeft)
    container.add("scale", \.scale, nil, 2, 1000, .leastNonzeroMagnitude)
    container.add("refresh rate", \.refreshRate, nil, 59.94, 10_000)
    container.add(
      "refresh origin", \.refreshOrigin, nil, .zero, TraceTime(nanoseconds: ModelLimits.time))
    container.add("disabled", \.isScrollDisabled, true, false)
    return container
  }()

  private static let changedInsets = [
    Insets(top: 0, left: 2, bottom: 3, right: 4), Insets(top: 1, left: 0, bottom: 3, right: 4),
    Insets(top: 1, left: 2, bottom: 0, right: 4), Insets(top: 1, left: 2, bottom: 3, right: 0),
  ]

  // MARK: Observations

  private static let frame: Variations<GeometryFrame> = {
    var frame = Variations(
      "frame",
      GeometryFrame(
        offset: Point(x: 0.5, y: -12.75), phase: .decelerating,
        geometry: FrameGeometry(
          contentSize: Size(width: 390, height: 9000),
          containerSize: Size(width: 390, height: 844),
          insets: Insets(top: 1, left: 2, bottom: 3, right: 4))))
    frame.add(
      "offset", \.offset, Point(x: 0, y: -12.75), Point(x: 0.5, y: 1e9), Point(x: 0.5, y: 0.1))
    frame.add("phase", \.phase, nil)
    for phase in ScrollPhase.allCases where phase != .decelerating {
      frame.add("phase", \.phase, phase)
    }
    frame.add("geometry", \.geometry, .unknown)
    frame.add(
      "content size", \.geometry.contentSize, nil, Size(width: 390, height: 9001),
      Size(width: 0, height: 9000))
    frame.add(
      "container size", \.geometry.containerSize, nil, Size(width: 390, height: 845),
      Size(width: 0, height: 844))
    frame.add("insets", \.geometry.insets, nil)
    for insets in changedInsets { frame.add("insets", \.geometry.insets, insets) }
    return frame
  }()

  private static let phase: Variations<PhaseChange> = {
    var phase = Variations(
      "phase", PhaseChange(old: .tracking, new: .interacting, velocity: Vector(dx: 1, dy: -2)))
    phase.add("old", \.old, nil, .idle, .interacting, .decelerating, .animating)
    phase.add("new", \.new, .idle, .tracking, .decelerating, .animating)
    phase.add("velocity", \.velocity, nil, Vector(dx: 0, dy: -2), Vector(dx: 1, dy: 0))
    return phase
  }()

  private static let position: Variations<PositionReport> = {
    var position = Variations("position", PositionReport(id: TargetID(3), isPositionedByUser: true))
    position.add("id", \.id, nil)
    for id in ids { position.add("id", \.id, id) }
    position.add("by user", \.isPositionedByUser, nil, false)
    return position
  }()

  private static let visibility: Variations<VisibilityEvent> = {
    var visibility = Variations(
      "visibility",
      VisibilityEvent(id: TargetID(3), isVisible: true, threshold: 0.5, fraction: 0.75))
    for id in ids { visibility.add("id", \.id, id) }
    visibility.add("visible", \.isVisible, false)
    visibility.add("threshold", \.threshold, nil, 0, 1)
    visibility.add("fraction", \.fraction, nil, 0, 1)
    return visibility
  }()

  private static let visibleSet: Variations<VisibleSet> = {
    let (first, second) = (TargetID(1), TargetID("b"))
    var set = Variations("visible set", VisibleSet(ids: [first, second], threshold: 0.5))
    set.add("ids", \.ids, [], [first], [second, first], [first, second, second])
    set.add("threshold", \.threshold, nil, 0, 1)
    return set
  }()

  private static let release: Variations<ReleaseReport> = {
    var release = Variations(
      "release",
      ReleaseReport(
        velocity: Vector(dx: 1, dy: 2), proposedOffset: Point(x: 3, y: 4),
        chosenOffset: Point(x: 5, y: 6), chosenID: TargetID(3)))
    release.add("velocity", \.velocity, nil, Vector(dx: 0, dy: 2), Vector(dx: 1, dy: 0))
    release.add("proposed", \.proposedOffset, nil, Point(x: 0, y: 4), Point(x: 3, y: 0))
    release.add("chosen", \.chosenOffset, nil, Point(x: 0, y: 6), Point(x: 5, y: 0))
    release.add("id", \.chosenID, nil)
    for id in ids { release.add("id", \.chosenID, id) }
    return release
  }()

  private static let annotation: Variations<Annotation> = {
    var annotation = Variations(
      "annotation", Annotation(kind: "app-state", text: "background", duration: 16))
    annotation.add("kind", \.kind, "", "mark")
    annotation.add("text", \.text, nil, "", "a\u{0}b")
    annotation.add("duration", \.duration, nil, 0, ModelLimits.time)
    return annotation
  }()

  // MARK: Remarks

  private static let remarks: [Variations<TraceEvent>] = {
    func gap(_ from: Int64, _ to: Int64, _ count: Int64?) -> TraceEvent {
      let (from, to) = (TraceTime(nanoseconds: from), TraceTime(nanoseconds: to))
      return .stream(.gap(from: from, to: to, count: count))
    }
    var gaps = Variations("gap", gap(1, 2, 3))
    gaps.add("from", gap(0, 2, 3))
    gaps.add("to", gap(1, 3, 3))
    gaps.add("count", gap(1, 2, nil))
    gaps.add("count", gap(1, 2, 0))
    var repair = Variations(
      "repair", TraceEvent.stream(.repair(kind: "time-raised", text: "by 3 ms")))
    repair.add("kind", .stream(.repair(kind: "other", text: "by 3 ms")))
    repair.add("text", .stream(.repair(kind: "time-raised", text: "")))
    var keyframe = Variations("keyframe", TraceEvent.stream(.keyframe(count: 3)))
    keyframe.add("count", .stream(.keyframe(count: 0)))
    return [gaps, repair, keyframe]
  }()
}
