import Analysis
import ScrollModel

extension CustomBehaviorCauses {
  /// Results one position short of the proposed one, in some releases only.
  ///
  /// A limit applies to all releases; an index with inconsistent rounding does not.
  func offByOne(_ answers: [Answer], _ name: String) -> DiagnosedCause? {
    let starts = subject.evidence.reach.items.map(\.start)
    guard starts.count >= 3, let pitch = subject.scene.pitch, pitch > 0 else { return nil }
    func number(_ offset: Double, _ answer: Answer) -> Int {
      let place = offset + answer.decision.axis.start
      return starts.indices.min {
        (starts[$0] - place).magnitude < (starts[$1] - place).magnitude
      } ?? 0
    }
    let asked = answers.filter {
      $0.proposed != nil && !$0.decision.axis.isAtEnd($0.chosen, within: subject.slack)
    }
    var short: [Answer] = []
    var (right, stayed) = (0, 0)
    for answer in asked {
      let (from, to) = (number(answer.start, answer), number(answer.proposed ?? 0, answer))
      let chosen = number(answer.chosen, answer)
      guard from != to else { continue }
      let direction = to > from ? 1 : -1
      switch (to - chosen) * direction {
      case 0: right += 1
      case 1:
        short.append(answer)
        // A limit would allow at least one item.
        if chosen == from { stayed += 1 }
      default: break
      }
    }
    guard let first = short.first, short.count >= 2, stayed > 0, right > 0 else { return nil }
    let length = subject.scene.explanation(of: pitch)
    return cause(
      [
        "The behavior '\(name)' answers the \(subject.item) before the proposed one in \(short.count) of "
          + "\(asked.count) releases, and the proposed one in \(right): it computes the index in two ways.",
        "It is \(pointsText(pitch)) pt short each time"
          + (length.map { ": \($0.text)." } ?? "."),
      ], "First \(self.asked(first)).", 300, pitch, length?.text,
      fix: (
        "multiply the length by the index of the proposed \(subject.item), also where it is not in view yet",
        .answer(
          "target.rect.origin.\(coordinate) = CGFloat(index) * length // not (index - 1) * length",
          along: subject.axis)
      ))
  }
}
