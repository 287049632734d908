// A page of scenes without a trace: selecting one, and saving its edited state as scene and script.

/** Moments as a script writes them: milliseconds to the nanosecond. */
const scriptTime = (ms) => `${plain(ms, 6)}ms`;
/** The samples of a gesture as a step that moves a finger exactly so. */
const pathStep = (gesture) => {
  const samples = gesture.samples, first = samples[0][0];
  return "path " + samples.map(([t, x, y]) => `${x},${y}@${scriptTime(t - first)}`).join(" ");
};
/** Whether an edit changes more of a gesture than its time. */
const isReshaped = (gesture) => editOf(`gesture ${gesture.index} velocity`) !== "" || editOf(`gesture ${gesture.index} end`) !== "";

/** The scene with the changes of the panel, as simulate reads it. */
const savedScene = () => {
  const scene = JSON.parse(data.scene), numbers = (text) => text.split(/[x,]/).map(Number);
  scene.configuration = whatIf.now.configuration;
  if (editOf("container")) scene.container = numbers(editOf("container"));
  if (editOf("insets")) { const [top, left, bottom, right] = numbers(editOf("insets")); scene.insets = { top, left, bottom, right }; }
  if (editOf("direction")) scene.direction = editOf("direction");
  if (editOf("refresh")) scene.hz = Number(editOf("refresh"));
  if (editOf("spacing")) scene.stack = { ...scene.stack, spacing: Number(editOf("spacing")) };
  if (editOf("item-size")) {
    const size = Number(editOf("item-size"));
    if (Array.isArray(scene.items)) scene.items = scene.items.map((item) => ({ ...item, size })); else if (scene.items) scene.items.size = size;
  }
  return JSON.stringify(scene, null, 2) + "\n";
};
/** A step of the script; items that it adds or resizes have the item size of the panel, as in the page. */
const sizedStep = (text) => {
  const size = editOf("item-size");
  if (!size) return text;
  const resized = (_, words, sides) => {
    const parts = sides.split(",");
    parts[parts.length > 1 && data.axis === "y" ? 1 : 0] = size;
    return words + parts.join(",");
  };
  return text.replace(/^(insert .* size )(\S+)$/, resized).replace(/^(grow .* to )(\S+)$/, resized);
};
/** The steps of the scene's script with the gestures as they are now: begin, end and text of each, in order. */
const currentSteps = () => {
  const recorded = whatIf.engine.baseline.gestures, now = currentGestures(), isMoved = editOf("container") !== "";
  const steps = data.steps.flatMap(([t, text, isContact]) => {
    const number = isContact ? recorded.findIndex((g) => g.kind === "touch" && Math.abs(g.start - t) < 1e-3) : -1;
    if (number < 0) return [[t, t, sizedStep(text)]];
    if (gestureEdits(number).isDropped) return [];
    const { start, end } = now[number];
    // Steps without coordinates start in the middle of the container.
    return [[start, end, isMoved || isReshaped(recorded[number]) ? pathStep(now[number]) : text]];
  });
  for (const gesture of now.slice(recorded.length)) steps.push([gesture.start, gesture.end, pathStep(gesture)]);
  return steps.sort((a, b) => a[0] - b[0]);
};
/** Why the changes are no scene and script, as a sentence; null if they are. */
const scriptObstacle = () => {
  const { frames, lazy } = JSON.parse(data.scene);
  if ((frames || lazy) && (editOf("spacing") || editOf("item-size"))) {
    return `The scene ${frames ? "lists the frame of each item" : "estimates rows before they are shown"}, so it cannot be saved with another spacing or item size. Clear these two fields.`;
  }
  const steps = currentSteps(), place = steps.findIndex((step, i) => i > 0 && step[0] < steps[i - 1][1] - 1e-6);
  return place < 0 ? null : `A script has one step after the other, but at ${seconds(steps[place][0])} one begins during another. Move the gesture.`;
};
const savedScript = () => [...currentSteps().flatMap(([t, , text]) => [`at ${scriptTime(t)}`, text]), `at ${scriptTime(data.duration)}`].join("\n") + "\n";
const saveFile = (name, text) => {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" })), link = add(null, "a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
  const place = $("whatif-copied");
  place.textContent = text; place.hidden = false;
  say(`Saved ${name}. Run it: scrolltrace simulate scene.json --script scene.script`);
};

const buildPlayground = (bar) => {
  if (!data.scenes) return;
  const select = field(bar, "scene", document.createElement("select"));
  for (const name of data.scenes) option(select, name, name);
  select.value = data.name;
  select.addEventListener("change", () => { location.hash = `#t=0&scene=${encodeURIComponent(select.value)}`; });
  for (const [id, name, text] of [["scene", "scene.json", savedScene], ["script", "scene.script", savedScript]])
    add(bar, "button", { type: "button", id: "whatif-save-" + id }, `Save ${name}`).addEventListener("click", () => {
      const obstacle = scriptObstacle();
      if (obstacle) say(obstacle, true); else saveFile(name, text());
    });
};
