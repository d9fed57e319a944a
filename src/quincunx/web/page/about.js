// The rules of the puzzle on the table, those of the selected cell, and its difficulty.

import { ask } from "./ask.js";
import { button, fill, h } from "./dom.js";
import { texts } from "./texts.js";

/** The panel; it is open if this kind of puzzle is new to the player. */
export function aboutPanel(table, rules, isNew) {
  const title = h("h2", {});
  const list = h("ul", {});
  const grade = h("div", { role: "status" });
  const panel = h("details", { open: isNew, ontoggle: () => draw() },
    h("summary", {}, texts.about.label), h("p", {}, rules),
    button(texts.about.grade, tellGrade), grade, title, list);

  function draw() {
    if (!panel.open || !table.place) return;
    const mine = table.reply.rules.filter(({ cells }) => cells.includes(table.selected));
    title.textContent = texts.about.cell(table.place.short);
    fill(list, mine.map(({ sentence }) => h("li", {}, sentence)));
  }

  async function tellGrade() {
    fill(grade, h("p", { class: "quiet" }, texts.help.thinking));
    try {
      const found = await ask({ ask: "grade", puzzle: table.puzzle });
      const name = texts.grades[found.grade] ?? found.grade;
      fill(grade, h("p", {}, found.grade ? texts.edit.grade(name) : texts.edit.ungraded),
        h("p", { class: "quiet" }, texts.about.because(found.reason)));
    } catch (error) {
      fill(grade, h("p", {}, error.message));
    }
  }

  table.listen((_, why) => why === "select" && draw());
  return panel;
}
