import XCTest

/// Plays the probes of suite.json in this folder, and attaches the store of each recording.
final class ProbeTests: XCTestCase {
  @MainActor
  func testProbesAreRecorded() throws {
    let bundle = Bundle(for: ProbeTests.self)
    let file = try XCTUnwrap(bundle.url(forResource: "suite", withExtension: "json"))
    let suite = try JSONDecoder().decode(Suite.self, from: Data(contentsOf: file))
    XCTAssertTrue(suite.platform == "swiftui", suite.platform)
    for probe in suite.probes { try play(probe) }
  }

  @MainActor
  private func play(_ probe: SuiteProbe) throws {
    let path = NSTemporaryDirectory() + "\(probe.name).sqlite"
    let app = XCUIApplication()
    app.launchEnvironment["SCROLLTRACE_STORE"] = path
    app.launchEnvironment["SCROLLTRACE_PROBE"] = String(
      decoding: try JSONEncoder().encode(probe), as: UTF8.self)
    app.launch()
    let view = app.scrollViews["probe"]
    XCTAssertTrue(view.waitForExistence(timeout: 10), probe.name)
    let corner = view.coordinate(withNormalizedOffset: CGVector(dx: 0, dy: 0))
    for line in probe.script {
      let step = try XCTUnwrap(SuiteStep(line), "unknown step '\(line)'; use a newer app")
      switch step {
      case .wait(let seconds): Thread.sleep(forTimeInterval: seconds)
      case .drag(let from, let to, let seconds, let stops):
        let length = hypot(to.x - from.x, to.y - from.y)
        corner.withOffset(CGVector(dx: from.x, dy: from.y))
          .press(
            forDuration: 0, thenDragTo: corner.withOffset(CGVector(dx: to.x, dy: to.y)),
            withVelocity: XCUIGestureVelocity(length / seconds),
            thenHoldForDuration: stops ? 0.3 : 0)
      case .scroll, .write, .resize, .insets, .insert, .grow, .note: app.buttons["step"].tap()
      }
    }
    app.buttons["end"].tap()
    let result = app.staticTexts["result"]
    XCTAssertTrue(result.waitForExistence(timeout: 10), probe.name)
    XCTAssertTrue(result.label.hasSuffix("events recorded"), result.label)

    let attachment = XCTAttachment(contentsOfFile: URL(fileURLWithPath: path))
    attachment.name = "\(probe.name).sqlite"
    attachment.lifetime = .keepAlways
    add(attachment)
    app.terminate()
  }
}
