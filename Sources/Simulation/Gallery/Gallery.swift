import CGallery

/// The bundled scenes, scripts and cases.
public enum Gallery {
  /// One bundled file.
  private struct File: Sendable {
    let folder: String
    /// The name without its extension.
    let name: String
    let bytes: [UInt8]
  }

  private static let files: [File] = (0..<cgallery_count()).compactMap { index in
    guard let file = cgallery_file_at(index)?.pointee, let path = file.path else { return nil }
    let text = String(cString: path)
    guard let slash = text.lastIndex(of: "/"), let dot = text.lastIndex(of: "."), slash < dot
    else { return nil }
    return File(
      folder: String(text[..<slash]), name: String(text[text.index(after: slash)..<dot]),
      bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.count)))
  }

  private static func bytes(_ name: String, in folder: String) -> [UInt8]? {
    files.first { $0.folder == folder && $0.name == name }?.bytes
  }

  private static func names(in folder: String) -> [String] {
    files.filter { $0.folder == folder }.map(\.name)
  }

  /// The names of the cases, in the order of their files.
  public static var caseNames: [String] { names(in: "gallery/cases") }

  /// The names of the scenes with their own script.
  public static var sceneNames: [String] { names(in: "scenes") }

  /// The names of the scenes that the cases use.
  public static var caseSceneNames: [String] { names(in: "gallery/scenes") }

  /// The lines of a case's file; nil for an unknown case.
  public static func caseText(_ name: String) -> [UInt8]? { bytes(name, in: "gallery/cases") }

  /// The JSON of a scene; nil for an unknown scene.
  public static func sceneText(_ name: String) -> [UInt8]? {
    bytes(name, in: "scenes") ?? bytes(name, in: "gallery/scenes")
  }

  /// The script of a scene; nil if it has none.
  public static func scriptText(ofScene name: String) -> [UInt8]? { bytes(name, in: "scripts") }

  /// A script of the cases; nil for an unknown script.
  public static func caseScriptText(_ name: String) -> [UInt8]? {
    bytes(name, in: "gallery/scripts")
  }
}
