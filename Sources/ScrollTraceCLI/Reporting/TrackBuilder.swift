import Analysis
import Replay
import Report
import ScrollModel
import TraceStore
import Triage

/// Collects the frames, phases and ids of one outcome for a report.
struct TrackBuilder: OutcomeAnalysis {
  private(set) var track: ReportOutcome
  private var phase: (from: TraceTime, phase: ScrollPhase)?

  init(_ track: ReportOutcome) {
    self.track = track
  }

  mutating func take(_ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState) {
    guard case .observation(let observation) = event else { return }
    switch observation {
    case .frame(let frame):
      track.times.append(time.nanoseconds)
      track.xs.append(frame.offset.x)
      track.ys.append(frame.offset.y)
      if let phase = frame.phase { enter(phase, at: time) }
    case .phase(let change): enter(change.new, at: time)
    case .position(let report): track.ids.append((time.nanoseconds, report.id?.displayText))
    case .visibility, .visibleSet: track.reportsVisibility = true
    case .release, .annotation: break
    }
  }

  mutating func finish(at time: TraceTime, on viewState: borrowing ViewState) {
    if let phase { end(phase, at: time) }
    phase = nil
  }

  private mutating func enter(_ new: ScrollPhase, at time: TraceTime) {
    guard new != phase?.phase else { return }
    if let phase { end(phase, at: time) }
    phase = (time, new)
  }

  private mutating func end(_ phase: (from: TraceTime, phase: ScrollPhase), at time: TraceTime) {
    track.phases.append((phase.from.nanoseconds, time.nanoseconds, "\(phase.phase)"))
  }
}

/// Collects the inputs of the scroll view for a report.
struct SceneBuilder: OutcomeAnalysis {
  /// The largest number of targets that are kept of one layout.
  static let targetLimit = 5000
  /// The largest total number of targets of all layouts; each edit creates another layout.
  static let totalLimit = 500_000
  /// The largest number of points in the path of a finger.
  static let pathLimit = 400

  private(set) var layouts: [ReportLayout] = []
  private(set) var containers: [ReportContainer] = []
  private(set) var gestures: [ReportGesture] = []
  private(set) var marks: [ReportEvent] = []
  /// Whether lines run from right to left.
  private(set) var isRightToLeft = false
  /// Whether targets were omitted that may become visible.
  private(set) var isCut = false
  /// The number of targets in all kept layouts.
  private var total = 0
  private let declared: Configuration?
  private let reach: [Rect]?
  private var open: [Int64: ReportGesture] = [:]
  private var wheel: ReportGesture?

  /// Creates a builder; the declared configuration determines the margins in recorded insets, and
  /// the reach contains the visible parts of the content.
  init(_ declared: Configuration?, reach: [Rect]? = nil) {
    self.declared = declared
    self.reach = reach
  }

  mutating func take(_ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState) {
    switch event {
    case .input(let input): take(input, at: time, on: viewState)
    case .observation(.annotation(let annotation)):
      mark("note", annotation.kind + (annotation.text.map { ": \($0)" } ?? ""), at: time)
    case .observation(.frame(let frame)): note(frame.geometry, at: time, on: viewState)
    case .observation, .stream: break
    }
  }

  private mutating func mark(_ kind: String, _ text: String, at time: TraceTime) {
    guard marks.count < 10_000 else { return }
    marks.append(ReportEvent(time: time.nanoseconds, kind: kind, text: text))
  }

  private mutating func take(
    _ input: Input, at time: TraceTime, on viewState: borrowing ViewState
  ) {
    switch input {
    case .touch(let sample): take(sample, at: time)
    case .wheel(let sample): take(sample, at: time)
    case .layout(let layout):
      if time > .zero { mark("layout", "\(layout.targets.count) targets laid out", at: time) }
      add(layout, at: time)
    case .edit(let edit):
      mark("layout", Self.text(edit), at: time)
      add(viewState.targets, contentSize: viewState.contentSize, at: time)
    case .container(let change):
      if let direction = change.layoutDirection { isRightToLeft = direction == .rightToLeft }
      if time > .zero { mark("container", Self.text(change), at: time) }
      containers.append(
        ReportContainer(
          time: time.nanoseconds, size: change.size ?? containers.last?.size ?? .zero,
          insets: change.insets ?? containers.last?.insets ?? .zero))
    case .command(let command): mark("command", Self.text(command), at: time)
    }
  }

  private mutating func add(_ layout: Layout, at time: TraceTime) {
    var kept: [(id: String, frame: Rect)] = []
    for target in layout.targets where keeps(target.frame, besides: kept.count) {
      kept.append((target.id.displayText, target.frame))
    }
    add(kept, contentSize: layout.contentSize, at: time)
  }

  /// Adds the layout after an edit.
  private mutating func add(
    _ targets: borrowing ViewStateTargets, contentSize: Size?, at time: TraceTime
  ) {
    // Of several simultaneous edits, the last one is used.
    if let last = layouts.last, last.time == time.nanoseconds {
      total -= last.targets.count
      layouts.removeLast()
    }
    var kept: [(id: String, frame: Rect)] = []
    for index in 0..<targets.count {
      let frame = targets.frame(at: index)
      guard keeps(frame, besides: kept.count) else { continue }
      kept.append((targets.id(of: targets.handles[index]).displayText, frame))
    }
    add(kept, contentSize: contentSize, at: time)
  }

