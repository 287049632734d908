public import ScrollModel

extension Finding {
  /// The configurations to try: single changes in order, then pairs of them.
  public func repairCandidates(for configuration: Configuration) -> [Configuration] {
    var candidates = edits.map { $0.applied(to: configuration) }
    for (index, first) in edits.enumerated() {
      for second in edits[(index + 1)...] {
        candidates.append(second.applied(to: first.applied(to: configuration)))
      }
    }
    var tried: [Configuration] = [configuration]
    return candidates.filter { candidate in
      guard !tried.contains(candidate) else { return false }
      tried.append(candidate)
      return true
    }
  }

  /// Whether the finding is still present and as severe as before.
  public func isLeft(in findings: [Finding]) -> Bool {
    let mark = fingerprint
    return findings.contains { $0.severity >= severity && $0.fingerprint == mark }
  }

  /// Whether a change fixes the finding: it is gone or less severe, and there is no new warning.
  public func isRepaired(from before: [Finding], to after: [Finding]) -> Bool {
    guard !isLeft(in: after) else { return false }
    let known = before.filter { $0.severity >= .warning }.map(\.fingerprint)
    return after.allSatisfy { $0.severity < .warning || known.contains($0.fingerprint) }
  }
}

extension Configuration {
  /// The differences of another configuration, as a person would write them: changed pairs, and
  /// keys that get their default.
  public func changes(to other: Configuration) -> String {
    let (old, new) = (pairs, other.pairs)
    let changed = new.filter { pair in
      !old.contains { $0.key == pair.key && $0.value == pair.value }
    }
    let dropped = old.filter { pair in !new.contains { $0.key == pair.key } }
    return (changed.map { "\($0.key): \($0.value)" } + dropped.map { "\($0.key): default" })
      .joined(separator: ", ")
  }
}
