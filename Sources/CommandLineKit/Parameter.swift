/// One row of a command's table: a name, the property it sets, and a description.
///
/// The same row drives parsing, help, completion and reference pages. The property's type
/// determines the allowed number of values: a plain value once, an `Optional` at most once, an
/// `Array` any number of times.
///
/// ```swift
/// static let parameters: [Parameter<Self>] = [
///   .argument("trace", \.trace, "The trace file to read.", completion: .files),
///   .option("format", short: "f", \.format, "How to print the result."),
///   .option("jobs", short: "j", \.jobs, "Work on N traces at once.", limits: .range(1...64)),
///   .flag("verbose", short: "v", \.isVerbose, "Print every step."),
/// ]
/// ```
public struct Parameter<Root>: Sendable {
  /// A path to a property, as written in a table.
  public typealias Path<Value> = any WritableKeyPath<Root, Value> & Sendable

  typealias Assignment = @Sendable (inout Root) -> Void

  private let declaration: Declaration
  private let defaultText: @Sendable (Root) -> String?
  let bind: @Sendable ([Occurrence]) throws(UsageError) -> Assignment

  /// Returns the declaration with the command's current value as the default.
  func declaration(in prototype: Root) -> Declaration {
    var declaration = declaration
    if !declaration.isRequired { declaration.defaultText = defaultText(prototype) }
    return declaration
  }
}

extension Parameter {
  /// Returns a positional parameter.
  ///
  /// An argument is required if its property always has a value; `isRequired` overrides that.
  public static func argument<Value: CommandStorage>(
    _ name: String, _ path: Path<Value>, _ help: String, isRequired: Bool? = nil,
    limits: Limits<Value.Single>? = nil, completion: ValueCompletion = .none,
    shownDefault: String? = nil
  ) -> Self {
    valued(
      Declaration(
        kind: .argument, name: name, help: help, valueName: name.uppercased(),
        completion: completion, isRequired: isRequired ?? !Value.canBeEmpty),
      path, limits, shownDefault)
  }

  /// Returns a parameter given by name and followed by a value.
  ///
  /// Help shows the property's first value as the default, or `shownDefault` where a text is
  /// clearer.
  public static func option<Value: CommandStorage>(
    _ name: String, short: Character? = nil, _ path: Path<Value>, _ help: String,
    valueName: String? = nil, isRequired: Bool = false, limits: Limits<Value.Single>? = nil,
    completion: ValueCompletion = .none, shownDefault: String? = nil, isHidden: Bool = false
  ) -> Self {
    let standIn = Value.Single.isNumeric ? "N" : name.uppercased()
    return valued(
      Declaration(
        kind: .option, name: name, short: short, help: help, valueName: valueName ?? standIn,
        completion: completion, isRequired: isRequired, isHidden: isHidden),
      path, limits, shownDefault)
  }

  /// Returns a parameter without a value.
  public static func flag(
    _ name: String, short: Character? = nil, _ path: Path<Bool>, _ help: String,
    isHidden: Bool = false
  ) -> Self {
    flag(name, short: short, path, sets: true, help, isHidden: isHidden)
  }

  /// Returns a parameter that sets a property to one value when it is given.
  public static func flag<Value: Sendable>(
    _ name: String, short: Character? = nil, _ path: Path<Value>, sets value: Value,
    _ help: String, isHidden: Bool = false
  ) -> Self {
    Parameter(
      declaration: Declaration(
        kind: .flag, name: name, short: short, help: help, isHidden: isHidden),
      defaultText: { _ in nil },
      bind: { _ in { $0[keyPath: path] = value } })
  }
}

extension Parameter {
  private static func valued<Value: CommandStorage>(
    _ declaration: Declaration, _ path: Path<Value>, _ limits: Limits<Value.Single>?,
    _ shownDefault: String?
  ) -> Self {
    var declaration = declaration
    declaration.choices = Value.Single.choices
    declaration.isRepeated = Value.isRepeated
    declaration.isNumeric = Value.Single.isNumeric
    declaration.limits = limits?.text
    if declaration.completion == .none, !declaration.choices.isEmpty {
      declaration.completion = .words(declaration.choices)
    }
    return Parameter(
      declaration: declaration,
      defaultText: { root in
        let words = root[keyPath: path].commandValues.map(\.commandWord).filter { !$0.isEmpty }
        return shownDefault ?? (words.isEmpty ? nil : words.joined(separator: ", "))
      },
      bind: { occurrences throws(UsageError) in
        var values: [Value.Single] = []
        for occurrence in occurrences { values.append(try occurrence.value(within: limits)) }
        let given = values
        return { $0[keyPath: path].replace(with: given) }
      })
  }
}
