import TestSupport
import Testing

@Suite("layers")
struct LayeringTests {
  /// System modules that any module may use where it needs them.
  private static let system: Set<String> = [
    "Darwin", "Dispatch", "Glibc", "Musl", "Synchronization",
  ]

  /// The table of the design note: each module, and what it may import.
  private static func table() throws -> [String: Set<String>] {
    let note = try Files.text(Repository.path("docs/design/0001-layers.md"))
    let fences = note.split(separator: "```", omittingEmptySubsequences: false)
    var table: [String: Set<String>] = [:]
    for line in (fences.first { $0.contains("module | may import") } ?? "").split(separator: "\n") {
      let cells = line.split(separator: "|").map(trimmed)
      guard cells.count == 2, cells[0] != "module" else { continue }
      let names = cells[1].split(separator: ",").map { trimmed($0) }
      table[cells[0]] = names == ["nothing"] ? [] : Set(names)
    }
    return table
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  private static func swiftFiles(in folder: String) -> [String] {
    Files.names(in: folder).flatMap { name -> [String] in
      let path = "\(folder)/\(name)"
      if name.hasSuffix(".swift") { return [path] }
      return Files.names(in: path).isEmpty ? [] : swiftFiles(in: path)
    }
  }

  /// The modules that a file imports.
  private static func imports(of file: String) throws -> [String] {
    try Files.text(file).split(separator: "\n").compactMap { line in
      // '@_exported import' and other attributed imports count as well.
      let words = line.split(separator: " ").filter { !$0.hasPrefix("@") }
      guard let place = words.firstIndex(of: "import"), place <= 1, place + 1 < words.count,
        words.prefix(place).allSatisfy({
          ["public", "internal", "private", "package"].contains($0)
        })
      else { return nil }
      return String(words[place + 1])
    }
  }

  @Test("every module of Sources has a row in the table, and every row a module")
  func rows() throws {
    let modules = Set(Files.names(in: Repository.path("Sources")))
    #expect(modules == Set(try Self.table().keys))
  }

  @Test("no file imports a module that the table does not allow")
  func arrows() throws {
    let table = try Self.table()
    for (module, allowed) in table.sorted(by: { $0.key < $1.key }) {
      let files = Self.swiftFiles(in: Repository.path("Sources/\(module)"))
      for file in files {
        for name in try Self.imports(of: file) where !Self.system.contains(name) {
          #expect(allowed.contains(name), "\(file) imports \(name)")
        }
      }
    }
  }

  @Test("the manifest's dependencies equal those of the table")
  func manifest() throws {
    let manifest = try Files.text(Repository.path("Package.swift"))
    for (module, allowed) in try Self.table() {
      let target = manifest.split(separator: "arget(").first { part in
        part.drop { $0 == "\n" || $0 == " " }.hasPrefix("name: \"\(module)\"")
      }
      let text = try #require(target, "\(module) is not in the manifest")
      for other in try Self.table().keys where other != module {
        let isNamed = text.contains("\"\(other)\"")
        #expect(isNamed == allowed.contains(other), "\(module) and \(other)")
      }
    }
  }

  @Test("SQL is never built from data")
  func statements() throws {
    // Table names, column names and parameter marks come from our own enumeration, never from a
    // file.
    let known: Set = ["EventTable.swift", "KeptAnalysis.swift", "OutcomeRecord.swift"]
    var builders: Set<String> = []
    let folder = Repository.path("Sources/TraceStore")
    for file in Files.names(in: folder) {
      // A statement of several lines begins on the line after its quotes.
      let text = try Files.text("\(folder)/\(file)").replacing(/"""\s+/, with: "\"")
      for word in ["SELECT", "INSERT INTO", "UPDATE", "DELETE FROM"] {
        for part in text.split(separator: "\"\(word)").dropFirst()
        where part.prefix(while: { $0 != "\"" }).contains("\\(") {
          builders.insert(file)
        }
      }
    }
    #expect(builders == known)
  }
}
