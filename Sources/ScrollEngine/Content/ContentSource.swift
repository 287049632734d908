import ScrollModel

/// What the content is made from: a stack to lay out, or targets laid out elsewhere.
enum ContentSource: Hashable, Sendable {
  case stack(Stack)
  case layout(Layout)

  /// Applies an edit and returns what is wrong with it, if anything.
  mutating func apply(_ edit: ContentEdit, mainAxis: Axis) -> String? {
    switch self {
    case .stack(var stack):
      let problem = stack.apply(edit)
      self = .stack(stack)
      return problem
    case .layout(var layout):
      let problem = layout.apply(edit, mainAxis: mainAxis)
      self = .layout(layout)
      return problem
    }
  }

  /// Builds the content; `measured` says which lazy items were measured before.
  func model(axes: ScrollAxes, container: Size, isRightToLeft: Bool, measured: [Bool])
    -> ContentModel
  {
    switch self {
    case .stack(let stack):
      let layout = StackLayout(stack, container: container)
      if stack.isLazy { return ContentModel(lazy: layout, measured: measured) }
      let (frames, length) = layout.frames
      return ContentModel(
        frames: frames, ids: layout.ids, size: layout.size(length: length), mainAxis: stack.axis,
        scrollsAcross: axes == .both)
    case .layout(let layout):
      return layout.model(axes: axes, isRightToLeft: isRightToLeft)
    }
  }
}

extension Layout {
  /// The content size, or the box around the origin and all targets where the source gave none.
  var knownSize: Size {
    if let contentSize { return contentSize }
    var (width, height) = (0.0, 0.0)
    for target in targets {
      width = max(width, target.frame.origin.x + target.frame.size.width)
      height = max(height, target.frame.origin.y + target.frame.size.height)
    }
    return Size(width: width, height: height)
  }

  func model(axes: ScrollAxes, isRightToLeft: Bool) -> ContentModel {
    let size = knownSize
    let frames = targets.map { target in
      guard isRightToLeft else { return target.frame }
      let frame = target.frame
      return Rect(
        x: size.width - frame.origin.x - frame.size.width, y: frame.origin.y,
        width: frame.size.width, height: frame.size.height)
    }
    return ContentModel(
      frames: frames, ids: targets.map(\.id), size: size, mainAxis: axes.main,
      scrollsAcross: axes == .both)
  }

  /// Edits a layout whose spacing is unknown: what follows moves by the edited length.
  mutating func apply(_ edit: ContentEdit, mainAxis: Axis) -> String? {
    switch edit {
    case .insert(let id, let index, let size):
      guard let place = Int(exactly: index), place >= 0, place <= targets.count else {
        return "the index \(index) of an inserted target is outside the layout"
      }
      let size = size ?? .zero
      let origin =
        place < targets.count ? targets[place].frame.origin : endOrigin(mainAxis)
      targets.insert(
        TargetFrame(id: id, frame: Rect(origin: origin, size: size)), at: place)
      shift(after: place, by: size.length(mainAxis), mainAxis)
    case .remove(let id, let index):
      guard let place = place(of: id, hint: index) else { return "a removed target is not there" }
      let length = targets.remove(at: place).frame.size.length(mainAxis)
      shift(after: place - 1, by: -length, mainAxis)
    case .move(let id, let index):
      guard let place = place(of: id, hint: nil), let goal = Int(exactly: index), goal >= 0,
        goal < targets.count
      else { return "a moved target or its place is not there" }
      let size = targets[place].frame.size
      _ = apply(.remove(id, index: Int64(place)), mainAxis: mainAxis)
      _ = apply(.insert(id, index: Int64(goal), size: size), mainAxis: mainAxis)
    case .resize(let id, let size):
      guard let place = place(of: id, hint: nil) else { return "a resized target is not there" }
      let change = size.length(mainAxis) - targets[place].frame.size.length(mainAxis)
      targets[place].frame = Rect(origin: targets[place].frame.origin, size: size)
      shift(after: place, by: change, mainAxis)
    }
    return nil
  }

  private func endOrigin(_ axis: Axis) -> Point {
    guard let last = targets.last?.frame else { return .zero }
    return axis == .vertical
      ? Point(x: last.origin.x, y: last.origin.y + last.size.height)
      : Point(x: last.origin.x + last.size.width, y: last.origin.y)
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
  func length(_ axis: Axis) -> Double { axis == .vertical ? height : width }
}

extension Stack {
  mutating func apply(_ edit: ContentEdit) -> String? {
    switch edit {
    case .insert(let id, let index, let size):
      guard let place = Int(exactly: index), place >= 0, place <= items.count else {
        return "the index \(index) of an inserted target is outside the stack"
      }
      let length = size?.length(axis) ?? estimatedLength
      let breadth = size?.length(axis == .vertical ? .horizontal : .vertical)
      items.insert(SceneItem(id: id, length: .fixed(length), breadth: breadth), at: place)
    case .remove(let id, let index):
      if let index, let place = Int(exactly: index), items.indices.contains(place),
        items[place].id == id
      {
        items.remove(at: place)
        return nil
      }
      guard let place = items.firstIndex(where: { $0.id == id }) else {
        return "a removed target is not there"
      }
      items.remove(at: place)
    case .move(let id, let index):
      guard let place = items.firstIndex(where: { $0.id == id }), let goal = Int(exactly: index),
        goal >= 0, goal < items.count
      else { return "a moved target or its place is not there" }
      items.insert(items.remove(at: place), at: goal)
    case .resize(let id, let size):
      guard let place = items.firstIndex(where: { $0.id == id }) else {
        return "a resized target is not there"
      }
      items[place].length = .fixed(size.length(axis))
      items[place].breadth = size.length(axis == .vertical ? .horizontal : .vertical)
    }
    return nil
  }
}
