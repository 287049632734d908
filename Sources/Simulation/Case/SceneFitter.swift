import ScrollModel

/// Finds the scene that produces a trace's first layout.
enum SceneFitter {
  /// The scene at the beginning of a trace, and the indices of the events that it replaces.
  static func opening(
    of events: [SimulationRun.Moment], _ information: TraceInformation
  ) -> (scene: SceneFile, used: Set<Int>)? {
    var used: Set<Int> = []
    var container = ContainerChange()
    var layout: Layout?
    var frame: GeometryFrame?
    scan: for (index, (_, event)) in events.enumerated() {
      switch event {
      case .input(.container(let change)) where layout == nil || container.size == nil:
        container = container.changed(by: change)
        used.insert(index)
      case .input(.layout(let new)) where layout == nil:
        layout = new
        used.insert(index)
      case .observation(.frame(let new)):
        if frame == nil { frame = new }
      case .input(.touch), .input(.wheel), .input(.command):
        if layout != nil, container.size != nil { break scan }
      default: break
      }
      if layout != nil, container.size != nil, frame != nil { break }
    }
    guard let size = container.size ?? frame?.geometry.containerSize else { return nil }
    let shown = layout ?? Layout(contentSize: frame?.geometry.contentSize, targets: [])
    var scene = SceneFile(name: information.name, container: size, content: .items([]))
    scene.axes = information.axes ?? shown.axes(in: size)
    scene.insets = container.insets ?? frame?.geometry.insets ?? .zero
    scene.direction = container.layoutDirection ?? .leftToRight
    scene.scale = container.scale ?? information.scale ?? 3
    scene.refreshRate = container.refreshRate ?? 60
    return (scene.holding(shown, laterSizes(events)), used)
  }

  /// The sizes of items after they are measured.
  private static func laterSizes(_ events: [SimulationRun.Moment]) -> [TargetID: Size] {
    var sizes: [TargetID: Size] = [:]
    for case (_, .input(.layout(let layout))) in events {
      for target in layout.targets where !target.isEstimated && sizes[target.id] == nil {
        sizes[target.id] = target.frame.size
      }
    }
    return sizes
  }
}

extension SceneFile {
  /// The scene with content for a layout: a stack that produces it, or else given frames.
  fileprivate func holding(_ layout: Layout, _ sizes: [TargetID: Size]) -> SceneFile {
    for alignment in CrossAlignment.allCases {
      for isFilling in axes == .both ? [false] : [true, false] {
        guard let made = stacked(layout, sizes, alignment, isFilling: isFilling) else { continue }
        return made
      }
    }
    var given = self
    given.content = .frames(layout.targets, contentSize: layout.contentSize)
    return given
  }

  /// A stack that produces the layout; nil if this one does not.
  private func stacked(
    _ layout: Layout, _ sizes: [TargetID: Size], _ alignment: CrossAlignment, isFilling: Bool
  ) -> SceneFile? {
    guard let first = layout.targets.first, let content = layout.contentSize else { return nil }
    let isHorizontal = axes == .horizontal
    let isMirrored = isHorizontal && direction == .rightToLeft
    let length = { (size: Size) in isHorizontal ? size.width : size.height }
    let start = { (frame: Rect) in
      let origin = isHorizontal ? frame.origin.x : frame.origin.y
      return isMirrored ? length(content) - origin - length(frame.size) : origin
    }
    var scene = self
    scene.stack.alignment = alignment
    if layout.targets.count > 1 {
      scene.stack.spacing =
        start(layout.targets[1].frame) - start(first.frame) - length(first.frame.size)
    }
    guard let last = layout.targets.last, scene.stack.spacing >= 0 else { return nil }
    let lead = start(first.frame)
    let trail = length(content) - start(last.frame) - length(last.frame.size)
    guard lead >= 0, trail >= 0 else { return nil }
    let across = isHorizontal ? content.height : content.width
    let spans = layout.targets.map { target in
      isHorizontal
        ? (start: target.frame.origin.y, length: target.frame.size.height)
        : (start: target.frame.origin.x, length: target.frame.size.width)
    }
    // Items with breadths of their own are padded at the side that they are aligned with.
    let padded = isFilling ? spans.prefix(1) : spans[...]
    let near = padded.map(\.start).min() ?? 0
    let end = padded.map { $0.start + $0.length }.max() ?? across
    let side = isFilling || alignment == .start ? near : 0
    let far = isFilling || alignment == .end ? max(0, across - end) : 0
    guard side >= 0 else { return nil }
    scene.stack.padding =
      isHorizontal
      ? Insets(
        top: side, left: isMirrored ? trail : lead, bottom: far, right: isMirrored ? lead : trail)
      : Insets(top: lead, left: side, bottom: trail, right: far)
    scene.content = .items(
      layout.targets.map { target in
        let size = target.isEstimated ? sizes[target.id] ?? target.frame.size : target.frame.size
        return Item(
          id: target.id, size: isFilling ? .length(length(size)) : .fixed(size),
          pinned: target.pinned)
      })
    guard layout.targets.contains(where: \.isEstimated) else {
      return scene.makes(layout) ? scene : nil
    }
    let measured = layout.targets.count { !$0.isEstimated }
    for ahead in 0...measured {
      scene.lazy = Lazy(measuredAhead: ahead)
      if scene.makes(layout) { return scene }
    }
    return nil
  }

  /// Whether the scene produces this first layout, up to rounding.
  private func makes(_ layout: Layout) -> Bool {
    var maker = ItemMaker(self, seed: 1)
    let made = Arrangement(self, maker: &maker).layout()
    guard let size = made.contentSize, let wanted = layout.contentSize,
      size.isNear(wanted), made.targets.count == layout.targets.count
    else { return false }
    return zip(made.targets, layout.targets).allSatisfy { one, other in
      one.id == other.id && one.isEstimated == other.isEstimated && one.pinned == other.pinned
        && one.frame.size.isNear(other.frame.size)
        && (one.frame.origin.x - other.frame.origin.x).magnitude <= 1e-6
        && (one.frame.origin.y - other.frame.origin.y).magnitude <= 1e-6
    }
  }
}

extension Size {
  fileprivate func isNear(_ other: Size) -> Bool {
    (width - other.width).magnitude <= 1e-6 && (height - other.height).magnitude <= 1e-6
  }
}
