import ScrollModel
import TextKit

/// The traces of one page of a recording: its document and every element that is scrolled in it.
struct RRWebPage {
  /// One scroller.
  private struct Scroller {
    var node: Int64?
    var label: String
    var name: String
    var trace: CheckedTrace
  }

  /// How many elements of a page are followed.
  private static let limit = 4096

  let number: Int
  private(set) var href: String
  private(set) var hasSnapshot = false
  private(set) var eventCount: Int64 = 0
  /// The elements that are known to be scrolled.
  var scrolled: Set<Int64> = []
  private let origin: Int64
  private var tree = DOMTree()
  private var snapshotTime: Int64 = 0
  private var size: Size?
  private var scrollers: [Scroller] = []
  private var indices: [Int64: Int] = [:]
  private var contacts = ContactQueue()
  private var pendingLosses: Int64 = 0

  init(number: Int, href: String, origin: Int64) {
    self.number = number
    self.href = href
    self.origin = origin
  }

  /// Takes in the address of a page of which something was recorded before.
  mutating func adopt(_ href: String) {
    if self.href.isEmpty { self.href = href }
  }

  // MARK: Events

  /// Starts the page with the size of its window.
  mutating func begin<Sink: TraceSink>(
    _ size: Size?, at time: Int64, _ byte: Int64, _ tally: inout DiagnosticTally,
    into sink: inout Sink
  ) throws {
    self.size = size
    _ = try document(&sink)
    guard let size else { return }
    try add(
      .input(.container(ContainerChange(size: size))), at: time, to: 0, byte, &tally, &sink)
  }

  /// Takes in a change of the window's size.
  mutating func resize<Sink: TraceSink>(
    _ size: Size?, at time: Int64, _ byte: Int64, _ tally: inout DiagnosticTally,
    into sink: inout Sink
  ) throws {
    guard let size, size != self.size else { return }
    self.size = size
    try add(
      .input(.container(ContainerChange(size: size))), at: time, to: 0, byte, &tally, &sink)
    // The size of an inner scroller is not recorded; that it may have changed is worth knowing.
    let text = "\(size.width) x \(size.height)"
    for index in scrollers.indices.dropFirst() {
      try add(
        .observation(.annotation(Annotation(kind: "viewport", text: text))), at: time, to: index,
        byte, &tally, &sink)
    }
  }

