/// Returns the name that is fewest edits away, if that is no more than a third of its length.
func nearest(to word: String, in names: [String]) -> String? {
  guard word.utf8.count <= 64 else { return nil }
  var best: (name: String, distance: Int)?
  for name in names {
    let distance = editDistance(Array(word.utf8), Array(name.utf8))
    if distance < best?.distance ?? .max { best = (name, distance) }
  }
  guard let best, best.distance * 3 <= max(best.name.utf8.count, 3) else { return nil }
  return best.name
}

/// The number of insertions, deletions and replacements between two byte strings; a letter in the
/// other case counts as the same.
private func editDistance(_ first: [UInt8], _ second: [UInt8]) -> Int {
  var row = Array(0...second.count)
  for (i, a) in first.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, b) in second.enumerated() {
      let change = lowercased(a) == lowercased(b) ? diagonal : diagonal + 1
      diagonal = row[j + 1]
      row[j + 1] = min(change, min(row[j], row[j + 1]) + 1)
    }
  }
  return row[second.count]
}

private func lowercased(_ byte: UInt8) -> UInt8 {
  (65...90).contains(byte) ? byte + 32 : byte
}
