import CommandLineKit
import ScrollModel
import Simulation
import TextKit

extension SimulateCommand {
  /// The bundled scene with the given name, unless there is such a file.
  var bundledScene: [UInt8]? {
    guard FileStamp(scene) == nil, scene != "-", !isPipe(scene) else { return nil }
    return Gallery.sceneText(scene)
  }

  /// Whether the scene is a word, but neither a bundled scene nor a file.
  var isMisspelled: Bool {
    bundledScene == nil && scene != "-" && !scene.contains { "./".contains($0) }
      && realPath(scene) == nil
  }

  /// The script of a bundled scene.
  var bundledScript: [UInt8]? { bundledScene == nil ? nil : Gallery.scriptText(ofScene: scene) }

  // MARK: Cases

  /// Writes the recording of a case, and prints its expected findings and a command to show them.
  func simulate(_ name: String, _ console: inout Console) throws -> ExitCode {
    guard scene.isEmpty, script == nil, steps.isEmpty, !isInputsOnly else {
      throw UsageError(
        "--case has a scene, a script and observations of its own; leave out SCENE, --script, --do "
          + "and --inputs-only")
    }
    let example = try example(named: name)
    let variant = isNear ? example.near : example.defect
    let given = try configuration.map { try ConfigurationOptions.given($0, registry) }
    let run: GalleryRun
    do {
      run = try GalleryRun(
        example, variant, options: simulationOptions, noise: noise, configuration: given)
    } catch let error as GalleryCase.FileError {
      throw Failure(.badData, "\(name): \(error)")
    }
    let code = try write(run)
    guard code == .ok else { return code }
    let expected = isNear ? "no warning" : Self.expected(of: example)
    console.printError(
      "case \(example.name)\(isNear ? ", near miss" : ""): "
        + "\(DisplayText.escaped(example.symptom)); expected findings: "
        + (given == nil ? expected : "not known under another configuration"))
    console.printError("next: \(next(example))")
    return code
  }

  /// The findings of a case, or the cause that its diagnosis names.
  private static func expected(of example: GalleryCase) -> String {
    example.nestedCause.map { "none; cause: \(DisplayText.escaped($0))" }
      ?? example.defect.expected.joined(separator: ", ")
  }

  private func next(_ example: GalleryCase) -> String {
    let options = example.options.map { option in
      " --\(option.name)" + (option.value.map { " \($0.commandText)" } ?? "")
    }.joined()
    let source = output == "-" ? "FILE" : ShellWord.quoted(output)
    let analysis = example.nestedCause == nil ? "analyze findings" : "diagnose"
    return "scrolltrace import \(source), then scrolltrace \(analysis)\(options)"
  }

  private func example(named name: String) throws -> GalleryCase {
    let cases = GalleryCase.all + GalleryCase.nested
    if let found = cases.first(where: { $0.name.lowercased() == name.lowercased() }) {
      return found
    }
    if FileStamp(name) != nil {
      do {
        return try GalleryCase(fileStem(name), try wholeFile(name, limit: 1 << 20))
      } catch let error as GalleryCase.FileError {
        throw Failure(.badData, "\(name): it is no case of the gallery: \(error)")
      }
    }
    throw UsageError("there is no case '\(name)'; 'scrolltrace simulate --list' shows all of them")
  }

  // MARK: The list

  func list(_ console: inout Console) -> ExitCode {
    var scenes = TextTable([.init("scene", canBeCut: false), .init("name")])
    for name in Gallery.sceneNames + Gallery.caseSceneNames {
      let scene = Gallery.sceneText(name).flatMap { try? SceneFile(json: $0, name: name) }
      scenes.add([.init(name), .init(scene?.labels.name ?? "")])
    }
    scenes.print(to: &console)
    console.print()
    var cases = TextTable([
      .init("case", canBeCut: false), .init("symptom"), .init("expected findings or cause"),
    ])
    for example in GalleryCase.all + GalleryCase.nested {
      cases.add([
        .init(example.name), .init(example.symptom), .init(Self.expected(of: example)),
      ])
    }
    cases.print(to: &console)
    console.print()
    let scene = Gallery.sceneNames.first ?? "SCENE"
    console.print("next: scrolltrace simulate \(scene) -o scene.jsonl")
    console.print(
      "      scrolltrace simulate --case \(Gallery.caseNames.first ?? "CASE") -o case.jsonl")
    return .ok
  }
}

/// The kind of a file that `simulate` reads and `import` does not; nil for any other.
enum SimulationInput {
  static func name(of head: [UInt8], isWhole: Bool, path: String) -> String? {
    guard isWhole else { return nil }
    let stem = fileStem(path)
    if (try? GalleryCase(stem, head)) != nil {
      let name = Gallery.caseText(stem) == head ? stem : path
      return "is a case of the gallery, not a recording: 'scrolltrace simulate --case "
        + "\(ShellWord.quoted(name))' makes its recording"
    }
    if head.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"),
      (try? SceneFile(json: head, name: stem)) != nil
    {
      return "is a scene, not a recording: 'scrolltrace simulate \(ShellWord.quoted(path)) --do "
        + "\"fling up 1800\"' makes one"
    }
    return nil
  }
}

/// A file's name without its folder and its extension.
func fileStem(_ path: String) -> String {
  let name = fileName(path)
  guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
  return String(name[..<dot])
}
