import ScrollModel
import TextKit

/// The traces of one page of a recording: its document and every scrolled element.
struct RRWebPage {
  /// One scroller.
  struct Scroller {
    var node: Int64?
    var label: String
    var name: String
    var trace: MonotonicTraceWriter
    /// Its last offset, if known.
    var offset: Point?
  }

  /// The largest number of tracked elements of a page.
  static let limit = 4096
  /// An offset that a bounce beyond the start does not reach.
  private static let longestBounce = -160.0

  let number: Int
  var href: String
  var hasSnapshot = false
  var eventCount: Int64 = 0
  /// The elements that are known to scroll.
  var scrolled: Set<Int64> = []
  let origin: Int64
  var tree = DOMTree()
  var snapshotTime: Int64 = 0
  var size: Size?
  var scrollers: [Scroller] = []
  var indices: [Int64: Int] = [:]
  /// By label, the scrollers before the last snapshot that have not been found again.
  var former: [String: FormerElements] = [:]
  var contacts = ContactQueue()
  var pendingLosses: Int64 = 0

  init(number: Int, href: String, origin: Int64) {
    self.number = number
    self.href = href
    self.origin = origin
  }

  /// Sets the URL of a page with earlier records.
  mutating func adopt(_ href: String) {
    if self.href.isEmpty { self.href = href }
  }

  // MARK: Events

  /// Starts the page with the size of its window.
  mutating func begin<Sink: TraceSink>(
    _ size: Size?, at time: Int64, _ byte: Int64, _ tally: inout DiagnosticSummary,
    into sink: inout Sink
  ) throws {
    self.size = size
    _ = try document(&sink)
    guard let size else { return }
    try add(
      .input(.container(ContainerChange(size: size))), at: time, to: 0, byte, &tally, &sink)
  }

  /// Handles a resize of the window.
  mutating func resize<Sink: TraceSink>(
    _ size: Size?, at time: Int64, _ byte: Int64, _ tally: inout DiagnosticSummary,
    into sink: inout Sink
  ) throws {
    guard let size, size != self.size else { return }
    self.size = size
    try add(
      .input(.container(ContainerChange(size: size))), at: time, to: 0, byte, &tally, &sink)
    // The size of an inner scroller is not recorded, but its possible change is noted.
    let text = "\(size.width) x \(size.height)"
    for index in scrollers.indices.dropFirst() {
      try add(
        .observation(.annotation(Annotation(kind: "viewport", text: text))), at: time, to: index,
        byte, &tally, &sink)
    }
  }

  /// Handles an event in the order of time.
  mutating func take<Sink: TraceSink>(
    _ event: RRWebEvent, at time: Int64, _ byte: Int64, _ tally: inout DiagnosticSummary,
    into sink: inout Sink
  ) throws {
    try settleContacts(before: time, &tally, &sink)
    switch event {
    case .meta, .loaded, .lost: break
    case .snapshot(let tree, let offset):
      try takeSnapshot(tree, offset, at: time, byte, &tally, &sink)
    case .mutation(let mutation): try takeMutation(mutation, at: time, byte, &tally, &sink)
    case .touch(let touch): try takeTouch(touch, at: time, byte, &tally, &sink)
    case .mouse(let name, let node, let point):
      let text = "\(name) \(point.x) \(point.y)"
      try add(
        .observation(.annotation(Annotation(kind: "mouse", text: text))), at: time,
        to: try nearestScroller(of: node, &sink), byte, &tally, &sink)
    case .scroll(let node, let point):
      guard let index = try scroller(for: node, &sink) else {
        return try tally.report(
          "too-many-scrollers", .dataLoss, byte: byte,
          "more than \(Self.limit) elements of one page are scrolled; the others were left out",
          into: &sink)
      }
      contacts.decide(index) { [tree, root = rootID] contact in
        node == root || (tree.lies(contact, in: node) ?? true)
      }
      scrollers[index].offset = point
      let isStated = tree.isRightToLeft(node)
      scrollers[index].trace.expectRightToLeft(below: isStated ? -1 : Self.longestBounce)
      try add(.observation(.frame(frame(point, index))), at: time, to: index, byte, &tally, &sink)
    case .viewport(let size): try resize(size, at: time, byte, &tally, into: &sink)
    case .custom(let text):
      try add(
        .observation(.annotation(Annotation(kind: "custom", text: text))), at: time, to: 0, byte,
        &tally, &sink)
    }
  }

