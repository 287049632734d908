import Analysis
import ScrollModel

/// A custom behavior, checked by its inputs and results.
struct CustomBehaviorCauses {
  let subject: Subject
  var coordinate: String { subject.axis == .vertical ? "y" : "x" }

  /// One release; lengths count from the leading side.
  struct Answer {
    var decision: RestDecision
    /// The natural end of the release; nil if it was not reported.
    var proposed: Double?
    var chosen: Double
    var start: Double
    var offset: Double
    var velocity: Double
    /// The content movement by the finger.
    var drag: Double { offset - start }
  }

  private var name: String? {
    guard case .custom(let name) = subject.configuration.behavior else { return nil }
    return name
  }

  var answers: [Answer] {
    subject.decisions.compactMap { decision in
      guard !decision.isCatch, let start = decision.startOffset else { return nil }
      let asked = subject.evidence.releases.first {
        $0.time.nanoseconds(since: decision.time).magnitude <= 50_000_000
      }
      return Answer(
        decision: decision, proposed: asked?.proposed ?? decision.reportedRest,
        chosen: asked?.chosen ?? decision.rest, start: start, offset: decision.releaseOffset,
        velocity: decision.velocity ?? 0)
    }
  }

  var all: [DiagnosedCause] {
    guard let name else { return [] }
    let answers = self.answers
    guard !answers.isEmpty else { return [] }
    return [
      offByOne(answers, name), springsBack(answers, name), againstVelocity(answers, name),
      sameAnswer(answers, name),
      clamped(answers, name), outside(answers, name), besideTargets(answers, name),
    ].compactMap { $0 }.prefix(1).map { $0 }
  }

  func cause(
    _ sentences: [String], _ proof: String, _ odds: Double, _ number: Double? = nil,
    _ symbolic: String? = nil, fix: SuggestedFix
  ) -> DiagnosedCause {
    subject.cause(
      .customBehavior, sentences, proof: [proof], odds: odds,
      parameter: number.map { CauseParameter(name: "distance", value: $0, unit: "pt") },
      symbolic: symbolic,
      effects: subject.findings(["S01", "S02", "S06", "S12", "S14", "S16", "S23"]), fix: fix)
  }

  /// The largest distance back to the nearest position.
  private var halfway: Double {
    let pitch = subject.scene.pitch ?? (subject.scene.axis?.inner ?? 0)
    return max(20, pitch * 0.6)
  }

  func asked(_ answer: Answer) -> String {
    let proposed = answer.proposed.map { ", would end at \(pointsText($0)) pt" } ?? ""
    return "at \(momentText(answer.decision.time)): dragged from \(pointsText(answer.start)) pt to "
      + "\(pointsText(answer.offset)) pt\(proposed), answered \(pointsText(answer.chosen)) pt"
  }

  /// A drag that went farther than the result.
  private func springsBack(_ answers: [Answer], _ name: String) -> DiagnosedCause? {
    let found = answers.filter { answer in
      let back = answer.chosen - answer.offset
      return answer.drag.magnitude > halfway && back * answer.drag < 0
        && back.magnitude > halfway && answer.velocity * answer.drag >= 0
        && answer.decision.axis.excess(answer.offset).magnitude < 20
    }
    guard let first = found.first else { return nil }
    let back = (first.chosen - first.offset).magnitude
    let reach = (first.chosen - first.start).magnitude
    let isSame = found.allSatisfy {
      (($0.chosen - $0.start).magnitude - reach).magnitude <= subject.slack
    }
    let length = isSame ? subject.scene.explanation(of: reach) : nil
    var sentences = [
      "The behavior '\(name)' springs a deliberate drag back by \(pointsText(back)) pt: it answers at most "
        + "\(pointsText(reach)) pt from the start of the gesture, and the finger went "
        + "\(pointsText(first.drag.magnitude)) pt."
    ]
    if let length { sentences.append("\(pointsText(reach)) pt is \(length.text).") }
    return cause(
      sentences, "\(countText(found.count, "release")) of \(answers.count), \(asked(first)).",
      found.count > 1 || length != nil ? 300 : 60, reach, length?.text,
      fix: (
        "count the limit from where the finger let go, not from where it began",
        .answer(
          "let limit = target.rect.origin.\(coordinate) + pitch // from the proposed target, not from the start",
          along: subject.axis)
      ))
  }

  /// A fast release whose result is on the opposite side of its start.
  private func againstVelocity(_ answers: [Answer], _ name: String) -> DiagnosedCause? {
    let found = answers.filter {
      $0.velocity.magnitude > 300 && ($0.chosen - $0.start) * $0.velocity < 0
        && ($0.chosen - $0.start).magnitude > halfway / 2 && $0.drag * $0.velocity >= 0
    }
    guard let first = found.first else { return nil }
    return cause(
      [
        "The behavior '\(name)' answers a fling of \(pointsText(first.velocity)) pt/s with a place "
          + "\(pointsText((first.chosen - first.start).magnitude)) pt behind the start of the gesture."
      ], "\(countText(found.count, "release")) of \(answers.count), \(asked(first)).",
      found.count > 1 ? 300 : 60, first.chosen - first.start,
      fix: (
        "use the sign of the velocity",
        .answer(
          "let index = context.velocity.d\(coordinate) > 0 ? next : previous", along: subject.axis)
      ))
  }

