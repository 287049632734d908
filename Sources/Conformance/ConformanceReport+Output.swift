public import TextKit

extension ConformanceReport {
  /// Writes the rows as the member `families` of an open object.
  public func write(to json: inout JSONWriter) throws(NumberError) {
    json.key("families")
    json.beginArray()
    for row in rows {
      json.beginObject()
      json.key("name")
      json.value(row.name)
      json.key("kind")
      json.value(row.kind)
      json.key("mode")
      json.value(row.modeText)
      json.key("must")
      json.value(row.isMust)
      json.key("cases")
      json.value(row.cases)
      json.key("passed")
      json.value(row.passed)
      json.key("failed")
      json.value(row.failed)
      json.key("notRun")
      json.value(row.notRun)
      json.key("worstError")
      if let error = row.worstError, error.isFinite { try json.value(error) } else { json.null() }
      json.key("misses")
      json.beginArray()
      for miss in row.misses { write(miss, to: &json) }
      json.endArray()
      json.endObject()
    }
    json.endArray()
  }

  private func write(_ miss: ConformanceMiss, to json: inout JSONWriter) {
    json.beginObject()
    json.key("id")
    json.value(miss.id)
    json.key("run")
    json.value(miss.isRun)
    json.key("must")
    json.value(miss.isMust)
    json.key("reason")
    json.value(miss.reason)
    json.endObject()
  }
}

extension ConformanceRow {
  /// The name of the mode.
  public var modeText: String { mode?.rawValue ?? "none" }

  /// The worst error with three significant digits.
  public var errorText: String {
    guard let worstError else { return "" }
    guard worstError.isFinite else { return "infinite" }
    if worstError == 0 { return "0" }
    var (mantissa, exponent) = (worstError, 0)
    while mantissa >= 10 {
      mantissa /= 10
      exponent += 1
    }
    while mantissa < 1 {
      mantissa *= 10
      exponent -= 1
    }
    let digits = Int((mantissa * 100).rounded())
    if exponent >= -3, exponent <= 2 {
      let scaled = (worstError * 10000).rounded() / 10000
      return NumberText.plain(scaled)
    }
    return "\(digits / 100).\(digits / 10 % 10)\(digits % 10)e\(exponent)"
  }
}
