import ScrollModel
import TextKit

// The traces of a page: first the document's, then one for each scroller in order of occurrence.

extension RRWebPage {
  /// Adds an event to a trace, after events that are held for a finger.
  mutating func add<Sink: TraceSink>(
    _ event: TraceEvent, at time: Int64, to index: Int, _ byte: Int64,
    _ tally: inout DiagnosticSummary, _ sink: inout Sink
  ) throws {
    if contacts.isEmpty {
      contacts.pass(at: time)
      return try deliver(event, at: time, to: index, byte, &tally, &sink)
    }
    contacts.wait(event, at: time, trace: index, byte: byte)
    try drainContacts(isForced: false, &tally, &sink)
  }

  mutating func deliver<Sink: TraceSink>(
    _ event: TraceEvent, at time: Int64, to index: Int, _ byte: Int64,
    _ tally: inout DiagnosticSummary, _ sink: inout Sink
  ) throws {
    guard scrollers.indices.contains(index) else { return }
    if try scrollers[index].trace.append(event, at: time, byte: byte, &tally, into: &sink) {
      eventCount += 1
    }
  }

  /// A frame of a scroller; only the document has a known container, the window.
  func frame(_ offset: Point, _ index: Int) -> GeometryFrame {
    GeometryFrame(
      offset: offset,
      geometry: index == 0 ? FrameGeometry(containerSize: size) : .unknown)
  }

  /// The node of the page; the first one without a snapshot.
  var rootID: Int64 { tree.root ?? 1 }

  /// Returns the trace of the document, which is always the first of its page.
  mutating func document<Sink: TraceSink>(_ sink: inout Sink) throws -> Int {
    guard scrollers.isEmpty else { return 0 }
    let name = number == 1 ? "document" : "page \(number) document"
    let trace = try MonotonicTraceWriter(information(name, parent: nil, node: nil), in: &sink)
    scrollers.append(Scroller(node: nil, label: "document", name: name, trace: trace))
    scrollers[0].trace.lost = pendingLosses
    return 0
  }

  /// Returns the trace of a scrolled node; nil if there are too many.
  mutating func scroller<Sink: TraceSink>(
    for node: Int64, _ sink: inout Sink
  ) throws -> Int? {
    if node == rootID { return try document(&sink) }
    if let index = indices[node] { return index }
    let known = tree.nodes[node]
    if let label = known?.label, former[label] != nil {
      settleLate(label)
      if let index = indices[node] { return index }
    }
    return scrollers.count < Self.limit ? try begin(node, known, &sink) : nil
  }

  /// Begins the trace of a node, after those of scrollers around it that move later.
  private mutating func begin<Sink: TraceSink>(
    _ node: Int64, _ known: DOMTree.Node?, _ sink: inout Sink
  ) throws -> Int {
    _ = try document(&sink)
    var waiting: [Int64] = []
    var around = known?.parent.flatMap { nearestMoved($0) }
    while let id = around, indices[id] == nil, id != node, !waiting.contains(id),
      scrollers.count + waiting.count + 1 < Self.limit
    {
      waiting.append(id)
      around = tree.nodes[id]?.parent.flatMap { nearestMoved($0) }
    }
    var parent = around.flatMap { indices[$0] } ?? 0
    for id in waiting.reversed() { parent = try begin(id, tree.nodes[id], in: parent, &sink) }
    return try begin(node, known, in: parent, &sink)
  }

  /// Returns the nearest scrolled ancestor of a node, including itself; nil for the page.
  private func nearestMoved(_ node: Int64) -> Int64? {
    let found = tree.nearest(node) { id in
      id == rootID || indices[id] != nil
        // A scroller that may have another id in a new snapshot is no new scroller.
        || (scrolled.contains(id) && tree.nodes[id].map { former[$0.label] == nil } ?? false)
    }
    return found == rootID ? nil : found
  }

  private mutating func begin<Sink: TraceSink>(
    _ node: Int64, _ known: DOMTree.Node?, in parent: Int, _ sink: inout Sink
  ) throws -> Int {
    let label = known?.label ?? ""
    var name = label.isEmpty ? "node \(node)" : label
    if number > 1 { name = "page \(number) \(name)" }
    if scrollers.contains(where: { $0.name == name }) { name += " [\(node)]" }
    let information = information(name, parent: scrollers[parent].name, node: node)
    var trace = try MonotonicTraceWriter(information, in: &sink)
    trace.lost = pendingLosses
    scrollers.append(Scroller(node: node, label: label, name: name, trace: trace))
    let index = scrollers.count - 1
    indices[node] = index
    if let known, hasSnapshot {
      // The snapshot contains only nonzero offsets; all others were zero.
      var tally = DiagnosticSummary()
      try deliver(
        .observation(.frame(GeometryFrame(offset: known.scroll))),
        at: known.added ?? snapshotTime, to: index, 0, &tally, &sink)
    }
    return index
  }

  /// Returns the trace of the innermost scroller around a node; the document's if unknown.
  mutating func nearestScroller<Sink: TraceSink>(
    of node: Int64, _ sink: inout Sink
  ) throws -> Int {
    var found = tree.nearest(node) { indices[$0] != nil || scrolled.contains($0) }
    // Without a snapshot the nesting is unknown; a page's only scroller is a good guess.
    if found == nil, tree.nodes.isEmpty, scrolled.count == 1 { found = scrolled.first }
    if let found, let index = try scroller(for: found, &sink) { return index }
    return try document(&sink)
  }

  func information(_ name: String, parent: String?, node: Int64?) -> TraceInformation {
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
