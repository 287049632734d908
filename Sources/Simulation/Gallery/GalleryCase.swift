/// One case of the gallery: its reproduction, its fix, and all findings of both.
///
/// `fixtures/gallery/README.md` documents its file format.
public struct GalleryCase: CustomStringConvertible, Sendable {
  /// One variant of the case.
  public struct Variant: Sendable {
    /// The name of the scene.
    public internal(set) var scene = ""
    /// The name of the script.
    public internal(set) var script = ""
    /// The declared configuration.
    public var configuration = ""
    /// The actual configuration, if it differs.
    public internal(set) var ran: String?
    /// The fault injected into the recording.
    public internal(set) var fault: String?
    /// `detector severity`, sorted.
    public internal(set) var expected: [String] = []
  }

  /// An option that only the app's code determines, with its command-line name.
  public struct Option: Hashable, Sendable {
    /// The name, such as `minimum-view-time`.
    public let name: String
    /// Its number; nil for a flag.
    public let value: Double?
  }

  /// An error in the file of a case.
  public struct FileError: Error, CustomStringConvertible, Sendable {
    /// The problem.
    public let description: String
  }

  /// The name of its file.
  public let name: String
  /// The public reports, each with its link or an empty text.
  public private(set) var reports: [(name: String, link: String)] = []
  /// The visible symptom.
  public private(set) var symptom = ""
  /// The variant that reproduces the report.
  public private(set) var defect = Variant()
  /// The most similar variant without the defect.
  public private(set) var near = Variant()
  /// The cause that the diagnosis of nested views has to name, such as `nested-scroll: inner`; nil for a
  /// case of one view.
  public private(set) var nestedCause: String?
  /// Additional options of detectors.
  public private(set) var options: [Option] = []

  /// The name of the case.
  public var description: String { name }

  /// The bundled cases of one scroll view.
  public static let all: [GalleryCase] = bundled.filter { $0.nestedCause == nil }

  /// The bundled cases of a scroll view with others in it, whose recordings have a trace for each.
  public static let nested: [GalleryCase] = bundled.filter { $0.nestedCause != nil }

  private static let bundled: [GalleryCase] = Gallery.caseNames.compactMap { name in
    Gallery.caseText(name).flatMap { try? GalleryCase(name, $0) }
  }

  /// Parses the file of a case.
  public init(_ name: String, _ text: [UInt8]) throws(FileError) {
    self.name = name
    var nearKeys: Set<String> = []
    for line in text.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
      let cells = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      let key = cells[0]
      let value = cells.dropFirst().first ?? ""
      switch key {
      case "report": reports.append((value, cells.count > 2 ? cells[2] : ""))
      case "symptom": symptom = value
      case "option": options.append(try Self.option(value))
      case "nested-cause": nestedCause = value
      case _ where key.hasPrefix("near-"):
        try near.set(String(key.dropFirst(5)), value)
        nearKeys.insert(key)
      default: try defect.set(key, value)
      }
    }
    if !nearKeys.contains("near-scene") { near.scene = defect.scene }
    if !nearKeys.contains("near-script") { near.script = defect.script }
    if !nearKeys.contains("near-configuration") { near.configuration = defect.configuration }
    guard !defect.scene.isEmpty, !defect.script.isEmpty else {
      throw FileError(description: "a case needs the lines 'scene' and 'script'")
    }
    defect.expected.sort()
    near.expected.sort()
  }

  private static func option(_ text: String) throws(FileError) -> Option {
    let words = text.split(separator: " ").map(String.init)
    let number = words.count > 1 ? Double(words[1]) : nil
    switch (words.first, number) {
    case ("minimum-view-time", let value?), ("effect-travel", let value?),
      ("threshold", let value?):
      return Option(name: words[0], value: value)
    case ("waits-for-interaction", nil): return Option(name: words[0], value: nil)
    default: throw FileError(description: "'\(text)' is no option")
    }
  }
}

extension GalleryCase.Variant {
  fileprivate mutating func set(
    _ key: String, _ value: String
  ) throws(GalleryCase.FileError) {
    switch key {
    case "scene": scene = value
    case "script": script = value
    case "configuration": configuration = value
    case "ran": ran = value
    case "fault": fault = value
    case "expect": expected.append(value)
    default: throw GalleryCase.FileError(description: "'\(key)' is no key")
    }
  }
}
