/// What an app's author does for one change: code to paste, the reason why there is none, or both.
public struct AppChange: Hashable, Sendable {
  /// A sentence without a period: an instruction, or why the app has no setting.
  public var note: String?
  /// Lines of the platform's language.
  public var code: String?

  /// Creates code that needs no explanation.
  public static func code(_ code: String) -> AppChange { AppChange(note: nil, code: code) }

  /// Creates an instruction that needs no code.
  public static func instruction(_ note: String) -> AppChange { AppChange(note: note, code: nil) }

  /// Creates the statement that the platform decides, and a way around it.
  public static func workAround(_ way: String, code: String? = nil) -> AppChange {
    AppChange(note: platformDecides + way, code: code)
  }

  /// How a repair begins that no setting of an app makes.
  public static let platformDecides = "platform behavior, no setting in the app; work around it by "

  /// The note and the code on one line.
  public var text: String { [note, code].compactMap(\.self).joined(separator: ": ") }
}
