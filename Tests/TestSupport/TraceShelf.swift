public import ScrollModel
public import TraceStore

/// A store that is replaced by an empty one after some traces, so that its file stays small.
public final class TraceShelf {
  /// The number of traces in one file.
  private static let capacity = 200

  private var folder: TemporaryDirectory
  private var store: TraceStore
  private var count = 0

  /// Creates an empty store in a folder of its own.
  public init() throws {
    folder = try TemporaryDirectory()
    store = try TraceStore(path: folder.file("traces.sqlite"), mode: .create)
  }

  /// Adds a trace to the store and returns it as the tool would read it.
  public func put(_ source: some TraceSource) throws -> (trace: TraceRecord, store: TraceStore) {
    let (traces, store) = try putAll(source)
    guard let trace = traces.last else { throw Missing() }
    return (trace, store)
  }

  /// Adds all traces of a source to the store and returns them, those of outer views first.
  public func putAll(
    _ source: some TraceSource
  ) throws -> (traces: [TraceRecord], store: TraceStore) {
    if count == Self.capacity {
      try store.close()
      folder = try TemporaryDirectory()
      store = try TraceStore(path: folder.file("traces.sqlite"), mode: .create)
      count = 0
    }
    count += 1
    let known = try store.traces().count
    let capture = CaptureSource(
      format: "simulation", name: nil, toolVersion: "test", unixMilliseconds: 0)
    _ = try store.importCapture(capture) { writer in
      try source.send(to: &writer)
      return TraceStore.SourceEnd(fileHash: nil, byteCount: nil)
    }
    return (Array(try store.traces().dropFirst(known)), store)
  }

  private struct Missing: Error {}
}
