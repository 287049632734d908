import CBaseline
import ScrollModel
import TraceStore

/// Writes the rows with our store; returns the seconds from the first row to the closed file.
func ingestOurs(_ data: SampleData, into path: String) throws -> Double {
  let store = try TraceStore(path: path, mode: .create)
  let source = CaptureSource(
    format: "benchmark", name: nil, toolVersion: "", unixMilliseconds: 0)
  return try seconds {
    _ = try store.importCapture(source) { writer in
      try data.send(to: &writer)
      return TraceStore.SourceEnd(fileHash: nil, byteCount: nil)
    }
    try store.close()
  }
}

/// Writes the rows with plain C; returns the seconds from the first row to the closed file.
func ingestBaseline(_ data: SampleData, into path: String) throws -> Double {
  var store: OpaquePointer?
  try check(baseline_create(path, 1, &store), "make a store")
  return try data.rows.withUnsafeBufferPointer { rows in
    try seconds {
      try check(baseline_ingest(store, rows.baseAddress, rows.count), "insert")
      try check(baseline_close(store), "close")
    }
  }
}

/// Rows per second into a store, compared with C.
func measureIngest(_ settings: Settings) throws -> [Measure] {
  let scratch = try Scratch()
  let data = SampleData(rows: settings.rows, traces: settings.rows / 15_000)
  let path = scratch.file("ingest.sqlite")
  let comparison = try Comparison.run(settings.rounds) {
    defer { scratch.remove(path) }
    return try ingestOurs(data, into: path)
  } baseline: {
    defer { scratch.remove(path) }
    return try ingestBaseline(data, into: path)
  }
  let ours = Double(settings.rows) / median(comparison.ours)
  let baseline = Double(settings.rows) / median(comparison.baseline)
  return [
    Measure(
      name: "ingest, rows/s of C's", value: 1 / comparison.ratio, unit: "×", goal: .atLeast(0.9),
      detail: "\(settings.rows) rows; \(decimal(ours / 1e3)) k rows/s, digests included, "
        + "C \(decimal(baseline / 1e3)) k rows/s")
  ]
}

/// Bytes per frame in a closed store.
func measureSize(_ settings: Settings) throws -> [Measure] {
  let scratch = try Scratch()
  let data = SampleData(rows: 110_000, traces: 1)
  let frames = data.rows.filter { $0.is_touch == 0 }
  let (both, empty) = (scratch.file("frames.sqlite"), scratch.file("empty.sqlite"))
  _ = try ingestOurs(SampleData(frames), into: both)
  try TraceStore(path: empty, mode: .create).close()
  let whole = Double(try fileSize(both)) / Double(frames.count)
  let net = Double(try fileSize(both) - fileSize(empty)) / Double(frames.count)
  return [
    Measure(
      name: "size of a frame", value: whole, unit: "bytes", goal: .none,
      detail: "\(frames.count) frames; \(decimal(net)) bytes without the empty store")
  ]
}

extension SampleData {
  /// Rows of one trace, unchanged.
  init(_ rows: [baseline_row]) {
    self.rows = rows
    traceCount = 1
  }
}
