import ScrollModel

// A trace gives sizes with an edit but no spacing, so until the next layout the spacing is taken to
// be what the neighbors of the place have: what follows moves by the edited length and one space.

extension StageTargets {
  /// Applies an edit and returns by how much the content grew along the main axis; an edit that does
  /// not fit changes nothing.
  ///
  /// `width` is that of content whose lines run from right to left: what follows lies to the left
  /// there, and its mirror image runs from left to right.
  mutating func apply(_ edit: ContentEdit, mirroredIn width: Double? = nil) -> Double {
    guard isKnown else { return 0 }
    let width = mainAxis == .horizontal ? width : nil
    // Kept only where turning back would round: a copy of long content costs as much as the edit.
    let before = width == nil ? nil : frames
    if let width { mirror(in: width) }
    guard let change = change(for: edit) else {
      if let before { frames = before }
      return 0
    }
    if let width { mirror(in: width + change) }
    settle(isInferred: true)
    return change
  }

  private mutating func mirror(in width: Double) {
    for index in frames.indices {
      let frame = frames[index]
      let x = width - frame.origin.x - frame.size.width
      frames[index] = Rect(origin: Point(x: x, y: frame.origin.y), size: frame.size)
    }
  }

  private mutating func change(for edit: ContentEdit) -> Double? {
    switch edit {
    case .insert(let id, let index, let size):
      guard let place = Int(exactly: index), place >= 0, place <= count else { return nil }
      let handle = names.handle(of: id, hint: nil)
      return insert(handle, at: place, size ?? neighborSize(at: place), isEstimated: true)
    case .remove(let id, let index):
      guard let place = place(of: id, hint: index) else { return nil }
      names.release(handles[place])
      return remove(at: place)
    case .move(let id, let index):
      guard let place = place(of: id, hint: nil), let goal = Int(exactly: index), goal >= 0,
        goal < count
      else { return nil }
      // Taken out and put back it would get the space that its other neighbor has.
      guard goal != place else { return 0 }
      let (handle, size, isEstimated) = (handles[place], frames[place].size, estimates[place])
      let shrunk = remove(at: place)
      return shrunk + insert(handle, at: goal, size, isEstimated: isEstimated)
    case .resize(let id, let size):
      guard let place = place(of: id, hint: nil) else { return nil }
      let old = frames[place].length(mainAxis)
      frames[place] = Rect(origin: frames[place].origin, size: size)
      let change = frames[place].length(mainAxis) - old
      shift(from: place + 1, by: change)
      return change
    }
  }

  private mutating func insert(_ handle: Int, at place: Int, _ size: Size, isEstimated: Bool)
    -> Double
  {
    let space = count == 0 ? 0 : space(before: place)
    var origin = Point.zero
    if place < count {
      origin = frames[place].origin
    } else if let last = frames.last {
      let end = last.end(mainAxis) + space
      origin =
        mainAxis == .vertical
        ? Point(x: last.origin.x, y: end) : Point(x: end, y: last.origin.y)
    }
    handles.insert(handle, at: place)
    frames.insert(Rect(origin: origin, size: size), at: place)
    estimates.insert(isEstimated, at: place)
    let change = frames[place].length(mainAxis) + space
    shift(from: place + 1, by: change)
    return change
  }

  private mutating func remove(at place: Int) -> Double {
    let isLast = place + 1 == count
    let space = count < 2 ? 0 : space(before: isLast ? place : place + 1)
    let change = -(frames[place].length(mainAxis) + space)
    handles.remove(at: place)
    frames.remove(at: place)
    estimates.remove(at: place)
    shift(from: place, by: change)
    return change
  }

  /// The space between the target at a place and the one before; of the nearest pair at the ends.
  private func space(before place: Int) -> Double {
    let second = min(max(place, 1), count - 1)
    guard second >= 1 else { return 0 }
    let space = frames[second].start(mainAxis) - frames[second - 1].end(mainAxis)
    return space > 0 ? space : 0
  }

  /// The size of a target that is inserted without one: its neighbor's.
  private func neighborSize(at place: Int) -> Size {
    place < count ? frames[place].size : frames.last?.size ?? .zero
  }

  private func place(of id: TargetID, hint: Int64?) -> Int? {
    if let hint, let place = Int(exactly: hint), handles.indices.contains(place),
      self.id(of: handles[place]) == id
    {
      return place
    }
    return handles.firstIndex { self.id(of: $0) == id }
  }

  private mutating func shift(from place: Int, by distance: Double) {
    for index in frames.indices.dropFirst(place) {
      let frame = frames[index]
      let origin =
        mainAxis == .vertical
        ? Point(x: frame.origin.x, y: frame.origin.y + distance)
        : Point(x: frame.origin.x + distance, y: frame.origin.y)
      frames[index] = Rect(origin: origin, size: frame.size)
    }
  }
}
