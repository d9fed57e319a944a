// The explanation of the puzzle, shown step by step on the board while the game is paused.

import { ask } from "./ask.js";
import { button, fill, h } from "./dom.js";
import { withNames } from "./panels.js";
import { texts } from "./texts.js";

/** What the board shows after the first `at` steps of an explanation. Pure. */
export function walkAt(steps, at) {
  const content = {};
  for (const step of steps.slice(0, at)) {
    for (const { cell, value } of step.sets) content[cell] = { number: value };
  }
  if (at === 0) return { at, content, look: [], found: [], wrong: [] };
  const step = steps[at - 1];
  const found = [...step.sets, ...step.removes, ...step.leaves].map(({ cell }) => cell);
  for (const { cell, values } of step.leaves) content[cell] ??= { candidates: values };
  for (const { cell, values } of step.removes) content[cell] ??= { excluded: values };
  return { at, content, look: step.cells.filter((id) => !found.includes(id)), found, wrong: [] };
}

/** The rows of a table of cases, of which several can share one. Pure. */
export const caseRows = (chain) => [...new Map(chain.map(({ row }) => [row[0], row])).values()];

/** The words of a step: a sentence, or a table of cases and what follows from them. `words(text)`
 * makes the content of a case. */
export function stepWords(step, words = (text) => text) {
  if (step.chain.length === 0) return [step.sentence];
  const heads = texts.walk.cases.map((head) => h("th", { scope: "col" }, head));
  const rows = caseRows(step.chain).map((row) => h("tr", {}, row.map((cell) => h("td", {}, words(cell)))));
  return [h("table", { class: "cases" }, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows)), step.conclusion];
}

/** The panel with all steps. The current one is shown below the board, with buttons to move. */
export function walkPanel(table) {
  let explanation = null;
  let asking = null;
  const box = h("div", { class: "walk" });
  const panel = h("details", {
    ontoggle: () => {
      if (panel.open) begin();
      else leave();
    },
  }, h("summary", {}, texts.walk.label), box);

  async function begin() {
    if (!explanation) {
      fill(box, h("p", { class: "quiet", role: "status" }, texts.walk.loading));
      asking = new AbortController();
      try {
        explanation = await ask({ ask: "explain", puzzle: table.puzzle }, asking);
        table.help("walks");
      } catch (error) {
        if (error.name !== "AbortError") fill(box, h("p", { role: "alert" }, error.message));
        return;
      }
    }
    if (panel.open) goTo(0);
  }

  function goTo(at) {
    const { steps } = explanation;
    table.finish();
    table.show(walkAt(steps, at));
    drawList(at);
    tell(at);
  }

  /** Show the sentence of the step below the board. */
  function tell(at) {
    const { steps, opening, ending } = explanation;
    const step = steps[at - 1];
    const text = step ? [...stepWords(step, (words) => withNames(table, words)), texts.walk.effort(step)] : [opening];
    if (at === steps.length) text.push(ending);
    const actions = [];
    if (at < steps.length) actions.push({ label: texts.walk.next, act: () => goTo(at + 1) });
    if (at > 0) actions.push({ label: texts.walk.previous, act: () => goTo(at - 1) });
    if (at > 0 && !table.game.solved) actions.push({ label: texts.walk.take, act: take });
    actions.push({ label: texts.walk.leave, act: leave });
    const title = at ? texts.walk.at(at, steps.length) : texts.walk.start;
    table.say({ title, text, kind: "hint", actions });
  }

  function drawList(at) {
    const list = h("ol", { class: "steps" }, explanation.steps.map((step, index) =>
      h("li", {}, button(step.conclusion ?? step.sentence, () => goTo(index + 1), {
        class: "plain", "aria-current": index + 1 === at ? "step" : null,
      }))));
    const focused = box.contains(document.activeElement);
    fill(box, list);
    const current = list.querySelector("[aria-current]");
    if (!current) return;
    // Only the list scrolls, never the page.
    list.scrollTop = current.offsetTop - list.offsetTop - 40;
    if (focused) current.focus({ preventScroll: true });
  }

  function leave() {
    panel.open = false;
    asking?.abort();
    if (!table.walk) return;
    table.show(null);
    table.say(null);
  }

  function take() {
    const numbers = Object.entries(table.walk.content).filter(([, entry]) => "number" in entry);
    leave();
    table.change(Object.fromEntries(numbers), texts.history.taken);
  }

  return panel;
}
