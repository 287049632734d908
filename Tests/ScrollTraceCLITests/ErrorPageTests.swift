import ScrollModel
import TestSupport
import Testing

@testable import CommandLineKit
@testable import ScrollTraceCLI
@testable import TextKit
@testable import TraceImport
@testable import TraceStore

/// `docs/errors.md`: the error messages of the tool, for people to review.
@Suite("ErrorPageTests")
struct ErrorPageTests {
  @Test("docs/errors.md lists every error text")
  func page() throws {
    var page = """
      # What the tool says when something is wrong

      A test holds this page to the tool and to its source code; `make pages` writes it anew. Look at the
      difference: a message says what happened, where, and what to do.

      """
    page += "\n## As a user meets it\n\nThe number in front is the exit code.\n"
    var scenes = try ErrorScenes()
    for group in ErrorScenes.groups {
      page += "\n### \(group.title)\n\n```\n"
      for line in group.lines { page += try scenes.play(line) }
      page += "```\n"
    }
    page += "\n### Damage in a log\n\nThe rest of the log arrives.\n\n"
    page += try scenes.diagnostics()
    page += "\n## Kinds\n\n" + ErrorKinds.table()
    page += "\n## Every text in the source code\n\n"
    page +=
      "What is put in at run time is `…`. Under a text stands what a test got to read when it "
    page += "provoked it.\n"
    page += try everyText(scenes)
    try Page.check(page, "docs/errors.md")
  }

  /// Each text with an example; a text that nothing provokes must be listed with the reason.
  private func everyText(_ scenes: ErrorScenes) throws -> String {
    let said = try scenes.said + Provocations(scenes.folder).said
    let provoked = ProvokedTexts(said)
    var known = try ProvokedTexts.known()
    var page = ""
    for (module, texts) in try Self.texts() {
      page += "\n### \(module)\n\n"
      for text in texts {
        page += "- \(text)\n"
        let reason = known.removeValue(forKey: "\(module): \(text)")
        guard let example = provoked.example(of: text) else {
          #expect(reason != nil, "nothing provokes this text: \(module): \(text)")
          page += "  - not provoked: \(reason ?? "")\n"
          continue
        }
        #expect(reason == nil, "this text is provoked by now: \(module): \(text)")
        let shown = example.count > 240 ? example.prefix(239) + "…" : example
        if shown != text { page += "  - `` \(shown) ``\n" }
      }
    }
    #expect(known.keys.sorted() == [], "not-provoked.txt lists texts that are not there")
    return page
  }

  @Test("messages are neutral and never end in a period")
  func style() throws {
    for (module, texts) in try Self.texts() {
      for text in texts {
        let isPlain =
          !text.contains("!") && !text.lowercased().contains("please") && !text.contains("oops")
          && !text.contains("invalid input")
        #expect(isPlain, "\(module): \(text)")
        #expect(!text.hasSuffix(".") || text.hasSuffix("…"), "\(module): \(text)")
      }
    }
  }

