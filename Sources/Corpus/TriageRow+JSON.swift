public import TextKit

extension TriageRow {
  /// Writes the row as one JSON object.
  public func write(_ json: inout JSONWriter) throws(NumberError) {
    json.beginObject()
    json.member("file", file)
    json.member("hash", hash)
    json.member("trace", Int64(trace))
    json.member("name", name)
    json.member("tool", tool)
    json.member("verdict", verdict.rawValue)
    json.member("declared", declared)
    json.key("facets")
    json.beginObject()
    for facet in facets { json.member(facet.name, facet.value) }
    json.endObject()
    json.member("decisions", Int64(decisions))
    json.member("explained", Int64(explained))
    json.member("declared_explained", declaredExplained.map(Int64.init))
    try json.objects("causes", causes) { (cause, json) throws(NumberError) in
      json.member("class", cause.kind)
      json.member("variant", cause.variant)
      json.member("symbolic", cause.symbolic)
      json.member("certainty", cause.certainty)
      json.texts("sentences", cause.sentences)
      json.member("fix", cause.fix)
      json.member("is_comparison", cause.isComparison)
    }
    try json.objects("findings", findings) { (finding, json) throws(NumberError) in
      json.member("detector", finding.detector)
      json.member("severity", finding.severity)
      json.member("count", Int64(finding.count))
      json.member("fingerprint", finding.fingerprint)
      json.member("message", finding.message)
      json.member("is_effect", finding.isEffect)
    }
    json.member("fragile", Int64(fragile))
    try json.member("smallest_margin_pt", smallestMargin)
    try json.member("hitch_ms_per_s", hitchRatio)
    json.member("impressions", Int64(impressions))
    json.member("events", events)
    try json.member("seconds", seconds)
    json.member("losses", losses)
    json.member("error", error)
    json.member("error_kind", errorKind)
    // For programs that group rows themselves; it is not parsed, but derived from the row again.
    json.member("problem", ProblemKey(self)?.name)
    json.endObject()
  }

  /// Parses the next row.
  public init(_ scanner: inout JSONScanner) throws(JSONError) {
    self.init(file: "", hash: nil, tool: "", verdict: .failed)
    try scanner.beginObject()
    while let key = try scanner.nextKey() {
      switch key {
      case "file": file = try scanner.string()
      case "hash": hash = try scanner.optionalString()
      case "trace": trace = try scanner.count()
      case "name": name = try scanner.string()
      case "tool": tool = try scanner.string()
      case "verdict": verdict = Verdict(rawValue: try scanner.string()) ?? .failed
      case "declared": declared = try scanner.optionalString()
      case "facets": facets = try Self.facets(&scanner)
      case "decisions": decisions = try scanner.count()
      case "explained": explained = try scanner.count()
      case "declared_explained":
        if try !scanner.nullIfPresent() { declaredExplained = try scanner.count() }
      case "causes": causes = try Self.causes(&scanner)
      case "findings": findings = try Self.findings(&scanner)
      case "fragile": fragile = try scanner.count()
      case "smallest_margin_pt": smallestMargin = try scanner.optionalDouble()
      case "hitch_ms_per_s": hitchRatio = try scanner.optionalDouble()
      case "impressions": impressions = try scanner.count()
      case "events": events = try scanner.int64()
      case "seconds": seconds = try scanner.double()
      case "losses": losses = try scanner.int64()
      case "error": error = try scanner.optionalString()
      case "error_kind": errorKind = try scanner.optionalString()
      default: break
      }
    }
  }

  private static func facets(_ scanner: inout JSONScanner) throws(JSONError) -> [Facet] {
    var facets: [Facet] = []
    try scanner.beginObject()
    while try scanner.nextKey() != nil {
      let name = scanner.keyText
      facets.append(Facet(name, try scanner.string()))
    }
    return facets
  }

  private static func causes(_ scanner: inout JSONScanner) throws(JSONError) -> [Cause] {
    var causes: [Cause] = []
    try scanner.beginArray()
    while try scanner.nextElement() {
      var cause = Cause(
        kind: "", variant: "", symbolic: nil, certainty: "", sentences: [], fix: nil)
      try scanner.beginObject()
      while let key = try scanner.nextKey() {
        switch key {
        case "class": cause.kind = try scanner.string()
        case "variant": cause.variant = try scanner.string()
        case "symbolic": cause.symbolic = try scanner.optionalString()
        case "certainty": cause.certainty = try scanner.string()
        case "sentences":
          try scanner.beginArray()
          while try scanner.nextElement() { cause.sentences.append(try scanner.string()) }
        case "fix": cause.fix = try scanner.optionalString()
        case "is_comparison": cause.isComparison = try scanner.bool()
        default: break
        }
      }
      causes.append(cause)
    }
    return causes
  }

  private static func findings(_ scanner: inout JSONScanner) throws(JSONError) -> [Finding] {
    var findings: [Finding] = []
    try scanner.beginArray()
    while try scanner.nextElement() {
      var finding = Finding(
        detector: "", severity: "", count: 0, fingerprint: "", message: "", isEffect: false)
      try scanner.beginObject()
      while let key = try scanner.nextKey() {
        switch key {
        case "detector": finding.detector = try scanner.string()
        case "severity": finding.severity = try scanner.string()
        case "count": finding.count = try scanner.count()
        case "fingerprint": finding.fingerprint = try scanner.string()
        case "message": finding.message = try scanner.string()
        case "is_effect": finding.isEffect = try scanner.bool()
        default: break
        }
      }
      findings.append(finding)
    }
    return findings
  }
}

extension JSONScanner {
  fileprivate mutating func optionalString() throws(JSONError) -> String? {
    try nullIfPresent() ? nil : try string()
  }

  fileprivate mutating func optionalDouble() throws(JSONError) -> Double? {
    try nullIfPresent() ? nil : try double()
  }

  /// A count; negative or huge values are clamped.
  fileprivate mutating func count() throws(JSONError) -> Int {
    Int(clamping: max(0, try int64()))
  }
}
