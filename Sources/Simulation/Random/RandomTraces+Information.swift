public import ScrollModel

extension RandomTraces {
  /// Returns the information of a trace; its parent may not exist.
  public mutating func information() -> TraceInformation {
    var information = TraceInformation(
      name: values.text(), coordinateSpace: values.word())
    information.parentName = values.maybe { $0.text() }
    information.device = values.maybe { $0.text() }
    information.system = values.maybe { $0.text() }
    information.app = values.maybe { $0.text() }
    information.declaredConfiguration = values.maybe { $0.text() }
    information.axes = values.maybe { $0.word() }
    information.scale = values.maybe { $0.number(in: .leastNonzeroMagnitude...ModelLimits.scale) }
    information.clock = values.maybe { values in
      SourceClock(name: values.text(), origin: values.maybe { $0.text() })
    }
    information.source = values.maybe { values in
      SourceOrigin(format: values.text(), hash: values.maybe { $0.fileHash() })
    }
    for quantity in Quantity.allCases {
      switch values.generator.below(4) {
      case 0: information.qualities[quantity] = .derived
      case 1:
        let interval = values.number(in: .leastNonzeroMagnitude...3_600_000)
        information.qualities[quantity] = .throttled(milliseconds: interval)
      default: continue
      }
    }
    for _ in 0..<values.generator.int(in: 0...5) {
      information.setMetadata(
        MetadataEntry(key: values.text(atMost: ModelLimits.idBytes), json: values.json()))
    }
    return information
  }
}

extension RandomValues {
  /// The 64 digits of a file's hash.
  fileprivate mutating func fileHash() -> String {
    let digits = Array("0123456789abcdef")
    var text = ""
    for _ in 0..<64 { text.append(generator.element(of: digits) ?? "0") }
    return text
  }

  /// A value as compact JSON.
  fileprivate mutating func json() -> String {
    let texts = [
      "null", "true", "false", "0", "-0.0", "1e-308", "9007199254740993", "0.1", "\"\"",
      "\"</script>\"", "\"\\u0000\\ud83d\\ude00\\n\"", "\"caf\u{E9}\"", "\"cafe\u{301}\"", "[]",
      "{}", "[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]", "{\"a\":[1,{\"b\":null}],\"a\":\"twice\"}",
      "{\"\":\"'; DROP TABLE trace;--\"}", "\"" + String(repeating: "x", count: 60_000) + "\"",
    ]
    return generator.element(of: texts) ?? "null"
  }
}
