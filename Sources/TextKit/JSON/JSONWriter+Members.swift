extension JSONWriter {
  /// Writes a member with an optional text.
  public mutating func member(_ name: String, _ text: String?) {
    key(name)
    if let text { value(text) } else { null() }
  }

  /// Writes a member with an optional integer.
  public mutating func member(_ name: String, _ number: Int64?) {
    key(name)
    if let number { value(number) } else { null() }
  }

  /// Writes a member with an optional Boolean value.
  public mutating func member(_ name: String, _ flag: Bool?) {
    key(name)
    if let flag { value(flag) } else { null() }
  }

  /// Writes a member with an optional number; a number that is not finite is omitted, too.
  public mutating func member(_ name: String, _ number: Double?) throws(NumberError) {
    key(name)
    if let number, number.isFinite { try value(number) } else { null() }
  }

  /// Writes a member that is a list.
  public mutating func list<Element, Failure: Error>(
    _ name: String, _ elements: some Sequence<Element>,
    _ body: (Element, inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    key(name)
    beginArray()
    for element in elements { try body(element, &self) }
    endArray()
  }

  /// Writes a member that is a list of objects.
  public mutating func objects<Element, Failure: Error>(
    _ name: String, _ elements: some Sequence<Element>,
    _ body: (Element, inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    try list(name, elements) { (element, json) throws(Failure) in
      json.beginObject()
      try body(element, &json)
      json.endObject()
    }
  }

  /// Writes a member that is a list of texts.
  public mutating func texts(_ name: String, _ texts: some Sequence<String>) {
    list(name, texts) { $1.value($0) }
  }
}
