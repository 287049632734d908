import ScrollModel

/// The source of the content: a stack to lay out, or targets with given frames.
enum ContentSource: Hashable, Sendable {
  case stack(Stack)
  case layout(Layout)

  /// Applies an edit and returns its problem, if any.
  ///
  /// The measured lengths of a lazy stack's items move with the items.
  mutating func apply(
    _ edit: ContentEdit, mainAxis: Axis, isRightToLeft: Bool, measured: inout [Double?]
  ) -> String? {
    switch self {
    case .stack(var stack):
      let problem = stack.apply(edit, measured: &measured)
      self = .stack(stack)
      return problem
    case .layout(var layout):
      let problem = layout.apply(edit, mainAxis: mainAxis, isRightToLeft: isRightToLeft)
      self = .layout(layout)
      return problem
    }
  }

  /// Builds the content; `measured` contains earlier measurements of lazy items.
  func model(axes: ScrollAxes, container: Size, isRightToLeft: Bool, measured: [Double?])
    -> ContentModel
  {
    switch self {
    case .stack(let stack):
      let layout = StackLayout(stack, container: container)
      if stack.isLazy { return ContentModel(lazy: layout, measured: measured) }
      let (frames, length) = layout.frames
      return ContentModel(
        frames: frames, ids: layout.ids, size: layout.size(length: length), mainAxis: stack.axis,
        scrollsAcross: axes == .both, pinned: layout.pinned)
    case .layout(let layout):
      return layout.model(axes: axes, isRightToLeft: isRightToLeft)
    }
  }
}

extension Layout {
  func model(axes: ScrollAxes, isRightToLeft: Bool) -> ContentModel {
    let size = knownSize
    var (frames, ids): ([Rect], [TargetID]) = ([], [])
    frames.reserveCapacity(targets.count)
    ids.reserveCapacity(targets.count)
    var hasEstimates = false
    var pinned: [(rank: Int, role: PinnedRole)] = []
    // One loop, because each copies the targets with their ids.
    for (index, target) in targets.enumerated() {
      frames.append(isRightToLeft ? target.frame.mirrored(in: size.width) : target.frame)
      ids.append(target.id)
      if target.isEstimated { hasEstimates = true }
      if let role = target.pinned { pinned.append((index, role)) }
    }
    return ContentModel(
      frames: frames, ids: ids, size: size, mainAxis: axes.main, scrollsAcross: axes == .both,
      guessed: hasEstimates ? targets.map { $0.isEstimated } : [], pinned: pinned)
  }
}

extension Stack {
  fileprivate mutating func apply(_ edit: ContentEdit, measured: inout [Double?]) -> String? {
    switch edit {
    case .insert(let id, let index, let size):
      guard let place = Int(exactly: index), place >= 0, place <= items.count else {
        return "the index \(index) of an inserted target is outside the stack"
      }
      let length = size?.length(axis) ?? estimatedLength
      let breadth = size?.length(axis == .vertical ? .horizontal : .vertical)
      items.insert(SceneItem(id: id, length: .fixed(length), breadth: breadth), at: place)
      if !measured.isEmpty, place <= measured.count { measured.insert(nil, at: place) }
    case .remove(let id, let index):
      guard let place = place(of: id, hint: index) else { return "a removed target is not there" }
      items.remove(at: place)
      if measured.indices.contains(place) { measured.remove(at: place) }
    case .move(let id, let index):
      guard let place = items.firstIndex(where: { $0.id == id }), let goal = Int(exactly: index),
        goal >= 0, goal < items.count
      else { return "a moved target or its place is not there" }
      items.insert(items.remove(at: place), at: goal)
      if measured.indices.contains(place), goal < measured.count {
        measured.insert(measured.remove(at: place), at: goal)
      }
    case .resize(let id, let size):
      guard let place = items.firstIndex(where: { $0.id == id }) else {
        return "a resized target is not there"
      }
      items[place].length = .fixed(size.length(axis))
      items[place].breadth = size.length(axis == .vertical ? .horizontal : .vertical)
    }
    return nil
  }

  private func place(of id: TargetID, hint: Int64?) -> Int? {
    if let hint, let place = Int(exactly: hint), items.indices.contains(place),
      items[place].id == id
    {
      return place
    }
    return items.firstIndex { $0.id == id }
  }
}
