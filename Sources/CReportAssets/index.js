"use strict";
// Filters and sorts the traces of a folder of reports.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent), traces = data.traces;
  const table = document.querySelector("#traces table"), body = table.tBodies[0];
  const rows = [...body.rows];
  // A match of a cause or a defect includes its traces, and that of a trace its causes and defects.
  const articles = [...document.querySelectorAll("article")].map((element, number) => ({
    element, places: data.articles[number], text: element.textContent.toLowerCase(),
  }));
  traces.forEach((trace, place) => {
    trace.text = [rows[place].textContent, trace.words, ...trace.detectors].join(" ").toLowerCase();
  });
  for (const article of articles) {
    for (const place of article.places) traces[place].text += " " + article.text;
  }
  const [search, severity, detector, matches] =
    ["search", "severity", "detector", "matches"].map((id) => document.getElementById(id));

  const show = () => {
    const terms = search.value.toLowerCase().split(",").map((term) => term.trim()).filter(Boolean);
    const isShown = traces.map((trace) => (!severity.value || trace.severity === severity.value)
      && (!detector.value || trace.detectors.includes(detector.value))
      && terms.every((term) => trace.text.includes(term)));
    rows.forEach((row, place) => { row.hidden = !isShown[place]; });
    for (const article of articles) {
      article.element.hidden = !article.places.some((place) => isShown[place]);
    }
    matches.textContent = `${isShown.filter(Boolean).length} of ${traces.length} traces`;
  };

  // Choosing a column again reverses the order; the initial order is by severity.
  const natural = new Intl.Collator("en", { numeric: true });
  const sort = (head, column) => {
    const isDown = head.getAttribute("aria-sort") === "ascending";
    const order = rows.map((row, place) => ({ row, place, text: row.cells[column].textContent }));
    order.sort((a, b) => (column === 0 ? a.place - b.place : natural.compare(a.text, b.text)) || a.place - b.place);
    if (isDown) order.reverse();
    body.append(...order.map((entry) => entry.row));
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", isDown ? "descending" : "ascending");
  };
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.textContent = head.textContent;
    button.addEventListener("click", () => sort(head, column));
    head.replaceChildren(button);
  });

  search.addEventListener("input", show);
  severity.addEventListener("change", show);
  detector.addEventListener("change", show);
  document.getElementById("clear").addEventListener("click", () => {
    search.value = severity.value = detector.value = "";
    show();
    search.focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target === search) return;
    event.preventDefault();
    search.focus();
  });
  document.getElementById("controls").hidden = false;
  show();
})();
