public import ScrollModel

/// The platform of the recorded app, if known; it determines the language of a repair.
public enum AppPlatform: String, CaseIterable, Hashable, Sendable {
  /// SwiftUI and UIKit.
  case apple
  /// CSS and JavaScript.
  case web
  /// Compose.
  case android
  /// Flutter.
  case flutter
  /// React Native.
  case reactNative = "react-native"

  /// Determines the platform from the recorded system, the coordinates and the declared physics.
  public init(_ information: TraceInformation, declared: Configuration? = nil) {
    let system = information.system ?? ""
    let browsers = ["Chrome", "Chromium", "Safari", "Firefox", "WebKit", "Edge"]
    switch declared?.releasePhysics {
    case .flutter, .flutterClamping, .flutterWheel:
      self = .flutter
      return
    case .reactNative, .reanimated:
      self = .reactNative
      return
    default: break
    }
    if information.coordinateSpace == .cssPixels || browsers.contains(where: system.hasPrefix) {
      self = .web
    } else if system.hasPrefix("Flutter") {
      self = .flutter
    } else {
      self = system.hasPrefix("Android") ? .android : .apple
    }
  }

  /// The name of what apps are written with.
  public var toolkit: String {
    switch self {
    case .apple: "SwiftUI"
    case .web: "CSS"
    case .android: "Compose"
    case .flutter: "Flutter"
    case .reactNative: "React Native"
    }
  }
}
