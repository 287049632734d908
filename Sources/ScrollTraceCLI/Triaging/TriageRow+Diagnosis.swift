import Analysis
import Corpus
import Diagnosis

extension TriageRow.Cause {
  /// Creates the cause of a row from a cause of the diagnosis.
  init(_ cause: DiagnosedCause, of diagnosis: TraceDiagnosis) {
    self.init(
      kind: cause.cause.rawValue, variant: Self.variant(of: cause, item: diagnosis.item),
      symbolic: cause.symbolic, certainty: cause.certainty.rawValue, sentences: cause.sentences,
      fix: cause.fix?.summary, isComparison: diagnosis.isComparison(cause))
  }

  /// The common part of two causes of one class in one problem.
  ///
  /// For rests these are the lengths, because their fix is the declaration. For all others it is
  /// the fix, else the detector: a length that equals a distance by chance is excluded.
  private static func variant(of cause: DiagnosedCause, item: String) -> String {
    let lengths = general(firstExpression(cause.symbolic), item: item)
    let fix = cause.fix.map { general($0.summary, item: item) }
    if cause.proof.isEmpty {
      // A rate is no length: the fix identifies it.
      return cause.cause == .deceleration ? fix ?? lengths : lengths
    }
    if let fix {
      // A design cause is about a declared number: its lengths are included if the fix does not
      // contain them.
      let isNumbered = fix.utf8.contains { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      return cause.cause == .design && !isNumbered && !lengths.isEmpty ? "\(fix), \(lengths)" : fix
    }
    guard let finding = cause.effects.first else { return lengths }
    return ([finding.detector] + finding.structure.filter { !directions.contains($0) })
      .joined(separator: " ")
  }

  /// Of two expressions that fit equally well the first, whose order is the same on every device.
  private static func firstExpression(_ text: String?) -> String {
    let words = (text ?? "").split(separator: " ")
    return words.prefix { $0 != "or" }.joined(separator: " ")
  }

  /// Parts of a finding's structure that only contain a direction.
  private static let directions: Set<String> = [
    "forward", "backward", "start", "end", "leading", "trailing", "vertical", "horizontal",
    "too-far", "too-short", "aside",
  ]

  /// A phrase with general words: `item` for the app's own name, `length` for an extent.
  ///
  /// Without insets, a container's length and that within its insets are equal.
  private static func general(_ text: String, item: String) -> String {
    var words: [Substring] = []
    for word in text.split(separator: " ") {
      switch word {
      case "width", "height": words.append("length")
      case "\(item)'s": words.append("item's")
      case "\(item)s": words.append("items")
      case item[...]: words.append("item")
      default: words.append(word)
      }
      if words.suffix(3) == ["within", "its", "insets"] { words.removeLast(3) }
    }
    return words.joined(separator: " ")
  }
}
