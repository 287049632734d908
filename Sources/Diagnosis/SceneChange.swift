import Analysis
import ScrollModel

/// A change of content, container or insets at rest, and the reaction of the view.
struct SceneChange: Sendable {
  var before: SceneSnapshot
  var after: SceneSnapshot
  /// The times of the first and the last change of the episode.
  var time: TraceTime
  var end: TraceTime
  /// The number of times at which the geometry changed in the episode.
  var count = 1
  /// Whether a finger or a wheel moved during it.
  var isTouched = false
  /// Whether the program scrolled during it or shortly before.
  var isCommanded = false
  /// In how many frames the offset moved.
  var movedFrames = 0
  /// Whether the app had just become active.
  var isAfterActivation = false
  /// Whether a frame shows what the view did; without one it may as well be lost.
  var isShown = true
  /// The shortest length of the content during it; nil if unknown.
  var leastContent: Double?
  /// The ids that edits inserted, removed or resized, in order.
  var edited: [TargetID] = []

  /// The movement of the offset.
  var offsetShift: Double { after.axis.offset - before.axis.offset }
  /// The growth of the content; nil if unknown.
  var growth: Double? {
    guard let old = before.axis.content, let new = after.axis.content else { return nil }
    return new - old
  }
  var frameShift: Double { after.axis.frame - before.axis.frame }
  var startInsetShift: Double { after.axis.start - before.axis.start }
  var endInsetShift: Double { after.axis.end - before.axis.end }
  var isContainerChange: Bool {
    frameShift != 0 || startInsetShift != 0 || endInsetShift != 0
  }

  /// Whether the view kept its distance to an edge that moved, as with a bar or a keyboard.
  func isFollowed(within slack: Double) -> Bool {
    guard isContainerChange, before.handles == after.handles,
      after.axis.excess(after.axis.offset).magnitude <= slack
    else { return false }
    let toStart = offsetShift + startInsetShift
    let shorter = endInsetShift - frameShift
    let toEnd = offsetShift - (growth ?? 0) - shorter
    return startInsetShift != 0 && toStart.magnitude <= slack
      || shorter != 0 && toEnd.magnitude <= slack
  }

  /// How far targets that were in view before and are still laid out moved on the screen; nil for none.
  ///
  /// It is the median: one resized row moves only those after it.
  func screenShift(_ starts: [Int: Double]) -> Double? {
    var shifts: [Double] = []
    for item in before.shown where item.fraction(from: before.low, to: before.high) > 0 {
      guard let start = starts[item.handle] else { continue }
      shifts.append((start - after.low) - before.position(of: item))
    }
    guard !shifts.isEmpty else { return nil }
    shifts.sort()
    return shifts[shifts.count / 2]
  }

  /// The starts of the first snapshot's targets after the change, by handle.
  var laterStarts: [Int: Double] = [:]
  /// New targets: their number and total lengths before, within and after the view.
  var inserted = Moved()
  /// The same for removed targets.
  var removed = Moved()

  struct Moved: Hashable, Sendable {
    var count = 0
    /// The number of those before all visible targets.
    var countBefore = 0
    var firstID: TargetID?
  }

  /// Whether most of the targets were replaced.
  var isReplacement: Bool {
    !before.handles.isEmpty && !after.handles.isEmpty
      && removed.count * 2 > before.handles.count && inserted.count * 2 > after.handles.count
  }
}

/// Finds changes of the scene at rest.
struct SceneChangeTracker: Sendable {
  private(set) var changes: [SceneChange] = []
  /// The scene at the last rest.
  private(set) var settled: SceneSnapshot?
  private var open: SceneChange?
  private var openFrame = 0
  private var generation = 0
  private var content: Size?
  private var lastCommand: TraceTime?
  private var lastActivation: TraceTime?
  private(set) var lastMove = TraceTime.zero
  private static let calm: Int64 = 100_000_000
  private static let activation: Int64 = 1_000_000_000
  private static let limit = 200

  /// Whether the content is at rest, as far as known.
  static func isResting(at time: TraceTime, _ viewState: borrowing ViewState) -> Bool {
    viewState.openTouches.isEmpty && viewState.sample != nil && viewState.isAtRest(at: time)
  }

  mutating func wait(until time: TraceTime, on viewState: borrowing ViewState) {
    guard Self.isResting(at: time, viewState) else { return }
    guard var change = open else {
      if settled?.frame != viewState.frameCount { settled = SceneSnapshot(viewState) }
      return
    }
    change.isShown = viewState.frameCount > openFrame
    // A recorder of changes has no frame if the offset did not change.
    let patience = change.isShown ? Self.calm : 4 * Self.calm
    guard time.nanoseconds(since: max(change.end, lastMove)) >= patience,
      let after = SceneSnapshot(viewState)
    else { return }
    close(&change, after, viewState)
  }

