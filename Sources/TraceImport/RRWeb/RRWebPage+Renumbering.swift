import ScrollModel

// A recorder that takes another snapshot of a page assigns new ids to the elements.

/// The elements of one label before the last snapshot.
struct FormerElements {
  /// Their ids, ascending in document order.
  var ids: [Int64]
  /// The indices of the scrollers with that label.
  var scrollers: [Int]
}

extension RRWebPage {
  /// Finds the scrollers of a page in its new snapshot.
  ///
  /// Elements that are missing in the snapshot, such as the content of a frame, may be added later.
  mutating func renumber(from old: DOMTree) {
    var places: [String: [Int]] = [:]
    for (place, scroller) in scrollers.enumerated() where scroller.node != nil {
      places[scroller.label, default: []].append(place)
    }
    // Elements without a known tree have only their id.
    let unnamed = places.removeValue(forKey: "") ?? []
    indices = [:]
    for place in unnamed {
      if let node = scrollers[place].node { indices[node] = place }
    }
    let before = old.elements(named: Set(places.keys))
    let now = tree.elements(named: Set(places.keys))
    former = [:]
    for (label, places) in places {
      former[label] = FormerElements(ids: before[label] ?? [], scrollers: places)
      if let found = now[label] { settle(label, found) }
    }
  }

  /// Assigns the current elements to the scrollers of a label.
  ///
  /// They are matched by id, or by rank, or if there is only one. If none of that is certain, a
  /// scroller ends.
  mutating func settle(_ label: String, _ found: [Int64]) {
    guard let former = former.removeValue(forKey: label) else { return }
    let ranks = Dictionary(zip(former.ids, former.ids.indices)) { first, _ in first }
    let hasSameNumbers = Set(former.ids).isSubset(of: found)
    for place in former.scrollers {
      let rank = scrollers[place].node.flatMap { ranks[$0] }
      var node: Int64?
      if let rank {
        if hasSameNumbers {
          node = scrollers[place].node
        } else if former.ids.count == found.count {
          node = found[rank]
        } else if found.count == 1, former.scrollers.count == 1 {
          node = found[0]
        }
      }
      scrollers[place].node = node
      if let node { indices[node] = place }
    }
  }

  /// Finds a scroller whose elements were added after the snapshot.
  mutating func settleLate(_ label: String) {
    settle(label, tree.elements(named: [label])[label] ?? [])
  }
}
