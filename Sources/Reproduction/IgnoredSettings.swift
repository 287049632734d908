import ScrollModel

extension Configuration {
  /// What runs in an app in which one of these settings has no effect, as a modifier on the wrong view.
  var ignoringOneSetting: [Configuration] {
    let pairs = pairs
    var made = pairs.filter { $0.key != "profile" }.map { ignored in
      pairs.filter { $0.key != ignored.key }
    }
    if !behavior.isNone {
      made.append(
        pairs.filter { $0.key != "behavior-on-resize" } + [("behavior-on-resize", "ignored")])
    }
    return made.compactMap { kept in
      try? Configuration(text: kept.map { "\($0.key): \($0.value)" }.joined(separator: ", "))
    }.filter { $0 != self }
  }
}
