import ScrollModel

/// Passes on the first diagnostics of each kind, and the number of the others at the end.
///
/// A badly damaged source would otherwise cause millions of diagnostics.
struct DiagnosticSummary {
  /// The number of diagnostics of a kind that are passed on.
  static let most: Int64 = 20

  private var counts: [(kind: String, severity: Severity, count: Int64)] = []

  /// Passes a diagnostic on, or counts it.
  mutating func report<Sink: TraceSink>(
    _ diagnostic: Diagnostic, into sink: inout Sink
  ) throws {
    guard let index = counts.firstIndex(where: { $0.kind == diagnostic.kind }) else {
      counts.append((diagnostic.kind, diagnostic.severity, 1))
      return try sink.report(diagnostic)
    }
    counts[index].count += 1
    if counts[index].count <= Self.most { try sink.report(diagnostic) }
  }

  /// Passes on a diagnostic with a byte position.
  mutating func report<Sink: TraceSink>(
    _ kind: String, _ severity: Severity, line: Int64? = nil, byte: Int64? = nil,
    _ message: String, into sink: inout Sink
  ) throws {
    try report(
      Diagnostic(severity: severity, kind: kind, line: line, byte: byte, message: message),
      into: &sink)
  }

  /// Reports how many of each kind were not passed on.
  mutating func finish<Sink: TraceSink>(into sink: inout Sink) throws {
    for (kind, severity, count) in counts where count > Self.most {
      try sink.report(
        Diagnostic(
          severity: severity, kind: kind,
          message: "the same \(count - Self.most) more times, \(count) in all"))
    }
    counts = []
  }
}