  @Test("texts are found in calls, whatever their parts and escapes")
  func scanner() {
    let source = #"""
      // Failure("not this one")
      throw Failure(.badData, "'\(DisplayText.escaped("a b"))' is no \"name\"; "
        + "see \(x.map { "(\($0))" } ?? "none")") // StoreError("nor this")
      report(kind: "bad-line", message: "it was left out")
      let other = named("a text of something else")
      """#
    #expect(
      SourceMessages.texts(in: source)
        == ["'…' is no \"name\"; see …", "`bad-line` it was left out"])
  }

  /// The texts of each module, sorted.
  private static func texts() throws -> [(module: String, texts: [String])] {
    // Findings are not errors; each detector has a page in docs/detectors.
    let others = ["Findings", "Lint"]
    return try Files.names(in: Repository.path("Sources")).compactMap { module in
      var texts: Set<String> = []
      for file in swiftFiles(in: Repository.path("Sources/\(module)"), except: others) {
        texts.formUnion(SourceMessages.texts(in: try Files.text(file)))
      }
      return texts.isEmpty
        ? nil : (module, texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }
  }

  private static func swiftFiles(in folder: String, except others: [String]) -> [String] {
    Files.names(in: folder).filter { !others.contains($0) }.flatMap { name in
      name.hasSuffix(".swift")
        ? ["\(folder)/\(name)"] : swiftFiles(in: "\(folder)/\(name)", except: [])
    }
  }
}

/// A folder with many kinds of damage.
struct ErrorScenes {
  let folder: TemporaryDirectory
  /// All messages so far.
  private(set) var said: [String] = []

  init() throws {
    let folder = try TemporaryDirectory()
    self.folder = folder
    let text = { (name: String, lines: [String]) throws in
      try folder.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: name)
    }
    try text("unknown.bin", ["Dear diary,"])
    try text("empty.jsonl", [])
    try text("newer.jsonl", [#"{"scrolltrace":99}"#, #"{"t":0,"k":"frame","x":0,"y":0}"#])
    try text("scene.json", [#"{"axis": "sideways"}"#])
    try text("short.json", [#"{"axis": "vertical", "#])
    try text("bad.script", ["wait 100ms", "flong left 900"])
    try text("configurations.json", [#"{"a": "behavior: pagin"}"#])
    try text("damaged.jsonl", Self.damaged)
    try folder.write(
      try Files.read(Repository.path("fixtures/scenes/cards-paging.json")), to: "cards.json")
    let log = Array(try Files.read(Repository.path("fixtures/traces/card-carousel.jsonl")))
    try folder.write(log, to: "cards.jsonl")
    try folder.write(Array(try Files.gzip(log, in: folder).prefix(400)), to: "cut.jsonl.gz")
    _ = scrolltrace("import", "--db", folder.file("scrolltrace.sqlite"), folder.file("cards.jsonl"))
    let store = try folder.bytes(of: "scrolltrace.sqlite")
    try folder.write(Array(store.prefix(20_000)), to: "cut.sqlite")
    var newer = store
    // The big-endian user_version in SQLite's header.
    if newer.count > 63 { newer[63] = 99 }
    try folder.write(newer, to: "newer.sqlite")
    var foreign = store
    // The application_id after it.
    for index in 68..<72 where index < foreign.count { foreign[index] = 0 }
    try folder.write(foreign, to: "foreign.sqlite")
  }

  struct Group {
    let title: String
    let lines: [String]
  }

  /// Runs a line and returns it with its messages, without the folder's own path.
  mutating func play(_ line: String) throws -> String {
    let words = ShellWords.commands(in: line).first ?? []
    let run = scrolltrace(
      words.map { $0.hasPrefix("@") ? folder.file(String($0.dropFirst())) : $0 })
    #expect(run.code != .ok && run.code != .internalError, "\(line): \(run.error)")
    #expect(!run.error.isEmpty, "\(line) says nothing")
    let shown = line.split(separator: " ").map { $0.hasPrefix("@") ? $0.dropFirst() : $0 }
      .joined(separator: " ").replacing(" --db scrolltrace.sqlite", with: "")
    let lines = run.error.replacing(folder.path + "/", with: "").split(separator: "\n")
    said += lines.map(String.init)
    return "\(run.code.rawValue)  $ scrolltrace \(shown)\n"
      + lines
      .filter { !$0.hasPrefix("See 'scrolltrace") }.map { "   \($0)\n" }.joined()
  }

  /// Imports the damaged log and returns its lines, each with its diagnostic.
  mutating func diagnostics() throws -> String {
    let store = folder.file("damaged.sqlite")
    #expect(scrolltrace("import", "--db", store, folder.file("damaged.jsonl")).code == .partial)
    let rows = scrolltrace(
      "query", "--db", store, "--format", "csv",
      "SELECT line, kind, message FROM diagnostics WHERE line IS NOT NULL ORDER BY line, column, kind"
    )
    var text = "```\n"
    for row in rows.output.split(separator: "\n").dropFirst() {
      let cells = row.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
      guard cells.count == 3, let number = Int(cells[0]), number <= Self.damaged.count else {
        continue
      }
      text += "\(Self.damaged[number - 1].prefix(90))\n   \(cells[1]): \(cells[2])\n"
      said.append("\(cells[1]): \(cells[2])")
    }
    return text + "```\n"
  }

  private static let damaged = [
    #"{"scrolltrace":1,"name":"damaged","axes":"sideways","color":1}"#,
    #"{"t":0,"k":"layout","cw":100,"ch":1000,"targets":[["a",0,0,100,50],["a",0,50,100,50]]}"#,
    #"{"t":1,"k":"frame","x":0,"y":0,"vw":100,"vh":200}"#,
    #"{"t":2,"k":"frame","x":0,"y":NaN}"#,
    #"{"t":3,"k":"frame","x":0,"y":1e999}"#,
    #"{"t":4,"k":"frame","x":0}"#,
    #"{"t":5,"k":"frame","x":0,"y":1,"y":2}"#,
    #"{"t":6,"k":"frame","x":0,"y":1,"color":"red"}"#,
    #"{"t":7,"k":"untouch"}"#,
    #"{"k":"frame","x":0,"y":1}"#,
    #"{"t":8}"#,
    #"{"t":9,"k":"frame","x":"0","y":1}"#,
    #"{"t":10,"k":"touch","id":1,"phase":"hovered","x":1,"y":1}"#,
    #"{"t":11,"k":"touch","id":1,"phase":"moved","x":1,"y":1}"#,
    #"{"t":5,"k":"frame","x":0,"y":3}"#,
    #"{"t":12,"k":"position","id":"\ud800"}"#,
    #"{"t":13,"k":"frame","x":0,"y":4}, "#,
    #"["t",14]"#,
    #"{"t":15,"trace":7,"k":"frame","x":0,"y":5}"#,
    #"{"t":999999999999999999999,"k":"frame","x":0,"y":5}"#,
    #"{"t":16,"k":"frame","x":0,"y":-0.0}"#,
    #"{"t":17,"k":"frame","x":0,"y":"#,
  ]
}

extension ErrorScenes {
  static let groups = [
    Group(
      title: "Words of the command line",
      lines: [
        "frobnicate", "replai 1", "help frobnicate", "help --man list", "list --frob",
        "list --jsn", "list extra", "import", "import --max-input", "import x --max-input -5",
        "import x --max-input lots", "import x --as gpx", "import x --screen 390",
        "import x --screen 0x844", "completions tcsh", "replay 1 --tolerance-pt 99999",
        "replay 1 --jobs 0", "replay 1 --drive feet", "replay 1 --json=yes", "replay 1 -z",
        "replay 1 --db a --db b", "replay 1 --approve --db @scrolltrace.sqlite", "analyze",
        "analyze wishes", "export 1 --salt s", "record --ack --json", "record --listen 99999",
        "record --token abcdefgh", "record --listen 0 --token short",
        "simulate a.json",
        "simulate a.json --script b --do c", "show 1 --at later --db @scrolltrace.sqlite",
        "show 1 --watch --db @scrolltrace.sqlite",
        "show 1 --watch --scrub --db @scrolltrace.sqlite", "report --db @scrolltrace.sqlite",
        "report --all --db @scrolltrace.sqlite", "compare 1 --db @scrolltrace.sqlite",
        "attach 1 --db @scrolltrace.sqlite", "conformance --json --markdown",
      ]),
    Group(
      title: "Stores",
      lines: [
        "list --db @missing.sqlite", "list --db @unknown.bin", "list --db @foreign.sqlite",
        "list --db @newer.sqlite", "list --db @cut.sqlite", "verify --db @cut.sqlite",
        "show nobody --db @scrolltrace.sqlite", "show 99 --db @scrolltrace.sqlite",
        "recover @missing.sqlite", "recover @unknown.bin",
        "query 'SELEC 1' --db @scrolltrace.sqlite",
        "query 'SELECT * FROM tarces' --db @scrolltrace.sqlite",
        "query 'DELETE FROM trace' --db @scrolltrace.sqlite",
        "query 'SELECT 1; SELECT 2' --db @scrolltrace.sqlite",
        "query 'SELECT zeroblob(99999999)' --db @scrolltrace.sqlite",
      ]),
    Group(
      title: "Files",
      lines: [
        "import @missing.jsonl --db @new.sqlite", "import @unknown.bin --db @new.sqlite",
        "import @empty.jsonl --db @new.sqlite", "import @newer.jsonl --db @new.sqlite",

        "import @cut.jsonl.gz --as rrweb --db @new.sqlite",
        "import @cards.jsonl --max-input 100 --db @new.sqlite",
        "import @cards.jsonl --as perfetto --db @new.sqlite",
        "import @cards.jsonl --db @missing/new.sqlite", "formats @unknown.bin @missing.bin",
        "export 1 --db @scrolltrace.sqlite -o @missing/x.jsonl",
        "report 1 --db @scrolltrace.sqlite --html @missing/x.html",
        "conformance --vectors @missing", "conformance --vectors @scene.json",
      ]),
    Group(
      title: "Scenes and scripts",
      lines: [
        "simulate @missing.json --do 'wait 1s'", "simulate @scene.json --do 'wait 1s'",
        "simulate @short.json --do 'wait 1s'",
        "simulate @cards.json --script @missing.script",
        "simulate @cards.json --script @bad.script",
        "simulate @cards.json --do 'fling left'", "simulate @cards.json --do 'wait -1s'",
        "simulate @cards.json --do 'repeat 2 {'",
        "simulate @cards.json --do 'wait 1s' --config 'behavior: pagin'",
        "simulate @cards.json --do 'wait 1s' --touch-hz 0",
      ]),
    Group(
      title: "Configurations",
      lines: [
        "replay 1 --behavior pagin",
        "replay 1 --config 'behavior: custom(\"mine\")'", "replay 1 --config 'paging('",
        "replay 1 --config 'behavior paging'", "replay 1 --config 'behavor: paging'",
        "replay 1 --profile ios3", "replay 1 --anchor middleish", "replay 1 --set slop",
        "replay 1 --set page-lenght=frame", "replay 1 --config @missing.json",
        "replay 1 --config @configurations.json", "replay 1 --config @short.json",
        "replay 1 --golden @missing.json", "replay 1 --golden @unknown.bin",
      ].map { $0 + " --db @scrolltrace.sqlite" }),
    Group(
      title: "Questions",
      lines: [
        "compare 1 1", "compare 1 2", "compare 1 1@nothing", "explain 1 --settle 99",
        "analyze probe 1", "analyze probe 1 --expression 'contentOffset.z > 1'",
        "analyze probe 1 --expression '1 +'", "analyze probe 1 --expression '\"a\" > 1'",
        "analyze impressions 1 --policy seen", "analyze impressions 1 --policy 'custom(0.5)'",
        "lint --explain X99", "infer-layout 1",
        "attach 1 --layout @scene.json", "attach 1 --gestures 99",
        "attach 1 --gestures @unknown.bin",
      ].map { $0 + " --db @scrolltrace.sqlite" }),
  ]
}

/// One sample of each case of the error enumerations; a new case without a sample does not compile.
enum ErrorKinds {
  static func table() -> String {
    var text = "| error | case | text | code |\n|---|---|---|---|\n"
    func add(_ type: String, _ name: String, _ sentence: String, _ code: String = "") {
      text += "| `\(type)` | \(name) | \(sentence.replacing("|", with: "\\|")) | \(code) |\n"
    }
    for sample in samples(of: numberError) { add("NumberError", name(sample), sample.description) }
    for sample in samples(of: jsonKind) {
      add("JSONError", name(sample), JSONError(offset: 7, kind: sample).description)
    }
    for sample in samples(of: inputKind) {
      let error = InputError(name: "a.gz", offset: 10, rawOffset: 5, kind: sample)
      add("InputError", name(sample), error.description, code(error))
    }
    for sample in samples(of: fileOperation) {
      let error = FileError(operation: sample, path: "a.jsonl", errno: 13)
      add("FileError", name(sample), error.description, code(error))
    }
    for sample in samples(of: pitchRefusal) {
      add("PitchRefusal", name(sample), sample.description)
    }
    for sample in samples(of: storeKind) {
      add("StoreError", name(sample), "", code(StoreError(sample, "")))
    }
    for sample in samples(of: importKind) {
      add("ImportError", name(sample), "", code(ImportError(sample, "")))
    }
    return text
  }

  private static func code(_ error: any Error) -> String { "\(Failure(error).exitCode.rawValue)" }

  private static func name(_ sample: Any) -> String {
    "`\(String("\(sample)".prefix { $0 != "(" }))`"
  }

  /// Returns the samples from the first one to the last.
  private static func samples<Value>(of next: (Value?) -> Value?) -> [Value] {
    var samples: [Value] = []
    while let sample = next(samples.last), samples.count < 100 { samples.append(sample) }
    return samples
  }

  private static func numberError(_ last: NumberError?) -> NumberError? {
    switch last {
    case nil: .malformed(offset: 3)
    case .malformed?: .outOfRange
    case .outOfRange?: .notAnInteger
    case .notAnInteger?: .integerOverflow
    case .integerOverflow?: .notFinite
    case .notFinite?: nil
    }
  }

  private static func jsonKind(_ last: JSONError.Kind?) -> JSONError.Kind? {
    switch last {
    case nil: .unexpectedEnd
    case .unexpectedEnd?: .unexpectedByte(0x4E, expected: .value)
    case .unexpectedByte?: .mismatch(expected: .number, found: .string)
    case .mismatch?: .number(.outOfRange)
    case .number?: .invalidUTF8
    case .invalidUTF8?: .controlCharacter(7)
    case .controlCharacter?: .invalidEscape
    case .invalidEscape?: .loneSurrogate
    case .loneSurrogate?: .tooDeep(limit: 64)
    case .tooDeep?: .trailingBytes
    case .trailingBytes?: nil
    }
  }

  private static func inputKind(_ last: InputError.Kind?) -> InputError.Kind? {
    switch last {
    case nil: .system(FileError(operation: .open, path: "a.gz", errno: 2))
    case .system?: .directory
    case .directory?: .truncatedGzip
    case .truncatedGzip?: .corruptGzip("incorrect data check")
    case .corruptGzip?: .tooLarge(limit: 100)
    case .tooLarge?: nil
    }
  }

  private static func fileOperation(_ last: FileError.Operation?) -> FileError.Operation? {
    switch last {
    case nil: .open
    case .open?: .create
    case .create?: .read
    case .read?: .write
    case .write?: .replace
    case .replace?: nil
    }
  }

  private static func pitchRefusal(_ last: PitchRefusal?) -> PitchRefusal? {
    switch last {
    case nil: .tooFewPlaces(2)
    case .tooFewPlaces?: .noGrid(pitch: 100, residual: 12.5)
    case .noGrid?: .chance(pitch: 100, probability: 0.25)
    case .chance?: nil
    }
  }

  private static func storeKind(_ last: StoreError.Kind?) -> StoreError.Kind? {
    switch last {
    case nil: .missing
    case .missing?: .foreign
    case .foreign?: .newer
    case .newer?: .damaged
    case .damaged?: .locked
    case .locked?: .cannotCreate
    case .cannotCreate?: .inputOutput
    case .inputOutput?: .invalid
    case .invalid?: .notFound
    case .notFound?: nil
    }
  }

  private static func importKind(_ last: ImportError.Kind?) -> ImportError.Kind? {
    switch last {
    case nil: .unknownFormat
    case .unknownFormat?: .newer
    case .newer?: .nothingWhole
    case .nothingWhole?: .unwritable
    case .unwritable?: nil
    }
  }
}
