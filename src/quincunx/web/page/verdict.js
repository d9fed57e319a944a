// The verdict on an edited puzzle: its number of solutions; two of them side by side if it has
// several, the rules that clash if it has none, its grade and its explanation if it has one.

import { ask } from "./ask.js";
import { makePicture } from "./board.js";
import { fill, h } from "./dom.js";
import { contentWith } from "./game.js";
import { readScene } from "./scene.js";
import { texts } from "./texts.js";
import { stepWords } from "./explanation.js";

const SIGNS = { unique: "✓", multiple: "≠", none: "✗", unknown: "?" };

export function verdictPanel(page) {
  const title = h("h2", { class: "verdict" });
  const box = h("div", { class: "verdict-box" });

  /** Show the facts about a puzzle as soon as they are known. Returns the cells of rules that
   * clash. */
  async function judge(reply, signal) {
    const found = await ask({ ask: "verdict", puzzle: reply.puzzle }, { signal });
    if (signal.aborted) return [];
    title.dataset.verdict = found.verdict;
    fill(title, `${SIGNS[found.verdict]} ${texts.edit.verdicts[found.verdict]}`);
    if (found.verdict === "multiple") fill(box, pair(reply, found));
    else if (found.verdict === "none") {
      const rules = reply.rules.filter((rule) => found.clash.includes(rule.id));
      fill(box, clash(rules));
      return [...new Set(rules.flatMap(({ cells }) => cells))];
    } else if (found.verdict === "unique") await unique(reply, signal);
    else fill(box);
    return [];
  }

  async function unique(reply, signal) {
    const grade = h("p", {}, texts.edit.uniqueHelp);
    const steps = h("ol", { class: "steps" });
    const explain = h("details", {
      ontoggle: async () => {
        if (!explain.open || steps.childElementCount > 0) return;
        fill(steps, h("li", {}, texts.walk.loading));
        try {
          const explanation = await ask({ ask: "explain", puzzle: reply.puzzle }, { signal });
          fill(steps, explanation.steps.map((step) => h("li", {}, stepWords(step))));
        } catch (error) {
          fill(steps, h("li", {}, error.message));
        }
      },
    }, h("summary", {}, texts.edit.explain), steps);
    fill(box, grade,
      h("p", {}, h("a", { class: "button strong", href: page.addressOf(reply.puzzle) }, texts.edit.play)),
      explain);
    const found = await ask({ ask: "grade", puzzle: reply.puzzle }, { signal });
    if (signal.aborted) return;
    grade.textContent = found.grade
      ? texts.edit.grade(texts.grades[found.grade] ?? found.grade)
      : texts.edit.ungraded;
  }

  return {
    element: h("section", { class: "judgement" }, h("div", { role: "status" }, title), box),
    judge,
    wait() {
      title.dataset.verdict = "waiting";
      fill(title, texts.edit.judging);
    },
    clear() {
      title.dataset.verdict = "";
      fill(title);
      fill(box);
    },
  };
}

/** Two solutions; the cells in which they differ are marked. */
function pair(reply, { solutions, unwritten }) {
  const scene = readScene(reply.scene);
  const [first, second] = solutions;
  const differ = new Set(Object.keys(first).filter((id) => second && first[id] !== second[id]));
  return [
    h("p", {}, texts.edit.multipleHelp([...differ].map((id) => scene.byId[id]?.short).filter(Boolean))),
    h("div", { class: "pair" }, solutions.map((numbers, at) =>
      h("figure", {},
        makePicture(scene, written(scene, numbers, unwritten[at]), texts.edit.solution(at + 1), differ),
        h("figcaption", {}, texts.edit.solution(at + 1))))),
  ];
}

function written(scene, numbers, unwritten) {
  const ids = Object.keys(numbers).filter((id) => scene.byId[id]?.open && !unwritten.includes(id));
  return contentWith(Object.fromEntries(ids.map((id) => [id, numbers[id]])));
}

function clash(rules) {
  if (rules.length === 0) return h("p", {}, texts.edit.noneNoClash);
  return [h("p", {}, texts.edit.noneHelp), h("ul", {}, rules.map(({ sentence }) => h("li", {}, sentence)))];
}
