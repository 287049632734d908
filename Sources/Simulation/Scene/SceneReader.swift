import ScrollModel
import TextKit

/// The syntax of a scene file: typed values, with errors that contain position and name.
struct SceneReader {
  private let text: [UInt8]
  private(set) var scanner: JSONScanner

  init(_ text: [UInt8]) {
    self.text = text
    scanner = JSONScanner(text)
  }

  /// Checks that nothing follows the scene.
  mutating func end() throws(SceneError) {
    try scan("the scene") { scanner throws(JSONError) in try scanner.end() }
  }

  /// The byte at which the next value, or the key after the last value, starts.
  var place: Int {
    var index = scanner.offset
    while index < text.count, " \t\r\n,".utf8.contains(text[index]) { index += 1 }
    return index
  }

  /// Returns an error at a byte of the text.
  func problem(_ message: String, at offset: Int) -> SceneError {
    SceneError(message, at: offset, of: text)
  }

  /// Reads a value and converts syntax errors to errors that name it.
  mutating func scan<Value>(
    _ name: String, _ read: (inout JSONScanner) throws(JSONError) -> Value
  ) throws(SceneError) -> Value {
    do throws(JSONError) {
      return try read(&scanner)
    } catch {
      let message =
        switch error.kind {
        case .mismatch, .number: "\(name): \(error.message)"
        default: error.message
        }
      throw problem(message, at: error.offset)
    }
  }

  /// Reads an object with known keys, each at most once, in any order.
  ///
  /// - Returns: The keys in the object.
  @discardableResult
  mutating func object(
    _ name: String, keys: [String],
    _ read: (inout SceneReader, String) throws(SceneError) -> Void
  ) throws(SceneError) -> [String] {
    var seen: [String] = []
    try scan(name) { scanner throws(JSONError) in try scanner.beginObject() }
    while true {
      let keyPlace = place
      let next = try scan(name) { scanner throws(JSONError) in try scanner.nextKey() }
      guard next != nil else { return seen }
      let key = scanner.keyText
      guard keys.contains(key) else {
        let ending = NearestWord.ending(for: key, among: keys, named: "its keys")
        throw problem(
          "'\(DisplayText.escaped(key))' is no key of \(name)\(ending)", at: keyPlace)
      }
      guard !seen.contains(key) else {
        throw problem("'\(key)' comes twice in \(name)", at: keyPlace)
      }
      seen.append(key)
      try read(&self, key)
    }
  }

  /// Reads an array, calling the body for each element.
  mutating func array(
    _ name: String, _ read: (inout SceneReader) throws(SceneError) -> Void
  ) throws(SceneError) {
    try scan(name) { scanner throws(JSONError) in try scanner.beginArray() }
    while try scan(name, { scanner throws(JSONError) in try scanner.nextElement() }) {
      try read(&self)
    }
  }

  /// Reads an array with a fixed number of numbers in a range.
  mutating func numbers(
    _ name: String, _ names: [String], in range: ClosedRange<Double>
  ) throws(SceneError) -> [Double] {
    let start = place
    var numbers: [Double] = []
    try array(name) { reader throws(SceneError) in
      guard numbers.count < names.count else {
        throw reader.problem(
          "\(name) is [\(names.joined(separator: ", "))]; something follows", at: reader.place)
      }
      numbers.append(try reader.number(name, in: range))
    }
    guard numbers.count == names.count else {
      throw problem(
        "\(name) is [\(names.joined(separator: ", "))]; found \(numbers.count) of "
          + "\(names.count) numbers", at: start)
    }
    return numbers
  }

  /// Reads a number in a range.
  mutating func number(
    _ name: String, in range: ClosedRange<Double>
  ) throws(SceneError) -> Double {
    let start = place
    let number = try scan(name) { scanner throws(JSONError) in try scanner.double() }
    guard range.contains(number) else {
      throw problem(
        "\(name): expected a number from \(Self.text(range.lowerBound)) to "
          + "\(Self.text(range.upperBound)), found \(Self.text(number))", at: start)
    }
    return number + 0.0
  }

  /// Reads an integer in a range.
  mutating func int(_ name: String, in range: ClosedRange<Int64>) throws(SceneError) -> Int64 {
    let start = place
    let number = try scan(name) { scanner throws(JSONError) in try scanner.int64() }
    guard range.contains(number) else {
      throw problem(
        "\(name): expected a whole number from \(range.lowerBound) to \(range.upperBound), "
          + "found \(number)", at: start)
    }
    return number
  }

  /// Reads `true` or `false`.
  mutating func bool(_ name: String) throws(SceneError) -> Bool {
    try scan(name) { scanner throws(JSONError) in try scanner.bool() }
  }

  /// Reads a text with a maximum number of bytes.
  mutating func text(
    _ name: String, atMost limit: Int = ModelLimits.textBytes
  ) throws(SceneError) -> String {
    let start = place
    let text = try scan(name) { scanner throws(JSONError) in try scanner.string() }
    guard text.utf8.count <= limit else {
      throw problem(
        "\(name): expected at most \(limit) bytes, found \(text.utf8.count)", at: start)
    }
    return text
  }

  /// Reads one of a list of words.
  mutating func word<Word>(
    _ name: String, _ words: [(String, Word)]
  ) throws(SceneError) -> Word {
    let start = place
    let text = try text(name)
    guard let match = words.first(where: { $0.0 == text }) else {
      let ending = NearestWord.ending(for: text, among: words.map(\.0), named: "its words")
      throw problem("\(name): '\(DisplayText.escaped(text))' is not known\(ending)", at: start)
    }
    return match.1
  }

  /// Returns the kind of the next value.
  func kind() throws(SceneError) -> JSONKind {
    do throws(JSONError) {
      return try scanner.peek()
    } catch {
      throw problem(error.message, at: error.offset)
    }
  }

  private static func text(_ number: Double) -> String {
    (try? NumberText.text(number)) ?? "\(number)"
  }
}
