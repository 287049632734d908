import ScrollModel

// Metadata of the recording as a whole.

extension PerfettoReader {
  /// Handles the metadata in a packet.
  mutating func takeFacts(_ packet: TracePacket) {
    if clocks.reference != nil {
      extraction.facts.clockName = clocks.name
      input.clockName = clocks.name
    }
    if let bundle = packet.chromeEvents {
      var fields = ProtobufFields(bundle)
      while let field = fields.next() {
        if field.number == 2 { takeEntry(field.bytes) }
      }
    }
    if let metadata = packet.chromeMetadata {
      var fields = ProtobufFields(metadata)
      while let field = fields.next() {
        let text = String(decoding: field.bytes, as: UTF8.self)
        if field.number == 6 { extraction.facts.take("revision", text) }
        if field.number == 8 { extraction.facts.take("os-name", text) }
      }
    }
    if let system = packet.systemInformation {
      var fields = ProtobufFields(system)
      while let field = fields.next() {
        guard field.number == 1 else { continue }
        var names = ProtobufFields(field.bytes)
        while let name = names.next() {
          let text = String(decoding: name.bytes, as: UTF8.self)
          if name.number == 1 { extraction.facts.take("os-name", text) }
          if name.number == 3 { extraction.facts.take("os-version", text) }
        }
      }
    }
  }

  private mutating func takeEntry(_ bytes: ArraySlice<UInt8>) {
    var key = ""
    var value = ""
    var fields = ProtobufFields(bytes)
    while let field = fields.next() {
      if field.number == 1 { key = String(decoding: field.bytes, as: UTF8.self) }
      if field.number == 2 { value = String(decoding: field.bytes.prefix(8192), as: UTF8.self) }
    }
    extraction.facts.take(key, value)
  }
}
