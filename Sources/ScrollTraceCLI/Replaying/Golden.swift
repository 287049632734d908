import Analysis
import Replay
import ScrollModel
import TextKit
import TraceStore

/// The approved data of replays and recordings: targets, rests, ids, impressions and digest, not
/// frames.
struct Golden {
  /// One approved outcome.
  struct Entry: Equatable {
    var trace: String
    var name: String
    var digest: String
    var rests: [Double]
    var targets: [String]
    var ids: [String]
    /// The visible targets; nil if unknown, or in a file of an older version.
    var impressions: [String]?

    /// The name of the recording.
    static let recording = "recording"

    /// The origin of the outcome, for messages.
    var place: String {
      name == Self.recording ? "'\(trace)' as recorded" : "'\(trace)' under '\(name)'"
    }
  }

  var entries: [Entry] = []

  init(_ matrices: [TraceMatrix]) {
    for matrix in matrices {
      for (index, cell) in matrix.result.cells.enumerated() {
        guard let tally = cell.result?.tally else { continue }
        let releases = tally.settles.filter { !$0.isResize }
        entries.append(
          Entry(
            trace: matrix.trace.information.name, name: cell.configuration.name,
            digest: hexText(tally.digest), rests: releases.map(\.chosen),
            targets: releases.map { $0.chosenID?.displayText ?? "" },
            ids: tally.ids.map { $0.id?.displayText ?? "" },
            impressions: matrix.seen(index)?.impressions.map(\.id.displayText)))
      }
    }
  }

  /// The key of an entry: equal names of traces, and configurations, are numbered in order.
  private struct Key: Hashable {
    let trace: String
    let name: String
    let number: Int
  }

  private var keyed: [(key: Key, entry: Entry)] {
    var counts: [Key: Int] = [:]
    return entries.map { entry in
      let first = Key(trace: entry.trace, name: entry.name, number: 1)
      counts[first, default: 0] += 1
      return (Key(trace: entry.trace, name: entry.name, number: counts[first] ?? 1), entry)
    }
  }

  private static func place(_ key: Key, _ entry: Entry) -> String {
    entry.place + (key.number > 1 ? " (number \(key.number))" : "")
  }

  /// The differences from an approved file, one sentence each; a different digest alone is none.
  func differences(from approved: Golden, tolerance: Double) -> [String] {
    var differences: [String] = []
    let present = keyed
    let expected = approved.keyed
    let known = Dictionary(uniqueKeysWithValues: expected.map { ($0.key, $0.entry) })
    for (key, entry) in present {
      let place = Self.place(key, entry)
      guard let other = known[key] else {
        differences.append("\(place) is not approved")
        continue
      }
      if entry.targets != other.targets {
        differences.append(
          "\(place): settles at \(entry.targets.joined(separator: " → ")) instead of "
            + other.targets.joined(separator: " → "))
      } else if entry.rests.count != other.rests.count
        || zip(entry.rests, other.rests).contains(where: { ($0 - $1).magnitude > tolerance })
      {
        differences.append(
          "\(place): rests at \(entry.rests.map(pointsText).joined(separator: " → ")) instead of "
            + other.rests.map(pointsText).joined(separator: " → "))
      }
      if entry.ids != other.ids {
        differences.append(
          "\(place): reports the ids \(entry.ids.joined(separator: " → ")) instead of "
            + other.ids.joined(separator: " → "))
      }
      if let seen = entry.impressions, let approved = other.impressions, seen != approved {
        differences.append(
          "\(place): shows \(seen.joined(separator: ", ")) instead of "
            + approved.joined(separator: ", "))
      }
    }
    let keys = Set(present.map(\.key))
    for (key, entry) in expected where !keys.contains(key) {
      differences.append("\(Self.place(key, entry)) is approved and is missing")
    }
    return differences
  }
}
