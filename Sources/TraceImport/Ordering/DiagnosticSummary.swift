import ScrollModel

/// Passes diagnostics on, the first of each kind one by one and the rest as a number at the end.
///
/// A source that is damaged all over would otherwise bury everything else under a million lines.
struct DiagnosticSummary {
  /// How many diagnostics of a kind are passed on.
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

  /// Passes a diagnostic on that has a place in bytes.
  mutating func report<Sink: TraceSink>(
    _ kind: String, _ severity: Severity, line: Int64? = nil, byte: Int64? = nil,
    _ message: String, into sink: inout Sink
  ) throws {
    try report(
      Diagnostic(severity: severity, kind: kind, line: line, byte: byte, message: message),
      into: &sink)
  }

  /// Says how many of each kind were not passed on.
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
