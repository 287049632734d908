import Analysis
import CommandLineKit
import Replay
import ScrollModel
import TextKit

/// A matrix as a table: a column for each varied key, then the results of the configuration.
struct MatrixTable {
  private let matrix: TraceMatrix
  /// The varied keys in order; nil if configurations have names.
  private let keys: [String]?
  /// For each cell the values of the keys, or its name.
  private let values: [[String]]
  private var cells: [MatrixCell] { matrix.result.cells }

  init(_ matrix: TraceMatrix) {
    self.matrix = matrix
    let names = matrix.result.cells.map(\.configuration.name)
    let pairs = names.map(Self.pairs)
    let keys = pairs.first?.map(\.key) ?? []
    let isKeyed =
      !keys.isEmpty && keys.allSatisfy(Configuration.keyNames.contains)
      && pairs.allSatisfy { $0.map(\.key) == keys }
    self.keys = isKeyed ? keys : nil
    values = isKeyed ? pairs.map { $0.map(\.value) } : names.map { [$0] }
  }

  /// The pairs of a configuration's text; commas within brackets are not separators.
  private static func pairs(_ text: String) -> [(key: String, value: String)] {
    var depth = 0
    let parts = text.split {
      if $0 == "(" || $0 == "[" { depth += 1 }
      if $0 == ")" || $0 == "]" { depth -= 1 }
      return depth == 0 && $0 == ","
    }
    return parts.map { part in
      let pair = part.split(separator: ":", maxSplits: 1)
      func trimmed(_ text: Substring?) -> String { String((text ?? "").drop { $0 == " " }) }
      return (trimmed(pair.first), trimmed(pair.dropFirst().first))
    }
  }

  func print(_ console: inout Console) {
    var table = TextTable(
      (keys ?? ["configuration"]).map { TextTable.Column($0) } + [
        .init("settles at"), .init("first divergence"), .init("worst difference", .right),
        .init("id changes", .right), .init("impressions", .right), .init("group", .right),
      ])
    for index in cells.indices { table.add(row(index)) }
    table.print(to: &console)
    for line in remarks { console.print(line) }
  }

  private func row(_ index: Int) -> [TextTable.Cell] {
    let names = values[index].map { TextTable.Cell($0) }
    guard let replay = cells[index].result else {
      return names + [.init(cells[index].obstacle ?? "", .red)]
    }
    let comparison = replay.comparison
    let first: TextTable.Cell =
      if let divergence = comparison?.first {
        .init(
          "\(secondsText(divergence.from.nanoseconds)) \(divergence.onset.stage.rawValue)", .yellow)
      } else {
        comparison == nil ? .init("not compared", .dim) : .init("none", .green)
      }
    return names + [
      .init(Self.settles(replay.tally)), first,
      .init(comparison.map { "\(pointsText($0.wouldPassAt)) pt" } ?? ""),
      .init(replay.plan.configuration.position.isNone ? "–" : "\(replay.tally.idChanges)"),
      .init(matrix.seen(index).map { "\($0.impressions.count)" } ?? ""),
      .init(cells[index].group.map { Self.groupName($0) } ?? ""),
    ]
  }

  /// Remarks about the table that a comparison of its rows would reveal.
  private var remarks: [String] {
    var lines: [String] = []
    let groups = matrix.result.groups.count
    let replayed = cells.count { $0.result != nil }
    let all = replayed == 2 ? "both" : "all \(replayed)"
    if groups < replayed, groups > 0 {
      lines.append(
        groups == 1
          ? "\(all) configurations \(replayed < cells.count ? "that ran " : "")behave the same"
          : "\(replayed) configurations form \(groups) groups with the same behavior")
    }
    if let match { lines.append("group A matches the recording: \(match)") }
    for (place, key) in (keys ?? []).enumerated() where groups > 1 && isIdle(place) {
      let isUnbound =
        key == "position-anchor"
        && cells.allSatisfy { $0.configuration.configuration.position.isNone }
      lines.append(
        "\(key) makes no difference" + (isUnbound ? ": no position is bound" : ""))
    }
    return lines
  }

  /// The configurations that reproduce the recording, and how well; nil if none does.
  private var match: String? {
    guard let group = matrix.result.recordingGroup else { return nil }
    let found = cells.indices.filter { cells[$0].group == group }
    let names = found.map { place in
      values.isEmpty ? cells[place].configuration.name : values[place].joined(separator: " + ")
    }
    let more = names.count > 3 ? " and \(names.count - 3) more" : ""
    let isExact = found.allSatisfy { cells[$0].result?.comparison?.wouldPassAt == 0 }
    return names.prefix(3).joined(separator: ", ") + more
      + (names.count == 1 ? " reproduces it" : " reproduce it")
      + (isExact ? " exactly" : " within the tolerance")
  }

  /// Whether configurations that differ only in a key have equal outcomes.
  private func isIdle(_ place: Int) -> Bool {
    guard Set(values.map { $0[place] }).count > 1 else { return false }
    var groups: [[String]: Int] = [:]
    for (cell, value) in zip(cells, values) {
      guard let group = cell.group else { return false }
      var others = value
      others.remove(at: place)
      guard groups[others, default: group] == group else { return false }
      groups[others] = group
    }
    return true
  }

  private static func groupName(_ index: Int) -> String {
    var name = ""
    var rest = index
    repeat {
      name = String(UnicodeScalar(UInt8(65 + rest % 26))) + name
      rest = rest / 26 - 1
    } while rest >= 0
    return name
  }

  /// The resting positions of the releases: targets by their ids, other offsets in points.
  static func settles(_ tally: ReplaySummary) -> String {
    let releases = tally.settles.filter { !$0.isResize }
    guard !releases.isEmpty else { return "no release" }
    let shown = releases.prefix(6)
    let hasTargets = shown.contains { $0.chosenID != nil }
    let places = shown.map { settle in
      guard let id = settle.chosenID else {
        return pointsText(settle.chosen) + (hasTargets ? " pt" : "")
      }
      // A bare number would look like an offset in points.
      let name = DisplayText.escaped(id.displayText)
      return if case .int = id.value { "id \(name)" } else { name }
    }
    return places.joined(separator: " → ") + (releases.count > 6 ? " …" : "")
      + (hasTargets ? "" : " pt")
  }
}
