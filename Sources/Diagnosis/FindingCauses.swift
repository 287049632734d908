import Analysis
import ScrollModel

/// Causes of findings without another explanation: the detector's own explanation, with its numbers
/// named.
///
/// A detector looks for one kind of defect and has no findings on correct traces, so its
/// explanation is likely but not certain.
struct FindingCauses {
  let subject: Subject
  /// Whether the declaration explains every rest.
  let isEachRestAsDeclared: Bool

  private struct Kind {
    var cause: CauseClass
    /// The suggested code.
    var fix: SuggestedFix?
  }

  var all: [DiagnosedCause] {
    let warnings = subject.findings.filter {
      $0.severity >= .warning || Self.notices.contains($0.detector) && !isAfterOffset($0)
    }
    // Errors come first; of equals, one that identifies the step comes first, then the earliest.
    return warnings.sortedStably {
      $0.severity != $1.severity
        ? $0.severity > $1.severity : Self.rank($0) < Self.rank($1)
    }.compactMap(cause)
  }

  /// How general a finding about a choice is: 0 identifies the step, 2 only that the choice
  /// differed.
  private static func rank(_ finding: Finding) -> Int {
    switch finding.detector {
    case "S02": 2
    case "S06": 1
    default: 0
    }
  }

  /// Detectors with notices that may be intended behavior.
  private static let notices: Set<String> = ["S08", "S33", "S38", "S41", "I04"]

  private func cause(_ finding: Finding) -> DiagnosedCause? {
    guard var kind = kind(of: finding), !isRestLost(finding),
      !subject.evidence.isOffsetOutdated(at: finding.place.start)
    else { return nil }
    var change = change(of: finding)
    // What keeps its distance to a bar or a keyboard moves with it, in one frame or in many.
    if let change, change.isFollowed(within: subject.slack) { return nil }
    if finding.detector == "S10", change != nil { kind.cause = .sizeChange } else { change = nil }
    var sentences = [Self.sentence("At \(momentText(finding.place.start)): \(finding.message)")]
    let distance = finding.measures.first { $0.unit == "pt" && $0.value.magnitude > 1 }
    let context = context(at: finding.place.start)
    let name = distance.flatMap {
      subject.scene.equation($0.value, within: subject.evidence.tolerance, context)
    }
    if let name { sentences.append("\(name).") }
    if let more = detail(of: finding) { sentences.append(more) }
    if let change {
      sentences += text(of: change, finding)
    } else if !finding.cause.isEmpty {
      sentences.append(Self.sentence("Likely cause: \(finding.cause)"))
    }
    let count = finding.count > 1 ? "\(finding.count) times, first" : "Once,"
    return subject.cause(
      kind.cause, sentences,
      proof: ["\(count) at \(momentText(finding.place.start)) (\(finding.detector))."],
      odds: odds(of: finding, kind.cause),
      parameter: distance.map { CauseParameter(name: $0.name, value: $0.value, unit: $0.unit) },
      symbolic: name, effects: related(to: finding), fix: kind.fix)
  }

  /// The change of the scene during which content jumped or was beyond an end at rest.
  private func change(of finding: Finding) -> SceneChange? {
    guard ["S10", "S25", "S28"].contains(finding.detector) else { return nil }
    return subject.evidence.changes.changes.first {
      $0.time <= finding.place.start && finding.place.start <= $0.after.time && !$0.isTouched
    }
  }

  /// What changed when content jumped, and what the offset did.
  private func text(of change: SceneChange, _ finding: Finding) -> [String] {
    let size = change.growth.map { $0 != 0 ? " of \(pointsText($0.magnitude)) pt" : "" } ?? ""
    let what =
      change.inserted.count > 0
      ? "\(countText(change.inserted.count, "new " + subject.item))\(size) came in"
      : change.removed.count > 0
        ? "\(countText(change.removed.count, subject.item))\(size) went away"
        : change.isContainerChange ? "the container changed" : "lengths in the content changed"
    let (old, new) = (change.before.axis.offset, change.after.axis.offset)
    let place =
      change.after.isAtEnd(within: subject.slack)
      ? ", the end of the range"
      : change.after.isAtStart(within: subject.slack) ? ", the start of the range" : ""
    let offset =
      change.offsetShift.magnitude <= subject.slack
      ? "the offset stayed" : "the offset went \(pointsText(old)) → \(pointsText(new)) pt\(place)"
    let isBack =
      finding.count > 1
      && (change.screenShift(change.laterStarts)?.magnitude ?? .infinity) <= subject.slack
    return ["In the same update \(what), and \(offset)."]
      + (isBack ? ["A later frame brings what was in view back to its place."] : [])
  }

