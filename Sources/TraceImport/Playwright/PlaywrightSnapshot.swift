import ScrollModel
import TextKit

/// The scrolled elements of one frame, from one snapshot to the next.
///
/// A snapshot contains only changes: `[[2, 17]]` refers to the 17th node of the snapshot before the
/// last. Nodes are counted after their children, references are not counted. This is Playwright's
/// own scheme (`snapshotRenderer.ts`).
struct PlaywrightFrame {
  /// One scrolled element.
  struct Scroller: Hashable {
    var label: String
    /// The index among the elements with this label, in the order of occurrence.
    var number: Int
    var offset: Point
  }

  /// The label of elements of a frame.
  private struct Label {
    var text: String
    /// Whether one of them was ever scrolled; only those are counted.
    var isScrolled = false
  }

  /// A node of a snapshot.
  private struct Node {
    /// The index of the first node inside it, or its own.
    var first: Int32
    /// The index of the first reference inside it, or after it.
    var firstReference: Int32
    /// The index of its label in the frame; nil for text.
    var label: Int32?
  }

  /// The data of one snapshot that later ones refer to.
  private struct Snapshot {
    var nodes: [Node] = []
    var offsets: [Int32: Point] = [:]
    /// References, each with the number of nodes before it.
    var references: [(node: Int32, back: Int64, index: Int64)] = []
  }

  /// The largest total number of nodes.
  private static let limit = 4_000_000
  /// The largest number of nodes and references that one snapshot may visit.
  private static let visitLimit = 500_000

  private var snapshots: [Snapshot] = []
  private var nodeCount = 0
  private var labels: [Label] = []
  private var labelPlaces: [String: Int32] = [:]
  private var namesakes: [Int32: Namesakes] = [:]

  init() {}

  /// Handles the nodes of a snapshot, and returns its scrolled elements.
  ///
  /// `isWhole` is false if a reference led to an unknown snapshot. In quirks mode, for pages
  /// without a doctype, the body has the offset of the page.
  mutating func take(
    _ html: ArraySlice<UInt8>, inQuirksMode: Bool
  ) throws(JSONError) -> (scrollers: [Scroller], isWhole: Bool) {
    let snapshot = try read(html, inQuirksMode)
    nodeCount += snapshot.nodes.count
    snapshots.append(snapshot)
    while nodeCount > Self.limit, snapshots.count > 1 {
      nodeCount -= snapshots.removeFirst().nodes.count
    }
    var walk = Walk(labels: labels)
    walk.run(snapshots, limit: Self.visitLimit)
    return (number(walk), walk.isWhole)
  }

  /// Records that a snapshot was lost, so that the numbers of the others stay correct.
  mutating func lose() { snapshots.append(Snapshot()) }

  /// Removes the snapshots, because nothing refers to them any more.
  mutating func beginMember() {
    snapshots = []
    nodeCount = 0
  }

  // MARK: Following references

  /// A traversal of a snapshot's nodes in document order.
  private struct Walk {
    private struct Range {
      var snapshot: Int
      var node: Int32
      var reference: Int32
      var end: Int32
    }

    var found: [(label: Int32, rank: Int32, offset: Point)] = []
    /// The number of elements of each label that is ever scrolled.
    var counts: [Int32: Int32] = [:]
    var isWhole = true
    private let labels: [Label]

    init(labels: [Label]) { self.labels = labels }

    mutating func run(_ snapshots: [Snapshot], limit: Int) {
      var open = [Range(snapshot: snapshots.count - 1, node: 0, reference: 0, end: .max)]
      for _ in 0..<limit {
        guard let last = open.indices.last else { return }
        let snapshot = snapshots[open[last].snapshot]
        let (node, reference) = (Int(open[last].node), Int(open[last].reference))
        if snapshot.references.indices.contains(reference),
          snapshot.references[reference].node <= min(open[last].node, open[last].end)
        {
          open[last].reference += 1
          if let next = follow(snapshot.references[reference], of: open[last].snapshot, snapshots) {
            open.append(next)
          } else {
            isWhole = false
          }
        } else if node <= open[last].end, snapshot.nodes.indices.contains(node) {
          open[last].node += 1
          take(snapshot, node)
        } else {
          open.removeLast()
        }
      }
      isWhole = false
    }

    private func follow(
      _ reference: (node: Int32, back: Int64, index: Int64), of snapshot: Int,
      _ snapshots: [Snapshot]
    ) -> Range? {
      let (place, overflow) = Int64(snapshot).subtractingReportingOverflow(reference.back)
      guard reference.back > 0, !overflow, place >= 0, let place = Int(exactly: place),
        let index = Int32(exactly: reference.index),
        snapshots[place].nodes.indices.contains(Int(index))
      else { return nil }
      let node = snapshots[place].nodes[Int(index)]
      return Range(
        snapshot: place, node: node.first, reference: node.firstReference, end: index)
    }

    private mutating func take(_ snapshot: Snapshot, _ node: Int) {
      guard let label = snapshot.nodes[node].label, labels[Int(label)].isScrolled else { return }
      let rank = (counts[label] ?? 0) + 1
      counts[label] = rank
      guard let offset = snapshot.offsets[Int32(clamping: node)] else { return }
      found.append((label, rank, offset))
    }
  }

