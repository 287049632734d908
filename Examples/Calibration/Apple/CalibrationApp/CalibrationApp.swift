import Foundation
import Observation
import SwiftUI
import TraceRecorder

/// Shows one probe of a suite and records it; the UI test names the probe and performs its gestures.
@main
struct CalibrationApp: App {
  @State private var session = Session()

  var body: some Scene {
    WindowGroup {
      VStack {
        if let run = session.run, let log = session.log {
          ProbeView(item: run.item, log: log, run: run)
        }
        Button("Next step") { session.run?.step() }
          .accessibilityIdentifier("step")
        Button("End the recording") { session.end() }
          .accessibilityIdentifier("end")
        Text(session.result)
          .accessibilityIdentifier("result")
      }
    }
  }
}

/// The probe and the store of one launch: `SCROLLTRACE_PROBE` is a probe as JSON,
/// `SCROLLTRACE_STORE` the file of its recording.
@MainActor @Observable
final class Session {
  private(set) var result = "recording"
  private let recorder: TraceRecorder?
  let log: ProbeLog?
  let run: ProbeRun?

  init() {
    let environment = ProcessInfo.processInfo.environment
    let path = environment["SCROLLTRACE_STORE"] ?? NSTemporaryDirectory() + "probe.sqlite"
    do {
      let text = environment["SCROLLTRACE_PROBE"] ?? ""
      let item = try JSONDecoder().decode(SuiteProbe.self, from: Data(text.utf8))
      let recorder = try TraceRecorder(path: path)
      let log = ProbeLog(item, recorder)
      (self.recorder, self.log, run) = (recorder, log, ProbeRun(item, log))
    } catch {
      (recorder, log, run) = (nil, nil, nil)
      result = "\(error)"
    }
  }

  func end() {
    guard let recorder else { return }
    do {
      result = "\(try recorder.close().committedEvents) events recorded"
    } catch {
      result = "\(error)"
    }
  }
}
