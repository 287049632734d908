import ScrollModel

/// Something that a trace does not hold, and what cannot be answered without it.
struct Lack {
  /// What is missing.
  let what: String
  /// Which question stays open.
  let consequence: String

  var text: String { "\(what): \(consequence)" }
}

extension TraceTally {
  /// What is missing for which analysis.
  var lacks: [Lack] {
    var lacks: [Lack] = []
    func add(_ isMissing: Bool, _ what: String, _ consequence: String) {
      if isMissing { lacks.append(Lack(what: what, consequence: consequence)) }
    }
    let hasGestures = touchSamples > 0 || wheelSteps > 0
    add(frames == 0, "no offsets", "a replay has nothing to be compared with")
    add(
      frames > 0 && !hasGestures && commands == 0, "no inputs",
      "a replay is driven by the offsets, not by a finger")
    add(
      !hasContainerSize, "no container size",
      "visibility, paging and the ends of the content can't be checked")
    add(!hasContentSize, "no content size", "edge behavior can't be checked")
    add(targets == 0, "no item frames", "snapping, ids and visibility can't be checked")
    add(
      lacksPoints, "no points",
      "lengths are in the device's own units, so that they can't drive a replay")
    if case .throttled(let interval)? = information.qualities[.offset] {
      add(
        true, "offsets at most every \(interval.commandText) ms",
        "what happened between them can't be compared")
    }
    add(gaps > 0, "\(counted(Int(gaps), "gap"))", "no replay crosses one")
    return lacks
  }

  /// Whether what drove the view is in units that say nothing of points.
  private var lacksPoints: Bool {
    let space = information.coordinateSpace
    return touchSamples + wheelSteps > 0 && (space == .deviceUnits || space == .normalized)
  }

  /// The command that most likely helps next.
  func nextCommand(id: Int64?, file: String) -> String {
    let name = id.map { String($0) } ?? "TRACE"
    if lacksPoints {
      return information.metadata.contains {
        $0.key == "input-device" && $0.json == "\"touchscreen\""
      }
        ? "scrolltrace import \(file) --again --screen 390x844" : "scrolltrace show \(name)"
    }
    if frames == 0, touchSamples + wheelSteps > 0, targets == 0 || !hasContainerSize {
      return "scrolltrace attach \(name) --layout scene.json --container 390x844"
    }
    if frames > 0, targets == 0 { return "scrolltrace infer-layout \(name)" }
    return "scrolltrace show \(name)"
  }
}

extension Double {
  /// The number without a useless fraction.
  var commandText: String {
    let text = String(self)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