  /// Elements with the same label, some of which are scrolled.
  private struct Namesakes {
    /// The number of them in the last snapshot.
    var count: Int32 = 0
    /// The rank of each scroller among them, by its number; 0 for removed ones.
    var ranks: [Int32] = []
    /// The numbers of those that were scrolled in the last snapshot with any.
    var latest: [Int] = []

    /// Returns the numbers of those that are currently scrolled.
    mutating func take(_ found: [Int32], of count: Int32) -> [Int] {
      defer { self.count = count }
      if self.count != count, found.count == latest.count {
        // Some were added or removed, but the order of scrolled ones is unchanged.
        for (number, rank) in zip(latest, found) {
          for other in ranks.indices where ranks[other] == rank { ranks[other] = 0 }
          ranks[number] = rank
        }
        return latest
      }
      latest = found.map { rank in
        if let number = ranks.firstIndex(of: rank) { return number }
        ranks.append(rank)
        return ranks.count - 1
      }
      return latest
    }
  }

  private mutating func number(_ walk: Walk) -> [Scroller] {
    var ranks: [Int32: [Int32]] = [:]
    for scroller in walk.found { ranks[scroller.label, default: []].append(scroller.rank) }
    var numbers: [Int32: [Int]] = [:]
    for (label, ranks) in ranks {
      let found = namesakes[label, default: Namesakes()].take(ranks, of: walk.counts[label] ?? 0)
      numbers[label] = found.reversed()
    }
    return walk.found.compactMap { label, _, offset in
      guard let number = numbers[label]?.popLast() else { return nil }
      return Scroller(label: labels[Int(label)].text, number: number + 1, offset: offset)
    }
  }

  // MARK: Reading

  /// The state of an open array.
  private struct Open {
    /// The number of nodes before it.
    var first: Int32
    /// The number of references before it.
    var firstReference: Int32
    /// The number of its elements so far.
    var count = 0
    var tag = ""
    var name = ""
    var classes = ""
    var top: Double?
    var left: Double?

    func label(inQuirksMode: Bool) -> String {
      let tag = tag.lowercased()
      let isScrolled = top != nil || left != nil
      if tag == "html" || (inQuirksMode && tag == "body" && isScrolled) { return "document" }
      if !name.isEmpty { return "\(tag)#\(name)".shortened(to: 80) }
      let first = classes.split(separator: " ").prefix(2)
      return ([tag] + first.map(String.init)).joined(separator: ".").shortened(to: 80)
    }
  }

  private mutating func read(
    _ html: ArraySlice<UInt8>, _ inQuirksMode: Bool
  ) throws(JSONError) -> Snapshot {
    var snapshot = Snapshot()
    var open: [Open] = []
    var tokens = JSONTokens(html)
    while let token = try tokens.next() {
      let number = Int32(clamping: snapshot.nodes.count)
      let reference = Int32(clamping: snapshot.references.count)
      switch token {
      case .beginArray:
        if let last = open.indices.last, open[last].count == 0 {
          // A reference: its enclosing array is no node.
          if let reference = try Self.readReference(&tokens) {
            snapshot.references.append((number, reference.back, reference.index))
          }
          try tokens.leave(toDepth: open.count - 1)
          open.removeLast()
        } else {
          open.append(Open(first: number, firstReference: reference))
          continue
        }
      case .beginObject:
        if let last = open.indices.last { try Self.readAttributes(&tokens, &open[last]) }
      case .string(let text):
        guard let last = open.indices.last, open[last].count == 0 else {
          snapshot.nodes.append(Node(first: number, firstReference: reference))
          break
        }
        open[last].tag = JSONScanner.text(text) ?? ""
      case .endArray:
        guard let element = open.popLast() else { break }
        let label = place(of: element.label(inQuirksMode: inQuirksMode))
        if element.top != nil || element.left != nil {
          labels[Int(label)].isScrolled = true
          snapshot.offsets[number] = Point(x: element.left ?? 0, y: element.top ?? 0)
        }
        snapshot.nodes.append(
          Node(first: element.first, firstReference: element.firstReference, label: label))
      case .scalar, .key, .endObject: break
      }
      if let last = open.indices.last { open[last].count += 1 }
    }
    return snapshot
  }

  private mutating func place(of label: String) -> Int32 {
    if let place = labelPlaces[label] { return place }
    let place = Int32(clamping: labels.count)
    labels.append(Label(text: label))
    labelPlaces[label] = place
    return place
  }

  /// Reads `2, 17]` of a reference after its inner bracket.
  private static func readReference(
    _ tokens: inout JSONTokens
  ) throws(JSONError) -> (back: Int64, index: Int64)? {
    guard case .scalar(let back)? = try tokens.next(),
      case .scalar(let index)? = try tokens.next(),
      let back = JSONScanner.whole(back), let index = JSONScanner.whole(index)
    else { return nil }
    return (back, index)
  }

  private static func readAttributes(
    _ tokens: inout JSONTokens, _ open: inout Open
  ) throws(JSONError) {
    while case .key(let key)? = try tokens.next() {
      let value = try tokens.rawValue()
      switch key {
      case "id": open.name = JSONScanner.text(value) ?? ""
      case "class": open.classes = JSONScanner.text(value) ?? ""
      case "__playwright_scroll_top_": open.top = JSONScanner.number(value)
      case "__playwright_scroll_left_": open.left = JSONScanner.number(value)
      default: break
      }
    }
  }
}
