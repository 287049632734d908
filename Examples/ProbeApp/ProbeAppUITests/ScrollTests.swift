import XCTest

/// Scrolls the feed as a finger does, ends the recording, and attaches its store to the test run.
final class ScrollTests: XCTestCase {
  @MainActor
  func testScrollsAreRecorded() throws {
    let path =
      ProcessInfo.processInfo.environment["SCROLLTRACE_STORE"]
      ?? NSTemporaryDirectory() + "feed-\(ProcessInfo.processInfo.processIdentifier).sqlite"
    let app = XCUIApplication()
    app.launchEnvironment["SCROLLTRACE_STORE"] = path
    app.launch()
    let cards = app.scrollViews["cards"]
    XCTAssertTrue(cards.waitForExistence(timeout: 10))

    cards.swipeLeft(velocity: .fast)
    cards.swipeLeft(velocity: .slow)
    let start = cards.coordinate(withNormalizedOffset: CGVector(dx: 0.8, dy: 0.5))
    let end = cards.coordinate(withNormalizedOffset: CGVector(dx: 0.3, dy: 0.5))
    start.press(
      forDuration: 0.1, thenDragTo: end, withVelocity: .default, thenHoldForDuration: 0.3)
    cards.swipeRight(velocity: .default)

    app.buttons["end"].tap()
    let result = app.staticTexts["result"]
    XCTAssertTrue(result.waitForExistence(timeout: 10))
    XCTAssertTrue(result.label.hasSuffix("events recorded"), result.label)

    let attachment = XCTAttachment(contentsOfFile: URL(fileURLWithPath: path))
    attachment.name = "cards.sqlite"
    attachment.lifetime = .keepAlways
    add(attachment)
  }
}
