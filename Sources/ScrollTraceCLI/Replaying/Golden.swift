import Analysis
import Replay
import ScrollModel
import TextKit
import TraceStore

/// What a person approved of replays and recordings: targets, rests, ids, impressions and digest, not frames.
struct Golden {
  /// One approved outcome.
  struct Entry: Equatable {
    var trace: String
    var name: String
    var digest: String
    var rests: [Double]
    var targets: [String]
    var ids: [String]
    /// The targets that were seen; nil where nothing tells, or in a file of before they were kept.
    var impressions: [String]?

    /// The name of what is no replay.
    static let recording = "recording"

    /// What it is an outcome of, for messages.
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

  /// What differs from an approved file, one sentence each; digests alone are no difference.
  func differences(from approved: Golden, tolerance: Double) -> [String] {
    var differences: [String] = []
    for entry in entries {
      guard
        let other = approved.entries.first(where: {
          $0.trace == entry.trace && $0.name == entry.name
        })
      else {
        differences.append("\(entry.place) is not approved")
        continue
      }
      let place = entry.place
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
      if let seen = entry.impressions, let known = other.impressions, seen != known {
        differences.append(
          "\(place): shows \(seen.joined(separator: ", ")) instead of "
            + known.joined(separator: ", "))
      }
    }
    for entry in approved.entries
    where !entries.contains(where: { $0.trace == entry.trace && $0.name == entry.name }) {
      differences.append("\(entry.place) is approved and is missing")
    }
    return differences
  }
}
