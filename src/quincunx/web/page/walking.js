// The whole way to the solution: one goes through it step by step on the board, and the game waits.

import { ask } from "./ask.js";
import { button, fill, h } from "./dom.js";
import * as games from "./game.js";
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

/** The panel with the explanation. */
export function walkPanel(table) {
  let explanation = null;
  const box = h("div", { class: "walk" });
  const panel = h("details", {
    ontoggle: () => {
      if (panel.open) load();
      else leave();
    },
  }, h("summary", {}, texts.walk.label), box);

  async function load() {
    if (explanation) {
      goTo(0);
      return;
    }
    fill(box, h("p", { class: "quiet" }, texts.walk.loading));
    try {
      explanation = await ask({ ask: "explain", puzzle: table.puzzle });
      table.help("steps");
      goTo(0);
    } catch (error) {
      fill(box, h("p", {}, error.message));
    }
  }

  function goTo(at) {
    if (!panel.open) return;
    const { steps } = explanation;
    const inside = Math.max(0, Math.min(steps.length, at));
    table.finish();
    table.show(walkAt(steps, inside));
    const focused = box.contains(document.activeElement) && document.activeElement.dataset.go;
    draw(inside);
    if (focused) box.querySelector(`[data-go="${focused}"]:not(:disabled), [data-go]:not(:disabled)`)?.focus();
  }

  function draw(at) {
    const { steps, opening, ending } = explanation;
    const step = steps[at - 1];
    const go = (label, to, name) =>
      button(label, () => goTo(to), { "data-go": name, disabled: to < 0 || to > steps.length });
    fill(box,
      h("div", { class: "row" },
        go(texts.walk.previous, at - 1, "previous"),
        go(texts.walk.next, at + 1, "next"),
        h("span", { class: "quiet" }, at ? texts.walk.at(at, steps.length) : texts.walk.start)),
      h("div", { class: "step", role: "status" },
        h("p", {}, step ? step.sentence : opening),
        step && h("p", { class: "quiet" }, texts.walk.effort(step.technique)),
        at === steps.length && h("p", {}, ending)),
      h("ol", { class: "steps" }, steps.map((one, index) =>
        h("li", {}, button(one.sentence, () => goTo(index + 1), {
          class: "plain", "aria-current": index + 1 === at ? "step" : null,
        })))),
      h("div", { class: "row wrap" },
        button(texts.walk.take, take, { disabled: at === 0 || table.game.solved }),
        button(texts.walk.leave, leave)),
    );
    // Only the list scrolls, never the page.
    const list = box.querySelector(".steps");
    const current = list.querySelector("[aria-current]");
    if (current) list.scrollTop = current.offsetTop - list.offsetTop - 40;
  }

  function leave() {
    panel.open = false;
    if (table.walk) table.show(null);
  }

  function take() {
    const content = Object.fromEntries(
      Object.entries(table.walk.content).filter(([, entry]) => "number" in entry));
    leave();
    table.change(content, texts.history.taken);
  }

  return panel;
}
