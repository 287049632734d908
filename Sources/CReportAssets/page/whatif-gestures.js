// The gestures as fields: every change by a handle on the curve can also be typed.

const along = (point) => (data.axis === "x" ? point.x : point.y);
/** The number of the gesture that the fields show, counted from 0. */
let chosenGesture = 0;
let showGestures = () => {};

const gestureFields = (group) => {
  const select = field(group, "gesture", document.createElement("select"));
  const input = (name, min) => {
    const control = field(group, name, document.createElement("input"));
    control.type = "number"; control.step = "any";
    if (min !== null) control.min = min;
    return control;
  };
  const begins = input("begins (s)", "0"), velocity = input("release velocity (pt/s)", null), extent = input("ends further (pt)", null);
  const drop = add(group, "button", { type: "button" });
  const edits = () => gestureEdits(chosenGesture);
  select.addEventListener("change", () => { chosenGesture = Number(select.value); showGestures(); show(); });
  const typed = (control, set) => control.addEventListener("input", () => {
    if (control.validity.valid && whatIf.engine && currentGestures().length) set(control.value === "" ? null : Number(control.value));
  });
  typed(begins, (value) => edits().setTime(value === null ? null : value * 1000));
  typed(velocity, (value) => edits().setVelocity(value));
  typed(extent, (value) => { const e = edits(); if (e.setExtent) e.setExtent(value); });
  drop.addEventListener("click", () => { const e = edits(); e.drop(!e.isDropped); });

  const addition = add(group, "div", { class: "add" });
  const added = field(addition, "new fling (pt/s)", document.createElement("input")), time = field(addition, "at (s)", document.createElement("input"));
  for (const control of [added, time]) { control.type = "number"; control.step = "any"; }
  added.value = "900"; time.min = "0";
  const button = add(addition, "button", { type: "button", id: "whatif-add" }, "Add the fling");
  button.addEventListener("click", () => {
    if (!added.validity.valid || added.value === "") return;
    addFling(Number(added.value), time.value === "" ? state.t : Number(time.value) * 1000);
  });
  const pull = add(addition, "button", { type: "button", id: "whatif-pull", "aria-pressed": "false" }, "Pull one on the curve");
  pull.addEventListener("click", () => setPulling(!whatIf.isPulling));
  shown.push(() => { time.placeholder = plain(state.t / 1000); });

  showGestures = () => {
    const gestures = currentGestures();
    chosenGesture = Math.min(chosenGesture, Math.max(0, gestures.length - 1));
    const names = gestures.map((g, i) => {
      const e = gestureEdits(i);
      return `${i + 1}: ${e.isAdded ? "added fling" : g.kind}, ${seconds(g.start)}${e.isDropped ? ", dropped" : ""}`;
    });
    names.forEach((name, i) => { if (!select.options[i]) option(select, String(i), name); else if (select.options[i].textContent !== name) select.options[i].textContent = name; });
    while (select.options.length > names.length) select.lastElementChild.remove();
    const g = gestures[chosenGesture];
    for (const control of [select, begins, velocity, extent, drop]) control.disabled = !g;
    drop.textContent = "Drop the gesture";
    if (!g) return;
    select.value = String(chosenGesture);
    const e = edits();
    setValue(begins, plain(g.start / 1000, 6)); setValue(velocity, plain(along(g.velocity))); setValue(extent, plain(e.extent));
    extent.disabled = !e.setExtent;
    if (e.isDropped) drop.textContent = "Restore the gesture";
  };
};
