import ScrollModel

extension ViewStateTargets {
  /// Applies an edit and adjusts the content size; an invalid edit changes nothing.
  mutating func apply(_ edit: ContentEdit, isRightToLeft: Bool, contentSize: inout Size?) {
    guard isKnown, let placed = edit.place(among: count, id: { id(of: handles[$0]) }) else {
      return
    }
    frames.apply(
      placed, along: mainAxis, isRightToLeft: isRightToLeft, contentSize: &contentSize)
    switch placed {
    case .insert(let id, let place, _):
      handles.insert(names.handle(of: id, hint: nil), at: place)
      estimates.insert(true, at: place)
      if !pinned.isEmpty { pinned.insert(nil, at: place) }
    case .remove(let place):
      names.release(handles.remove(at: place))
      estimates.remove(at: place)
      if !pinned.isEmpty { pinned.remove(at: place) }
    case .move(let place, let goal):
      handles.insert(handles.remove(at: place), at: goal)
      estimates.insert(estimates.remove(at: place), at: goal)
      if !pinned.isEmpty { pinned.insert(pinned.remove(at: place), at: goal) }
    case .resize: break
    }
    settle(isInferred: true)
  }
}
