import ScrollModel
import TraceStore

/// Makes the container and layout inputs that a trace only implies in its frames.
///
/// What no container input says of size and insets, frames stand for (`ContainerDerivation`): a trace
/// may have one that only says which way lines run. Where it holds no layout, a frame that gives
/// another content size stands for a layout without targets.
///
/// Where nothing tells a moment of a tick, the display's ticks are those that frames keep to.
///
/// Assumption `endless`: where nothing says how long the content is, it is taken to be longer than
/// any scroll gets, so that a release is not cut at an edge that nobody knows.
struct DerivedInputs: Sendable {
  private let derivesSize: Bool
  private let derivesInsets: Bool
  private let derivesContent: Bool
  private let contents: TraceContents
  private var assumesContent: Bool
  /// A moment of a tick that the first container has to be given.
  private var tick: TraceTime?
  private var container: ContainerDerivation
  private var content: Size?
  /// How many inputs were derived.
  private(set) var count = 0

  init(_ contents: TraceContents, declared: String?) {
    container = ContainerDerivation(declared: declared)
    derivesSize = !contents.containersGiveSize && contents.framesGiveContainer
    derivesInsets = !contents.containersGiveInsets && contents.framesGiveInsets
    derivesContent = !contents.hasLayouts && contents.framesGiveContent
    assumesContent = !contents.hasLayouts && !contents.framesGiveContent && contents.hasFrames
    tick = contents.inferredTick
    self.contents = contents
  }

  /// How long content is taken to be whose length nobody knows, in points.
  static let endless = 1e7

  var isIdle: Bool { !derivesSize && !derivesInsets && !derivesContent }

  /// Returns a container with the refresh clock that frames imply, if it is the first and nothing tells one.
  mutating func completed(_ change: ContainerChange) -> ContainerChange {
    guard let tick else { return change }
    self.tick = nil
    count += 1
    var change = change
    change.refreshOrigin = tick
    return change
  }

  /// Returns the layout that is assumed for content of unknown size, once the container is known.
  mutating func assumedLayout(in container: Size?) -> Input? {
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

  /// Returns the inputs that a frame implies, container first.
  mutating func inputs(from frame: GeometryFrame) -> [Input] {
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
