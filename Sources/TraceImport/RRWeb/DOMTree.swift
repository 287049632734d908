import ScrollModel
import TextKit

/// The elements of a recorded page: their nesting and their labels.
struct DOMTree {
  /// One element or document.
  struct Node {
    var parent: Int64?
    /// `div#feed` or `ul.cards`; empty if unknown.
    var label: String
    /// Whether it is the document of the page or of a frame.
    var isDocument: Bool
    /// Whether its attribute `dir` states that it is right-to-left; nil without the attribute.
    var isRightToLeft: Bool?
    /// The recorded scroll offset of its content.
    var scroll: Point
    /// The time at which it was added to the page; nil for nodes of the snapshot.
    var added: Int64?
  }

  /// The largest number of nodes; the rest of a larger page is unknown.
  static let limit = 500_000

  private(set) var nodes: [Int64: Node] = [:]
  /// The document of the page.
  private(set) var root: Int64?
  /// Whether the page states that it is right-to-left.
  private var isRightToLeft = false

  /// Creates an empty tree.
  init() {}

  /// Creates a tree from the JSON text of a node with its children.
  init(_ node: ArraySlice<UInt8>) throws(JSONError) {
    root = try add(node, to: nil)
  }

  /// Adds a node with its children, and returns its id.
  @discardableResult
  mutating func add(_ node: ArraySlice<UInt8>, to parent: Int64?) throws(JSONError) -> Int64? {
    var walk = DOMWalk()
    let drafts = try walk.read(node)
    for draft in drafts where draft.isKept {
      guard let id = draft.id, nodes.count < Self.limit || nodes[id] != nil else { continue }
      let above = draft.parent.flatMap { drafts.indices.contains($0) ? drafts[$0].id : nil }
      nodes[id] = Node(
        parent: draft.parent == nil ? parent : above, label: draft.label,
        isDocument: draft.type == 0, isRightToLeft: draft.isRightToLeft, scroll: draft.scroll)
      if parent == nil, draft.parent == 0, draft.tag == "html" {
        isRightToLeft = draft.isRightToLeft ?? false
      }
    }
    return drafts.first?.id
  }

  /// Adds nodes that were added to the page at a time, replacing those with the same ids.
  mutating func merge(_ other: DOMTree, at time: Int64) {
    guard nodes.count < Self.limit else { return }
    nodes.merge(
      other.nodes.mapValues {
        var node = $0
        node.added = time
        return node
      }, uniquingKeysWith: { $1 })
  }

  /// Returns whether a node states that it is right-to-left, or the nearest ancestor that states a
  /// direction.
  func isRightToLeft(_ node: Int64) -> Bool {
    if node == root { return isRightToLeft }
    let stated = nearest(node) { nodes[$0]?.isRightToLeft != nil }
    return stated.flatMap { nodes[$0]?.isRightToLeft } ?? false
  }

  mutating func remove(_ id: Int64) { nodes[id] = nil }

  /// Returns the elements of the page with one of these labels, by label, in the order of their
  /// ids.
  func elements(named labels: Set<String>) -> [String: [Int64]] {
    guard let root, !labels.isEmpty else { return [:] }
    var found: [String: [Int64]] = [:]
    for (id, node) in nodes where id != root && labels.contains(node.label) {
      if lies(id, in: root) ?? false { found[node.label, default: []].append(id) }
    }
    return found.mapValues { $0.sorted() }
  }

  /// Returns whether a node is another one or inside it; nil if unknown.
  func lies(_ node: Int64, in ancestor: Int64) -> Bool? {
    var next: Int64? = node
    for _ in 0...TreeDepth.most {
      guard let id = next else { return false }
      if id == ancestor { return true }
      guard let known = nodes[id] else { return nil }
      next = known.parent
    }
    return nil
  }

  /// Returns the nearest ancestor of a node, including itself, that satisfies `isWanted`.
  func nearest(_ node: Int64, where isWanted: (Int64) -> Bool) -> Int64? {
    var next: Int64? = node
    for _ in 0...TreeDepth.most {
      guard let id = next else { return nil }
      if isWanted(id) { return id }
      next = nodes[id]?.parent
    }
    return nil
  }
}

/// The largest number of ancestors that are visited: damage can cause cycles of parents.
enum TreeDepth {
  static let most = 5000
}

