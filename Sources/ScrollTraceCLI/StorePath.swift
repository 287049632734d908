import CommandLineKit
import ScrollModel
import TraceStore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The location of the store, and how it is opened.
enum StorePath {
  static let help = "The store."
  static let tracesHelp = "The traces: numbers (3, 1-20), names (feed, 'feed*'), or capture files."
  static let traceHelp = "The trace: its number, its name, or a capture file."
  /// Trace names and capture files.
  static let completion = ValueCompletion.printed(by: "list --names", with: "db")
  static let shownDefault = "$SCROLLTRACE_DB or scrolltrace.sqlite"

  /// The named store, or the default one.
  static func resolve(_ path: String?) -> String {
    if let path { return path }
    if let variable = getenv("SCROLLTRACE_DB") {
      let path = String(cString: variable)
      if !path.isEmpty { return path }
    }
    return "scrolltrace.sqlite"
  }

  /// The store option of a suggested command; empty for the default store.
  static func words(_ path: String?) -> String {
    path.map { " --db \(ShellWord.quoted($0))" } ?? ""
  }

  /// Opens the store with the requested traces for reading; capture files become a temporary store.
  static func openToRead(
    _ path: String?, traces words: [String], skipsCheck: Bool = true, _ console: inout Console
  ) throws -> TraceStore {
    if let files = try TraceFiles(among: words, database: path) { return try files.open(&console) }
    return try openToRead(path, skipsCheck: skipsCheck, &console)
  }

  /// Opens a store for reading; foreign objects in it are listed on standard error.
  static func openToRead(
    _ path: String?, skipsCheck: Bool, _ console: inout Console
  ) throws -> TraceStore {
    var options = TraceStore.Options()
    options.checksPages = !skipsCheck
    let store: TraceStore
    do {
      store = try TraceStore(path: resolve(path), mode: .readOnly, options: options)
    } catch let error as StoreError where error.kind == .missing {
      throw absence(error)
    }
    if !store.foreignObjects.isEmpty {
      console.printError(
        "'\(store.path)' holds \(store.foreignObjects.joined(separator: ", ")), which "
          + "scrolltrace did not make; ignored")
    }
    return store
  }

  /// Opens a store for reading and writing.
  static func openToWrite(_ path: String?, _ options: TraceStore.Options) throws -> TraceStore {
    do {
      return try TraceStore(path: resolve(path), mode: .readWrite, options: options)
    } catch let error as StoreError where error.kind == .missing {
      throw absence(error)
    }
  }

  /// The failure for a missing store, and the remedy.
  private static func absence(_ error: StoreError) -> Failure {
    Failure(
      .noInput,
      "\(error.description); 'scrolltrace import FILE' makes a store, --db names another")
  }

  /// Returns the single trace that a word identifies.
  static func selectOne(_ word: String, in store: TraceStore) throws -> TraceRecord {
    let found = try select([word], in: store)
    guard let first = found.first, found.count == 1 else {
      let numbers = found.map { String($0.id) }.joined(separator: ", ")
      throw Failure(
        .nothingMatched,
        "'\(word)' names \(counted(found.count, "trace")) (\(numbers)); use a number")
    }
    return first
  }

  /// Returns the traces by number, range, name, pattern or capture file, each once, or all.
  static func select(_ wanted: [String], in store: TraceStore) throws -> [TraceRecord] {
    let all = try store.traces()
    if wanted.isEmpty { return all }
    var selected: [TraceRecord] = []
    for word in wanted {
      // A number identifies the trace with that number, even if another one has it as its name.
      let numbered = all.filter { Int64(word) == $0.id }
      let named = all.filter { $0.information.name.utf8.elementsEqual(word.utf8) }
      var found = numbered.isEmpty ? named : numbered
      if found.isEmpty { found = try traces(ofFile: word, in: store) }
      if found.isEmpty { found = matches(word, all) }
      guard !found.isEmpty else {
        guard !isFile(word) else {
          throw Failure(
            .nothingMatched,
            "'\(store.path)' has no trace '\(word)', which is a file; leave out --db to read it, or "
              + "import it: scrolltrace import \(ShellWord.quoted(word)) --db "
              + ShellWord.quoted(store.path))
        }
        throw Failure(
          .nothingMatched,
          "'\(store.path)' has no trace '\(word)'; 'scrolltrace list' shows its traces")
      }
      // A trace that is given twice, by number and by name, is used once.
      let taken = Set(selected.map(\.id))
      selected += found.filter { !taken.contains($0.id) }
    }
    return selected
  }

  /// The traces of a range of numbers, such as `1-20`, or of a pattern of names, such as `feed*`.
  private static func matches(_ word: String, _ all: [TraceRecord]) -> [TraceRecord] {
    let ends = word.split(separator: "-", omittingEmptySubsequences: false)
    if ends.count == 2, let first = Int64(ends[0]), let last = Int64(ends[1]), first <= last {
      return all.filter { (first...last).contains($0.id) }
    }
    guard word.contains(where: { "*?[".contains($0) }) else { return [] }
    return all.filter { fnmatch(word, $0.information.name, 0) == 0 }
  }

  /// The traces of the captures that were imported from a file with this name.
  private static func traces(ofFile name: String, in store: TraceStore) throws -> [TraceRecord] {
    try store.captures().filter { $0.sourceName?.utf8.elementsEqual(name.utf8) ?? (name == "-") }
      .flatMap { try store.traces(ofCapture: $0.id) }
  }
}

extension Parameter {
  /// The option `--db`.
  static func store(_ path: Path<String?>) -> Self {
    .option(
      "db", path, StorePath.help, valueName: "FILE", completion: .files,
      shownDefault: StorePath.shownDefault)
  }

  /// The traces that a verb works on; all traces of the store if none is named.
  static func traces(_ path: Path<[String]>) -> Self {
    .argument(
      "trace", path, StorePath.tracesHelp, isRequired: false, completion: StorePath.completion)
  }
}
