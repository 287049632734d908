package import ScrollModel
package import TraceStore

/// Derives the container and layout inputs that are only implied by a trace's frames.
///
/// If no container input contains size and insets, frames supply them (`ContainerDerivation`). If
/// there is no layout, a frame with another content size supplies a layout without targets.
///
/// If no refresh clock is known, the ticks are those that frames coincide with.
///
/// Assumption `endless`: content of unknown length is longer than any scroll, so that a release is
/// not clamped to an unknown edge.
package struct DerivedInputs: Sendable {
  private let derivesSize: Bool
  private let derivesInsets: Bool
  private let derivesContent: Bool
  private let contents: TraceContents
  private var assumesContent: Bool
  /// The tick time to add to the first container change.
  private var tick: TraceTime?
  private var container: ContainerDerivation
  private var content: Size?
  /// The number of derived inputs.
  private(set) var count = 0

  package init(_ contents: TraceContents, declared: String?) {
    container = ContainerDerivation(declared: declared)
    derivesSize = !contents.containersGiveSize && contents.framesGiveContainer
    derivesInsets = !contents.containersGiveInsets && contents.framesGiveInsets
    derivesContent = !contents.hasLayouts && contents.framesGiveContent
    assumesContent = !contents.hasLayouts && !contents.framesGiveContent && contents.hasFrames
    tick = contents.inferredTick
    self.contents = contents
  }

  /// The assumed length of content of unknown length, in points.
  static let endless = 1e7

  var isIdle: Bool { !derivesSize && !derivesInsets && !derivesContent }

  /// Returns the first container change with the refresh clock implied by frames, if it has none.
  package mutating func completed(_ change: ContainerChange) -> ContainerChange {
    guard let tick else { return change }
    self.tick = nil
    count += 1
    var change = change
    change.refreshOrigin = tick
    return change
  }

  /// Returns the assumed layout of content of unknown size, once the container is known.
  package mutating func assumedLayout(in container: Size?) -> Input? {
    guard assumesContent, let container else { return nil }
    assumesContent = false
    let isVertical = contents.movesVertically || !contents.movesHorizontally
    return .layout(
      Layout(
        contentSize: Size(
          width: contents.movesHorizontally ? Self.endless : container.width,
          height: isVertical ? Self.endless : container.height),
        targets: []))
  }

  /// Returns the inputs implied by a frame, container first.
  package mutating func inputs(from frame: GeometryFrame) -> [Input] {
    guard !isIdle else { return [] }
    var inputs: [Input] = []
    if derivesSize || derivesInsets, let told = container.change(before: frame) {
      let change = ContainerChange(
        size: derivesSize ? told.size : nil, insets: derivesInsets ? told.insets : nil)
      if change != ContainerChange() { inputs.append(.container(completed(change))) }
    }
    if derivesContent, let size = frame.geometry.contentSize, size != content {
      content = size
      inputs.append(.layout(Layout(contentSize: size, targets: [])))
    }
    count += inputs.count
    return inputs
  }
}
