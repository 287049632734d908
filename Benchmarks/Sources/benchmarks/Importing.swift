import CBaseline
import ScrollModel
import TextKit
import TraceImport
import TraceStore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Imports a log as `scrolltrace import` does; returns the seconds to the closed store.
func importLog(_ log: String, into path: String) throws -> Double {
  let store = try TraceStore(path: path, mode: .create)
  let source = CaptureSource(
    format: NativeFormat.name, name: log, toolVersion: "", unixMilliseconds: 0)
  return try seconds {
    _ = try store.importCapture(source) { writer in
      let bytes = try ByteSource(path: log, isHashed: true)
      _ = try NativeImport.read(bytes, into: &writer)
      return TraceStore.SourceEnd(
        fileHash: try bytes.fileHash()?.digest, byteCount: bytes.rawCount)
    }
    try store.close()
  }
}

/// The cost of importing one log, in a process of its own.
private struct ImportCost {
  let seconds: Double
  let peakBytes: Double
}

/// The child's part: imports and prints its costs.
func runImportChild(_ log: String, _ path: String) throws {
  let seconds = try importLog(log, into: path)
  print(seconds, peakMemory())
}

private func importInChild(_ log: String, _ path: String, _ scratch: Scratch) throws -> ImportCost {
  defer { scratch.remove(path) }
  let output = try ChildProcess.output(of: [ChildProcess.ownPath, "--child-import", log, path])
  let numbers = output.split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
  guard numbers.count == 2 else { throw BenchmarkError("the import failed: \(output)") }
  return ImportCost(seconds: numbers[0], peakBytes: numbers[1])
}

private func write(_ data: SampleData, to path: String) throws -> Int {
  guard let file = fopen(path, "w") else { throw BenchmarkError("cannot write '\(path)'") }
  try data.writeLog { bytes in
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
      throw BenchmarkError("cannot write '\(path)'")
    }
  }
  guard fclose(file) == 0 else { throw BenchmarkError("cannot write '\(path)'") }
  return try fileSize(path)
}

/// Time and memory of importing a log, compared with a tenth of it and with C's ingest alone.
func measureImport(_ settings: Settings) throws -> [Measure] {
  let scratch = try Scratch()
  let (small, large) = (scratch.file("small.jsonl"), scratch.file("large.jsonl"))
  let path = scratch.file("import.sqlite")
  let smallBytes = try write(SampleData(rows: settings.rows / 10, traces: 1), to: small)
  let data = SampleData(rows: settings.rows, traces: 1)
  let largeBytes = try write(data, to: large)
  var peak = 0.0
  let linear = try Comparison.run(settings.rounds) {
    let cost = try importInChild(large, path, scratch)
    peak = max(peak, cost.peakBytes)
    return cost.seconds
  } baseline: {
    try importInChild(small, path, scratch).seconds
  }
  let whole = try Comparison.run(settings.rounds) {
    defer { scratch.remove(path) }
    return try importLog(large, into: path)
  } baseline: {
    defer { scratch.remove(path) }
    return try ingestBaseline(data, into: path)
  }
  let megabytes = Double(largeBytes) / 1e6
  return [
    Measure(
      name: "import, time for 10 × the lines", value: linear.ratio, unit: "×", goal: .atMost(10.5),
      detail: "\(decimal(Double(smallBytes) / 1e6)) MB \(decimal(median(linear.baseline))) s, "
        + "\(decimal(megabytes)) MB \(decimal(median(linear.ours))) s"),
    Measure(
      name: "import, peak memory", value: peak / Double(1 << 20), unit: "MB", goal: .atMost(64),
      detail: "of a log of \(decimal(megabytes)) MB"),
    Measure(
      name: "import, time of C's ingest alone", value: whole.ratio, unit: "×", goal: .atMost(1.4),
      detail: "\(settings.rows) lines; \(decimal(median(whole.ours))) s, file hash and digests "
        + "included, C \(decimal(median(whole.baseline))) s"),
  ]
}
