import ScrollModel

extension SettleReport {
  /// The rule in one sentence, with the numbers that decided it.
  public var sentence: String {
    var text = decision
    switch ending {
    case .rested:
      if let agrees, !agrees {
        text += "; the recording chose \(restName)"
      }
    case .caught: text += "; caught at \(NumberFormat.points(rest)) before it was there"
    case .redirected:
      text += "; the program, a wheel or a new size took over at \(NumberFormat.points(rest))"
    case .cut: text += "; the trace ends at \(NumberFormat.points(rest))"
    }
    return text
  }

  private var decision: String {
    guard let settle = configured else { return distances }
    let proposed = "projected \(NumberFormat.points(settle.proposed))"
    let isDissent = agrees == false
    let head = isDissent ? "as configured, the engine would choose \(chosenName): " : ""
    switch settle.rule {
    case .natural: return head + proposed + " is the rest: no behavior is set"
    case .leftAlone: return head + proposed + " was left alone by the behavior"
    case .peer:
      let rule = settle.peerRule?.sentence ?? "chooses by rules of its own"
      return head + proposed + ", the configured physics \(rule): \(chosenName)" + others
    case .custom: return head + proposed + ", the custom behavior answered \(chosenName)"
    case .nearest: return head + proposed + " is nearest to \(chosenName)" + others + limitText
    case .stepped:
      return head + proposed + " is nearest to where the gesture began, so its velocity of "
        + "\(NumberFormat.text(settle.velocity)) pt/s steps to \(chosenName)" + limitText
    case .limited:
      return head + proposed + " is beyond the limit, so \(chosenName) is the farthest allowed"
        + limitText
    case .turnedPage:
      return head + proposed
        + ", the velocity of \(NumberFormat.text(settle.velocity)) pt/s turns to "
        + chosenName + limitText
    }
  }

  /// What can be said without a decision of the engine: only distances.
  private var distances: String {
    var text =
      projected.map { "projected \(NumberFormat.points($0))" } ?? "the projection is unknown"
    if let first = candidates.first, projected != nil {
      text +=
        " is nearest to \(Self.name(first.candidate)) (\(NumberFormat.text(first.candidate.distance)) pt)"
      text += others
    }
    return ending == .rested ? text + ", at rest at \(NumberFormat.points(rest))" : text
  }

  private var others: String {
    guard candidates.count > 1 else { return "" }
    let other = candidates[1].candidate
    return "; \(Self.name(other)) is \(NumberFormat.text(other.distance)) away"
  }

  private var limitText: String {
    guard let limit = configured?.limit else { return "" }
    return limit == 1 ? "; the limit allows one" : "; the limit allows \(limit)"
  }

  private var chosenName: String {
    guard let settle = configured else { return NumberFormat.points(rest) }
    let distance = (settle.chosen - settle.proposed).magnitude
    let place = Self.name(
      SettleCandidate(id: settle.chosenID, offset: settle.chosen, distance: distance))
    let clamped = settle.clamp == .none ? "" : ", cut at the \(settle.clamp.rawValue)"
    return "\(place) (\(NumberFormat.text(distance)) pt\(clamped))"
  }

  private var restName: String {
    if let chosen { return Self.name(chosen) }
    let isPlace = residual.map { $0.magnitude <= tolerance } ?? false
    return NumberFormat.points(rest)
      + (isPlace ? ", a place farther off" : ", which is no candidate")
  }

  private static func name(_ candidate: SettleCandidate) -> String {
    candidate.id.map { "\($0.displayText) at \(NumberFormat.text(candidate.offset))" }
      ?? NumberFormat.points(candidate.offset)
  }
}

/// Numbers as people read them, the same on every machine.
public enum NumberFormat {
  /// Returns a number with at most one decimal from 10 on, two down to a tenth, and four below.
  public static func text(_ number: Double) -> String {
    guard number == number, number.magnitude < 1e15 else { return "\(number)" }
    let size = number.magnitude
    let scale = size >= 10 || size == 0 ? 10.0 : size >= 0.1 ? 100.0 : 10_000.0
    let rounded = (number * scale).rounded(.toNearestOrAwayFromZero) / scale + 0.0
    let text = "\(rounded)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Returns a length with its unit.
  public static func points(_ number: Double) -> String { text(number) + " pt" }

  /// Returns a duration in milliseconds with its unit.
  public static func milliseconds(_ nanoseconds: Int64) -> String {
    text(Double(nanoseconds) / 1_000_000) + " ms"
  }
}
