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
  /// `scroll-margin` of the items.
  let margin: Insets
  /// The axes of `scroll-snap-type`: `x`, `y` or `both`.
  let axes: String

  /// Finds the scroll snap of a case; nil if no known configuration snaps.
  init?(_ made: Reproduction, _ scene: SceneFile) {
    guard let (configuration, shift) = Self.configurations(made).first(where: { $0.0.snap != nil }),
      let snap = configuration.snap
    else { return nil }
    self.snap = snap
    let (insets, margins) = (scene.insets, configuration.margins)
    // Scroll padding is never negative.
    padding = Insets(
      top: max(0, insets.top + margins.top), left: max(0, insets.left + margins.left),
      bottom: max(0, insets.bottom + margins.bottom), right: max(0, insets.right + margins.right))
    let decisions = made.source.diagnosis.decisions
    let isVertical = decisions.count { $0.axis.axis == .vertical } * 2 > decisions.count
    let main: Axis =
      scene.axes == .both ? (isVertical ? .vertical : .horizontal) : scene.axes.main
    let isMirrored = main == .horizontal && scene.direction == .rightToLeft
    margin = Self.margin(snap.alignment(main), along: main, shift, isMirrored: isMirrored)
    guard scene.axes == .both else {
      axes = Self.name(main)
      return
    }
    let positions = SnapPositions(
      layout: made.source.layout ?? scene.firstLayout, container: scene.container, snap: snap,
      padding: padding, margin: margin, isMirrored: scene.direction == .rightToLeft)
    let cross: Axis = main == .vertical ? .horizontal : .vertical
    // The cross axis snaps if the content moved along it, and always to snap positions.
    let rests = made.source.rests.map { cross == .horizontal ? $0.x : $0.y }
    let isSnapped = Set(rests).count > 1 && rests.allSatisfy { positions.contain($0, cross) }
    axes = isSnapped ? "both" : Self.name(main)
  }

  private static func name(_ axis: Axis) -> String { axis == .horizontal ? "x" : "y" }

  /// Configurations with the distance of rests after their positions.
  private static func configurations(_ made: Reproduction) -> [(Configuration, Double)] {
    let causes = [made.source.diagnosis, made.diagnosis].compactMap { $0?.causes.first }
      .map { ($0.configuration, $0.restShift) }
    switch made.content {
    case .simulated(let example):
      return [(example.ran, 0)] + causes + (example.declared.map { [($0, 0)] } ?? [])
    case .recorded(let recorded):
      let declared = recorded.information.declaredConfiguration
        .flatMap { try? Configuration(text: $0) }
      return causes + (declared.map { [($0, 0)] } ?? [])
    }
  }

  /// The margin of the items that results in this distance.
  private static func margin(
    _ alignment: SnapAlignment, along axis: Axis, _ shift: Double, isMirrored: Bool
  ) -> Insets {
    let (near, far): (Double, Double) =
      switch alignment {
      case .start: isMirrored ? (0, shift) : (-shift, 0)
      case .end: isMirrored ? (-shift, 0) : (0, shift)
      case .center: shift < 0 ? (-2 * shift, 0) : (0, 2 * shift)
      case .none: (0, 0)
      }
    return axis == .horizontal
      ? Insets(top: 0, left: near, bottom: 0, right: far)
      : Insets(top: near, left: 0, bottom: far, right: 0)
  }
}

/// The snap positions of a page.
private struct SnapPositions {
  let layout: Layout
  let container: Size
  let snap: ScrollSnap
  let padding: Insets
  let margin: Insets
  /// Whether the start of the horizontal axis is on the right.
  let isMirrored: Bool

  /// Whether an offset is a snap position, within one pixel.
  func contain(_ offset: Double, _ axis: Axis) -> Bool {
    let isHorizontal = axis == .horizontal
    let size = layout.contentSize ?? .zero
    let port = isHorizontal ? container.width : container.height
    let end = max(0, (isHorizontal ? size.width : size.height) - port)
    let near = isHorizontal ? (padding.left, margin.left) : (padding.top, margin.top)
    let far = isHorizontal ? (padding.right, margin.right) : (padding.bottom, margin.bottom)
    return layout.targets.contains { target in
      let frame = target.frame
      let start = (isHorizontal ? frame.origin.x : frame.origin.y) - near.1
      let length = (isHorizontal ? frame.size.width : frame.size.height) + near.1 + far.1
      let low = start - near.0
      let high = start + length - port + far.0
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
