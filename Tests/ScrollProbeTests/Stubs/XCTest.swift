// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The part of XCTest, as Apple declares it, that the UI test of Examples/ProbeApp uses.

@_exported public import Foundation

open class XCTestCase: NSObject {
  public override init() {}
  @MainActor public func add(_ attachment: XCTAttachment) {}
}

public final class XCTAttachment {
  public enum Lifetime: Int, Sendable {
    case keepAlways
    case deleteOnSuccess
  }
  public init(contentsOfFile url: URL) {}
  public var name: String?
  public var lifetime = Lifetime.deleteOnSuccess
}

public func XCTAssertTrue(
  _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = ""
) {}

public func XCTUnwrap<Value>(
  _ expression: @autoclosure () throws -> Value?, _ message: @autoclosure () -> String = ""
) throws -> Value {
  guard let value = try expression() else { throw MissingValue() }
  return value
}

private struct MissingValue: Error {}

public struct CGVector: Equatable, Sendable {
  public var dx: Double
  public var dy: Double
  public init(dx: Double, dy: Double) {
    self.dx = dx
    self.dy = dy
  }
}

public struct XCUIGestureVelocity: Sendable {
  private init() {}
  public init(_ value: Double) {}
  public static let `default` = XCUIGestureVelocity()
  public static let slow = XCUIGestureVelocity()
  public static let fast = XCUIGestureVelocity()
}

@MainActor open class XCUIElement {
  public init() {}
  public var label: String { "" }
  public func waitForExistence(timeout: TimeInterval) -> Bool { true }
  public func tap() {}
  public func swipeLeft(velocity: XCUIGestureVelocity) {}
  public func swipeRight(velocity: XCUIGestureVelocity) {}
  public func coordinate(withNormalizedOffset normalizedOffset: CGVector) -> XCUICoordinate {
    XCUICoordinate()
  }
  public var scrollViews: XCUIElementQuery { XCUIElementQuery() }
  public var buttons: XCUIElementQuery { XCUIElementQuery() }
  public var staticTexts: XCUIElementQuery { XCUIElementQuery() }
}

@MainActor public final class XCUIElementQuery {
  public subscript(identifier: String) -> XCUIElement { XCUIElement() }
}

@MainActor public final class XCUICoordinate {
  public func withOffset(_ offset: CGVector) -> XCUICoordinate { self }
  public func press(
    forDuration duration: TimeInterval, thenDragTo other: XCUICoordinate,
    withVelocity velocity: XCUIGestureVelocity, thenHoldForDuration holdDuration: TimeInterval
  ) {}
}

@MainActor public final class XCUIApplication: XCUIElement {
  public override init() {}
  public var launchEnvironment: [String: String] = [:]
  public func launch() {}
  public func terminate() {}
}
