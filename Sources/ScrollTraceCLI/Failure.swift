import CommandLineKit
import Replay
import Report
import ScrollModel
import Simulation
import TextKit
import TraceImport
import TraceStore

/// A failure of a command: one line, and its exit code.
struct Failure: CommandFailure, CustomStringConvertible {
  let exitCode: ExitCode
  let description: String

  init(_ exitCode: ExitCode, _ description: String) {
    self.exitCode = exitCode
    self.description = description
  }

  /// Creates a failure from an error of any module.
  init(_ error: any Error) {
    switch error {
    case let error as Failure: self = error
    case let error as StoreError: self.init(Self.code(error.kind), error.description)
    case let error as ImportError: self.init(.badData, error.description)
    case let error as InputError: self.init(Self.code(error), error.description)
    case let error as FileError: self.init(Self.code(error), error.description)
    case let error as ScriptError: self.init(.badData, error.description)
    case let error as SceneError: self.init(.badData, error.description)
    case let error as SimulationOptionError: self.init(.usage, error.description)
    case let error as RedactionError: self.init(.usage, error.description)
    case let error as EditError: self.init(.usage, error.description)
    case let error as ReplayError: self.init(.badData, error.description)
    default: self.init(.internalError, "\(error)")
    }
  }

  private static func code(_ kind: StoreError.Kind) -> ExitCode {
    switch kind {
    case .missing: .noInput
    case .foreign, .newer, .damaged, .invalid: .badData
    case .locked: .temporary
    case .cannotCreate: .cannotCreate
    case .inputOutput: .inputOutput
    case .notFound: .nothingMatched
    }
  }

  private static func code(_ error: InputError) -> ExitCode {
    switch error.kind {
    case .system(let error): code(error)
    case .directory: .noInput
    case .truncatedGzip, .corruptGzip, .tooLarge: .badData
    }
  }

  private static func code(_ error: FileError) -> ExitCode {
    if error.isBrokenPipe { return .readerGone }
    return switch error.operation {
    case .open: .noInput
    case .create: .cannotCreate
    case .read, .write, .replace: .inputOutput
    }
  }
}

/// Runs the work of a command and converts every error to a failure with its exit code.
func failing<Result>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as UsageError {
    throw error
  } catch {
    throw Failure(error)
  }
}
