import SQLite
import ScrollModel

/// The result of checking one trace.
public struct TraceVerification: Hashable, Sendable {
  /// The trace.
  public let trace: TraceRecord
  /// The digests of the stored data; nil if it could not be read to its end.
  public let digests: TraceDigests?
  /// The problems, one sentence each; empty for a complete, sealed trace.
  public let problems: [String]
}

extension TraceStore {
  /// Returns the problems found by SQLite's full check; empty for an intact file.
  public func integrityProblems() throws -> [String] {
    try reading {
      var problems = try database.integrityCheck(limit: 100)
      let orphans = try database.rows("PRAGMA foreign_key_check") {
        row throws(DatabaseError) -> String in try row.next()
      }
      for table in Set(orphans).sorted() {
        problems.append("a row of \(table) points at nothing")
      }
      return problems
    }
  }

  /// Reads a trace to its end and compares it with its digests at sealing.
  ///
  /// SQLite's own checks do not detect changed values; the digests do.
  public func verify(_ trace: TraceRecord) throws -> TraceVerification {
    var digester = TraceDigester(trace.information)
    var problems: [String] = []
    var last = TraceTime.zero
    var count: Int64 = 0
    do {
      let reader = try reader(of: trace.id)
      while let (time, event) = try reader.next() {
        digester.add(event, at: time)
        last = time
        count += 1
      }
    } catch let error as StoreError {
      return TraceVerification(trace: trace, digests: nil, problems: [error.description])
    }
    let digests = digester.digests()
    guard let sealed = trace.digests else {
      let problem = "it was not sealed: its writer did not end it"
      return TraceVerification(trace: trace, digests: digests, problems: [problem])
    }
    if sealed.inputs != digests.inputs { problems.append("its inputs changed after it was sealed") }
    if sealed.observations != digests.observations {
      problems.append("its observations changed after it was sealed")
    }
    if sealed.information != digests.information {
      problems.append("its information or remarks changed after it was sealed")
    }
    if trace.eventCount != count { problems.append("its number of events changed") }
    if trace.duration != last { problems.append("its duration changed") }
    return TraceVerification(trace: trace, digests: digests, problems: problems)
  }
}
