public import TextKit

/// One form of a report: the same document, written for another reader.
public protocol ReportFace: Sendable {
  /// Takes the document to write.
  init(_ document: ReportDocument)

  /// Returns the whole file.
  func bytes() throws(NumberError) -> [UInt8]
}

extension JSONWriter {
  /// Writes a member whose text may be missing.
  mutating func member(_ name: String, _ text: String?) {
    key(name)
    if let text { value(text) } else { null() }
  }

  /// Writes a member that is a whole number and may be missing.
  mutating func member(_ name: String, _ number: Int64?) {
    key(name)
    if let number { value(number) } else { null() }
  }

  /// Writes a member whose number may be missing; what is not finite is missing, too.
  mutating func member(_ name: String, _ number: Double?) throws(NumberError) {
    key(name)
    if let number, number.isFinite { try value(number) } else { null() }
  }

  /// Writes a member that is a list.
  mutating func list<Element>(
    _ name: String, _ elements: some Sequence<Element>,
    _ body: (Element, inout JSONWriter) throws(NumberError) -> Void
  ) throws(NumberError) {
    key(name)
    beginArray()
    for element in elements { try body(element, &self) }
    endArray()
  }

  /// Writes a member that is a list of objects.
  mutating func objects<Element>(
    _ name: String, _ elements: some Sequence<Element>,
    _ body: (Element, inout JSONWriter) throws(NumberError) -> Void
  ) throws(NumberError) {
    try list(name, elements) { (element, json) throws(NumberError) in
      json.beginObject()
      try body(element, &json)
      json.endObject()
    }
  }

  /// Writes a member that is a list of texts.
  mutating func texts(_ name: String, _ texts: some Sequence<String>) {
    key(name)
    beginArray()
    for text in texts { value(text) }
    endArray()
  }
}