  private mutating func add(
    _ targets: [(id: String, frame: Rect)], contentSize: Size?, at time: TraceTime
  ) {
    total += targets.count
    layouts.append(
      ReportLayout(time: time.nanoseconds, contentSize: contentSize, targets: targets))
  }

  /// Whether a target is kept: those within reach are, up to the limit.
  private mutating func keeps(_ frame: Rect, besides kept: Int) -> Bool {
    if let reach, !reach.contains(where: { $0.touches(frame) }) { return false }
    let hasRoom = kept < Self.targetLimit && total + kept < Self.totalLimit
    if !hasRoom { isCut = true }
    return hasRoom
  }

  /// Records the sizes of a frame, for a recording without inputs.
  private mutating func note(
    _ geometry: FrameGeometry, at time: TraceTime, on viewState: borrowing ViewState
  ) {
    guard let size = geometry.containerSize else { return }
    let insets =
      geometry.insets.map { declared?.insets(ofTotal: $0) ?? $0 } ?? containers.last?.insets
      ?? .zero
    guard containers.last?.size != size || containers.last?.insets != insets else { return }
    containers.append(ReportContainer(time: time.nanoseconds, size: size, insets: insets))
  }

  private mutating func take(_ sample: TouchSample, at time: TraceTime) {
    guard sample.delivery == .direct else { return }
    let place = (time: time.nanoseconds, x: sample.position.x, y: sample.position.y)
    switch sample.phase {
    case .began:
      open[sample.pointer] = ReportGesture(
        kind: "touch", from: time.nanoseconds, to: time.nanoseconds, path: [place])
    case .moved, .stationary:
      if (open[sample.pointer]?.path.count ?? 0) < Self.pathLimit {
        open[sample.pointer]?.path.append(place)
      }
    case .ended, .cancelled:
      guard var gesture = open.removeValue(forKey: sample.pointer) else { return }
      gesture.to = time.nanoseconds
      gesture.path.append(place)
      gestures.append(gesture)
    }
  }

  /// Handles a wheel sample; samples within a fifth of a second are one gesture.
  private mutating func take(_ sample: WheelSample, at time: TraceTime) {
    let place = (
      time: time.nanoseconds, x: sample.position?.x ?? 0, y: sample.position?.y ?? 0
    )
    if var gesture = wheel, time.nanoseconds &- gesture.to < 200_000_000 {
      gesture.to = time.nanoseconds
      wheel = gesture
      return
    }
    if let wheel { gestures.append(wheel) }
    wheel = ReportGesture(
      kind: "wheel", from: time.nanoseconds, to: time.nanoseconds, path: [place])
  }

  mutating func finish(at time: TraceTime, on viewState: borrowing ViewState) {
    if let wheel { gestures.append(wheel) }
    wheel = nil
    for pointer in open.keys.sorted() {
      guard var gesture = open[pointer] else { continue }
      gesture.to = time.nanoseconds
      gestures.append(gesture)
    }
    open = [:]
    gestures.sortStably { $0.from < $1.from }
  }

  private static func text(_ edit: ContentEdit) -> String {
    switch edit {
    case .insert(let id, let index, _): "insert \(id.displayText) at \(index)"
    case .remove(let id, _): "remove \(id.displayText)"
    case .move(let id, let index): "move \(id.displayText) to \(index)"
    case .resize(let id, let size):
      "resize \(id.displayText) to \(pointsText(size.width)) × \(pointsText(size.height))"
    }
  }

  private static func text(_ change: ContainerChange) -> String {
    var parts: [String] = []
    if let size = change.size {
      parts.append("container \(pointsText(size.width)) × \(pointsText(size.height))")
    }
    if let insets = change.insets {
      parts.append(
        "insets \(pointsText(insets.top)), \(pointsText(insets.left)), "
          + "\(pointsText(insets.bottom)), \(pointsText(insets.right))")
    }
    if let rate = change.refreshRate { parts.append("\(pointsText(rate)) Hz") }
    if let isDisabled = change.isScrollDisabled {
      parts.append(isDisabled ? "scrolling disabled" : "scrolling enabled")
    }
    return parts.isEmpty ? "container" : parts.joined(separator: ", ")
  }

  private static func text(_ command: Command) -> String {
    switch command {
    case .scroll(let destination, _, let animation, _, _):
      let goal =
        switch destination {
        case .id(let id): "id \(id.displayText)"
        case .edge(let edge): "edge \(edge.rawValue)"
        case .point(let point): "point \(pointsText(point.x)), \(pointsText(point.y))"
        case .x(let x): "x \(pointsText(x))"
        case .y(let y): "y \(pointsText(y))"
        }
      return "scroll to \(goal)" + (animation == .none ? "" : ", animated")
    case .write(let id, _, _): return "write \(id?.displayText ?? "nothing")"
    case .cancel: return "cancel"
    }
  }
}
