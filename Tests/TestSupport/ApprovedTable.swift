import Synchronization

/// Approved results of many small inputs, a line for each, in one file of `fixtures/golden`.
///
/// Tests may compare with it in any order and at once. `RECORD_GOLDEN=1` replaces the lines of the
/// tests that run; those of removed tests stay until the file is removed and recorded again.
public final class ApprovedTable: Sendable {
  private struct State {
    /// The results by test and input.
    var results: [String: String] = [:]
    /// The tests that were recorded in this process.
    var recorded: Set<String> = []
  }

  private let name: String
  private let state: Mutex<State>

  /// Reads a table; without its file no result is approved.
  public init(_ name: String) {
    self.name = name
    var state = State()
    for line in (try? Approved.lines(name)) ?? [] {
      let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
      if parts.count == 2 { state.results[parts[0]] = parts[1] }
    }
    self.state = Mutex(state)
  }

  /// Compares the result of a test's input with the approved one, or keeps it when recording;
  /// returns the difference.
  public func difference(_ test: String, _ input: String, _ result: String) throws -> String? {
    let key = "\(test) \(input)"
    return try state.withLock { state in
      if isRecordingGolden {
        if state.recorded.insert(test).inserted {
          state.results = state.results.filter { !$0.key.hasPrefix(test + " ") }
        }
        state.results[key] = result
        return try Approved.difference(name, state.results.map { "\($0)\t\($1)" }.sorted())
      }
      guard let approved = state.results[key] else {
        return "no result is approved for '\(key)' in \(name): see CONTRIBUTING.md, Tests"
      }
      return approved == result ? nil : "the result was '\(approved)' and is '\(result)'"
    }
  }
}