  /// Takes in an event in the order of time.
  mutating func take<Sink: TraceSink>(
    _ event: RRWebEvent, at time: Int64, _ byte: Int64, _ tally: inout DiagnosticTally,
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
      try add(.observation(.frame(frame(point, index))), at: time, to: index, byte, &tally, &sink)
    case .viewport(let size): try resize(size, at: time, byte, &tally, into: &sink)
    case .custom(let text):
      try add(
        .observation(.annotation(Annotation(kind: "custom", text: text))), at: time, to: 0, byte,
        &tally, &sink)
    }
  }

  private mutating func takeSnapshot<Sink: TraceSink>(
    _ tree: DOMTree, _ offset: Point?, at time: Int64, _ byte: Int64,
    _ tally: inout DiagnosticTally, _ sink: inout Sink
  ) throws {
    self.tree = tree
    snapshotTime = time
    hasSnapshot = true
    guard let offset else { return }
    try add(.observation(.frame(frame(offset, 0))), at: time, to: 0, byte, &tally, &sink)
  }

  private mutating func takeMutation<Sink: TraceSink>(
    _ mutation: RRWebEvent.Mutation, at time: Int64, _ byte: Int64,
    _ tally: inout DiagnosticTally, _ sink: inout Sink
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

  /// Takes in that records were lost.
  mutating func lose() {
    pendingLosses += 1
    for index in scrollers.indices { scrollers[index].trace.lost += 1 }
  }

  /// Ends the page: contacts that are still down are lifted.
  mutating func finish<Sink: TraceSink>(
    _ tally: inout DiagnosticTally, into sink: inout Sink
  ) throws {
    contacts.closeAll()
    try drainContacts(isForced: true, &tally, &sink)
    for index in scrollers.indices { try scrollers[index].trace.finish(into: &sink) }
  }

  // MARK: Contacts

  private mutating func takeTouch<Sink: TraceSink>(
    _ touch: RRWebEvent.Touch, at time: Int64, _ byte: Int64, _ tally: inout DiagnosticTally,
    _ sink: inout Sink
  ) throws {
    if !contacts.take(touch, at: time, byte: byte) {
      try tally.report(
        "late-touch", .notice, byte: byte,
        "a touch came after its finger was lifted; it was left out", into: &sink)
    }
    try drainContacts(isForced: false, &tally, &sink)
  }

  private mutating func settleContacts<Sink: TraceSink>(
    before time: Int64, _ tally: inout DiagnosticTally, _ sink: inout Sink
  ) throws {
    contacts.expire(at: time)
    try drainContacts(isForced: false, &tally, &sink)
  }

  private mutating func drainContacts<Sink: TraceSink>(
    isForced: Bool, _ tally: inout DiagnosticTally, _ sink: inout Sink
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

  // MARK: Traces

  /// Adds an event to a trace, behind what waits for a finger.
  private mutating func add<Sink: TraceSink>(
    _ event: TraceEvent, at time: Int64, to index: Int, _ byte: Int64,
    _ tally: inout DiagnosticTally, _ sink: inout Sink
  ) throws {
    if contacts.isEmpty { return try deliver(event, at: time, to: index, byte, &tally, &sink) }
    contacts.wait(event, at: time, trace: index, byte: byte)
    try drainContacts(isForced: false, &tally, &sink)
  }

  private mutating func deliver<Sink: TraceSink>(
    _ event: TraceEvent, at time: Int64, to index: Int, _ byte: Int64,
    _ tally: inout DiagnosticTally, _ sink: inout Sink
  ) throws {
    guard scrollers.indices.contains(index) else { return }
    if try scrollers[index].trace.append(event, at: time, byte: byte, &tally, into: &sink) {
      eventCount += 1
    }
  }

  /// A frame of a scroller; only the document's container is known, the window.
  private func frame(_ offset: Point, _ index: Int) -> GeometryFrame {
    GeometryFrame(
      offset: offset,
      geometry: index == 0 ? FrameGeometry(containerSize: size) : .unknown)
  }

  /// The node that stands for the page; the first one where no snapshot says so.
  private var rootID: Int64 { tree.root ?? 1 }

  /// Returns the trace of the document, which is always the first of its page.
  private mutating func document<Sink: TraceSink>(_ sink: inout Sink) throws -> Int {
    guard scrollers.isEmpty else { return 0 }
    let name = number == 1 ? "document" : "page \(number) document"
    let trace = try CheckedTrace(information(name, parent: nil, node: nil), in: &sink)
    scrollers.append(Scroller(node: nil, label: "document", name: name, trace: trace))
    scrollers[0].trace.lost = pendingLosses
    return 0
  }

  /// Returns the trace of a node that is scrolled; nil where there are too many.
  private mutating func scroller<Sink: TraceSink>(
    for node: Int64, _ sink: inout Sink
  ) throws -> Int? {
    if node == rootID { return try document(&sink) }
    if let index = indices[node] { return index }
    let known = tree.nodes[node]
    // A new snapshot may number the elements anew: then the one of the same name goes on.
    if let label = known?.label, let index = scrollers.firstIndex(where: { $0.label == label }),
      let old = scrollers[index].node, tree.nodes[old] == nil
    {
      scrollers[index].node = node
      indices[node] = index
      return index
    }
    return scrollers.count < Self.limit ? try begin(node, known, &sink) : nil
  }

  private mutating func begin<Sink: TraceSink>(
    _ node: Int64, _ known: DOMTree.Node?, _ sink: inout Sink
  ) throws -> Int {
    _ = try document(&sink)
    let label = known?.label ?? ""
    var name = label.isEmpty ? "node \(node)" : label
    if number > 1 { name = "page \(number) \(name)" }
    if scrollers.contains(where: { $0.name == name }) { name += " [\(node)]" }
    let around = known?.parent.flatMap { parent in
      tree.nearest(parent) { indices[$0] != nil }.flatMap { indices[$0] }
    }
    let information = information(name, parent: scrollers[around ?? 0].name, node: node)
    var trace = try CheckedTrace(information, in: &sink)
    trace.lost = pendingLosses
    scrollers.append(Scroller(node: node, label: label, name: name, trace: trace))
    let index = scrollers.count - 1
    indices[node] = index
    if let known, hasSnapshot {
      // The snapshot names only what was scrolled already; everything else was at its start.
      var tally = DiagnosticTally()
      try deliver(
        .observation(.frame(GeometryFrame(offset: known.scroll))),
        at: known.added ?? snapshotTime, to: index, 0, &tally, &sink)
    }
    return index
  }

  /// Returns the trace of the innermost scroller around a node; the document's where none is known.
  private mutating func nearestScroller<Sink: TraceSink>(
    of node: Int64, _ sink: inout Sink
  ) throws -> Int {
    var found = tree.nearest(node) { indices[$0] != nil || scrolled.contains($0) }
    // Without a snapshot nobody knows what lies in what; a page's only scroller is a fair guess.
    if found == nil, tree.nodes.isEmpty, scrolled.count == 1 { found = scrolled.first }
    if let found, let index = try scroller(for: found, &sink) { return index }
    return try document(&sink)
  }

  private func information(_ name: String, parent: String?, node: Int64?) -> TraceInformation {
    var information = TraceInformation(name: name, coordinateSpace: .cssPixels)
    information.parentName = parent
    information.app = href.isEmpty ? nil : href.shortened()
    information.clock = SourceClock(name: "unix_ms", origin: ClockText.milliseconds(origin))
    information.source = SourceOrigin(format: RRWebImport.name)
    information.qualities = [
      .offset: .throttled(milliseconds: 100), .touch: .throttled(milliseconds: 50),
    ]
    if node == nil { information.qualities[.geometry] = .throttled(milliseconds: 200) }
    if let node { information.setMetadata(MetadataEntry(key: "node", json: "\(node)")) }
    if !href.isEmpty {
      information.setMetadata(MetadataEntry(key: "href", json: href.shortened(to: 2000).jsonText))
    }
    if let size, let width = Int64(exactly: size.width), let height = Int64(exactly: size.height) {
      information.setMetadata(
        MetadataEntry(key: "viewport", json: #"{"width":\#(width),"height":\#(height)}"#))
    }
    return information
  }
}
