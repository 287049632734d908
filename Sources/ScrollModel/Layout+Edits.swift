extension Layout {
  /// The content size, or the box around the origin and all targets if the source has none.
  public var knownSize: Size { contentSize ?? targets.lazy.map { $0.frame }.box }

  /// The axes of a view without declared axes: those along which the content is longer than the
  /// container.
  public func axes(in container: Size?) -> ScrollAxes {
    let size = knownSize
    guard let container, size.width > container.width else { return .vertical }
    return size.height > container.height ? .both : .horizontal
  }

  /// Applies an edit to a layout whose spacing is unknown.
  ///
  /// Returns nil, or the reason why the edit is invalid; the layout is then unchanged.
  @discardableResult
  public mutating func apply(
    _ edit: ContentEdit, mainAxis: Axis, isRightToLeft: Bool = false
  ) -> String? {
    let placed: LocatedEdit
    do throws(MisplacedEdit) {
      placed = try edit.placed(among: targets.count) { targets[$0].id }
    } catch {
      return error.description
    }
    var frames = targets.map { $0.frame }
    frames.apply(
      placed, along: mainAxis, isRightToLeft: isRightToLeft, contentSize: &contentSize)
    switch placed {
    case .insert(let id, let place, _):
      targets.insert(TargetFrame(id: id, frame: frames[place]), at: place)
    case .remove(let place): targets.remove(at: place)
    case .move(let place, let goal): targets.insert(targets.remove(at: place), at: goal)
    case .resize: break
    }
    for (place, frame) in frames.enumerated() { targets[place].frame = frame }
    return nil
  }
}

extension Size {
  /// The extent along an axis.
  public func length(_ axis: Axis) -> Double { axis == .vertical ? height : width }
}