  /// The same result for very different releases.
  private func sameAnswer(_ answers: [Answer], _ name: String) -> DiagnosedCause? {
    let asked = answers.filter { $0.proposed != nil }
    guard asked.count >= 3, let first = asked.first, let pitch = subject.scene.pitch,
      !first.decision.isAtEnd(within: subject.slack),
      asked.allSatisfy({ ($0.chosen - first.chosen).magnitude <= subject.slack })
    else { return nil }
    let places = asked.compactMap(\.proposed)
    guard let low = places.min(), let high = places.max(), high - low > 2 * pitch else {
      return nil
    }
    return cause(
      [
        "The behavior '\(name)' answers \(pointsText(first.chosen)) pt whatever it is asked: releases that would "
          + "end between \(pointsText(low)) pt and \(pointsText(high)) pt all rest there."
      ], "\(asked.count) of \(asked.count) releases.", 300, high - low,
      fix: (
        "start from the proposed target",
        .answer("target.rect.origin = nearest(to: target.rect.origin)", along: subject.axis)
      ))
  }

  /// Results that never exceed a number of items, although the proposals do.
  private func clamped(_ answers: [Answer], _ name: String) -> DiagnosedCause? {
    guard let pitch = subject.scene.pitch, pitch > 0 else { return nil }
    let far = answers.filter { answer in
      guard let proposed = answer.proposed else { return false }
      return (proposed - answer.start).magnitude > (answer.chosen - answer.start).magnitude + pitch
        && !answer.decision.isAtEnd(within: subject.slack)
    }
    guard far.count >= 3, let first = far.first else { return nil }
    let reach = (first.chosen - first.start).magnitude
    guard reach > subject.slack,
      far.allSatisfy({ (($0.chosen - $0.start).magnitude - reach).magnitude <= subject.slack })
    else { return nil }
    let length = subject.scene.explanation(of: reach)
    let most = far.map { (($0.proposed ?? 0) - $0.start).magnitude }.max() ?? 0
    // A limit of one item is common and intended.
    let isMeant = (reach - pitch).magnitude <= subject.slack
    return cause(
      [
        "The behavior '\(name)' goes at most \(pointsText(reach)) pt per gesture, although releases would go up to "
          + "\(pointsText(most)) pt."
      ] + (length.map { ["\(pointsText(reach)) pt is \($0.text)."] } ?? []),
      "\(far.count) of \(answers.count) releases, first \(asked(first)).", isMeant ? 3 : 30, reach,
      length?.text,
      fix: (
        "remove the limit, or let it grow with the velocity",
        .behavior(.viewAligned(limit: .never, anchor: nil), along: subject.axis)
      ))
  }

  /// Results outside the range, which the view then clamps.
  private func outside(_ answers: [Answer], _ name: String) -> DiagnosedCause? {
    let found = answers.filter {
      $0.decision.axis.excess($0.chosen).magnitude > max(20, subject.slack)
    }
    guard let first = found.first else { return nil }
    let excess = first.decision.axis.excess(first.chosen)
    let length = subject.scene.explanation(of: excess)
    return cause(
      [
        "The behavior '\(name)' answers \(pointsText(first.chosen)) pt, \(pointsText(excess.magnitude)) pt past the "
          + "\(excess > 0 ? "end" : "start") of the range."
      ] + (length.map { ["\(pointsText(excess.magnitude)) pt is \($0.text)."] } ?? []),
      "\(countText(found.count, "release")) of \(answers.count), \(asked(first)).", 60, excess,
      length?.text,
      fix: (
        "hold the answer to the range",
        .answer(
          "target.rect.origin.\(coordinate) = min(target.rect.origin.\(coordinate), "
            + "context.contentSize.\(subject.extent) - context.containerSize.\(subject.extent))",
          along: subject.axis)
      ))
  }

  /// Results that all differ from the items by the same length.
  private func besideTargets(_ answers: [Answer], _ name: String) -> DiagnosedCause? {
    let items = subject.evidence.reach.items
    let placed = answers.filter { !$0.decision.axis.isAtEnd($0.chosen, within: subject.slack) }
    guard placed.count >= 3, items.count >= 3 else { return nil }
    let misses = placed.map { answer -> Double in
      let axis = answer.decision.axis
      return items.map { answer.chosen + axis.start - $0.start }
        .min { $0.magnitude < $1.magnitude } ?? 0
    }
    guard let first = misses.first, first.magnitude > subject.slack,
      misses.allSatisfy({ ($0 - first).magnitude <= subject.slack }),
      let length = subject.scene.explanation(of: first), length.bits <= 4
    else { return nil }
    // Items may be intended to rest at another edge.
    let isOtherEdge = [0.5, 1].contains { anchor in
      placed.allSatisfy { answer in
        let axis = answer.decision.axis
        return items.contains {
          ($0.start + anchor * ($0.length - axis.inner) - axis.start - answer.chosen).magnitude
            <= subject.slack
        }
      }
    }
    guard !isOtherEdge else { return nil }
    return cause(
      [
        "The behavior '\(name)' answers \(pointsText(first.magnitude)) pt "
          + "\(first > 0 ? "past" : "before") the start of its \(subject.item) each time.",
        "\(pointsText(first.magnitude)) pt is \(length.text).",
      ], "\(placed.count) of \(placed.count) answers inside the range.", 60, first, length.text,
      fix: (
        "take the frames of the \(subject.item)s, or count the inset once",
        .behavior(.viewAligned(limit: .automatic, anchor: nil), along: subject.axis)
      ))
  }
}
