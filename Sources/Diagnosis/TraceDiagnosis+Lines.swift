import Analysis
import ScrollModel
import TextKit

extension TraceDiagnosis {
  /// One labelled line of a diagnosis for people.
  public struct Line: Hashable, Sendable {
    /// The label, such as `Cause`; empty for a continuation line.
    public var label: String
    /// The text.
    public var text: String
  }

  /// Whether something is wrong: the cause contradicts a declaration or is a fault by itself, or
  /// there are findings.
  ///
  /// Without a declaration, the behavior that explains the rests may be the one that the app wants.
  public var showsDefect: Bool {
    guard verdict == .cause, let cause = causes.first else { return !findings.isEmpty }
    return !isComparison(cause) || !findings.isEmpty
  }

  /// The diagnosis in at most ten lines, the cause first; `unknownBehavior` is the name of a
  /// declared behavior that this program does not have.
  public func lines(unknownBehavior: String? = nil) -> [Line] {
    switch verdict {
    case .noEvidence:
      return [Line(label: "Result", text: "Nothing to diagnose: \(obstacle ?? "no evidence")")]
    case .asDeclared:
      // A badly fitting but possibly intended number is no cause, but worth a line.
      let check = causes.first.map {
        [Line(label: "Check", text: $0.sentences.joined(separator: " "))]
      }
      return [Line(label: "Result", text: asDeclaredText)] + (check ?? [])
    case .undecided where causes.isEmpty: return [Line(label: "Result", text: unexplainedText)]
    case .cause, .undecided:
      guard let first = causes.first else { return [] }
      let all =
        lines(of: first, unknownBehavior)
        + causes.dropFirst().map { furtherLine($0, unknownBehavior) }
      // The next step is last, so that the command which follows it reads as its continuation.
      let next = nextLine(first).map { [$0] } ?? []
      return Array(all.prefix(Self.lineLimit - next.count)) + next
    }
  }

  /// A line for a cause that the first one does not explain.
  private func furtherLine(_ cause: DiagnosedCause, _ unknownBehavior: String?) -> Line {
    let doubt =
      switch cause.certainty {
      case .certain: ""
      case .likely: "Likely: "
      case .undecided: "Possibly: "
      }
    let sentences =
      isComparison(cause) ? comparison(cause, unknownBehavior) : cause.sentences
    return Line(label: "Also", text: doubt + sentences.joined(separator: " "))
  }

  /// The gesture to record, if two causes explain the recording equally well.
  private func nextLine(_ cause: DiagnosedCause) -> Line? {
    guard let gesture = cause.separatingGesture, verdict == .undecided || cause.hasSameOutcome
    else { return nil }
    return Line(label: "Next", text: "Record \(gesture): it distinguishes the first two.")
  }

  private var unexplainedText: String {
    let text =
      decisions.count == 1
      ? "No known behavior explains the only rest."
      : "No known behavior explains these rests: the best explains \(explained) of \(decisions.count)."
    guard missing == .layout else { return text }
    return text
      + " The trace has no layout, so that rests were not compared with the places of items; "
      + "'scrolltrace attach' adds one."
  }

  private var asDeclaredText: String {
    let unexplained = decisions.count - explained
    var parts: [String] = []
    if !decisions.isEmpty { parts.append("\(explained) of \(Self.rests(decisions.count))") }
    for count in counts {
      parts.append("\(count.explained) of \(countText(count.count, count.noun))")
    }
    let verb =
      declaredName == nil && decisions.isEmpty ? "no defect found" : "behaves as declared"
    let text = "\(verb): \(parts.joined(separator: ", ")) explained"
    return (unexplained == 0 ? text : text + "; no known behavior explains the rest")
      + (fragileText.map { ". \($0)" } ?? "")
  }

  /// The fraction of releases that noise alone could change; nil if none.
  private var fragileText: String? {
    let fragile = margins.filter(\.isFragile)
    guard let least = fragile.compactMap(\.points).min() else { return nil }
    return "Fragile: \(fragile.count) of \(countText(margins.count, "release")) "
      + (fragile.count == 1 ? "is" : "are")
      + " within \(pointsText(max(0.1, least))) pt of another rest"
  }

  private static func rests(_ count: Int) -> String { count == 1 ? "1 rest" : "\(count) rests" }

  /// Whether a cause names what rests are like, because nothing known is declared that they could contradict.
  public func isComparison(_ cause: DiagnosedCause) -> Bool {
    cause.proof.isEmpty && declaredName == nil
  }

  private func comparison(_ cause: DiagnosedCause, _ unknownBehavior: String?) -> [String] {
    [
      "Behaves like \(cause.shortName). \(cause.sentences.joined(separator: " "))",
      unknownBehavior.map {
        "The declared behavior '\($0)' is not known here, so nothing was checked against it."
      } ?? "No configuration is declared, so nothing was checked against one.",
    ]
  }