  mutating func takeSnapshot<Sink: TraceSink>(
    _ tree: DOMTree, _ offset: Point?, at time: Int64, _ byte: Int64,
    _ tally: inout DiagnosticSummary, _ sink: inout Sink
  ) throws {
    let old = self.tree
    self.tree = tree
    if hasSnapshot { renumber(from: old) }
    snapshotTime = time
    hasSnapshot = true
    try showScrolled(at: time, byte, &tally, &sink)
    guard let offset else { return }
    try add(.observation(.frame(frame(offset, 0))), at: time, to: 0, byte, &tally, &sink)
  }

  /// Adds frames for scrollers whose offset in a snapshot differs from the last scroll: the
  /// throttle may have dropped its end.
  private mutating func showScrolled<Sink: TraceSink>(
    at time: Int64, _ byte: Int64, _ tally: inout DiagnosticSummary, _ sink: inout Sink
  ) throws {
    for index in scrollers.indices.dropFirst() {
      // A missing offset in the snapshot means zero, or that the recorder stores none.
      guard let known = scrollers[index].node.flatMap({ tree.nodes[$0]?.scroll }), known != .zero,
        let last = scrollers[index].offset,
        max((known.x - last.x).magnitude, (known.y - last.y).magnitude) >= 1
      else { continue }
      scrollers[index].offset = known
      try add(.observation(.frame(frame(known, index))), at: time, to: index, byte, &tally, &sink)
    }
  }

  mutating func takeMutation<Sink: TraceSink>(
    _ mutation: RRWebEvent.Mutation, at time: Int64, _ byte: Int64,
    _ tally: inout DiagnosticSummary, _ sink: inout Sink
  ) throws {
    for node in mutation.removed where mutation.added.nodes[node] == nil { tree.remove(node) }
    tree.merge(mutation.added, at: time)
    guard mutation.addCount + mutation.removed.count > 0 else { return }
    var index = 0
    for parent in mutation.parents {
      index = try nearestScroller(of: parent, &sink)
      if index > 0 { break }
    }
    let text = "added \(mutation.addCount), removed \(mutation.removed.count)"
    try add(
      .observation(.annotation(Annotation(kind: "dom-mutation", text: text))), at: time, to: index,
      byte, &tally, &sink)
  }

  /// Records that records were lost.
  mutating func lose() {
    pendingLosses += 1
    for index in scrollers.indices { scrollers[index].trace.lost += 1 }
  }

  /// Ends the page: contacts that are still down are lifted.
  mutating func finish<Sink: TraceSink>(
    _ tally: inout DiagnosticSummary, into sink: inout Sink
  ) throws {
    contacts.closeAll()
    try drainContacts(isForced: true, &tally, &sink)
    for index in scrollers.indices { try scrollers[index].trace.finish(into: &sink) }
  }

  // MARK: Contacts

  mutating func takeTouch<Sink: TraceSink>(
    _ touch: RRWebEvent.Touch, at time: Int64, _ byte: Int64, _ tally: inout DiagnosticSummary,
    _ sink: inout Sink
  ) throws {
    if !contacts.take(touch, at: time, byte: byte) {
      try tally.report(
        "late-touch", .notice, byte: byte,
        "a touch came after its finger was lifted; it was left out", into: &sink)
    }
    try drainContacts(isForced: false, &tally, &sink)
  }

  mutating func settleContacts<Sink: TraceSink>(
    before time: Int64, _ tally: inout DiagnosticSummary, _ sink: inout Sink
  ) throws {
    contacts.expire(at: time)
    try drainContacts(isForced: false, &tally, &sink)
  }

  mutating func drainContacts<Sink: TraceSink>(
    isForced: Bool, _ tally: inout DiagnosticSummary, _ sink: inout Sink
  ) throws {
    while let next = contacts.next(isForced: isForced) {
      switch next.item {
      case .event(let event, let index):
        try deliver(event, at: next.time, to: index, next.byte, &tally, &sink)
      case .touch(let sample, let contact, let repair):
        let index =
          try contacts.trace(of: contact)
          ?? nearestScroller(of: contacts.node(of: contact) ?? sample.node, &sink)
        contacts.assign(contact, to: index)
        if let repair {
          try scrollers[index].trace.repair(repair.kind, repair.text, at: next.time, into: &sink)
          try tally.report(repair.kind, .notice, byte: next.byte, repair.text, into: &sink)
        }
        let touch = TouchSample(
          pointer: sample.pointer, phase: sample.phase, position: sample.position)
        try deliver(.input(.touch(touch)), at: next.time, to: index, next.byte, &tally, &sink)
      }
    }
  }
}
