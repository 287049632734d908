public import Foundation
public import ScrollModel

/// A scroll view without a screen: a stack of sized items and SwiftUI's modifiers.
///
/// Where SwiftUI applies the modifier closest to the scroll view, the first modifier takes
/// precedence.
///
/// ```swift
/// let scene = ScrollScene(.horizontal, width: 393, height: 320) {
///   LazyHStack(spacing: 16) {
///     ForEach(cards) { _ in SizedItem(width: 280, height: 320) }
///   }
///   .scrollTargetLayout()
/// }
/// .scrollTargetBehavior(SnapEvery(step: 296))
/// let run = scene.run(recording.gestures)
/// ```
public struct ScrollScene {
  /// The engine's settings without a SwiftUI equivalent: profile, switches, physics.
  ///
  /// Only the modifiers set position, target layout and observers; their margins are added.
  public var configuration: Configuration

  let axes: Axis.Set
  let size: CGSize
  let displayScale: CGFloat?
  let framesPerSecond: Double
  let stack: SceneStack
  var environment = EnvironmentValues()
  var safeArea = EdgeInsets()
  var margins = EdgeInsets()
  var behavior: (any ScrollTargetBehavior)?
  var position: (any PositionLink)?
  var observers = Observers()
  /// The requested scrolls of the readers around the scene.
  var proxies: [ProxyRequests] = []
  private var said: Set<Part> = []

  /// Creates a scene; width and height are those of the scroll view's frame.
  public init(
    _ axes: Axis.Set = .vertical, width: CGFloat, height: CGFloat, displayScale: CGFloat? = nil,
    framesPerSecond: Double = 60, configuration: Configuration = Configuration(),
    content: () -> some ScrollContent
  ) {
    self.axes = axes
    size = CGSize(width: width, height: height)
    self.displayScale = displayScale
    self.framesPerSecond = framesPerSecond
    stack = content().stack
    self.configuration = configuration
    if let displayScale { environment.displayScale = displayScale }
  }

  /// Gives the scroll view an id, as an item of the one around it.
  public func id(_ id: some Hashable & Sendable) -> SizedItem { SizedItem(self).id(id) }

  /// Values that only the modifier closest to the scroll view sets.
  enum Part: Hashable {
    case behavior
    case position
    case anchor
    case role(ScrollAnchorRole)
    case margin(Edge)
    case bounce(Axis)
  }

  func changed(_ change: (inout ScrollScene) -> Void) -> ScrollScene {
    var copy = self
    change(&copy)
    return copy
  }

  /// Applies a change unless a modifier closer to the scroll view has set the part.
  func changed(_ part: Part, _ change: (inout ScrollScene) -> Void) -> ScrollScene {
    said.contains(part)
      ? self
      : changed {
        $0.said.insert(part)
        change(&$0)
      }
  }
}
