// Replays states of a report's workbench without a browser, with the engine and the inputs that its page carries.
//
// usage: node workbench.mjs FOLDER PAGE.html <STATES
//
// FOLDER has the scripts of the page, Sources/CReportAssets/page. STATES has a line of JSON for each state,
// {"configuration": …, "edits": […]}. The first line that is printed has the gestures of the recording; each
// other one has the error of a state, or the digest of its outcome.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const [folder, page] = process.argv.slice(2);
const source = (name) => readFileSync(`${folder}/${name}`, "utf8");
const text = readFileSync(page, "utf8");
// Of the script that opens the panel only this function needs no page.
const letters = /const lettersToBytes = [\s\S]*?\n};\n/.exec(source("opening.js"))[0];
const { engineCore, expandedEngine, lettersToBytes } =
  new Function(`${source("engine.js")}${letters}; return { engineCore, expandedEngine, lettersToBytes };`)();

const bytesOf = (id) => {
  const found = new RegExp(`<script[^>]*\\bid="${id}">([^<]*)</script>`).exec(text);
  if (found === null) throw new Error(`the page has no element '${id}'`);
  return lettersToBytes(found[1]);
};

const core = engineCore();
const baseline = await core.open(await expandedEngine(bytesOf("engine")), gunzipSync(bytesOf("inputs")));
console.log(JSON.stringify(baseline));
for (const line of readFileSync(0, "utf8").split("\n").filter((line) => line !== "")) {
  const run = await core.run(JSON.parse(line));
  console.log(JSON.stringify({ error: run.error, outcome: run.error ? null : run.outcome }));
}