  private func lines(of cause: DiagnosedCause, _ unknownBehavior: String?) -> [Line] {
    var lines: [Line] = []
    func add(_ label: String, _ texts: [String]) {
      for (index, text) in texts.enumerated() {
        lines.append(Line(label: index == 0 ? label : "", text: text))
      }
    }
    let likely = verdict == .cause && cause.certainty == .likely ? "Likely: " : ""
    if !cause.proof.isEmpty {
      let doubt = cause.certainty == .undecided ? "Undecided. Most likely: " : likely
      add("Cause", [doubt + (cause.sentences.first ?? "")])
      add("", Array(cause.sentences.dropFirst()))
    } else if isComparison(cause) {
      var texts = comparison(cause, unknownBehavior)
      texts[0] = (verdict == .undecided ? "Undecided. " : likely) + texts[0]
      add("Cause", texts)
    } else if verdict == .undecided {
      add("Cause", ["Undecided. Most likely: \(cause.sentences.joined(separator: " "))"])
    } else {
      // Another cause is known then.
      let doubt = cause.certainty == .undecided ? "Possibly: " : likely
      add("Cause", [doubt + (cause.sentences.first ?? "")] + cause.sentences.dropFirst())
    }
    add("Proof", cause.proof.isEmpty ? proof(of: cause) : cause.proof)
    if !cause.effects.isEmpty { add("Effects", [Self.effectsText(cause.effects)]) }
    if let fix = cause.fix {
      add("Fix", [fixText(fix) + ".", fix.code] + (fix.guarded?.lines ?? []))
    } else if !cause.proof.isEmpty {
      add("Fix", [Self.reasonForNoFix(cause)])
    }
    return lines
  }

  /// The detectors of findings, each once with its number of findings.
  private static func effectsText(_ effects: [Finding]) -> String {
    var detectors: [(name: String, count: Int)] = []
    for effect in effects {
      if let place = detectors.firstIndex(where: { $0.name == effect.detector }) {
        detectors[place].count += effect.count
      } else {
        detectors.append((effect.detector, effect.count))
      }
    }
    let names = detectors.prefix(4).map { $0.name + ($0.count > 1 ? " ×\($0.count)" : "") }
    return names.joined(separator: ", ")
      + (effects.reduce(0) { $0 + $1.count } == 1 ? " is a consequence" : " are consequences")
      + " of this cause."
  }

  /// Why a cause has no code to paste, with what the page of its detector suggests.
  static func reasonForNoFix(_ cause: DiagnosedCause) -> String {
    let suggestions = cause.effects.compactMap { DetectorEntry.named($0.detector)?.repairs }
    guard let repair = suggestions.first else { return "No single change is known." }
    // Some defects have no repair by a setting, and their entry contains that sentence.
    return repair.hasPrefix("No") ? repair : "No single change is known. Worth trying: \(repair)"
  }

  /// The largest number of lines.
  static let lineLimit = 10

  private func proof(of cause: DiagnosedCause) -> [String] {
    let count = decisions.count
    var text =
      "\(cause.shortName) explains \(cause.explained) of \(Self.rests(count)) within "
      + "\(pointsText(max(0.1, cause.worstMiss))) pt"
    if cause.cause == .deceleration {
      text = "\(cause.explained) of \(Self.rests(count)) \(count == 1 ? "agrees" : "agree")"
    }
    if let declaredName, let declaredExplained, cause.cause != .deceleration {
      text += "; \(declaredName) (declared) explains \(declaredExplained) of \(count)"
    }
    var lines = [text + "."]
    let same = cause.alternatives.filter(\.isSameOutcome)
    // One line for each, at most two, because the fix follows.
    for (index, other) in same.prefix(2).enumerated() {
      let left = index == 1 && same.count > 2 ? " (and \(same.count - 2) more)" : ""
      lines.append("This recording cannot distinguish it from: the app \(other.summary)\(left).")
    }
    if let next = cause.alternatives.first(where: { !$0.isSameOutcome }) {
      lines.append(
        "Next best: the app \(next.summary): \(next.explained) of \(count), odds "
          + "1:\(Self.oddsText(next.odds)).")
    }
    if let fragileText { lines.append("\(fragileText).") }
    return lines
  }

  private func fixText(_ fix: DiagnosisFix) -> String {
    var text = fix.summary
    if let removed = fix.removed {
      text += ": checked by replaying"
      let effects = Set(causes.first?.effects.map(\.detector) ?? [])
      if !effects.isEmpty {
        let isAll = effects.subtracting(removed).isEmpty
        text +=
          removed.isEmpty
          ? ", the effects stay"
          : ", removes " + (isAll ? "all effects" : removed.joined(separator: ", "))
      }
    }
    return text + (fix.guarded.map { "; \($0.summary)" } ?? "")
  }

  /// Odds with at most two digits.
  static func oddsText(_ odds: Double) -> String {
    guard odds < 1e6 else { return "1000000" }
    guard odds >= 10 else { return pointsText(odds) }
    var scale = 1.0
    while odds / scale >= 100 { scale *= 10 }
    return "\(Int64((odds / scale).rounded() * scale))"
  }
}

extension DiagnosedCause {
  /// The number of listed offsets in a name.
  private static let namedOffsets = 4

  /// A short name without a long list of offsets.
  public var shortName: String {
    guard case .offsets(let offsets, _, _) = configuration.behavior,
      offsets.count > Self.namedOffsets
    else { return name }
    let shown = offsets.prefix(Self.namedOffsets).map { pointsText($0) }.joined(separator: ", ")
    return "offsets(\(shown), … \(offsets.count) in all)"
  }

  /// Whether another hypothesis has the same rests on this recording.
  public var hasSameOutcome: Bool { alternatives.contains(where: \.isSameOutcome) }
}
