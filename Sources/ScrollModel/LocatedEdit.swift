/// A content edit resolved to indices in layout order.
public enum LocatedEdit: Hashable, Sendable {
  /// Inserts a target at an index; its size if known.
  case insert(TargetID, Int, size: Size?)
  /// Removes the target at an index.
  case remove(Int)
  /// Removes the target at an index and inserts it at another.
  case move(from: Int, to: Int)
  /// Changes the size of the target at an index.
  case resize(Int, size: Size)
}

/// The reason why an edit matches no target, as text.
struct MisplacedEdit: Error {
  let description: String

  init(_ description: String) { self.description = description }
}

extension ContentEdit {
  /// Resolves the edit against the targets; nil if it matches none.
  public func place(among count: Int, id: (Int) -> TargetID) -> LocatedEdit? {
    try? placed(among: count, id: id)
  }

  /// Resolves the edit against the targets.
  func placed(among count: Int, id: (Int) -> TargetID) throws(MisplacedEdit) -> LocatedEdit {
    /// The index from the edit if its id matches, else that of the first target with the id.
    func place(of wanted: TargetID, hint: Int64? = nil) -> Int? {
      if let hint, let place = Int(exactly: hint), (0..<count).contains(place), id(place) == wanted
      {
        return place
      }
      return (0..<count).first { id($0) == wanted }
    }
    switch self {
    case .insert(let id, let index, let size):
      guard let place = Int(exactly: index), (0...count).contains(place) else {
        throw MisplacedEdit("the index \(index) of an inserted target is outside the layout")
      }
      return .insert(id, place, size: size)
    case .remove(let id, let index):
      guard let place = place(of: id, hint: index) else {
        throw MisplacedEdit("a removed target is not there")
      }
      return .remove(place)
    case .move(let id, let index):
      guard let place = place(of: id), let goal = Int(exactly: index), (0..<count).contains(goal)
      else { throw MisplacedEdit("a moved target or its place is not there") }
      return .move(from: place, to: goal)
    case .resize(let id, let size):
      guard let place = place(of: id) else {
        throw MisplacedEdit("a resized target is not there")
      }
      return .resize(place, size: size)
    }
  }
}

extension Sequence<Rect> {
  /// The size of the box around the origin and all frames.
  public var box: Size {
    reduce(.zero) { size, frame in
      Size(
        width: Swift.max(size.width, frame.origin.x + frame.size.width),
        height: Swift.max(size.height, frame.origin.y + frame.size.height))
    }
  }
}

// Edits of a trace contain sizes but no spacing. Until the next layout, the spacing is that of
// the neighbors: later targets move by the length of the edit plus one space.

extension [Rect] {
  /// Moves the frames of a layout as an edit does, and adjusts the content size.
  ///
  /// In right-to-left layouts, later targets are to the left.
  public mutating func apply(
    _ edit: LocatedEdit, along axis: Axis, isRightToLeft: Bool, contentSize: inout Size?
  ) {
    guard isRightToLeft, axis == .horizontal else {
      return apply(edit, axis, &contentSize)
    }
    // Edits the mirror image, which is left to right; mirroring it back needs the content's
    // size.
    var size: Size? = contentSize ?? box
    mirror(in: size)
    apply(edit, axis, &size)
    mirror(in: size)
    if contentSize != nil { contentSize = size }
  }

  private mutating func mirror(in size: Size?) {
    guard let width = size?.width else { return }
    for place in indices { self[place] = self[place].mirrored(in: width) }
  }

  private mutating func apply(_ edit: LocatedEdit, _ axis: Axis, _ contentSize: inout Size?) {
    switch edit {
    case .insert(_, let place, let size):
      let size = size ?? (place < count ? self[place] : last)?.size ?? .zero
      insert(size, at: place, axis, &contentSize)
    case .remove(let place): take(place, axis, &contentSize)
    case .move(let place, let goal):
      // Removing and inserting it again would give it the space of its other neighbor.
      guard goal != place else { return }
      let size = self[place].size
      take(place, axis, &contentSize)
      insert(size, at: goal, axis, &contentSize)
    case .resize(let place, let size):
      let change = size.length(axis) - self[place].size.length(axis)
      self[place] = Rect(origin: self[place].origin, size: size)
      shift(from: place + 1, by: change, axis, &contentSize)
    }
  }

  private mutating func insert(
    _ size: Size, at place: Int, _ axis: Axis, _ contentSize: inout Size?
  ) {
    let space = space(before: place, axis)
    let origin = place < count ? self[place].origin : end(space, axis)
    insert(Rect(origin: origin, size: size), at: place)
    shift(from: place + 1, by: size.length(axis) + space, axis, &contentSize)
  }

  private mutating func take(_ place: Int, _ axis: Axis, _ contentSize: inout Size?) {
    let space = space(before: place + 1 < count ? place + 1 : place, axis)
    let length = remove(at: place).size.length(axis)
    shift(from: place, by: -(length + space), axis, &contentSize)
  }

  /// The space between the frame at an index and the one before; at the ends that of the nearest
  /// pair.
  private func space(before place: Int, _ axis: Axis) -> Double {
    guard count > 1 else { return 0 }
    let second = Swift.min(Swift.max(place, 1), count - 1)
    let (frame, before) = (self[second], self[second - 1])
    let space =
      axis == .vertical
      ? frame.origin.y - before.origin.y - before.size.height
      : frame.origin.x - before.origin.x - before.size.width
    return Swift.max(0, space)
  }

  /// The start of a frame after all others.
  private func end(_ space: Double, _ axis: Axis) -> Point {
    guard let last else { return .zero }
    return axis == .vertical
      ? Point(x: last.origin.x, y: last.origin.y + last.size.height + space)
      : Point(x: last.origin.x + last.size.width + space, y: last.origin.y)
  }

  private mutating func shift(
    from first: Int, by distance: Double, _ axis: Axis, _ contentSize: inout Size?
  ) {
    let (dx, dy) = axis == .vertical ? (0, distance) : (distance, 0)
    for place in indices.dropFirst(first) {
      let frame = self[place]
      self[place] = Rect(
        origin: Point(x: frame.origin.x + dx, y: frame.origin.y + dy), size: frame.size)
    }
    if let size = contentSize {
      contentSize = Size(
        width: Swift.max(0, size.width + dx), height: Swift.max(0, size.height + dy))
    }
  }
}
