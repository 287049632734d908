/// The exit status of a process, for scripts.
///
/// Small numbers are results as in `grep` and `diff`; numbers from 64 on are those of `sysexits`.
/// They are public interface: a meaning is never changed.
public struct ExitCode: RawRepresentable, Hashable, Sendable {
  /// The number for the operating system.
  public let rawValue: Int32

  /// Creates a code from its number.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The command succeeded.
  public static let ok = ExitCode(rawValue: 0)
  /// The command succeeded and found differences or findings.
  public static let differences = ExitCode(rawValue: 1)
  /// The command line is invalid.
  public static let usage = ExitCode(rawValue: 2)
  /// Some inputs failed, lost data or were evaluated only in part; the rest succeeded.
  public static let partial = ExitCode(rawValue: 3)
  /// No input matched, so the command did nothing.
  public static let nothingMatched = ExitCode(rawValue: 4)
  /// The input could not be used.
  public static let badData = ExitCode(rawValue: 65)
  /// An input is missing or cannot be read.
  public static let noInput = ExitCode(rawValue: 66)
  /// A required resource is unavailable.
  public static let unavailable = ExitCode(rawValue: 69)
  /// The tool has an internal error.
  public static let internalError = ExitCode(rawValue: 70)
  /// An output could not be created.
  public static let cannotCreate = ExitCode(rawValue: 73)
  /// Reading or writing failed during the work.
  public static let inputOutput = ExitCode(rawValue: 74)
  /// Another process has locked a file.
  public static let temporary = ExitCode(rawValue: 75)
  /// The work was interrupted.
  public static let interrupted = ExitCode(rawValue: 130)
  /// The reader of the output ended first; a shell reports the same if the signal ends the process.
  public static let readerGone = ExitCode(rawValue: 141)
}

extension ExitCode {
  /// One line of the table of exit codes.
  public struct Entry: Sendable {
    /// The code described.
    public let code: ExitCode
    /// A short name, unique in the table.
    public let name: String
    /// One sentence of description.
    public let sentence: String
  }

  /// Every exit code of the tool, in ascending order.
  public static let table: [Entry] = [
    Entry(
      code: .ok, name: "ok", sentence: "Everything was done, even if damaged records were reported."
    ),
    Entry(
      code: .differences, name: "differences",
      sentence: "The work was done and found differences or findings."),
    Entry(code: .usage, name: "usage", sentence: "The command line was not understood."),
    Entry(
      code: .partial, name: "partial",
      sentence: "Some inputs failed, lost data or could be judged only in part; the rest was done."),
    Entry(
      code: .nothingMatched, name: "nothing-matched",
      sentence: "Nothing matched, so nothing was done."),
    Entry(
      code: .badData, name: "bad-data",
      sentence: "The input is corrupt, or a comparison could not be made."),
    Entry(
      code: .noInput, name: "no-input", sentence: "An input is missing or cannot be read."),
    Entry(
      code: .unavailable, name: "unavailable",
      sentence: "Something the tool needs, such as SQLite, cannot be used."),
    Entry(
      code: .internalError, name: "internal",
      sentence: "The tool has an internal error; please report it."),
    Entry(
      code: .cannotCreate, name: "cannot-create", sentence: "An output could not be created."),
    Entry(
      code: .inputOutput, name: "input-output",
      sentence: "Reading or writing failed after it had started, for instance on a full disk."),
    Entry(
      code: .temporary, name: "temporary",
      sentence: "A file is locked by another process; the same command may work later."),
    Entry(
      code: .interrupted, name: "interrupted",
      sentence: "The work was interrupted; no partial results remain."),
    Entry(
      code: .readerGone, name: "reader-gone",
      sentence: "The program that read the output ended first, as 'head' does."),
  ]
}

/// An error with its own exit code.
///
/// Any other error thrown by a command ends the tool with `ExitCode.internalError`.
public protocol CommandFailure: Error {
  /// The exit code of the process.
  var exitCode: ExitCode { get }
}
