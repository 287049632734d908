import ScrollModel

/// Collects the initial container and layout of a trace into the scene of an engine.
struct SceneOpening: Sendable {
  private(set) var layout = Layout(targets: [])
  private(set) var container = ContainerChange()
  /// Edits to the layout from before the trace begins.
  private var edits: [ContentEdit] = []

  /// Handles an input that describes the scene; returns false for any other input.
  mutating func take(_ input: Input) -> Bool {
    switch input {
    case .layout(let layout):
      self.layout = layout
      edits = []
      return true
    case .container(let change):
      container = container.changed(by: change)
      return true
    case .touch, .wheel, .command, .edit:
      return false
    }
  }

  /// Handles an edit from before the trace begins, which has no visible effect.
  mutating func takeEarlier(_ edit: ContentEdit) { edits.append(edit) }

  /// The layout after the edits.
  private func editedLayout(_ axes: ScrollAxes) -> Layout {
    var edited = layout
    let isRightToLeft = container.layoutDirection == .rightToLeft
    for edit in edits {
      edited.apply(edit, mainAxis: axes.main, isRightToLeft: isRightToLeft)
    }
    return edited
  }

  /// The scene; missing values are empty, and the clock has 60 frames per second.
  func scene(axes: ScrollAxes?) -> Scene {
    let axes = axes ?? layout.axes(in: container.size)
    return Scene(
      axes: axes, containerSize: container.size ?? .zero,
      insets: container.insets ?? .zero, layoutDirection: container.layoutDirection ?? .leftToRight,
      scale: container.scale, refreshRate: container.refreshRate ?? 60,
      refreshOrigin: container.refreshOrigin ?? .zero, content: .layout(editedLayout(axes)))
  }
}
