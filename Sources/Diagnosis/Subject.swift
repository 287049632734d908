import Analysis
import ScrollModel

/// The common inputs of the subjects of diagnosis: the recording's evidence and the declaration.
struct Subject {
  var declared: Configuration?
  var evidence: SceneEvidence
  var decisions: [RestDecision]
  /// The findings of the recording, from notice up.
  var findings: [Finding]
  /// What the offset followed although it should not have.
  var follows = OffsetMistakes()
  /// Whether the app runs on one of Apple's systems, as far as known.
  var isOfApple = true

  var configuration: Configuration { declared ?? Configuration() }
  var scene: KnownLengths { evidence.scene }
  var item: String { scene.item }
  var axis: Axis { scene.axis?.axis ?? .vertical }
  /// The side of the content before what is in view, in words.
  var before: String { axis == .vertical ? "above" : "before" }
  /// The name of a length along the axis.
  var extent: String { axis == .vertical ? "height" : "width" }
  /// The largest difference of two offsets that count as equal.
  var slack: Double { max(1, evidence.tolerance) }

  /// Findings of some detectors within a time, or in the whole trace.
  func findings(
    _ detectors: Set<String>, within span: ClosedRange<TraceTime>? = nil
  ) -> [Finding] {
    findings.filter { finding in
      detectors.contains(finding.detector)
        && span.map {
          $0.overlaps(finding.place.start...max(finding.place.start, finding.place.end))
        }
          ?? true
    }
  }

  /// The fix for items in view that move: a bound position or, if one is bound already, an offset
  /// that moves with them.
  var keepInPlace: SuggestedFix {
    configuration.position.isNone
      ? ("bind the position, which keeps the \(item) in view in its place", .boundID(along: axis))
      : (
        "move the offset by what changed before the \(item)s in view, in the same update",
        .moveWithContent(along: axis)
      )
  }

  /// `2 rows were inserted`; a number below 0 is of removed ones.
  func insertedText(_ count: Int) -> String {
    "\(countText(abs(count), item)) \(abs(count) == 1 ? "was" : "were") \(count > 0 ? "inserted" : "removed")"
  }

  /// Creates a cause.
  ///
  /// `odds` are against an agreement of the numbers or times by chance.
  func cause(
    _ kind: CauseClass, _ sentences: [String], proof: [String], odds: Double,
    parameter: CauseParameter? = nil, symbolic: String? = nil, effects: [Finding] = [],
    fix: SuggestedFix? = nil, changed: Configuration? = nil,
    edit: RequestEdit? = nil
  ) -> DiagnosedCause {
    DiagnosedCause(
      cause: kind, sentences: sentences, name: kind.rawValue, configuration: configuration,
      parameter: parameter, symbolic: symbolic,
      certainty: odds >= 100 ? .certain : odds >= 10 ? .likely : .undecided,
      odds: min(1e9, odds), explained: 0, worstMiss: 0, effects: effects,
      fix: fix.map {
        DiagnosisFix(
          summary: $0.summary, configuration: changed ?? configuration, change: $0.code,
          removed: nil,
          edit: edit)
      }, alternatives: [], separatingGesture: nil, proof: proof)
  }
}

/// Groups those of one kind, in the order of their first occurrence.
func grouped<Fault>(_ faults: [Fault], by kind: (Fault) -> String) -> [[Fault]] {
  var groups: [(kind: String, faults: [Fault])] = []
  for fault in faults {
    if let index = groups.firstIndex(where: { $0.kind == kind(fault) }) {
      groups[index].faults.append(fault)
    } else {
      groups.append((kind(fault), [fault]))
    }
  }
  return groups.map(\.faults)
}

/// Seconds with milliseconds, as text.
func momentText(_ time: TraceTime) -> String {
  let milliseconds = max(0, time.nanoseconds) / 1_000_000
  let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
  let digits = String(rest)
  return "\(seconds)." + String(repeating: "0", count: 3 - digits.count) + digits + " s"
}

/// `1 row`, `3 rows`.
func countText(_ count: Int, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}
