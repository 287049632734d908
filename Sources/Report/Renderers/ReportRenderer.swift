public import TextKit

/// One form of a report: the same document, written for another reader.
public protocol ReportRenderer: Sendable {
  /// Takes the document to write.
  init(_ document: ReportDocument)

  /// Returns the whole file.
  func bytes() throws(NumberError) -> [UInt8]
}
