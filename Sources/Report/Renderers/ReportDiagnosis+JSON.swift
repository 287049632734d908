public import TextKit

extension ReportDiagnosis {
  /// Writes the diagnosis as members of the open object; `docs/json/diagnose.schema.json` describes
  /// them.
  public func writeMembers(_ json: inout JSONWriter) throws(NumberError) {
    json.member("verdict", verdict.rawValue)
    json.member("obstacle", obstacle)
    json.member("decisions", Int64(decisions.count))
    json.member("explained", Int64(explained))
    json.member("declaredExplained", declaredExplained.map(Int64.init))
    try json.objects("counts", counts) { (count, json) throws(NumberError) in
      json.member("kind", count.kind)
      json.member("count", Int64(count.count))
      json.member("explained", Int64(count.explained))
    }
    try json.objects("causes", causes) { (cause, json) throws(NumberError) in
      try cause.writeMembers(&json)
    }
    try json.objects("margins", decisions) { (decision, json) throws(NumberError) in
      json.member("decision", Int64(decision.number))
      json.member("release_ns", decision.releaseTime)
      try json.member("rest_pt", decision.rest as Double?)
      try json.member("margin_pt", decision.margin)
      try json.member("margin_pt_per_s", decision.velocityMargin)
      try json.member("margin_ms", decision.timeMargin)
      json.key("fragile")
      json.value(decision.isFragile)
    }
  }
}

extension ReportCause {
  fileprivate func writeMembers(_ json: inout JSONWriter) throws(NumberError) {
    json.member("class", kind)
    json.member("configuration", configuration)
    json.member("assumption", assumption)
    json.key("parameter")
    if let parameter {
      json.beginObject()
      json.member("name", parameter.name)
      try json.member("value", parameter.value as Double?)
      json.member("unit", parameter.unit)
      json.endObject()
    } else {
      json.null()
    }
    json.member("symbolic", symbolic)
    json.texts("sentences", sentences)
    json.member("certainty", certainty)
    try json.member("odds", odds as Double?)
    json.member("explained", Int64(explained))
    try json.member("worstMiss_pt", worstMiss as Double?)
    json.texts("effects", effects)
    try write(fix, &json)
    try json.objects("alternatives", alternatives) { (other, json) throws(NumberError) in
      json.member("class", other.kind)
      json.member("configuration", other.configuration)
      json.member("summary", other.summary)
      json.member("explained", Int64(other.explained))
      try json.member("odds", other.odds as Double?)
      json.key("sameOutcome")
      json.value(other.isSameOutcome)
    }
    json.member("separatingGesture", separatingGesture)
    json.texts("proof", proof)
  }

  private func write(_ fix: Fix?, _ json: inout JSONWriter) throws(NumberError) {
    json.key("fix")
    guard let fix else { return json.null() }
    json.beginObject()
    json.member("summary", fix.summary)
    json.member("configuration", fix.configuration)
    json.member("code", fix.code)
    json.key("checked")
    json.value(fix.removes != nil)
    json.texts("removes", fix.removes ?? [])
    try write(fix.guarded, &json)
    json.endObject()
  }

  private func write(_ guarded: Guarded?, _ json: inout JSONWriter) throws(NumberError) {
    json.key("guard")
    guard let guarded else { return json.null() }
    json.beginObject()
    json.member("checked", Int64(guarded.checkedCount))
    try json.objects("worse", guarded.worse) { (trace, json) throws(NumberError) in
      json.member("trace", trace.name)
      json.member("detectors", trace.text)
    }
    try json.objects("notChecked", guarded.unchecked) { (trace, json) throws(NumberError) in
      json.member("trace", trace.name)
      json.member("reason", trace.text)
    }
    json.endObject()
  }
}
