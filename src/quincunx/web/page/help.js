// Help on request: checks, hints in three levels, the next step, a cell, the solution. The game
// records what was used.

import { ask } from "./ask.js";
import { button, h } from "./dom.js";
import * as games from "./game.js";
import { leftByRules, tellBroken } from "./judge.js";
import { texts } from "./texts.js";

const MOST_MARKS = 16;

/** The help buttons. */
export function helpPanel(table) {
  const help = helper(table);
  const used = h("p", { class: "quiet used" });
  const checks = [button(texts.help.check, help.check), button(texts.help.compare, help.compare)];
  const draw = () => {
    const list = helpUsed(table.game);
    used.textContent = list.length > 0 ? texts.help.usedSoFar(list) : "";
    for (const choice of checks) choice.hidden = table.settings().check === "off";
  };
  table.listen((_, why) => ["help", "content", "settings"].includes(why) && draw());
  draw();
  const panel = h("section", { class: "help", "aria-label": texts.help.label },
    h("div", { class: "row wrap" },
      ...checks,
      button(texts.help.hint, () => help.hint(1), { class: "strong" }),
      button(texts.help.step, () => help.hint(3)),
      button(texts.help.fillMarks, help.fillMarks),
      button(texts.help.reveal, help.reveal),
      button(texts.help.solve, help.askToSolve),
    ),
    used,
  );
  return { panel, help };
}

/** The help that was used, in words. */
export function helpUsed(game) {
  return Object.entries(game.help)
    .filter(([, number]) => number)
    .map(([kind, number]) => texts.help.noted[kind](number));
}

function helper(table) {
  let asking = null;
  let lastHint = { at: -1, level: 0 };

  /** Ask a question; it replaces one that is not answered yet. If the answer takes too long,
   * `instead` is called. */
  async function asked(question, then, instead = null) {
    table.finish();
    if (table.locked()) return;
    asking?.abort();
    asking = new AbortController();
    const { signal } = asking;
    const game = table.game;
    const waiting = setTimeout(() => table.say({ text: texts.help.thinking }), 300);
    try {
      const reply = await ask({ ...question, puzzle: table.puzzle }, { signal });
      if (!signal.aborted && table.game.at === game.at) then(reply);
    } catch (error) {
      if (error.kind === "limit" && instead) await instead();
      else if (error.name !== "AbortError") table.say({ text: error.message, kind: "bad" });
    } finally {
      clearTimeout(waiting);
    }
  }

  const state = () => games.stateOf(table.content);

  function check() {
    return asked({ ask: "check", state: state() }, (reply) => {
      table.help("checks");
      tellBroken(table, reply);
    });
  }

  function compare() {
    return asked({ ask: "compare", state: state() }, ({ wrong }) => {
      table.help("comparisons");
      table.mark({ wrong });
      const names = wrong.map((id) => table.scene.byId[id].short);
      const text = wrong.length > 0 ? texts.help.differs(names) : texts.help.agrees;
      table.say({ text, kind: wrong.length > 0 ? "bad" : "good" });
    }, async () => {
      const reply = await ask({ ask: "check", puzzle: table.puzzle, state: state() });
      table.help("checks");
      tellBroken(table, reply);
      const { message } = table;
      table.say({ ...message, text: [texts.help.notComparable, message.text].flat() });
    });
  }

  /** The next level of the last hint, if nothing was written since. */
  const nextHint = () => hint(lastHint.at === table.game.at && lastHint.level < 3 ? lastHint.level + 1 : 1);

  function hint(level) {
    return asked({ ask: "hint", state: state(), level }, (reply) => {
      if (level === 1) table.help("hints");
      if (level === 3) table.help("steps");
      const found = [...reply.sets, ...reply.removes, ...reply.leaves].map(({ cell }) => cell);
      const strike = Object.fromEntries(reply.removes.map(({ cell, values }) => [cell, values]));
      table.mark({ look: reply.cells, found, wrong: reply.wrong, strike });
      const step = reply.kind === "step";
      const actions = [];
      if (level < 3 && (step || reply.kind === "wrong")) {
        actions.push({ label: texts.help.more, act: () => hint(level + 1) });
      } else if (step && games.changed(table.game, patchOf(reply)) !== table.game) {
        actions.push({ label: texts.help.doIt, act: () => carryOut(reply) });
      }
      table.say({
        title: step ? texts.help.level(level) : "",
        text: reply.sentences,
        kind: reply.kind === "wrong" ? "bad" : "hint",
        actions,
      });
      lastHint = { at: table.game.at, level };
    });
  }

  const patchOf = (reply) => games.patchOf(table.content, reply);

  function carryOut(reply) {
    table.change(patchOf(reply), texts.history.step);
    const [first] = [...reply.sets, ...reply.removes, ...reply.leaves];
    if (first) table.go(first.cell);
  }

  function reveal() {
    const { place } = table;
    if (!place?.open) {
      table.say({ text: texts.help.nothingToReveal });
      return null;
    }
    const { [place.id]: _, ...others } = games.numbersIn(table.content);
    return asked({ ask: "solve", state: { numbers: others } }, ({ solution, unwritten, verdict, agrees }) => {
      if (!solution || (verdict === "multiple" && !agrees)) {
        table.say({ text: solution ? texts.help.severalSolutions : texts.help.notSolvable, kind: "bad" });
        return;
      }
      const number = solution[place.id];
      table.help("reveals");
      table.change({ [place.id]: { number, revealed: true } }, `${texts.history.revealed} ${place.short}`);
      const text = unwritten.includes(place.id)
        ? texts.help.staysEmpty(place.short)
        : texts.help.revealed(place.short, table.scene.text(number));
      table.say({ text, kind: "hint" });
      table.go(place.id);
    });
  }

  function askToSolve() {
    if (table.locked()) return;
    table.say({
      text: texts.help.solveSure,
      actions: [
        { label: texts.help.yes, act: solve },
        { label: texts.help.no, act: () => table.say(null) },
      ],
    });
  }

  function solve() {
    return asked({ ask: "solve" }, ({ solution, unwritten }) => {
      if (!solution) {
        table.say({ text: texts.help.notSolvable, kind: "bad" });
        return;
      }
      const content = games.contentWith(solution);
      const stays = (id) => unwritten.includes(id) || !table.scene.byId[id]?.open;
      for (const id of Object.keys(content)) if (stays(id)) delete content[id];
      table.help("solved");
      table.unmark();
      table.setGame(games.replaced(table.game, content, texts.history.solution));
    });
  }

  async function fillMarks() {
    table.finish();
    if (table.locked()) return;
    const { game, content } = table;
    try {
      const left = await leftByRules(table, content);
      if (table.game.at !== game.at) return;
      const patch = {};
      for (const place of table.scene.reachable) {
        const values = left[place.id];
        const free = place.open && !("number" in (content[place.id] ?? {}));
        if (free && values && values.length <= MOST_MARKS) patch[place.id] = { candidates: values };
      }
      if (Object.keys(patch).length === 0) {
        table.say({ text: texts.help.noNotes });
        return;
      }
      table.help("notes");
      table.change(patch, texts.history.marks);
    } catch (error) {
      table.say({ text: error.message, kind: "bad" });
    }
  }

  return { check, compare, hint, nextHint, reveal, askToSolve, fillMarks };
}
