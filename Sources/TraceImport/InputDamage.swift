import ScrollModel
import TextKit

/// Reports of a source that ends early.
enum InputDamage {
  /// Reports why a source could not be read to its end; system errors are thrown.
  static func report<Sink: TraceSink>(
    of source: ByteSource, _ failure: InputError?, into sink: inout Sink
  ) throws {
    if let failure {
      switch failure.kind {
      case .truncatedGzip, .corruptGzip: break
      case .system, .directory, .tooLarge: throw failure
      }
      try sink.report(
        Diagnostic(
          severity: .dataLoss, kind: "damaged-gzip", byte: failure.offset,
          message: failure.description))
    }
    if let offset = source.trailingGarbageOffset {
      try sink.report(
        Diagnostic(
          severity: .notice, kind: "trailing-garbage", byte: offset,
          message: "what follows the gzip data is not gzip; it was left out"))
    }
  }
}
