import ScrollModel
import TextKit

/// A capture inside a zip archive, as attached to mails and bug reports.
///
/// The first member with a known format is read; a notice contains the name of the next one.
enum ZippedCapture {
  /// Recognizes an archive by a member at its start.
  static func recognize(
    _ head: FormatHead, by recognize: (FormatHead) -> Recognition?
  ) -> Recognition? {
    guard ZipReader.recognizes(head.bytes) else { return nil }
    let zip = ZipReader(ByteSource(bytes: head.bytes))
    // The last member may be incomplete.
    while let member = (try? zip.next()) ?? nil {
      let inner = FormatHead(member.source.head(FormatHead.length), isWhole: false)
      guard let found = recognize(inner) else { continue }
      return Recognition(
        confidence: found.confidence,
        reason: "a zip archive with '\(member.name.shortened(to: 80))': \(found.reason)")
    }
    return nil
  }

  /// Reads the first member with a known format.
  static func read<Sink: TraceSink>(
    _ source: ByteSource, knownBy recognize: (FormatHead) -> Recognition?, into sink: inout Sink,
    _ read: (ByteSource, inout Sink) throws -> ImportSummary
  ) throws -> ImportSummary {
    let zip = ZipReader(source, limit: ByteSource.defaultLimit)
    while let member = try zip.next() {
      let head = FormatHead(member.source.head(FormatHead.length), isWhole: false)
      guard recognize(head) != nil else { continue }
      let summary = try read(member.source, &sink)
      if let problem = member.problem {
        try sink.report(
          Diagnostic(
            severity: .dataLoss, kind: "damaged-member", byte: member.offset,
            message:
              "the archive's member '\(DisplayText.escaped(member.name))' is not whole: \(problem)")
        )
      }
      if let name = nextCapture(in: zip, knownBy: recognize) {
        try sink.report(
          Diagnostic(
            severity: .notice, kind: "further-members",
            message:
              "of the archive only the first capture was read; '\(DisplayText.escaped(name))' and "
              + "what follows it have to be imported by themselves"))
      }
      return summary
    }
    throw SourceDamage.nothing(in: source, "is a zip archive without a member in this format")
  }

  /// The name of the next member with a known format.
  private static func nextCapture(
    in zip: ZipReader, knownBy recognize: (FormatHead) -> Recognition?
  ) -> String? {
    while let member = (try? zip.next()) ?? nil {
      let head = FormatHead(member.source.head(FormatHead.length), isWhole: false)
      if recognize(head) != nil { return member.name }
    }
    return nil
  }
}
