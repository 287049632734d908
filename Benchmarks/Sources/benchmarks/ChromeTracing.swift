import ScrollModel
import TextKit
import TraceImport
import TraceStore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A real Chrome trace, repeated with shifted times until it reaches a size.
private struct RepeatedChromeTrace {
  private static let mark = Array("\"ts\":".utf8)
  private static let name = "chrome-json/open-wheel-desktop.trace.json"

  /// The bytes between the times of the events.
  private var pieces: [ArraySlice<UInt8>] = []
  private var times: [Int64] = []
  private let bytes: [UInt8]

  /// The path of the capture in the reference material; nil if it is missing.
  static var path: String? {
    let file = #filePath.split(separator: "/").dropLast(5).joined(separator: "/")
    let folder = getenv("SCROLLTRACE_REFERENCE").map { String(cString: $0) } ?? "/\(file)/shared"
    let path = "\(folder)/captures/\(name)"
    return access(path, R_OK) == 0 ? path : nil
  }

  init(_ path: String) throws {
    guard let file = fopen(path, "r") else { throw BenchmarkError("cannot read '\(path)'") }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: try fileSize(path))
    guard fread(&bytes, 1, bytes.count, file) == bytes.count else {
      throw BenchmarkError("cannot read '\(path)'")
    }
    self.bytes = bytes
    let metadata = Array("\"metadata\"".utf8)
    guard let open = bytes.firstIndex(of: UInt8(ascii: "[")),
      let tail = Self.last(metadata, in: bytes),
      let close = bytes[..<tail].lastIndex(of: UInt8(ascii: "]"))
    else { throw BenchmarkError("'\(path)' is not the expected trace") }
    cut(bytes[(open + 1)..<close])
  }

  private static func last(_ needle: [UInt8], in bytes: [UInt8]) -> Int? {
    bytes.indices.dropLast(needle.count).last { bytes[$0...].starts(with: needle) }
  }

  /// Splits the events at their times.
  private mutating func cut(_ events: ArraySlice<UInt8>) {
    var start = events.startIndex
    var place = start
    while let next = events[place...].firstIndex(of: Self.mark[0]) {
      place = next + 1
      guard events[next...].starts(with: Self.mark) else { continue }
      let digits = events[(next + Self.mark.count)...].prefix { $0 >= 0x30 && $0 <= 0x39 }
      guard let time = Int64(String(decoding: digits, as: UTF8.self)) else { continue }
      pieces.append(events[start..<digits.startIndex])
      times.append(time)
      start = digits.endIndex
      place = start
    }
    pieces.append(events[start...])
  }

  /// Writes the repeated trace; returns the number of bytes.
  func write(to path: String, atLeast limit: Int) throws -> Int {
    guard let file = fopen(path, "w") else { throw BenchmarkError("cannot write '\(path)'") }
    let real = times.filter { $0 > 0 }
    let span = (real.max() ?? 0) - (real.min() ?? 0) + 1_000_000
    var (written, number) = (0, 0 as Int64)
    var buffer = Array("{\"traceEvents\":[".utf8)
    repeat {
      if number > 0 { buffer.append(UInt8(ascii: ",")) }
      for (piece, time) in zip(pieces, times) {
        buffer += piece
        buffer += "\(time == 0 ? 0 : time + number * span)".utf8
      }
      buffer += pieces[times.count]
      written += fwrite(buffer, 1, buffer.count, file)
      buffer.removeAll(keepingCapacity: true)
      number += 1
    } while written < limit
    buffer += "]}".utf8
    written += fwrite(buffer, 1, buffer.count, file)
    guard fclose(file) == 0 else { throw BenchmarkError("cannot write '\(path)'") }
    return written
  }
}

/// Imports a Chrome trace as `scrolltrace import` does.
private func importTrace(_ trace: String, into path: String) throws {
  let store = try TraceStore(path: path, mode: .create)
  let source = CaptureSource(
    format: CaptureFormat.chromeTrace.rawValue, name: trace, toolVersion: "", unixMilliseconds: 0)
  _ = try store.importCapture(source) { writer in
    let bytes = try ByteSource(path: trace, isHashed: true)
    _ = try CaptureFormat.chromeTrace.read(bytes, into: &writer)
    return TraceStore.SourceEnd(fileHash: try bytes.fileHash()?.digest, byteCount: bytes.rawCount)
  }
  try store.close()
}

