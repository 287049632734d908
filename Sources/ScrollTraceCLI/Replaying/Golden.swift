import Analysis
import Replay
import ScrollModel
import TextKit
import TraceStore

/// What a person approved of a replay: targets, rests, ids, impressions and digest, not its frames.
struct Golden {
  /// One approved replay.
  struct Entry: Equatable {
    var trace: String
    var name: String
    var digest: String
    var rests: [Double]
    var targets: [String]
    var ids: [String]
    /// The targets that were seen; nil where nothing tells, or in a file of before they were kept.
    var impressions: [String]?
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

  /// Reads an approved file.
  init(json: [UInt8]) throws(JSONError) {
    var scanner = JSONScanner(json)
    try scanner.beginObject()
    while try scanner.nextKey() != nil {
      guard scanner.keyText == "replays" else {
        try scanner.skipValue()
        continue
      }
      try scanner.beginArray()
      while try scanner.nextElement() { entries.append(try Self.entry(&scanner)) }
    }
    try scanner.end()
  }

  private static func entry(_ scanner: inout JSONScanner) throws(JSONError) -> Entry {
    var entry = Entry(trace: "", name: "", digest: "", rests: [], targets: [], ids: [])
    try scanner.beginObject()
    while try scanner.nextKey() != nil {
      switch scanner.keyText {
      case "trace": entry.trace = try scanner.string()
      case "name": entry.name = try scanner.string()
      case "digest": entry.digest = try scanner.string()
      case "rests_pt":
        try scanner.beginArray()
        while try scanner.nextElement() { entry.rests.append(try scanner.double()) }
      case "targets":
        try scanner.beginArray()
        while try scanner.nextElement() { entry.targets.append(try scanner.string()) }
      case "ids":
        try scanner.beginArray()
        while try scanner.nextElement() { entry.ids.append(try scanner.string()) }
      case "impressions":
        var seen: [String] = []
        try scanner.beginArray()
        while try scanner.nextElement() { seen.append(try scanner.string()) }
        entry.impressions = seen
      default: try scanner.skipValue()
      }
    }
    return entry
  }

  /// The file as text.
  func json() throws -> [UInt8] {
    var json = JSONWriter(layout: .pretty)
    json.beginObject()
    json.member("golden", "scrolltrace replays 1")
    json.key("replays")
    json.beginArray()
    for entry in entries {
      json.beginObject()
      json.member("trace", entry.trace)
      json.member("name", entry.name)
      json.member("digest", entry.digest)
      json.key("rests_pt")
      json.beginArray()
      for rest in entry.rests { try json.value(rest) }
      json.endArray()
      json.key("targets")
      json.beginArray()
      for target in entry.targets { json.value(target) }
      json.endArray()
      json.key("ids")
      json.beginArray()
      for id in entry.ids { json.value(id) }
      json.endArray()
      if let impressions = entry.impressions {
        json.key("impressions")
        json.beginArray()
        for id in impressions { json.value(id) }
        json.endArray()
      }
      json.endObject()
    }
    json.endArray()
    json.endObject()
    json.newline()
    return Array(json.bytes)
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
        differences.append("'\(entry.trace)' under '\(entry.name)' is not approved")
        continue
      }
      let place = "'\(entry.trace)' under '\(entry.name)'"
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
      differences.append("'\(entry.trace)' under '\(entry.name)' is approved and was not replayed")
    }
    return differences
  }
}
