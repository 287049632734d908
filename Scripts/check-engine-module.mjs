// Runs the engine's WebAssembly module on the cases that outcome-digest wrote and compares every
// digest.
//
// usage: node check-engine-module.mjs ENGINE.JS ENGINE.PACKED ENGINE.WASM FOLDER LINES [ROUNDS]
//
// With ROUNDS it also compares the shortest time of each replay with the tool's time in LINES. Each
// line of LINES has a file of inputs, a configuration, the FNV-1a hash of every frame's offset as a
// decimal number, and the digest of the outcome. The tool computed the last two from the whole
// trace.
import { readFileSync } from "node:fs";

const [script, packed, wasm, folder, lines, rounds = "0"] = process.argv.slice(2);
const { engineCore, expandedEngine } = new Function(`${readFileSync(script, "utf8")}; return { engineCore, expandedEngine };`)();
// What a page unpacks must be the module itself.
const engine = await expandedEngine(new Uint8Array(readFileSync(packed)));
if (Buffer.compare(engine, readFileSync(wasm)) !== 0) { console.error("check-engine-module: the page unpacks another module"); process.exit(1); }
const all = readFileSync(lines, "utf8").split("\n").filter((line) => line !== "");
let compared = 0, frames = 0, failed = 0;
let here = 0, tool = 0;
for (const line of all) {
  const [file, configuration, digest, outcome, name, native] = line.split("\t");
  const core = engineCore();
  let problem = null;
  try {
    await core.open(engine, readFileSync(`${folder}/${file}`));
    const run = await core.run({ configuration, edits: [] });
    if (run.error) problem = run.error;
    else if (run.digest !== BigInt(digest).toString(16).padStart(16, "0")) problem = "the offsets of the frames differ";
    else if (run.outcome !== outcome) problem = "the outcome differs behind equal offsets";
    frames += run.error ? 0 : run.t.length;
    let shortest = Infinity;
    for (let round = 0; round < Number(rounds); round++) shortest = Math.min(shortest, (await core.run({ configuration, edits: [] })).micros);
    if (Number(rounds) > 0) {
      here += shortest;
      tool += Number(native);
      console.log(`${name}: ${run.t.length} frames in ${(shortest / 1000).toFixed(1)} ms, the tool ${(native / 1000).toFixed(1)} ms`);
    }
  } catch (error) { problem = error.message; }
  compared += 1;
  if (problem) {
    failed += 1;
    if (failed <= 10) console.error(`check-engine-module: ${name} (${configuration}): ${problem}`);
  }
}
// Damaged inputs are rejected or replayed; the module never traps on them.
let seed = 37;
const random = (most) => { seed = (seed * 1103515245 + 12345) & 0x7fffffff; return seed % most; };
for (let round = 0; round < 500 && all.length > 0; round++) {
  const [file, configuration] = all[random(all.length)].split("\t");
  const bytes = new Uint8Array(readFileSync(`${folder}/${file}`));
  for (let change = 0; change <= random(5); change++) bytes[random(bytes.length)] = random(256);
  const core = engineCore();
  try {
    await core.open(engine, bytes);
    const run = await core.run({ configuration, edits: ["gesture 1 velocity 2000"] });
    if (run.error?.startsWith("The engine stopped")) throw new WebAssembly.RuntimeError(run.error);
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) continue;
    failed += 1;
    console.error(`check-engine-module: ${file}, damaged in round ${round}: ${error.message}`);
  }
}
if (compared === 0) { console.error("check-engine-module: there is no case"); process.exit(1); }
console.log(`check-engine-module: ${compared} replays, ${frames} frames, ${failed} fail; 500 damaged inputs`);
if (here > 0) {
  const each = (micros) => (micros / frames).toFixed(2);
  console.log(`check-engine-module: ${each(here)} µs a frame, the tool ${each(tool)} µs: ${(here / tool).toFixed(2)} times`);
}
process.exit(failed === 0 ? 0 : 1);
