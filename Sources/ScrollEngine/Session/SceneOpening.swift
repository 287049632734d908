import ScrollModel

/// Gathers the container and the layout that a trace opens with into the scene of an engine.
struct SceneOpening: Sendable {
  private(set) var layout = Layout(targets: [])
  private(set) var container = ContainerChange()

  /// Takes an input if it describes the scene; false if it is something that happens in one.
  mutating func take(_ input: Input) -> Bool {
    switch input {
    case .layout(let layout):
      self.layout = layout
      return true
    case .container(let change):
      container = container.changed(by: change)
      return true
    case .touch, .wheel, .command, .edit:
      return false
    }
  }

  /// The scene; what nothing said is empty, and the clock 60 frames per second.
  func scene(axes: ScrollAxes?) -> Scene {
    Scene(
      axes: axes ?? layout.axes(in: container.size), containerSize: container.size ?? .zero,
      insets: container.insets ?? .zero, layoutDirection: container.layoutDirection ?? .leftToRight,
      scale: container.scale, refreshRate: container.refreshRate ?? 60,
      refreshOrigin: container.refreshOrigin ?? .zero, content: .layout(layout))
  }
}