  mutating func finish(at time: TraceTime, on viewState: borrowing ViewState) {
    guard var change = open, Self.isResting(at: time, viewState) else { return }
    change.isShown = viewState.frameCount > openFrame
    guard change.isShown || time.nanoseconds(since: change.end) >= 4 * Self.calm,
      let after = SceneSnapshot(viewState)
    else { return }
    close(&change, after, viewState)
  }

  mutating func take(_ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState) {
    var isFrame = false
    switch event {
    case .observation(.frame):
      isFrame = true
      if viewState.hasMoved {
        lastMove = time
        open?.movedFrames += 1
        if open == nil, generation == viewState.geometryGeneration,
          content == viewState.contentSize
        {
          settled = nil
        }
      }
    case .input(.touch), .input(.wheel):
      open?.isTouched = true
      if open == nil { settled = nil }
    case .input(.command):
      open?.isCommanded = true
      lastCommand = time
    case .observation(.annotation(let note)) where note.kind == "app-state":
      if viewState.isForeground == true { lastActivation = time }
    default: break
    }
    defer {
      generation = viewState.geometryGeneration
      content = viewState.contentSize
    }
    guard generation != viewState.geometryGeneration || content != viewState.contentSize else {
      return
    }
    change(at: time, isFrame: isFrame, event, viewState)
  }

  private mutating func change(
    at time: TraceTime, isFrame: Bool, _ event: TraceEvent, _ viewState: borrowing ViewState
  ) {
    if open == nil {
      guard let settled, changes.count < Self.limit else { return }
      open = SceneChange(before: settled, after: settled, time: time, end: time)
      open?.isCommanded =
        lastCommand.map { time.nanoseconds(since: $0) <= Self.calm } ?? false
      open?.isAfterActivation =
        lastActivation.map { time.nanoseconds(since: $0) <= Self.activation } ?? false
      if isFrame, viewState.hasMoved { open?.movedFrames = 1 }
    } else if let end = open?.end, time > end {
      // An update may write several edits and layouts, all at its time.
      open?.count += 1
    }
    open?.end = time
    if let length = MainAxis(viewState)?.content {
      let least = open?.leastContent ?? length
      open?.leastContent = min(least, length)
    }
    // A frame that contains the change also contains the view's reaction.
    openFrame = isFrame ? viewState.frameCount - 1 : viewState.frameCount
    if case .input(.edit(let edit)) = event, (open?.edited.count ?? 0) < 40 {
      switch edit {
      case .insert(let id, _, _), .remove(let id, _), .move(let id, _), .resize(let id, _):
        open?.edited.append(id)
      }
    }
  }

  private mutating func close(
    _ change: inout SceneChange, _ after: SceneSnapshot, _ viewState: borrowing ViewState
  ) {
    change.after = after
    for item in change.before.shown {
      guard let index = viewState.targets.index(of: item.handle) else { continue }
      change.laterStarts[item.handle] =
        after.axis.span(of: viewState.targets.frame(at: index)).start
    }
    if change.before.handles != after.handles { compare(&change, after, viewState) }
    changes.append(change)
    open = nil
    settled = after
  }

  private func compare(
    _ change: inout SceneChange, _ after: SceneSnapshot, _ viewState: borrowing ViewState
  ) {
    let old = Set(change.before.handles)
    let new = Set(after.handles)
    let first = change.laterStarts.values.min()
    for handle in after.handles where !old.contains(handle) {
      change.inserted.count += 1
      if change.inserted.firstID == nil {
        change.inserted.firstID = viewState.targets.id(of: handle)
      }
      guard let first, let index = viewState.targets.index(of: handle) else { continue }
      if after.axis.span(of: viewState.targets.frame(at: index)).start < first {
        change.inserted.countBefore += 1
      }
    }
    let top = change.before.shown.first { change.laterStarts[$0.handle] != nil }?.handle
    let firstPlace = top.flatMap(change.before.handles.firstIndex) ?? 0
    for (place, handle) in change.before.handles.enumerated() where !new.contains(handle) {
      change.removed.count += 1
      if place < firstPlace { change.removed.countBefore += 1 }
      if change.removed.firstID == nil { change.removed.firstID = viewState.targets.id(of: handle) }
    }
  }
}
