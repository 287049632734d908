import CommandLineKit
import ScrollModel
import TextKit
import TraceImport
import TraceStore

/// Capture files given in place of traces.
///
/// They are imported into a temporary store, so that one command is sufficient for a capture.
struct TraceFiles {
  /// The files, each once, as the user wrote them.
  let paths: [String]

  /// Returns the files among the words for traces; nil if every word is a trace.
  ///
  /// A trace of the default store takes precedence over a file with the same name. An explicitly
  /// named store is the only source.
  init?(among words: [String], database: String?) throws {
    guard database == nil, !words.isEmpty else { return nil }
    guard words.contains(where: Self.isFile) else {
      try Self.requireStore(for: words)
      return nil
    }
    let stored = Self.traceWords()
    let files = words.filter { Self.isFile($0) && !stored.contains($0) }
    guard !files.isEmpty else { return nil }
    if let other = words.first(where: { !files.contains($0) }) {
      guard !Self.isPath(other) || stored.contains(other) || Self.isFile(other) else {
        throw Failure(.noInput, "there is no file '\(other)'")
      }
      throw Failure(
        .nothingMatched,
        "'\(files[0])' is a file and '\(other)' is not; import the file into the store first: "
          + "scrolltrace import \(ShellWord.quoted(files[0]))")
    }
    var paths: [String] = []
    for file in files where !paths.contains(file) { paths.append(file) }
    self.paths = paths
  }

  /// Returns the trace part of `TRACE@CONFIGURATION` if it is a file; else the whole word.
  static func traceWord(of side: String) -> String {
    guard !isFile(side) else { return side }
    let ends = side.indices.filter { side[$0] == "@" }.reversed()
    let names = ends.lazy.map { String(side[..<$0]) }
    return names.first(where: isFile) ?? side
  }

  /// Reports a missing file if a word is a path and there is no store.
  private static func requireStore(for words: [String]) throws {
    let store = StorePath.resolve(nil)
    guard !isFile(store),
      let path = words.first(where: isPath)
    else { return }
    throw Failure(
      .noInput, "there is no file '\(path)', and no store '\(store)' with a trace of that name")
  }

  /// Whether a word looks like the path of a file, not like a number or a name.
  private static func isPath(_ word: String) -> Bool { word.contains { "./".contains($0) } }

  private static func isFile(_ word: String) -> Bool {
    word == "-" || regularFileSize(word) != nil || isPipe(word)
  }

  /// The numbers and names of all traces in the default store; empty if it cannot be read.
  private static func traceWords() -> Set<String> {
    var options = TraceStore.Options()
    options.checksPages = false
    guard
      let store = try? TraceStore(
        path: StorePath.resolve(nil), mode: .readOnly, options: options),
      let traces = try? store.traces()
    else { return [] }
    return Set(traces.flatMap { ["\($0.id)", $0.information.name] })
  }

  /// Imports the files into a temporary store.
  func open(_ console: inout Console) throws -> TraceStore {
    _ = Interruption.install()
    return try TemporaryStore.filled { try fill($0, &console) }
  }

  private func fill(_ store: TraceStore, _ console: inout Console) throws {
    let command = ImportCommand()
    for (index, file) in paths.enumerated() {
      let label = paths.count > 1 ? " (\(index + 1) of \(paths.count))" : ""
      let entry = CaptureFiles.Entry(path: file, isFromFolder: false)
      let result = try command.importing(entry, into: store, label, &console)
      if let failure = result.failure { throw failure }
      // Two names of one file.
      if case .known? = result.outcome { continue }
      console.printError(DisplayText.escaped(Self.notice(result)))
    }
  }

  private static func notice(_ result: ImportResult) -> String {
    let file = ShellWord.quoted(result.file)
    var text =
      "\(file): read into a temporary store: \(counted(result.traces.count, "trace")), "
      + counted(Int(clamping: result.summary.events), "event")
    let lost = result.diagnostics.losses
    if let loss = ImportLoss(result) {
      text += "; \(loss.text)"
    } else if lost > 0 {
      text += "; \(lost) could not be read, 'scrolltrace import \(file)' lists them"
    }
    return text
  }
}