  /// Whether the app set the offset itself and so does not expect an id to follow.
  private func isAfterOffset(_ finding: Finding) -> Bool {
    guard finding.detector == "S08" else { return false }
    let last = subject.evidence.requests.requests.last { $0.time <= finding.place.start }
    return last.map { $0.isPoint } ?? false
  }

  /// Whether a finding is about a request whose rest has no frame.
  private func isRestLost(_ finding: Finding) -> Bool {
    subject.evidence.requests.requests.contains {
      $0.time == finding.place.start && $0.frames > 0 && !$0.isRestShown
    }
  }

  /// The odds of a custom behavior that only a choice suggests: another page or unit leads to it as well.
  private static let hint = 2.0

  /// The odds of a finding; without phases, a finger that does not move can look like a defect.
  private func odds(of finding: Finding, _ cause: CauseClass) -> Double {
    // A rest that differs from the declaration does not prove a custom behavior.
    if cause == .customBehavior, !declaresCustom {
      // A choice without velocity, or from beyond the end, has one correct result under any
      // behavior.
      guard subject.evidence.hasPhases, finding.severity >= .warning, !isEachRestAsDeclared else {
        return Self.hint
      }
      return switch finding.detector {
      case "S12", "S14": 40
      // No declared behavior reverses a release that was ahead.
      case "S06": 12
      default: Self.hint
      }
    }
    // A stall may be the app's or the recorder's; offsets alone do not decide.
    if finding.detector == "S31" { return 5 }
    // An id that is out of view is wrong, whatever moved the content.
    if finding.detector == "S08", finding.structure.contains(Finding.outOfView),
      subject.evidence.hasPhases, !isRequested(finding)
    {
      return 20
    }
    // A view at its start shows what comes in there.
    if finding.detector == "S10", let change = change(of: finding), isShownAtStart(change) {
      return 5
    }
    // Content beyond its end has a recorded cause only if the end moved.
    if finding.detector == "S25", !isBesideChange(finding) { return 5 }
    if finding.detector == "I04", finding.structure == ["passed"], subject.evidence.hasPhases {
      return 20
    }
    guard subject.evidence.hasPhases, finding.severity >= .warning else { return 5 }
    return finding.severity >= .error ? 200 : 50
  }

  /// Whether a few new items push down what is in view at the start of the content.
  private func isShownAtStart(_ change: SceneChange) -> Bool {
    let new = change.inserted.countBefore
    return !change.isContainerChange && change.before.isAtStart(within: subject.slack)
      && change.offsetShift.magnitude <= subject.slack && new > 0 && new < 5
      && change.removed.count == 0
  }

  /// Whether a recorded request moved the content to where a finding is.
  private func isRequested(_ finding: Finding) -> Bool {
    subject.evidence.requests.requests.contains {
      $0.time <= finding.place.start
        && finding.place.start <= $0.endTime.advanced(byNanoseconds: 200_000_000)
    }
  }

  /// Whether sizes changed, or the program scrolled, shortly before a finding.
  private func isBesideChange(_ finding: Finding) -> Bool {
    let start = finding.place.start.nanoseconds
    return subject.evidence.changes.changes.contains {
      $0.time.nanoseconds <= start &+ 100_000_000 && $0.end.nanoseconds >= start &- 1_000_000_000
    }
      || subject.evidence.requests.requests.contains {
        $0.time.nanoseconds <= start && $0.endTime.nanoseconds >= start &- 500_000_000
      }
  }

  /// The details of a finding, from its other numbers or a simultaneous finding.
  private func detail(of finding: Finding) -> String? {
    switch finding.detector {
    case "S21":
      return finding.measures.first { $0.name == "effect" }.map {
        "The effect moves the view by \(pointsText($0.value.magnitude)) pt."
      }
    case "S12", "S14":
      let other = subject.findings(["S02"], within: finding.place.start...finding.place.end).first
      guard let other, let rest = other.measures.first(where: { $0.name == "rest" })?.value,
        let meant = other.measures.first(where: { $0.name == "expected" })?.value
      else { return nil }
      let start = subject.scene.axis?.start ?? 0
      let name = subject.scene.explanation(of: rest + start).map { ": \($0.text) from the start" }
      return
        "The content rests at \(pointsText(rest)) pt in place of \(pointsText(meant)) pt\(name ?? "")."
    case "S39":
      let change = subject.evidence.changes.changes.last {
        $0.time <= finding.place.end && $0.inserted.count > 0
      }
      guard let change, let growth = change.growth else { return nil }
      return
        "\(countText(change.inserted.count, subject.item)) of \(pointsText(growth)) pt inserted \(subject.before) what is in view."
    case "I05", "I01":
      guard let seen = subject.findings(["S29"]).first,
        let (what, low, high) = OscillationCauses.alternation(seen)
      else { return nil }
      return "The \(what) alternates by \(OscillationCauses.sizeText(high - low)) pt meanwhile."
    default: return nil
    }
  }

