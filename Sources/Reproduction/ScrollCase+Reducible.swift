import Simulation

extension ScrollCase: Reducible {
  static var passNames: [String] { CasePass.all.map(\.name) }

  func candidates(ofPass index: Int) -> [ScrollCase] { CasePass.all[index].candidates(of: self) }
}
