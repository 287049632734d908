import ScrollModel
import TextKit
import TraceImport

/// The laws of every reader for any bytes: no trap, valid events in order, the same result for
/// any chunk sizes, and nothing lost in a round trip through our own format.
enum ReaderLaws {
  static func check(_ format: CaptureFormat, _ bytes: [UInt8]) {
    let parts =
      hasCompanions(format)
      ? bytes.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
        .map(Array.init)
      : [bytes]
    let seed = hash(of: bytes)
    let whole = read(format, parts) { ByteSource(bytes: $0, name: $1) }
    if seed & 2 != 0 { checkChunks(format, parts, seed, whole) }
    if seed & 12 == 0, whole.traces.contains(where: { !$0.events.isEmpty }) { checkTrip(whole) }
  }

  private static func hasCompanions(_ format: CaptureFormat) -> Bool {
    switch format {
    case .csv, .evemu, .getevent: true
    default: false
    }
  }

  private static func read(
    _ format: CaptureFormat, _ parts: [[UInt8]], _ open: ([UInt8], String) -> ByteSource
  ) -> Transcript {
    var transcript = Transcript()
    var options = ImportOptions()
    options.companions = parts.dropFirst().map { open($0, "companion") }
    do {
      _ = try format.read(open(parts[0], "input"), options: options, into: &transcript)
    } catch {
      transcript.failure = "\(error)"
    }
    return transcript
  }

  private static func checkChunks(
    _ format: CaptureFormat, _ parts: [[UInt8]], _ seed: UInt64, _ whole: Transcript
  ) {
    let cut = read(format, parts) { bytes, name in
      seed & 16 == 0
        ? ByteSource(bytes: bytes, name: name, chunkSize: 1 + Int(seed >> 8 & 31))
        : ScatteredReads(bytes, seed: seed).source(named: name)
    }
    guard cut != whole else { return }
    if cut.failure != whole.failure {
      finding("in pieces it fails with \(cut.failure ?? "-"), whole with \(whole.failure ?? "-")")
    }
    if cut.diagnostics != whole.diagnostics {
      finding("in pieces it says \(cut.diagnostics), whole \(whole.diagnostics)")
    }
    finding("in pieces it gives \(cut.traces), whole \(whole.traces)")
  }

  private static func checkTrip(_ whole: Transcript) {
    var text: [UInt8] = []
    var again = Transcript()
    do {
      try withoutActuallyEscaping({ (bytes: [UInt8]) in text += bytes }) { write in
        var writer = NativeWriter(write: write)
        try whole.send(to: &writer)
        try writer.finish()
      }
      _ = try CaptureFormat.native.read(ByteSource(bytes: text, name: "trip"), into: &again)
    } catch let error as ImportError where error.kind == .unwritable {
      return
    } catch {
      finding("what was imported does not pass our own format: \(error)")
    }
    guard again.traces == whole.traces, again.diagnostics.isEmpty else {
      finding("a trip through our own format changes it: \(String(decoding: text, as: UTF8.self))")
    }
  }
}
