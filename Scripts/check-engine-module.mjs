// Runs the engine's module on the cases that outcome-digest wrote and compares every digest.
//
// usage: node check-engine-module.mjs ENGINE.JS ENGINE.WASM FOLDER LINES
//
// Each line has a file of inputs, a configuration, the FNV-1a hash of every frame's offset as a decimal
// number, and the digest of the outcome, each as the tool computed it from the whole trace.
import { readFileSync } from "node:fs";

const [script, wasm, folder, lines] = process.argv.slice(2);
const engineCore = new Function(`${readFileSync(script, "utf8")}; return engineCore;`)();
const engine = readFileSync(wasm);
let compared = 0, frames = 0, failed = 0, micros = 0;
for (const line of readFileSync(lines, "utf8").split("\n")) {
  if (line === "") continue;
  const [file, configuration, digest, outcome, name] = line.split("\t");
  const core = engineCore();
  let problem = null;
  try {
    await core.open(engine, readFileSync(`${folder}/${file}`));
    const run = await core.run({ configuration, edits: [] });
    if (run.error) problem = run.error;
    else if (run.digest !== BigInt(digest).toString(16).padStart(16, "0")) problem = "the offsets of the frames differ";
    else if (run.outcome !== outcome) problem = "the outcome differs behind equal offsets";
    else { frames += run.t.length; micros += run.micros; }
  } catch (error) { problem = error.message; }
  compared += 1;
  if (problem) {
    failed += 1;
    if (failed <= 10) console.error(`check-engine-module: ${name} (${configuration}): ${problem}`);
  }
}
if (compared === 0) { console.error("check-engine-module: there is no case"); process.exit(1); }
console.log(`check-engine-module: ${compared} replays, ${frames} frames, ${failed} differ (${(micros / Math.max(frames, 1)).toFixed(1)} µs a frame)`);
process.exit(failed === 0 ? 0 : 1);
