import Replay
import ScrollModel
import TestSupport

import TraceStore

// The cases that Scripts/check-engine-module.sh compares with the engine's module.

extension Job {
  /// The shortest time of the rounds in microseconds; 0 without a round.
  private static func shortest(_ rounds: Int, _ body: () throws -> Void) rethrows -> Int64 {
    var shortest: Int64?
    for _ in 0..<rounds {
      let time = try ContinuousClock().measure(body).components
      let micros = time.seconds * 1_000_000 + time.attoseconds / 1_000_000_000_000
      shortest = min(shortest ?? micros, micros)
    }
    return shortest ?? 0
  }

  /// Writes the inputs of every trace of the session into a folder, and returns a line for each.
  ///
  /// The line has the file, the configuration, the hash of every frame's offset, the digest of the
  /// outcome, a name, and the shortest replay time of the rounds in microseconds.
  func writeCases(_ folder: String, from number: Int, rounds: Int) throws -> [String] {
    try recorded().traces.enumerated().map { place, trace in
      let declared = trace.information.declaredConfiguration
      let configuration = try Self.configuration(declared)
      let plan = try ReplayPlan(
        configuration, of: trace.information, TraceContents(of: trace.events))
      let events = zip(trace.times, trace.events).map { (time: $0, event: $1) }
      let inputs = ReplayInputs(plan, events)
      let file = "\(number)-\(place).inputs"
      try Files.write(inputs.bytes, to: "\(folder)/\(file)")
      // Replay the whole trace, not only the inputs that the module gets: these must be enough.
      let box = ObserverBox(RunColumns())
      let run = ReplayRun(plan, listener: box)
      for (time, event) in events { run.take(event, at: time) }
      run.finish()
      return [
        file, configuration.text, String(box.observer.digest), hexText(run.tally.digest),
        "\(line) \(number)",
        String(
          try Self.shortest(rounds) {
            _ = try WorkbenchRun(inputs, configuration: configuration.text, edits: [])
          }),
      ].joined(separator: "\t")
    }
  }
}

private func hexText(_ bytes: [UInt8]) -> String {
  bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}
