import ScrollModel

/// Gathers the container and the layout that a trace opens with into the scene of an engine.
struct SceneOpening: Sendable {
  private(set) var layout = Layout(targets: [])
  private(set) var container = ContainerChange()
  /// Edits that were made to the layout before the trace begins.
  private var edits: [ContentEdit] = []

  /// Takes an input if it describes the scene; false if it is something that happens in one.
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

  /// Takes an edit that was made before the trace begins: it moves nothing any more.
  mutating func takeEarlier(_ edit: ContentEdit) { edits.append(edit) }

  /// The layout as the edits left it.
  private func editedLayout(_ axes: ScrollAxes) -> Layout {
    var edited = layout
    let isRightToLeft = container.layoutDirection == .rightToLeft
    for edit in edits {
      edited.apply(edit, mainAxis: axes.main, isRightToLeft: isRightToLeft)
    }
    return edited
  }

  /// The scene; what nothing said is empty, and the clock 60 frames per second.
  func scene(axes: ScrollAxes?) -> Scene {
    let axes = axes ?? layout.axes(in: container.size)
    return Scene(
      axes: axes, containerSize: container.size ?? .zero,
      insets: container.insets ?? .zero, layoutDirection: container.layoutDirection ?? .leftToRight,
      scale: container.scale, refreshRate: container.refreshRate ?? 60,
      refreshOrigin: container.refreshOrigin ?? .zero, content: .layout(editedLayout(axes)))
  }
}
