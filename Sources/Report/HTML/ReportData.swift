import ScrollModel
import TextKit

/// The data of a page: compact JSON that cannot end its enclosing element.
///
/// Times are milliseconds, columns are differences in whole thousandths.
struct ReportData {
  /// The largest number of embedded layout targets; later layouts are omitted.
  static let targetLimit = 20_000

  let document: ReportDocument
  /// The scene of a playground, and the names of all its scenes.
  var scene: PlaygroundPage.Scene?
  var sceneNames: [String] = []

  func json() throws(NumberError) -> [UInt8] {
    var json = JSONWriter(escaping: .html)
    json.beginObject()
    try member("duration", Double(document.durationNanoseconds) / 1e6, &json)
    json.key("axis")
    json.value(document.isHorizontal ? "x" : "y")
    json.key("rtl")
    json.value(document.isRightToLeft)
    try write("tracks", document.curves, &json) { (curve, json) throws(NumberError) in
      try write(document.tracks[curve.track], &json)
    }
    try writeScene(&json)
    try writeResults(&json)
    if HTMLReport(document).hasWorkbench {
      json.key("whatIf")
      json.raw(try whatIf()[...])
    }
    if let scene { try write(scene, &json) }
    json.endObject()
    return json.bytes
  }

  private func member(
    _ name: String, _ value: Double?, _ json: inout JSONWriter
  ) throws(NumberError) {
    json.key(name)
    try number(value, &json)
  }

  func number(_ value: Double?, _ json: inout JSONWriter) throws(NumberError) {
    guard let value, value.isFinite else {
      json.null()
      return
    }
    // Thousandths are more precise than any display.
    try json.value(value.magnitude < 1e12 ? (value * 1000).rounded() / 1000 : value)
  }

  func milliseconds(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / 1e6 }

  func text(_ text: String?, _ json: inout JSONWriter) {
    if let text { json.value(ReportText.shown(text)) } else { json.null() }
  }

  func write<Element>(
    _ name: String, _ list: some Sequence<Element>, _ json: inout JSONWriter,
    _ body: (Element, inout JSONWriter) throws(NumberError) -> Void
  ) throws(NumberError) {
    json.key(name)
    json.beginArray()
    for element in list { try body(element, &json) }
    json.endArray()
  }

  private func column(_ name: String, _ values: [Double], _ json: inout JSONWriter) {
    json.key(name)
    json.beginArray()
    var last: Int64 = 0
    for value in values {
      let whole = value.isFinite ? Int64(min(max((value * 1000).rounded(), -9e15), 9e15)) : last
      json.value(whole &- last)
      last = whole
    }
    json.endArray()
  }

  private func write(_ track: ReportOutcome, _ json: inout JSONWriter) throws(NumberError) {
    let kept = Decimation.places(track.times, track.xs, track.ys)
    json.beginObject()
    json.key("name")
    text(track.name, &json)
    column("t", kept.map { milliseconds(track.times[$0]) }, &json)
    column("x", kept.map { track.xs[$0] }, &json)
    column("y", kept.map { track.ys[$0] }, &json)
    try write("phases", track.phases, &json) { (phase, json) throws(NumberError) in
      json.beginArray()
      try number(milliseconds(phase.from), &json)
      try number(milliseconds(phase.to), &json)
      json.value(phase.name)
      json.endArray()
    }
    try write("owners", track.owners, &json) { (owner, json) throws(NumberError) in
      json.beginArray()
      try number(milliseconds(owner.from), &json)
      try number(milliseconds(owner.to), &json)
      json.value(owner.name)
      json.endArray()
    }
    try write("ids", track.ids, &json) { (id, json) throws(NumberError) in
      json.beginArray()
      try number(milliseconds(id.time), &json)
      text(id.id, &json)
      json.endArray()
    }
    try write("settles", track.settles, &json) { (settle, json) throws(NumberError) in
      try write(settle, &json)
    }
    try write("rests", track.rests, &json) { (rest, json) throws(NumberError) in
      try write(rest, &json)
    }
    json.key("lens")
    if let lens = track.lens { try write(lens, &json) } else { json.null() }
    json.endObject()
  }

  /// Writes a list, because there are many: time, axis, chosen id and offset, range, candidates.
  private func write(_ rest: ReportRest, _ json: inout JSONWriter) throws(NumberError) {
    json.beginArray()
    try number(milliseconds(rest.time), &json)
    json.value(rest.isHorizontal ? "x" : "y")
    text(rest.id, &json)
    for value in [rest.place, rest.range.lowerBound, rest.range.upperBound] {
      try number(value, &json)
    }
    json.beginArray()
    for candidate in rest.candidates {
      json.beginArray()
      text(candidate.id, &json)
      try number(candidate.place, &json)
      json.endArray()
    }
    json.endArray()
    json.endArray()
  }

