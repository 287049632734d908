import ScrollModel
public import TextKit

/// The results as one JSON document, for programs that check them.
///
/// `docs/report.schema.json` describes it. Times are whole nanoseconds, distances points. Frames
/// and layouts are not included: `export` writes them. The last member confirms that the file is
/// complete.
public struct JSONReport: ReportRenderer {
  /// Version of the format, incremented for incompatible changes.
  public static let version: Int64 = 1

  let document: ReportDocument

  /// Creates the renderer of a document.
  public init(_ document: ReportDocument) {
    self.document = document
  }

  /// Returns the whole file.
  public func bytes() throws(NumberError) -> [UInt8] {
    var json = JSONWriter(layout: .pretty)
    json.beginObject()
    json.member("scrolltrace_report", Self.version)
    json.member("tool", document.toolVersion)
    json.member("engine", document.engineVersion)
    json.member("verdict", document.verdict.text)
    json.member("severity", document.severity.rawValue)
    json.key("not_checked")
    if let notChecked = document.verdict.notChecked {
      json.beginObject()
      json.member("reason", notChecked.because)
      json.member("next_command", notChecked.nextCommand)
      json.endObject()
    } else {
      json.null()
    }
    json.key("diagnosis")
    if let diagnosis = document.diagnosis {
      json.beginObject()
      try diagnosis.writeMembers(&json)
      json.endObject()
    } else {
      json.null()
    }
    json.member("judged_track", document.judgedTrack.map(Int64.init))
    try writeTrace(&json)
    json.texts("commands", document.commands)
    try json.objects("tracks", document.tracks) { (track, json) throws(NumberError) in
      try write(track, &json)
    }
    try writeNested(&json)
    try writeScene(&json)
    try writeResults(&json)
    json.texts("notes", document.notes)
    json.texts("redactions", document.redactions)
    json.key("complete")
    json.value(true)
    json.endObject()
    json.newline()
    return json.bytes
  }

  private func writeTrace(_ json: inout JSONWriter) throws(NumberError) {
    let information = document.information
    json.key("trace")
    json.beginObject()
    json.member("id", document.traceID)
    json.member("name", information.name)
    json.member("parent", information.parentName)
    json.member("duration_ns", document.durationNanoseconds)
    json.member("device", information.device)
    json.member("system", information.system)
    json.member("app", information.app)
    json.member("axes", information.axes?.rawValue)
    json.member("coordinate_space", information.coordinateSpace.rawValue)
    json.member("declared_configuration", information.declaredConfiguration)
    json.member("source_format", information.source?.format)
    try json.objects("digests", document.digests) { (digest, json) throws(NumberError) in
      json.member("name", digest.name)
      json.member("sha256", digest.hex)
    }
    json.endObject()
  }

  private func writeNested(_ json: inout JSONWriter) throws(NumberError) {
    guard let nested = document.nested else { return }
    json.key("nested")
    json.beginObject()
    try json.objects("views", nested.views) { (view, json) throws(NumberError) in
      json.member("name", view.name)
      json.member("relation", view.relation.rawValue)
      json.member("frames", Int64(view.times.count))
      try json.member("first_x", view.xs.first)
      try json.member("first_y", view.ys.first)
      try json.member("last_x", view.xs.last)
      try json.member("last_y", view.ys.last)
    }
    try json.objects("decisions", nested.decisions) { (decision, json) throws(NumberError) in
      json.member("t_ns", decision.time)
      json.member("kind", decision.kind)
      json.member("text", decision.text)
    }
    json.endObject()
  }

  private func write(_ track: ReportOutcome, _ json: inout JSONWriter) throws(NumberError) {
    json.member("name", track.name)
    json.member("configuration", track.configuration)
    json.member("drive", track.drive)
    json.member("digest", track.digest)
    json.member("frames", Int64(track.times.count))
    try json.objects("phases", track.phases) { (phase, json) throws(NumberError) in
      json.member("start_ns", phase.from)
      json.member("end_ns", phase.to)
      json.member("phase", phase.name)
    }
    try json.objects("ids", track.ids) { (id, json) throws(NumberError) in
      json.member("t_ns", id.time)
      json.member("id", id.id)
    }
    try json.objects("settles", track.settles) { (settle, json) throws(NumberError) in
      try write(settle, &json)
    }
  }

  private func write(_ settle: ReportSettle, _ json: inout JSONWriter) throws(NumberError) {
    json.member("number", Int64(settle.number))
    json.member("axis", settle.isHorizontal ? "horizontal" : "vertical")
    json.member("release_ns", settle.releaseTime)
    json.member("rest_ns", settle.restTime)
    try json.member("release_offset", settle.releaseOffset)
    try json.member("velocity", settle.velocity)
    json.member("velocity_evidence", settle.velocityEvidence)
    try json.member("projected", settle.projected)
    try json.member("rest", settle.rest)
    json.member("ending", settle.ending)
    json.member("sentence", settle.sentence)
    try json.member("flip_margin", settle.flipMargin)
    try json.member("deceleration", settle.deceleration)
    try json.objects("candidates", settle.candidates) { (candidate, json) throws(NumberError) in
      json.member("id", candidate.id)
      try json.member("place", candidate.place)
      try json.member("distance", candidate.distance)
      json.member("verdict", candidate.verdict)
    }
  }
}
