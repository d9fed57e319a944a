// Checks the game after every change: notices that it is solved and, depending on the settings,
// reports broken rules and removes notes that a new number rules out.

import { ask, verdictAtHand } from "./ask.js";
import * as games from "./game.js";
import { texts } from "./texts.js";

const MAX_LISTED = 4;

/** Check a table after every change of its numbers; `onsolved` is called once. */
export function judge(table, onsolved) {
  let asking = null;
  let timer = null;

  const look = async () => {
    asking?.abort();
    asking = new AbortController();
    const { signal } = asking;
    const content = table.content;
    const numbers = games.numbersIn(content);
    if (Object.keys(numbers).length === 0) return;
    try {
      const { check, autoMarks } = table.settings();
      const known = await verdictAtHand(table.puzzle, numbers);
      if (signal.aborted || table.game.solved || table.walk) return;
      if (known && (known.solved || check !== "live")) {
        if (known.solved) onsolved();
        else if (known.filled && check !== "off") table.say({ text: texts.help.filledWrong, kind: "bad" });
        if (autoMarks && !known.solved) await removeMarks(table, content, signal);
        return;
      }
      const state = games.stateOf(content);
      const reply = await ask({ ask: "check", puzzle: table.puzzle, state }, { signal });
      if (signal.aborted || table.game.solved || table.walk) return;
      if (reply.solved) onsolved();
      else if (check === "live") tellBroken(table, reply, true);
      else if (reply.filled && check !== "off") {
        table.say({ text: texts.help.filledWrong, kind: "bad" });
      }
      if (autoMarks) await removeMarks(table, content, signal);
    } catch (error) {
      if (error.name !== "AbortError") table.say({ text: error.message, kind: "bad" });
    }
  };

  // A game that was closed just after its last number is checked when it is opened again.
  if (!table.game.solved) timer = setTimeout(look, 120);

  table.listen((_, why) => {
    if (why !== "content" && why !== "travel") return;
    clearTimeout(timer);
    asking?.abort();
    if (table.game === table.taken) return;
    // While a number is being typed, mistakes are reported later.
    timer = setTimeout(look, table.pending === null ? 120 : 600);
  });
}

/** Mark and list the rules that are broken. */
export function tellBroken(table, { violations, filled, solved }, quiet = false) {
  if (violations.length === 0) {
    table.mark({});
    if (quiet) return;
    const text = solved ? texts.help.allRightFilled : filled ? texts.help.filledWrong : texts.help.allRight;
    table.say({ text, kind: "good" });
    return;
  }
  const sentences = violations.slice(0, MAX_LISTED).map(({ sentence }) => sentence);
  const more = violations.length - sentences.length;
  if (more > 0) sentences.push(texts.help.others(more));
  table.mark({ wrong: [...new Set(violations.flatMap(({ cells }) => cells))] });
  table.say({ title: texts.help.broken(violations.length), text: sentences, kind: "bad" });
}

async function removeMarks(table, content, signal) {
  if (!Object.values(content).some((entry) => entry.candidates)) return;
  const left = await leftByRules(table, content, signal);
  const at = table.game;
  const game = games.amended(at, games.patchOfMarks(content, left));
  if (!signal.aborted && game !== at) table.setGame(game, "marks");
}

/** The values that the rules, each considered alone, leave in each cell. */
export async function leftByRules(table, content, signal) {
  const state = games.stateOf(content);
  const reply = await ask({ ask: "marks", puzzle: table.puzzle, state }, { signal });
  return reply.marks;
}
