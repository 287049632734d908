import SQLite
import ScrollTraceCLI
import TestSupport
import TextKit

@testable import CommandLineKit

/// All commands of the files in `Provocations`, and their messages.
///
/// The start of a line gives its kind: `$` a command line, in which `@NAME` is a file of the
/// folder; `@` the name of a file, whose lines follow after `|`; `%import` a file to import; `%` a
/// change of an importer's seed, which is imported; `!` SQL for a fresh copy of the store; `#` a
/// comment.
struct Provocations {
  private let folder: TemporaryDirectory
  private(set) var said: [String] = []

  init(_ folder: TemporaryDirectory) throws {
    self.folder = folder
    try prepare()
    for name in ["words", "simulate", "log", "vectors", "stores", "seeds"] {
      try play(Self.path("\(name).txt"))
    }
  }

  private struct UnknownLine: Error { let line: String }

  static func path(_ name: String) -> String {
    Repository.path("Tests/ScrollTraceCLITests/Provocations/\(name)")
  }

  private static func seed(_ name: String) -> String {
    Repository.path("Tests/TraceImportTests/Seeds/\(name)")
  }

  private func prepare() throws {
    for name in ["vectors/a", "folder/a", "project/a"] {
      _ = try Shell.run("mkdir -p $(dirname \(name))", in: folder.path)
    }
    try folder.write(try Files.read(Self.seed("csv/offsets.csv")), to: "cards.csv")
    _ = scrolltrace("import", "--db", folder.file("offsets.sqlite"), folder.file("cards.csv"))
    _ = scrolltrace(
      "import", "--db", folder.file("bare.sqlite"),
      Repository.path("fixtures/traces/two-flings.jsonl"))
    for end in 1...2 {
      let log = """
        {"scrolltrace":1,"name":"twice"}
        {"t":0,"k":"frame","x":0,"y":0}
        {"t":9,"k":"frame","x":0,"y":\(end)}

        """
      try folder.write(Array(log.utf8), to: "twin.jsonl")
      _ = scrolltrace("import", "--db", folder.file("twins.sqlite"), folder.file("twin.jsonl"))
    }
    try change("nothing.sqlite", "PRAGMA foreign_keys = 1; DELETE FROM capture")
  }

  // MARK: Lines

  private mutating func play(_ path: String) throws {
    var open = (name: "", text: "")
    for line in try Files.text(path).split(separator: "\n") {
      let rest = String(line.dropFirst(2))
      switch line.prefix(2) {
      case "@ ": open = (rest, "")
      case "| ":
        open.text += rest + "\n"
        try folder.write(Array(open.text.utf8), to: open.name)
      case "$ ": run(rest)
      case "! ":
        let parts = rest.split(separator: " ", maxSplits: 1)
        if parts.count == 2 { try change(String(parts[0]), String(parts[1])) }
      case "% ": try importSeed(try SeedChange(rest))
      case "%i": try importFile(String(line.dropFirst("%import ".count)))
      case "# ", "#": break
      default: throw UnknownLine(line: String(line))
      }
    }
  }

  private mutating func run(_ line: String) {
    let words = ShellWords.commands(in: line).first ?? []
    let run = scrolltrace(
      words.map { word in
        word.hasPrefix("@")
          ? folder.file(String(word.dropFirst()))
          : word.replacing("@@", with: "@" + folder.path + "/")
      })
    note(run.error + run.output)
  }

  /// Texts are stored without the folder's own path.
  private mutating func note(_ text: String) {
    said += text.replacing(folder.path + "/", with: "").split(separator: "\n").map(String.init)
  }

  private func change(_ name: String, _ sql: String) throws {
    try folder.write(try folder.bytes(of: "scrolltrace.sqlite"), to: name)
    let database = try Database(path: folder.file(name), mode: .readWrite)
    try database.execute("PRAGMA foreign_keys = 0")
    try database.execute(sql)
    try database.close()
  }

  // MARK: Imports

  private mutating func importSeed(_ change: SeedChange) throws {
    let name = String(change.seed.split(separator: "/").last ?? "seed")
    try folder.write(change.apply(to: try Files.read(Self.seed(change.seed))), to: name)
    try importFile(name)
  }

  private mutating func importFile(_ name: String) throws {
    let store = folder.file("import.sqlite")
    Files.remove(store)
    let run = scrolltrace("import", "--db", store, folder.file(name))
    note(run.error + run.output)
    guard Files.exists(store), let database = try? Database(path: store, mode: .readOnly) else {
      return
    }
    // If everything was rejected there is no store.
    let rows = try? database.rows(
      "SELECT kind || ': ' || message FROM diagnostics", as: String.self)
    for row in rows ?? [] { note(row) }
    try database.close()
  }
}

/// A small change of an importer's seed.
struct SeedChange {
  let seed: String
  let operation: String
  let place: Int
  let text: String

  /// Parses `[seed, operation, place, text]`.
  init(_ json: String) throws {
    var scanner = JSONScanner(Array(json.utf8))
    try scanner.beginArray()
    _ = try scanner.nextElement()
    seed = try scanner.string()
    _ = try scanner.nextElement()
    operation = try scanner.string()
    _ = try scanner.nextElement()
    place = Int(try scanner.double())
    _ = try scanner.nextElement()
    text = try scanner.string()
  }

  func apply(to bytes: [UInt8]) -> [UInt8] {
    switch operation {
    case "cut": return Array(bytes.prefix(place))
    case "append": return bytes + Array(text.utf8)
    case "twice": return bytes + bytes
    case "flip":
      var bytes = bytes
      if !bytes.isEmpty { bytes[place % bytes.count] ^= 0xFF }
      return bytes
    default:
      var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .map { Array($0) }
      if lines.indices.contains(place) { apply(to: &lines) }
      return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    }
  }

  private func apply(to lines: inout [[UInt8]]) {
    switch operation {
    case "drop": lines.remove(at: place)
    case "double": lines.insert(lines[place], at: place)
    case "swap": if place + 1 < lines.count { lines.swapAt(place, place + 1) }
    case "half": lines[place] = Array(lines[place].prefix(lines[place].count / 2))
    case "reverse": lines.reverse()
    case "from": lines.removeFirst(place)
    default:
      // `number2` and `word0` are placeholders for one of the numbers or words of a line.
      let kind = operation.prefix { !$0.isNumber }
      let number = Int(operation.dropFirst(kind.count)) ?? 0
      let ranges = Self.ranges(in: lines[place], ofNumbers: kind == "number")
      if ranges.indices.contains(number) {
        lines[place].replaceSubrange(ranges[number], with: Array(text.utf8))
      }
    }
  }

  /// Numbers with a sign and a fraction, or words of two letters or more.
  private static func ranges(in line: [UInt8], ofNumbers isNumber: Bool) -> [Range<Int>] {
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    func isLetter(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    var ranges: [Range<Int>] = []
    var start = 0
    while start < line.count {
      var end = start
      if isNumber {
        if line[end] == UInt8(ascii: "-"), end + 1 < line.count, isDigit(line[end + 1]) { end += 1 }
        while end < line.count, isDigit(line[end]) { end += 1 }
        if end > start, end + 1 < line.count, line[end] == UInt8(ascii: "."), isDigit(line[end + 1])
        {
          end += 1
          while end < line.count, isDigit(line[end]) { end += 1 }
        }
      } else {
        while end < line.count, isLetter(line[end]) { end += 1 }
      }
      if end - start > (isNumber ? 0 : 1) { ranges.append(start..<end) }
      start = max(end, start + 1)
    }
    return ranges
  }
}
