public import Foundation

/// A key of a value of the environment that an app defines.
///
/// A scene may be run on any thread, so values are sendable; SwiftUI does not ask for that.
public protocol EnvironmentKey {
  /// The type of the value.
  associatedtype Value: Sendable
  /// The value where nobody set another.
  static var defaultValue: Value { get }
}

/// What scroll code reads of the environment of a scroll view; other values are not offered.
///
/// Only the direction of the layout and the size classes change a replay by themselves. Every other
/// value reaches the behaviors that read it.
public struct EnvironmentValues: Sendable {
  /// Which way lines run.
  public var layoutDirection = LayoutDirection.leftToRight
  /// Room along the horizontal axis.
  public var horizontalSizeClass: UserInterfaceSizeClass? = .compact
  /// Room along the vertical axis.
  public var verticalSizeClass: UserInterfaceSizeClass? = .regular
  /// Pixels per point; a scene with a display scale sets it.
  public var displayScale: CGFloat = 3
  /// The size of text that the user chose.
  public var dynamicTypeSize = DynamicTypeSize.large
  /// Whether the user asked for less motion.
  public var accessibilityReduceMotion = false
  /// The language and region of the user.
  public var locale = Locale(identifier: "en_US")
  /// Whether the surface is light or dark.
  public var colorScheme = ColorScheme.light

  /// Values of an app's own keys.
  private var custom: [ObjectIdentifier: any Sendable] = [:]

  /// Creates the environment of a phone held upright.
  public init() {}

  /// The length of a pixel in points.
  public var pixelLength: CGFloat { displayScale > 0 ? 1 / displayScale : 1 }

  /// The value of a key that an app defines.
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { custom[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { custom[ObjectIdentifier(key)] = newValue }
  }
}

/// The size of text that the user chose.
public enum DynamicTypeSize: Hashable, Comparable, CaseIterable, Sendable {
  case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
  case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5

  /// Whether the size is one of those for accessibility.
  public var isAccessibilitySize: Bool { self >= .accessibility1 }
}

/// Whether a surface is light or dark.
public enum ColorScheme: Hashable, CaseIterable, Sendable {
  case light, dark
}