  private func write(_ settle: ReportSettle, _ json: inout JSONWriter) throws(NumberError) {
    json.beginObject()
    json.key("horizontal")
    json.value(settle.isHorizontal)
    try member("release", milliseconds(settle.releaseTime), &json)
    try member("rest", milliseconds(settle.restTime), &json)
    try member("offset", settle.releaseOffset, &json)
    try member("projected", settle.projected, &json)
    try member("at", settle.rest, &json)
    try write("candidates", settle.candidates.prefix(12), &json) {
      (candidate, json) throws(NumberError) in
      json.beginObject()
      json.key("id")
      text(candidate.id, &json)
      try member("place", candidate.place, &json)
      try member("distance", candidate.distance, &json)
      json.key("verdict")
      json.value(candidate.verdict)
      json.endObject()
    }
    json.endObject()
  }

  private func writeScene(_ json: inout JSONWriter) throws(NumberError) {
    try write("containers", document.containers, &json) { (container, json) throws(NumberError) in
      json.beginObject()
      try member("t", milliseconds(container.time), &json)
      try member("w", container.size.width, &json)
      try member("h", container.size.height, &json)
      try member("it", container.insets.top, &json)
      try member("il", container.insets.left, &json)
      try member("ib", container.insets.bottom, &json)
      try member("ir", container.insets.right, &json)
      json.endObject()
    }
    let layouts = embeddedLayouts
    try member(
      "layoutsEnd",
      layouts.count < document.layouts.count
        ? milliseconds(document.layouts[layouts.count].time) : nil, &json)
    try write("layouts", layouts, &json) { (layout, json) throws(NumberError) in
      json.beginObject()
      try member("t", milliseconds(layout.time), &json)
      try write("ids", layout.targets, &json) { (target, json) throws(NumberError) in
        text(target.id, &json)
      }
      for (name, value) in [
        ("x", { (frame: Rect) in frame.origin.x }), ("y", { $0.origin.y }),
        ("w", { $0.size.width }), ("h", { $0.size.height }),
      ] {
        try write(name, layout.targets, &json) { (target, json) throws(NumberError) in
          try number(value(target.frame), &json)
        }
      }
      json.endObject()
    }
    try write("gestures", document.gestures, &json) { (gesture, json) throws(NumberError) in
      json.beginObject()
      json.key("kind")
      json.value(gesture.kind)
      try member("from", milliseconds(gesture.from), &json)
      try member("to", milliseconds(gesture.to), &json)
      try write("path", gesture.path, &json) { (point, json) throws(NumberError) in
        json.beginArray()
        try number(milliseconds(point.time), &json)
        try number(point.x, &json)
        try number(point.y, &json)
        json.endArray()
      }
      json.endObject()
    }
    try write("marks", document.marks.prefix(2000), &json) { (mark, json) throws(NumberError) in
      json.beginObject()
      try member("t", milliseconds(mark.time), &json)
      json.key("kind")
      json.value(mark.kind)
      json.endObject()
    }
  }

  private var embeddedLayouts: [ReportLayout] {
    var rest = Self.targetLimit
    var layouts: [ReportLayout] = []
    for layout in document.layouts {
      guard layout.targets.count <= rest else { break }
      rest -= layout.targets.count
      layouts.append(layout)
    }
    return layouts
  }

  private func writeResults(_ json: inout JSONWriter) throws(NumberError) {
    // By the indices of the drawn tracks.
    let places = Dictionary(
      uniqueKeysWithValues: document.curves.enumerated().map { ($0.element.track, $0.offset) })
    let drawn = document.divergences.filter { places[$0.track] != nil }
    try write("divergences", drawn, &json) { (divergence, json) throws(NumberError) in
      json.beginObject()
      json.key("track")
      json.value(places[divergence.track] ?? 0)
      json.key("kind")
      json.value(divergence.kind)
      try member("from", milliseconds(divergence.from), &json)
      try member("to", milliseconds(divergence.to), &json)
      json.endObject()
    }
    try write("findings", document.findings, &json) { (finding, json) throws(NumberError) in
      json.beginObject()
      json.key("name")
      text(finding.detector, &json)
      json.key("severity")
      json.value(finding.severity.rawValue)
      try member("from", milliseconds(finding.from), &json)
      try member("to", milliseconds(finding.to), &json)
      json.endObject()
    }
    try write("policies", document.policies.prefix(1), &json) {
      (policy, json) throws(NumberError) in
      json.beginObject()
      try write("impressions", policy.impressions.prefix(5000), &json) {
        (impression, json) throws(NumberError) in
        json.beginObject()
        try member("qualified", impression.qualified.map(milliseconds), &json)
        try member("to", milliseconds(impression.to), &json)
        json.endObject()
      }
      json.endObject()
    }
  }
}
