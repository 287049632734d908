extension Layout {
  /// The content size, or the box around the origin and all targets where the source gave none.
  public var knownSize: Size {
    if let contentSize { return contentSize }
    var (width, height) = (0.0, 0.0)
    for target in targets {
      width = max(width, target.frame.origin.x + target.frame.size.width)
      height = max(height, target.frame.origin.y + target.frame.size.height)
    }
    return Size(width: width, height: height)
  }

  /// Edits a layout whose spacing is unknown: it is taken to be what the neighbors of the place have,
  /// so what follows moves by the edited length and one space.
  ///
  /// Where lines run from right to left, what follows lies to the left. Returns what is wrong with
  /// the edit, which then changed nothing; nil if it was made.
  @discardableResult
  public mutating func apply(
    _ edit: ContentEdit, mainAxis: Axis, isRightToLeft: Bool = false
  ) -> String? {
    guard isRightToLeft, mainAxis == .horizontal else { return apply(edit, along: mainAxis) }
    // The mirror image runs from left to right; the content's size has to be known to turn it back.
    var image = self
    image.contentSize = knownSize
    image.mirror()
    if let problem = image.apply(edit, along: mainAxis) { return problem }
    image.mirror()
    if contentSize == nil { image.contentSize = nil }
    self = image
    return nil
  }

  private mutating func mirror() {
    let width = knownSize.width
    for index in targets.indices {
      let frame = targets[index].frame
      targets[index].frame = Rect(
        x: width - frame.origin.x - frame.size.width, y: frame.origin.y,
        width: frame.size.width, height: frame.size.height)
    }
  }

  private mutating func apply(_ edit: ContentEdit, along mainAxis: Axis) -> String? {
    switch edit {
    case .insert(let id, let index, let size):
      guard let place = Int(exactly: index), place >= 0, place <= targets.count else {
        return "the index \(index) of an inserted target is outside the layout"
      }
      insert(id, at: place, size ?? neighborSize(at: place), mainAxis)
    case .remove(let id, let index):
      guard let place = place(of: id, hint: index) else { return "a removed target is not there" }
      remove(at: place, mainAxis)
    case .move(let id, let index):
      guard let place = place(of: id, hint: nil), let goal = Int(exactly: index), goal >= 0,
        goal < targets.count
      else { return "a moved target or its place is not there" }
      // Taken out and put back it would get the space that its other neighbor has.
      guard goal != place else { return nil }
      let size = targets[place].frame.size
      remove(at: place, mainAxis)
      insert(id, at: goal, size, mainAxis)
    case .resize(let id, let size):
      guard let place = place(of: id, hint: nil) else { return "a resized target is not there" }
      let change = size.length(mainAxis) - targets[place].frame.size.length(mainAxis)
      targets[place].frame = Rect(origin: targets[place].frame.origin, size: size)
      shift(after: place, by: change, mainAxis)
    }
    return nil
  }

  private mutating func insert(_ id: TargetID, at place: Int, _ size: Size, _ axis: Axis) {
    let space = space(before: place, axis)
    let origin = place < targets.count ? targets[place].frame.origin : endOrigin(space, axis)
    targets.insert(TargetFrame(id: id, frame: Rect(origin: origin, size: size)), at: place)
    shift(after: place, by: size.length(axis) + space, axis)
  }

  private mutating func remove(at place: Int, _ axis: Axis) {
    let space = space(before: place + 1 < targets.count ? place + 1 : place, axis)
    let length = targets.remove(at: place).frame.size.length(axis)
    shift(after: place - 1, by: -(length + space), axis)
  }

  /// The space between the target at a place and the one before; of the nearest pair at the ends.
  private func space(before place: Int, _ axis: Axis) -> Double {
    guard targets.count > 1 else { return 0 }
    let second = min(max(place, 1), targets.count - 1)
    let (frame, before) = (targets[second].frame, targets[second - 1].frame)
    let space =
      axis == .vertical
      ? frame.origin.y - before.origin.y - before.size.height
      : frame.origin.x - before.origin.x - before.size.width
    return max(0, space)
  }

  /// The size of a target that is inserted without one: its neighbor's.
  private func neighborSize(at place: Int) -> Size {
    (place < targets.count ? targets[place] : targets.last)?.frame.size ?? .zero
  }

  /// Where a target behind all others starts.
  private func endOrigin(_ space: Double, _ axis: Axis) -> Point {
    guard let last = targets.last?.frame else { return .zero }
    return axis == .vertical
      ? Point(x: last.origin.x, y: last.origin.y + last.size.height + space)
      : Point(x: last.origin.x + last.size.width + space, y: last.origin.y)
  }

  private func place(of id: TargetID, hint: Int64?) -> Int? {
    if let hint, let place = Int(exactly: hint), targets.indices.contains(place),
      targets[place].id == id
    {
      return place
    }
    return targets.firstIndex { $0.id == id }
  }

  private mutating func shift(after place: Int, by distance: Double, _ axis: Axis) {
    let (dx, dy) = axis == .vertical ? (0, distance) : (distance, 0)
    for index in targets.indices.dropFirst(place + 1) {
      let frame = targets[index].frame
      targets[index].frame = Rect(
        origin: Point(x: frame.origin.x + dx, y: frame.origin.y + dy), size: frame.size)
    }
    if let size = contentSize {
      contentSize = Size(width: max(0, size.width + dx), height: max(0, size.height + dy))
    }
  }
}

extension Size {
  /// The extent along an axis.
  public func length(_ axis: Axis) -> Double { axis == .vertical ? height : width }
}
