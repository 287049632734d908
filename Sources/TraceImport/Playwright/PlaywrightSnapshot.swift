import ScrollModel
import TextKit

/// The elements of one frame that are scrolled, from one snapshot to the next.
///
/// A snapshot repeats nothing that did not change: `[[2, 17]]` stands for the 17th node of the
/// snapshot before the last. Nodes count behind their children, references do not count; that is
/// Playwright's own way (`snapshotRenderer.ts`).
struct PlaywrightFrame {
  /// One scrolled element.
  struct Scroller: Hashable {
    var label: String
    var offset: Point
  }

  /// What has to be remembered of one snapshot.
  private struct Snapshot {
    /// For each node, the number of the first node inside it, or its own.
    var first: [Int32] = []
    var scrollers: [(node: Int32, scroller: Scroller)] = []
    /// References, each with the number of nodes in front of it.
    var references: [(node: Int32, back: Int64, index: Int64)] = []
  }

  /// How many nodes are remembered in all.
  private static let limit = 4_000_000
  /// How many references one snapshot may lead to.
  private static let visitLimit = 200_000

  private var snapshots: [Snapshot] = []
  /// How many of the oldest were forgotten.
  private var forgotten = 0
  private var nodeCount = 0

  init() {}

  /// Takes in the nodes of a snapshot, and returns what is scrolled in it.
  ///
  /// `isWhole` is false where a reference led to a snapshot that is not known.
  mutating func take(
    _ html: ArraySlice<UInt8>
  ) throws(JSONError) -> (scrollers: [Scroller], isWhole: Bool) {
    let snapshot = try Self.read(html)
    nodeCount += snapshot.first.count
    snapshots.append(snapshot)
    while nodeCount > Self.limit, snapshots.count > 1 {
      nodeCount -= snapshots.removeFirst().first.count
      forgotten += 1
    }
    return collect()
  }

  /// Takes in that a snapshot was lost, so that the numbers of the others stay right.
  mutating func lose() { snapshots.append(Snapshot()) }

  private func collect() -> (scrollers: [Scroller], isWhole: Bool) {
    var found: [Scroller] = []
    var isWhole = true
    var visits = 0
    let last = snapshots.count - 1
    var pending = [(snapshot: last, first: Int32(0), end: Int32.max)]
    while let next = pending.popLast() {
      visits += 1
      guard visits <= Self.visitLimit else { return (found, false) }
      let snapshot = snapshots[next.snapshot]
      for (node, scroller) in snapshot.scrollers where node >= next.first && node <= next.end {
        found.append(scroller)
      }
      for (node, back, index) in snapshot.references where node >= next.first && node <= next.end {
        let (place, overflow) = Int64(next.snapshot).subtractingReportingOverflow(back)
        guard back > 0, !overflow, place >= 0, let place = Int(exactly: place),
          let index = Int(exactly: index), snapshots[place].first.indices.contains(index)
        else {
          isWhole = false
          continue
        }
        pending.append((place, snapshots[place].first[index], Int32(clamping: index)))
      }
    }
    return (found, isWhole)
  }

  // MARK: Reading

  /// What an open array is.
  private struct Open {
    /// The number of nodes before it.
    var first: Int32
    /// How many elements it has had.
    var count = 0
    var tag = ""
    var name = ""
    var classes = ""
    var top: Double?
    var left: Double?

    var label: String {
      let tag = tag.lowercased()
      if tag == "html" { return "document" }
      if !name.isEmpty { return "\(tag)#\(name)".shortened(to: 80) }
      let first = classes.split(separator: " ").prefix(2)
      return ([tag] + first.map(String.init)).joined(separator: ".").shortened(to: 80)
    }
  }

  private static func read(_ html: ArraySlice<UInt8>) throws(JSONError) -> Snapshot {
    var snapshot = Snapshot()
    var open: [Open] = []
    var tokens = JSONTokens(html)
    while let token = try tokens.next() {
      let number = Int32(clamping: snapshot.first.count)
      switch token {
      case .beginArray:
        if let last = open.indices.last, open[last].count == 0 {
          // A reference: the array that holds this one is no node.
          if let reference = try readReference(&tokens) {
            snapshot.references.append((number, reference.back, reference.index))
          }
          try tokens.leave(toDepth: open.count - 1)
          open.removeLast()
        } else {
          open.append(Open(first: number))
          continue
        }
      case .beginObject:
        if let last = open.indices.last { try readAttributes(&tokens, &open[last]) }
      case .string(let text):
        guard let last = open.indices.last, open[last].count == 0 else {
          snapshot.first.append(number)
          break
        }
        open[last].tag = JSONScanner.text(text) ?? ""
      case .endArray:
        guard let element = open.popLast() else { break }
        if element.top != nil || element.left != nil {
          let offset = Point(x: element.left ?? 0, y: element.top ?? 0)
          snapshot.scrollers.append((number, Scroller(label: element.label, offset: offset)))
        }
        snapshot.first.append(element.first)
      case .scalar, .key, .endObject: break
      }
      if let last = open.indices.last { open[last].count += 1 }
    }
    return snapshot
  }

  /// Reads `2, 17]` of a reference whose inner bracket was read.
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
