import ScrollModel
import TextKit

extension JSONReport {
  func writeScene(_ json: inout JSONWriter) throws(NumberError) {
    try json.objects("gestures", document.gestures) { (gesture, json) throws(NumberError) in
      json.member("kind", gesture.kind)
      json.member("start_ns", gesture.from)
      json.member("end_ns", gesture.to)
    }
    try json.objects("marks", document.marks) { (mark, json) throws(NumberError) in
      json.member("t_ns", mark.time)
      json.member("kind", mark.kind)
      json.member("text", mark.text)
    }
  }

  func writeResults(_ json: inout JSONWriter) throws(NumberError) {
    try json.objects("divergences", document.divergences) {
      (divergence, json) throws(NumberError) in
      json.member("track", Int64(divergence.track))
      json.member("kind", divergence.kind)
      json.member("verdict", divergence.verdict)
      json.member("headline", divergence.headline)
      json.member("stage", divergence.stage)
      json.member("cause", divergence.cause)
      json.member("start_ns", divergence.from)
      json.member("end_ns", divergence.to)
      try json.member("maximum", divergence.maximum)
    }
    try json.objects("findings", document.findings) { (finding, json) throws(NumberError) in
      try write(finding, &json)
    }
    try json.objects("policies", document.policies) { (policy, json) throws(NumberError) in
      try write(policy, &json)
    }
    try json.objects("figures", document.figures) { (figure, json) throws(NumberError) in
      json.member("name", figure.name)
      try json.member("value", figure.value)
      json.member("unit", figure.unit)
      json.member("detail", figure.detail)
    }
    json.member("recording_group", document.recordingGroup.map(Int64.init))
    try json.objects("matrix", document.matrix) { (cell, json) throws(NumberError) in
      json.member("name", cell.name)
      json.member("group", cell.group.map(Int64.init))
      json.member("settles", cell.settles)
      json.member("first_divergence", cell.firstDivergence)
      try json.member("worst", cell.worst)
      json.member("impressions", cell.impressions.map(Int64.init))
      json.key("contrasts")
      json.beginArray()
      for sentence in cell.physicsDifferences { json.value(sentence) }
      json.endArray()
    }
  }

  private func write(_ finding: ReportFinding, _ json: inout JSONWriter) throws(NumberError) {
    json.member("detector", finding.detector)
    json.member("name", finding.name)
    json.member("severity", finding.severity.rawValue)
    json.member("start_ns", finding.from)
    json.member("end_ns", finding.to)
    json.member("target", finding.target)
    json.member("count", Int64(finding.count))
    json.member("message", finding.message)
    json.member("cause", finding.cause)
    try json.objects("measures", finding.measures) { (measure, json) throws(NumberError) in
      json.member("name", measure.name)
      try json.member("value", measure.value)
      json.member("unit", measure.unit)
    }
    json.texts("reports", finding.links)
    json.member("repair", finding.repair)
    json.member("repair_code", finding.repairText)
    json.member("repair_obstacle", finding.repairObstacle)
    json.member("fingerprint", finding.fingerprint)
    json.key("is_effect")
    json.value(finding.isEffect)
  }

  private func write(_ policy: ReportPolicy, _ json: inout JSONWriter) throws(NumberError) {
    json.member("name", policy.name)
    json.texts("settings", policy.settings)
    json.member("not_measurable_because", policy.notMeasurable)
    try json.objects("impressions", policy.impressions) { (impression, json) throws(NumberError) in
      json.member("id", impression.id)
      json.member("start_ns", impression.from)
      json.member("end_ns", impression.to)
      json.member("qualified_ns", impression.qualified)
      try json.member("peak_fraction", impression.peakFraction)
      json.member("lack", impression.lack)
      json.member("certainty", impression.certainty)
    }
  }
}
