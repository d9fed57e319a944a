// The game as data: history, savepoints, and what steps do to it.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as games from "../../../src/quincunx/web/page/game.js";

const begun = () => games.changed(games.newGame("toy:5"), { a: { number: 1 } }, "wrote");

test("undo and redo go back and forth without losing anything", () => {
  let game = games.changed(begun(), { b: { number: 2 } });
  game = games.undone(games.undone(games.undone(game)));
  assert.deepEqual(games.contentOf(game), {});
  game = games.redone(games.redone(games.redone(game)));
  assert.deepEqual(games.contentOf(game), { a: { number: 1 }, b: { number: 2 } });
});

test("a change after undoing forgets what was undone", () => {
  const game = games.changed(games.undone(begun()), { a: { number: 9 } });
  assert.equal(game.changes.length, 1);
  assert.deepEqual(games.contentOf(game), { a: { number: 9 } });
});

test("what changes nothing is no step", () => {
  const game = begun();
  assert.equal(games.changed(game, { a: { number: 1 }, b: null }), game);
});

test("digits typed in one cell are one step, until typing ends", () => {
  let game = games.changed(games.newGame("toy:5"), { a: { number: 8 } }, "", "a");
  game = games.changed(game, { a: { number: 85 } }, "", "a");
  assert.equal(game.changes.length, 1);
  game = games.changed(games.settled(game), { a: { number: 851 } }, "", "a");
  assert.equal(game.changes.length, 2);
  assert.deepEqual(games.contentOf(games.undone(game)), { a: { number: 85 } });
});

test("games are never changed in place", () => {
  const game = begun();
  const before = JSON.stringify(game);
  games.amended(games.saved(games.undone(game), "here"), { a: null });
  games.amended(game, { a: null });
  games.restarted(game);
  games.helped(game, "hints");
  assert.equal(JSON.stringify(game), before);
});

test("a savepoint brings back its cells, and that can be undone", () => {
  let game = games.saved(begun(), "here");
  game = games.changed(game, { a: { number: 7 }, b: { candidates: [1, 2] } });
  game = games.broughtBack(game, 0, "back");
  assert.deepEqual(games.contentOf(game), { a: { number: 1 } });
  assert.deepEqual(games.contentOf(games.undone(game)), { a: { number: 7 }, b: { candidates: [1, 2] } });
});

test("a step sets numbers, takes from candidates and notes what is ruled out and what is left", () => {
  const content = { a: { candidates: [1, 2, 3] }, b: { number: 4 } };
  const sets = [{ cell: "d", value: 6 }];
  const leaves = [{ cell: "e", values: [3, 63] }];
  const removes = [
    { cell: "a", values: [2] },
    { cell: "b", values: [1] },
    { cell: "c", values: [7, 5] },
  ];
  assert.deepEqual(games.patchOf(content, { sets, removes, leaves }), {
    a: { candidates: [1, 3] },
    c: { excluded: [5, 7] },
    d: { number: 6 },
    e: { candidates: [3, 63] },
  });
});

test("marks that no rule leaves go, but never the last", () => {
  const content = { a: { candidates: [1, 2] }, b: { candidates: [3] }, c: { number: 2 } };
  assert.deepEqual(games.patchOfMarks(content, { a: [1], b: [4] }), { a: { candidates: [1] } });
});

test("a state has every cell in one place", () => {
  const content = { a: { number: 1 }, b: { candidates: [2] }, c: { excluded: [3] } };
  assert.deepEqual(games.stateOf(content), {
    numbers: { a: 1 }, candidates: { b: [2] }, excluded: { c: [3] },
  });
});

test("help is counted until the puzzle is solved", () => {
  let game = games.helped(games.helped(begun(), "hints"), "hints");
  assert.equal(game.help.hints, 2);
  game = games.helped({ ...game, solved: true }, "hints");
  assert.equal(game.help.hints, 2);
});

test("a number that was shown is no longer when it is undone or written anew", () => {
  const game = games.changed(begun(), { b: { number: 2, revealed: true } });
  const revealed = (one) => games.revealedIn(games.contentOf(one));
  assert.deepEqual(revealed(game), ["b"]);
  assert.deepEqual(revealed(games.undone(game)), []);
  assert.deepEqual(revealed(games.changed(game, { b: { number: 7 } })), []);
  assert.deepEqual(revealed(games.redone(games.undone(game))), ["b"]);
});
