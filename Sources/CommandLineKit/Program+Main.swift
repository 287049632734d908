extension Program {
  /// Parses the words, runs the command and returns the exit code for the process.
  ///
  /// Every error is converted to a message and a code here. A failure to write a result turns
  /// success into `ExitCode.inputOutput`: a truncated report must not pass as complete.
  public func main(_ words: [String], console: inout Console) -> ExitCode {
    let code = run(words, &console)
    console.flush()
    guard let failure = console.outputFailure else { return code }
    let isReaderGone = (failure as? WriteFailure)?.isReaderGone == true
    if !isReaderGone {
      console.printError("\(name): the output could not be written: \(failure)")
    }
    guard code == .ok || code == .differences else { return code }
    return isReaderGone ? .readerGone : .inputOutput
  }

  private func run(_ words: [String], _ console: inout Console) -> ExitCode {
    var subject = name
    do {
      let invocation = try parse(words)
      subject += " \(invocation.verb)"
      invocation.configure(&console)
      var command = invocation.command
      do {
        return try command.run(&console)
      } catch let error as UsageError {
        throw UsageError(error.message, verb: error.verb ?? invocation.verb)
      }
    } catch let error as UsageError {
      console.writeError(error.text(program: name))
      return .usage
    } catch let error as any CommandFailure where error.exitCode == .readerGone {
      // Nothing reads the output any more, which is no mistake.
      return .readerGone
    } catch {
      // A message may have several lines; each line is shown without its control characters.
      let text = String(describing: error).split(separator: "\n", omittingEmptySubsequences: false)
      let lines = text.map { TerminalText.visible(String($0)) }
      console.printError("\(subject): \(lines.joined(separator: "\n"))")
      return (error as? any CommandFailure)?.exitCode ?? .internalError
    }
  }
}
