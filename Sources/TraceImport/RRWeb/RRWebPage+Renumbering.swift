import ScrollModel

// A recorder that takes another snapshot of a page numbers the elements anew.

/// The elements of one label before the last snapshot.
struct FormerElements {
  /// Their numbers, which grow in the order of the page.
  var ids: [Int64]
  /// The places of the scrollers with that label.
  var scrollers: [Int]
}

extension RRWebPage {
  /// Looks for the scrollers of a page in its new snapshot.
  ///
  /// What a snapshot has none of, such as the content of a frame, may be added behind it.
  mutating func renumber(from old: DOMTree) {
    var places: [String: [Int]] = [:]
    for (place, scroller) in scrollers.enumerated() where scroller.node != nil {
      places[scroller.label, default: []].append(place)
    }
    // Of elements that no tree knew there is nothing but the number.
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

  /// Gives the scrollers of a label the elements that they are now.
  ///
  /// Those are the ones with the same numbers, or with the same ranks, or the only one. Where none
  /// of that is sure, a scroller ends.
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

  /// Looks for a scroller whose elements were added behind the snapshot.
  mutating func settleLate(_ label: String) {
    settle(label, tree.elements(named: [label])[label] ?? [])
  }
}
