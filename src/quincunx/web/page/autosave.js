// Stores the game of a table in this browser. If the same puzzle is open in another tab, changes
// there are adopted here; a tab without changes writes nothing.

import * as games from "./game.js";
import * as store from "./store.js";

/** Store the games of a table from now on. `refused()` is called if the browser stores nothing,
 * `taken()` when a game of another tab is adopted. Returns a function that stops it. */
export function keepGames(table, { refused, taken }) {
  const { puzzle } = table;
  let kept = table.game;
  let text = store.textOf(puzzle);

  table.keep = (game) => {
    if (game === kept) return;
    const onlyTime = movesOf(game) === movesOf(kept);
    if (onlyTime && store.textOf(puzzle) !== text) {
      take();
      return;
    }
    kept = game;
    if (!store.keepGame(game)) refused();
    text = store.textOf(puzzle);
  };

  /** Adopt the game that another tab has stored. */
  function take() {
    if (store.textOf(puzzle) === text) return;
    text = store.textOf(puzzle);
    const there = store.game(puzzle) ?? games.newGame(puzzle, table.reply.family);
    const onlyTime = movesOf(there) === movesOf(table.game);
    kept = onlyTime ? { ...table.game, seconds: there.seconds } : there;
    if (onlyTime) table.game = kept;
    else {
      table.takeOver(kept);
      taken();
    }
  }

  const leaving = () => table.keep(table.game);
  window.addEventListener("storage", take);
  window.addEventListener("pageshow", take);
  window.addEventListener("pagehide", leaving);
  return () => {
    leaving();
    window.removeEventListener("storage", take);
    window.removeEventListener("pageshow", take);
    window.removeEventListener("pagehide", leaving);
  };
}

/** All moves of a game as a text. */
function movesOf({ changes, at, saves, help, solved }) {
  return JSON.stringify([changes.map(({ patch }) => patch), at, saves, help, solved]);
}