  /// A sentence with a capital letter and a period.
  private static func sentence(_ text: String) -> String {
    let first = text.prefix(1)
    let head = first.allSatisfy(\.isASCII) ? first.uppercased() : String(first)
    return head + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
  }

  /// The finding, and configuration lints about the same problem.
  private func related(to finding: Finding) -> [Finding] {
    let lints: Set<String> =
      switch finding.detector {
      case "S26": ["L04", "L05", "S28"]
      case "S01", "S18": ["L04", "L06", "S01", "S18"]
      case "I04", "I01", "I02", "I03", "I05": ["I01", "I02", "I03", "I04", "I05"]
      case "S08": ["S10"]
      case "S23": ["S08"]
      case "S02", "S06", "S14", "S16", "S12": ["S01", "S02", "S06", "S12", "S14", "S16"]
      default: []
      }
    return [finding] + subject.findings(lints).filter { $0 != finding }
  }

  /// The lengths of changes around a time.
  private func context(at time: TraceTime) -> [KnownLength] {
    for change in subject.evidence.changes.changes
    where change.time.nanoseconds <= time.nanoseconds &+ 200_000_000
      && time.nanoseconds <= change.end.nanoseconds &+ 400_000_000
    {
      var lengths: [KnownLength] = []
      if let growth = change.growth, growth != 0 {
        lengths.append(KnownLength("the change of the content", growth.magnitude))
      }
      lengths.append(KnownLength("the change of the container", change.frameShift.magnitude))
      lengths.append(KnownLength("the change of the inset", change.startInsetShift.magnitude))
      return lengths
    }
    return []
  }

  private func kind(of finding: Finding) -> Kind? {
    switch finding.detector {
    case "S01" where !subject.configuration.hasTargetLayout, "L04" where alignsWithoutTargets:
      Kind(cause: .design, fix: ("declare a target layout on the stack", .targetLayout))
    case "S18":
      Kind(
        cause: .design,
        fix: (
          "put lengths on whole device pixels",
          .wholePixels
        ))
    case "S21":
      Kind(
        cause: .design,
        fix: (
          "keep the effect inside the view's frame",
          .effectInside
        ))
    case "S40":
      Kind(
        cause: .design,
        fix: (
          "use a scroll view of its own for each content", .newIdentity(apple: ".id(content.id)")
        ))
    case "S41", "S42": Kind(cause: .design, fix: nil)
    case "S43":
      Kind(
        cause: .insets,
        fix: (
          "apply the initial offset once, when the view appears",
          .onAppear("position.scrollTo(edge: .top)")
        ))
    case "S02", "S06", "S12", "S14", "S16":
      Kind(cause: .customBehavior, fix: nil)
    case "S17": Kind(cause: .deceleration, fix: nil)
    case "S24" where finding.structure.contains(Finding.sheetDrag):
      Kind(
        cause: .ownership,
        fix: ("pass the drag on to the content when the sheet cannot grow any further", .passDragOn)
      )
    case "S07", "S23", "S24", "S35":
      Kind(cause: .ownership, fix: nil)
    case "S11":
      Kind(
        cause: .ownership,
        fix: (
          "ask the behavior again when a tap stops the movement",
          .snapAfterTap
        ))
    case "S30":
      Kind(
        cause: .ownership,
        fix: (
          "write the position from one place only", .writeOnce
        ))
    case "S10":
      // A movement together with a size change is a consequence of it.
      Kind(
        cause: finding.cause == Finding.unrequestedMovement ? .ownership : .sizeChange, fix: nil)
    case "S08":
      Kind(
        cause: .position,
        fix: (
          "read the id from the geometry after a scroll",
          .idAtOffset
        ))
    case "S13", "S22", "S25", "S27", "S29": Kind(cause: .sizeChange, fix: nil)
    case "S19", "S26", "S28", "S36", "S37", "S38", "S39": Kind(cause: .scrollTo, fix: nil)
    case "T01":
      Kind(
        cause: .recorder,
        fix: (
          "record touches until they end or are cancelled",
          .recordCancelled
        ))
    case "S31", "S32", "S33", "S34": Kind(cause: .recorder, fix: nil)
    case "I05" where finding.structure == ["together"]:
      Kind(cause: .visibility, fix: ("report each change when it happens", .countAtOnce))
    case "I01", "I02", "I03", "I04", "I05": Kind(cause: .visibility, fix: nil)
    default: nil
    }
  }

  private var declaresCustom: Bool {
    if case .custom = subject.configuration.behavior { true } else { false }
  }

  private var alignsWithoutTargets: Bool {
    guard !subject.configuration.hasTargetLayout else { return false }
    switch subject.configuration.behavior {
    case .viewAligned, .scrollSnap: return true
    default: return false
    }
  }
}
