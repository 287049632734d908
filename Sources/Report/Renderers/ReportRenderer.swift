public import TextKit

/// A report format, created from the common document.
public protocol ReportRenderer: Sendable {
  /// Creates the renderer of a document.
  init(_ document: ReportDocument)

  /// Returns the whole file.
  func bytes() throws(NumberError) -> [UInt8]
}