/// Scans the same events with the byte scanner, which finds the end of each.
private func scanTrace(_ trace: String) throws {
  let stream = JSONStream(try ByteSource(path: trace), [.elements("traceEvents")])
  var count = 0
  while let piece = try stream.next() {
    if case .value = piece { count += 1 }
  }
  guard count > 0 else { throw BenchmarkError("the scanner found no event in '\(trace)'") }
}

/// The child's part: prints the seconds and the peak memory.
func runChromeChild(_ mode: String, _ trace: String, _ path: String) throws {
  let seconds = try seconds {
    if mode == "import" { try importTrace(trace, into: path) } else { try scanTrace(trace) }
  }
  print(seconds, peakMemory())
}

private func runInChild(
  _ mode: String, _ trace: String, _ path: String, _ scratch: Scratch
) throws -> (seconds: Double, peak: Double) {
  defer { scratch.remove(path) }
  let output = try ChildProcess.output(
    of: [ChildProcess.ownPath, "--child-chrome", mode, trace, path])
  let numbers = output.split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
  guard numbers.count == 2 else { throw BenchmarkError("the import failed: \(output)") }
  return (numbers[0], numbers[1])
}

/// Speed and memory of importing a large Chrome trace.
func measureChrome(_ settings: Settings) throws -> [Measure] {
  guard let capture = RepeatedChromeTrace.path else {
    return [
      Measure(
        name: "Chrome trace, speed of the scanner's", value: .nan, unit: "×", goal: .none,
        detail: "not measured: the reference material is missing")
    ]
  }
  let scratch = try Scratch()
  let (small, large) = (scratch.file("small.json"), scratch.file("large.json"))
  let path = scratch.file("chrome.sqlite")
  let trace = try RepeatedChromeTrace(capture)
  let bytes = Double(try trace.write(to: large, atLeast: settings.chromeBytes))
  let fewer = Double(try trace.write(to: small, atLeast: settings.chromeBytes / 10))
  var (peak, least) = (0.0, 0.0)
  var linear = Comparison()
  let comparison = try Comparison.run(settings.rounds) {
    let cost = try runInChild("import", large, path, scratch)
    let tenth = try runInChild("import", small, path, scratch)
    (peak, least) = (max(peak, cost.peak), max(least, tenth.peak))
    linear.ours.append(cost.seconds)
    linear.baseline.append(tenth.seconds * bytes / fewer)
    return cost.seconds
  } baseline: {
    try runInChild("scan", large, path, scratch).seconds
  }
  let speed = bytes / median(comparison.ours) / 1e6
  return [
    Measure(
      name: "Chrome trace, speed of the scanner's", value: 1 / comparison.ratio, unit: "×",
      goal: .atLeast(0.5),
      detail: "\(decimal(bytes / 1e6)) MB, \(decimal(speed)) MB/s into a store, "
        + "scanner \(decimal(bytes / median(comparison.baseline) / 1e6)) MB/s"),
    Measure(
      name: "Chrome trace, time for 10 × the bytes", value: linear.ratio * 10, unit: "×",
      goal: .atMost(10.5), detail: "for each byte, as many bytes ten times"),
    Measure(
      name: "Chrome trace, peak memory", value: peak / Double(1 << 20), unit: "MB",
      goal: .atMost(256), detail: "of a trace of \(decimal(bytes / 1e6)) MB"),
    Measure(
      name: "Chrome trace, memory a MB of input", value: max(0, peak - least) / (bytes - fewer),
      unit: "MB", goal: .atMost(0.1),
      detail: "what \(decimal((bytes - fewer) / 1e6)) MB more take"),
  ]
}

extension Settings {
  /// Bytes of the Chrome trace.
  fileprivate var chromeBytes: Int { isFull ? 1_000_000_000 : 100_000_000 }
}
