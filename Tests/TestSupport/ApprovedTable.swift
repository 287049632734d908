import Synchronization

/// Approved results of many small inputs, a line for each, in one file of `fixtures/golden`.
///
/// Tests may compare with it in any order and at once. `RECORD_GOLDEN=1` begins an empty table, so
/// all tests that use it are recorded together.
public final class ApprovedTable: Sendable {
  private let name: String
  private let lines: Mutex<[String: String]>

  /// Reads a table; without its file no result is approved.
  public init(_ name: String) {
    self.name = name
    var lines: [String: String] = [:]
    for line in isRecordingGolden ? [] : (try? Approved.lines(name)) ?? [] {
      let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
      if parts.count == 2 { lines[parts[0]] = parts[1] }
    }
    self.lines = Mutex(lines)
  }

  /// Compares a result with the approved one, or keeps it when recording; returns the difference.
  public func difference(_ key: String, _ result: String) throws -> String? {
    try lines.withLock { lines in
      if isRecordingGolden {
        lines[key] = result
        return try Approved.difference(name, lines.map { "\($0.key)\t\($0.value)" }.sorted())
      }
      guard let approved = lines[key] else {
        return "no result is approved for '\(key)' in \(name): record all its tests again"
      }
      return approved == result ? nil : "the result was '\(approved)' and is '\(result)'"
    }
  }
}
