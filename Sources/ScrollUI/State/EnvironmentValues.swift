public import Foundation

/// A key of an environment value that an app defines.
///
/// A scene may run on any thread, so values are sendable; SwiftUI does not require that.
public protocol EnvironmentKey {
  /// The type of the value.
  associatedtype Value: Sendable
  /// The default value.
  static var defaultValue: Value { get }
}

/// The environment values of a scroll view that scroll code reads; others are not supported.
///
/// Only the layout direction and the size classes affect a replay directly. Every other value
/// affects only the behaviors that read it.
public struct EnvironmentValues: Sendable {
  /// The direction of lines.
  public var layoutDirection = LayoutDirection.leftToRight
  /// Room along the horizontal axis.
  public var horizontalSizeClass: UserInterfaceSizeClass? = .compact
  /// Room along the vertical axis.
  public var verticalSizeClass: UserInterfaceSizeClass? = .regular
  /// Pixels per point; a scene with a display scale sets it.
  public var displayScale: CGFloat = 3
  /// The text size chosen by the user.
  public var dynamicTypeSize = DynamicTypeSize.large
  /// Whether the user prefers reduced motion.
  public var accessibilityReduceMotion = false
  /// The language and region of the user.
  public var locale = Locale(identifier: "en_US")
  /// Whether the surface is light or dark.
  public var colorScheme = ColorScheme.light

  /// Values of an app's own keys.
  private var custom: [ObjectIdentifier: any Sendable] = [:]

  /// Creates the environment of a phone in portrait orientation.
  public init() {}

  /// The length of a pixel in points.
  public var pixelLength: CGFloat { displayScale > 0 ? 1 / displayScale : 1 }

  /// The value of a key that an app defines.
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { custom[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { custom[ObjectIdentifier(key)] = newValue }
  }
}

/// The text size chosen by the user.
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
