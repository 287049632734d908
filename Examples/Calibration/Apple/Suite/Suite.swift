import Foundation
import ScrollModel

/// A probe of suite.json, which `scrolltrace calibrate plan --platform swiftui` writes.
struct SuiteProbe: Codable, Sendable {
  struct Scene: Codable, Sendable {
    var axis: String
    var count: Int
    var height: Double
    var width: Double
    var spacing: Double
    var top: Double
    var bottom: Double
    var sectionLength: Int
    var optionalIDs: Bool

    enum CodingKeys: String, CodingKey {
      case axis, count, height, width, spacing, top, bottom
      case sectionLength = "section_length"
      case optionalIDs = "optional_ids"
    }
  }

  var name: String
  var scene: Scene
  var configuration: String
  var script: [String]

  /// The value of a key of the configuration.
  func value(_ key: String) -> String? {
    // The only commas within a value are in parentheses.
    var depth = 0
    let parts = configuration.split { character in
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      return character == "," && depth == 0
    }
    let pairs = parts.map { $0.trimmingCharacters(in: .whitespaces) }
    return pairs.first { $0.hasPrefix("\(key): ") }.map { String($0.dropFirst(key.count + 2)) }
  }
}

/// The file of a suite.
struct Suite: Codable, Sendable {
  var platform: String
  var probes: [SuiteProbe]
}

/// A step of a probe's script.
///
/// The UI test performs gestures and waits, the app everything else.
enum SuiteStep: Equatable, Sendable {
  case wait(seconds: Double)
  /// A finger moves from a point to another one; `stops` before it lifts.
  case drag(from: CGPoint, to: CGPoint, seconds: Double, stops: Bool)
  case scroll(ScrollDestination, anchor: ScrollModel.UnitPoint?, isAnimated: Bool, CommandRoute)
  case write(String)
  case resize(Double)
  case insets(top: Double, bottom: Double, after: Double)
  case insert(String, at: Int, height: Double)
  case grow(String, height: Double)
  case note

  /// Reads a line of a script; nil if the suite is newer than this app.
  init?(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    func number(_ index: Int) -> Double? {
      words.indices.contains(index) ? Double(words[index]) : nil
    }
    func point(_ index: Int) -> CGPoint? {
      guard let pair = Self.numbers(words, index), pair.count == 2 else { return nil }
      return CGPoint(x: pair[0], y: pair[1])
    }
    switch (words.first, words.dropFirst().first) {
    case ("wait", let text?):
      guard let seconds = Self.seconds(text) else { return nil }
      self = .wait(seconds: seconds)
    case ("fling", "up"), ("fling", "down"):
      guard let speed = number(2) else { return nil }
      let length = min(300, speed * 0.16) * (words[1] == "up" ? -1 : 1)
      let start = CGPoint(x: 195, y: 350 - length / 2)
      self = .drag(
        from: start, to: CGPoint(x: 195, y: start.y + length), seconds: abs(length) / speed,
        stops: false)
    case ("fling", "from"), ("drag", "from"):
      guard let from = point(2), let to = point(4), words.count > 6,
        let seconds = Self.seconds(words[6])
      else { return nil }
      self = .drag(from: from, to: to, seconds: seconds, stops: words[0] == "drag")
    case ("write", let id?): self = .write(id.replacingOccurrences(of: "?", with: ""))
    case ("note", _): self = .note
    case ("resize", _):
      guard let size = point(1) else { return nil }
      self = .resize(size.y)
    case ("insets", _):
      guard let sides = Self.numbers(words, 1), sides.count == 4 else { return nil }
      let delay = words.count > 3 ? Self.seconds(words[3]) ?? 0 : 0
      self = .insets(top: sides[0], bottom: sides[2], after: delay)
    case ("insert", let id?):
      guard let index = number(3), let height = number(5) else { return nil }
      self = .insert(id, at: Int(index), height: height)
    case ("grow", let id?):
      guard let height = number(3) else { return nil }
      self = .grow(id, height: height)
    case ("scroll", _):
      guard let step = Self.scroll(words) else { return nil }
      self = step
    default: return nil
    }
  }

  private static func scroll(_ words: [String]) -> SuiteStep? {
    guard words.count > 3 else { return nil }
    let destination: ScrollDestination
    switch words[2] {
    case "id": destination = .id(TargetID(words[3]))
    case "edge": destination = .edge(words[3] == "bottom" ? .bottom : .top)
    case "point":
      guard let pair = numbers(words, 3), pair.count == 2 else { return nil }
      destination = .point(Point(x: pair[0], y: pair[1]))
    case "x": destination = .x(Double(words[3]) ?? 0)
    case "y": destination = .y(Double(words[3]) ?? 0)
    default: return nil
    }
    func word(after name: String) -> String? {
      words.firstIndex(of: name).map { words[$0 + 1] }
    }
    let anchors: [String: ScrollModel.UnitPoint] = [
      "top": .init(x: 0.5, y: 0), "center": .init(x: 0.5, y: 0.5), "bottom": .init(x: 0.5, y: 1),
    ]
    return .scroll(
      destination, anchor: word(after: "anchor").flatMap { anchors[$0] },
      isAnimated: words.contains("animated"),
      word(after: "via").flatMap(CommandRoute.init(rawValue:)) ?? .position)
  }

  private static func numbers(_ words: [String], _ index: Int) -> [Double]? {
    guard words.indices.contains(index) else { return nil }
    let numbers = words[index].split(separator: ",").map { Double($0) }
    return numbers.contains(nil) ? nil : numbers.compactMap(\.self)
  }

  private static func seconds(_ text: String) -> Double? {
    if text.hasSuffix("ms") { return Double(text.dropLast(2)).map { $0 / 1000 } }
    return text.hasSuffix("s") ? Double(text.dropLast()) : nil
  }
}
