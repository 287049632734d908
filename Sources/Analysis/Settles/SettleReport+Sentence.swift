import ScrollModel

extension SettleReport {
  /// The rule in one sentence, with the decisive numbers.
  public var sentence: String { sentence(interruptedBy: nil) }

  /// The rule in one sentence; it names what redirected the settle, if known.
  public func sentence(interruptedBy interruption: String?) -> String {
    var text = decision
    switch ending {
    case .rested:
      if let agrees, !agrees {
        text += "; the recording chose \(restName)"
      }
    case .caught:
      text += "; a finger caught the content at \(NumberFormat.points(rest)) before that"
    case .redirected:
      text +=
        "; at \(NumberFormat.points(rest)) "
        + (interruption ?? "the program, a wheel or a new size") + " interrupted it"
    case .cut: text += "; the trace ends at \(NumberFormat.points(rest))"
    }
    return text
  }

  private var decision: String {
    guard let settle = configured else { return distances }
    let proposed = "the projected rest of \(NumberFormat.points(settle.proposed))"
    let projection = "the projected rest is \(NumberFormat.points(settle.proposed))"
    let isDissent = agrees == false
    let head = isDissent ? "the configuration leads to \(chosenTarget): " : ""
    switch settle.rule {
    case .natural: return head + proposed + " is kept: no behavior is set"
    case .leftAlone: return head + proposed + " is kept by the behavior"
    case .peer:
      let rule = settle.peerRule?.sentence ?? "chooses by rules of its own"
      return head + projection + "; the configured physics \(rule): \(chosenName)"
        + (settle.peerRule == .firstStop ? nearest : others)
    case .custom: return head + projection + "; the custom behavior answered \(chosenName)"
    case .nearest: return head + proposed + " is nearest to \(chosenName)" + others + limitText
    case .stepped:
      return head + proposed + " is nearest to the start of the gesture, so the velocity of "
        + "\(NumberFormat.text(settle.velocity)) pt/s moves one target on, to \(chosenName)"
        + limitText
    case .limited:
      return head + proposed + " is beyond the limit, so \(chosenName) is the farthest allowed"
        + limitText
    case .turnedPage:
      return head + projection
        + "; the velocity of \(NumberFormat.text(settle.velocity)) pt/s turns the page to "
        + chosenName + limitText
    }
  }

  /// The text without a decision of the engine: only distances.
  private var distances: String {
    var text =
      projected.map { "the projected rest of \(NumberFormat.points($0))" }
      ?? "the projected rest is unknown"
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
    return "; \(Self.name(other)) is \(NumberFormat.points(other.distance)) away"
  }

  /// The candidate nearest the projected rest, which the scroll had to stop before.
  private var nearest: String {
    guard let first = candidates.first?.candidate else { return "" }
    return "; \(Self.name(first)) is the nearest to the projected rest "
      + "(\(NumberFormat.text(first.distance)) pt)"
  }

  private var limitText: String {
    guard let limit = configured?.limit else { return "" }
    return limit == 1 ? "; the limit allows one target" : "; the limit allows \(limit) targets"
  }

  private var chosenTarget: String {
    configured.map { $0.chosenID?.displayText ?? NumberFormat.points($0.chosen) }
      ?? NumberFormat.points(rest)
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
      + (isPlace ? ", another snap position" : ", which is not a snap position")
  }

  private static func name(_ candidate: SettleCandidate) -> String {
    candidate.id.map { "\($0.displayText) at \(NumberFormat.points(candidate.offset))" }
      ?? NumberFormat.points(candidate.offset)
  }
}

/// Numbers formatted for people, equal on every machine.
public enum NumberFormat {
  /// Returns a number with at most one decimal from 10, two from 0.1, and four below.
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