/// Reads the nodes of a serialized page in the order of the text.
private struct DOMWalk {
  struct Draft {
    var id: Int64?
    var type: Int64 = 2
    /// The index of the parent among the drafts.
    var parent: Int?
    var tag = ""
    var name = ""
    var classes = ""
    var isRightToLeft: Bool?
    var scroll = Point.zero

    /// Elements and documents; text nodes are never scrolled.
    var isKept: Bool { type == 0 || type == 2 }

    var label: String {
      if type == 0 { return "document" }
      if !name.isEmpty { return "\(tag)#\(name)".shortened(to: 80) }
      let first = classes.split(separator: " ").prefix(2)
      return ([tag] + first.map(String.init)).joined(separator: ".").shortened(to: 80)
    }
  }

  /// The kind of an open container.
  private enum Context {
    case node(Int)
    case attributes(Int)
    case children(Int)
  }

  private var drafts: [Draft] = []
  private var contexts: [Context] = []

  init() {}

  mutating func read(_ text: ArraySlice<UInt8>) throws(JSONError) -> [Draft] {
    var tokens = JSONTokens(text)
    guard case .beginObject? = try tokens.next() else { return [] }
    drafts = [Draft()]
    contexts = [.node(0)]
    while let context = contexts.last {
      switch context {
      case .node(let index): try readMember(of: index, &tokens)
      case .attributes(let index): try readAttribute(of: index, &tokens)
      case .children(let index): try readChild(of: index, &tokens)
      }
    }
    return drafts
  }

  private mutating func readMember(of index: Int, _ tokens: inout JSONTokens) throws(JSONError) {
    guard case .key(let key)? = try tokens.next() else {
      contexts.removeLast()
      return
    }
    switch key {
    case "id": drafts[index].id = JSONScanner.whole(try tokens.rawValue())
    case "type": drafts[index].type = JSONScanner.whole(try tokens.rawValue()) ?? 2
    case "tagName": drafts[index].tag = JSONScanner.text(try tokens.rawValue()) ?? ""
    case "attributes": try open(.attributes(index), isObject: true, &tokens)
    case "childNodes": try open(.children(index), isObject: false, &tokens)
    default: _ = try tokens.rawValue()
    }
  }

  /// Enters the next container, or skips a value of another kind.
  private mutating func open(
    _ context: Context, isObject: Bool, _ tokens: inout JSONTokens
  ) throws(JSONError) {
    let depth = tokens.depth
    switch try tokens.next() {
    case .beginObject where isObject: contexts.append(context)
    case .beginArray where !isObject: contexts.append(context)
    case .beginObject, .beginArray: try tokens.leave(toDepth: depth)
    default: break
    }
  }

  private mutating func readAttribute(
    of index: Int, _ tokens: inout JSONTokens
  ) throws(JSONError) {
    guard case .key(let key)? = try tokens.next() else {
      contexts.removeLast()
      return
    }
    let value = try tokens.rawValue()
    switch key {
    case "id": drafts[index].name = JSONScanner.text(value) ?? ""
    case "class": drafts[index].classes = JSONScanner.text(value) ?? ""
    case "dir":
      let direction = JSONScanner.text(value)?.lowercased()
      if direction == "rtl" || direction == "ltr" {
        drafts[index].isRightToLeft = direction == "rtl"
      }
    case "rr_scrollTop":
      drafts[index].scroll = Point(
        x: drafts[index].scroll.x, y: JSONScanner.number(value) ?? 0)
    case "rr_scrollLeft":
      drafts[index].scroll = Point(
        x: JSONScanner.number(value) ?? 0, y: drafts[index].scroll.y)
    default: break
    }
  }

  private mutating func readChild(of index: Int, _ tokens: inout JSONTokens) throws(JSONError) {
    let depth = tokens.depth
    switch try tokens.next() {
    case .beginObject:
      guard drafts.count < DOMTree.limit else { return try tokens.leave(toDepth: depth) }
      drafts.append(Draft(parent: index))
      contexts.append(.node(drafts.count - 1))
    case .beginArray: try tokens.leave(toDepth: depth)
    case .string, .scalar: break
    case .endArray, .endObject, .key, nil: contexts.removeLast()
    }
  }
}
