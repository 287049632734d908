import Analysis
import Diagnosis
import Reproduction
import ScrollModel
import Simulation

/// The scroll snap of a page: the actual one if known, else the declared one.
struct PageSnap {
  /// The properties with a single value.
  let snap: ScrollSnap
  /// `scroll-padding`.
  let padding: Insets
  /// The axes that snap.
  private let snapping: ScrollAxes

  /// The axes of `scroll-snap-type`: `x`, `y` or `both`.
  var axes: String {
    snapping == .both ? "both" : snapping.main == .horizontal ? "x" : "y"
  }

  /// Finds the scroll snap of a case; nil if no known configuration snaps.
  init?(_ made: Reproduction, _ scene: SceneFile) {
    guard let configuration = Self.configurations(made).first(where: { $0.snap != nil }),
      let snap = configuration.snap
    else { return nil }
    self.snap = snap
    let decisions = made.source.diagnosis.decisions
    let isVertical = decisions.count { $0.axis.axis == .vertical } * 2 > decisions.count
    let main: Axis =
      scene.axes == .both ? (isVertical ? .vertical : .horizontal) : scene.axes.main
    let one: ScrollAxes = main == .vertical ? .vertical : .horizontal
    let positions = SnapPositions(
      layout: made.source.layout ?? scene.firstLayout, container: scene.container, snap: snap,
      padding: Self.padding(snap, along: .both, scene, configuration.margins),
      isMirrored: scene.direction == .rightToLeft)
    let cross: Axis = main == .vertical ? .horizontal : .vertical
    // The cross axis snaps if the content moved along it, and always to snap positions.
    let rests = made.source.rests.map { cross == .horizontal ? $0.x : $0.y }
    let isSnapped = Set(rests).count > 1 && rests.allSatisfy { positions.contain($0, cross) }
    snapping = scene.axes == .both && isSnapped ? .both : one
    padding = Self.padding(snap, along: snapping, scene, configuration.margins)
  }

  /// The insets with the padding of the axes that snap, never negative.
  private static func padding(
    _ snap: ScrollSnap, along axes: ScrollAxes, _ scene: SceneFile, _ margins: Insets
  ) -> Insets {
    var (left, right) = (snap.padding.start, snap.padding.end)
    if scene.direction == .rightToLeft { swap(&left, &right) }
    let (isTall, isWide) = (axes.contains(.vertical), axes.contains(.horizontal))
    let insets = scene.insets
    return Insets(
      top: max(0, insets.top + margins.top + (isTall ? snap.padding.start : 0)),
      left: max(0, insets.left + margins.left + (isWide ? left : 0)),
      bottom: max(0, insets.bottom + margins.bottom + (isTall ? snap.padding.end : 0)),
      right: max(0, insets.right + margins.right + (isWide ? right : 0)))
  }

  private static func configurations(_ made: Reproduction) -> [Configuration] {
    let causes = [made.source.diagnosis, made.diagnosis].compactMap {
      $0?.causes.first?.configuration
    }
    switch made.content {
    case .simulated(let example):
      return [example.ran] + causes + (example.declared.map { [$0] } ?? [])
    case .recorded(let recorded):
      let declared = recorded.information.declaredConfiguration
        .flatMap { try? Configuration(text: $0) }
      return causes + (declared.map { [$0] } ?? [])
    }
  }
}

/// The snap positions of a page.
private struct SnapPositions {
  let layout: Layout
  let container: Size
  let snap: ScrollSnap
  let padding: Insets
  /// Whether the start of the horizontal axis is on the right.
  let isMirrored: Bool

  /// Whether an offset is a snap position, within one pixel.
  func contain(_ offset: Double, _ axis: Axis) -> Bool {
    let isHorizontal = axis == .horizontal
    let size = layout.contentSize ?? .zero
    let port = isHorizontal ? container.width : container.height
    let end = max(0, (isHorizontal ? size.width : size.height) - port)
    let (near, far) = isHorizontal ? (padding.left, padding.right) : (padding.top, padding.bottom)
    return layout.targets.contains { target in
      let frame = target.frame
      let start = isHorizontal ? frame.origin.x : frame.origin.y
      let low = start - near
      let high = start + (isHorizontal ? frame.size.width : frame.size.height) - port + far
      let place: Double
      switch (snap.alignment(axis), isHorizontal && isMirrored) {
      case (.start, false), (.end, true): place = low
      case (.end, false), (.start, true): place = high
      case (.center, _): place = (low + high) / 2
      case (.none, _): return false
      }
      return (min(max(0, place), end) - offset).magnitude <= 1
    }
  }
}

extension Configuration {
  fileprivate var snap: ScrollSnap? {
    guard case .scrollSnap(let snap) = behavior else { return nil }
    return snap
  }
}
