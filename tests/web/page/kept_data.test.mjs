// What was kept or brought from elsewhere may be anything.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as games from "../../../src/quincunx/web/page/game.js";
import { DEFAULTS, readGame, readRecord, readSettings } from "../../../src/quincunx/web/page/kept_data.js";

const played = () => {
  const begun = games.changed(games.newGame("toy:5", "toy"), { "1-1": { number: 1 }, "1-2": { candidates: [2, 3] } }, "wrote");
  return { ...games.helped(games.saved(begun, "here"), "hints"), seconds: 7, when: 9 };
};

test("a game that was kept is the same again", () => {
  assert.deepEqual(readGame(JSON.parse(JSON.stringify(played()))), played());
});

test("what is no game is none", () => {
  const rows = [
    [null, "nothing"],
    [[], "a list"],
    ["game", "a text"],
    [{ ...played(), puzzle: 5 }, "a puzzle that is a number"],
    [{ ...played(), family: {} }, "a family that is an object"],
    [{ ...played(), changes: {} }, "changes that are no list"],
    [{ ...played(), changes: [null] }, "a change that is nothing"],
    [{ ...played(), changes: [{ patch: [] }] }, "a patch that is a list"],
    [{ ...played(), changes: [{ patch: { toString: null } }] }, "a cell that no board has"],
    [{ ...played(), changes: [{ patch: { "1-1": { number: "x" } } }] }, "a number that is a word"],
    [{ ...played(), changes: [{ patch: { "1-1": { number: 1.5 } } }] }, "half a number"],
    [{ ...played(), changes: [{ patch: { "1-1": { candidates: [null] } } }] }, "a note of nothing"],
    [{ ...played(), changes: [{ patch: { "1-1": { excluded: 7 } } }] }, "notes that are no list"],
    [{ ...played(), saves: [null] }, "a savepoint that is nothing"],
    [{ ...played(), saves: [{ name: "a", content: { "1-1": null } }] }, "a savepoint with nothing in a cell"],
  ];
  for (const [data, why] of rows) assert.equal(readGame(data), null, why);
});

test("what beside the moves cannot be used is left out", () => {
  const usual = readGame(played());
  const rows = [
    [{ help: { foo: 1 } }, { help: games.NO_HELP }],
    [{ help: null }, { help: games.NO_HELP }],
    [{ help: { hints: "many", checks: 2 } }, { help: { ...games.NO_HELP, checks: 2 } }],
    [{ seconds: "x" }, { seconds: 0 }],
    [{ seconds: -1 }, { seconds: 0 }],
    [{ at: 99 }, { at: 1 }],
    [{ at: "x" }, { at: 1 }],
    [{ solved: "yes" }, { solved: false }],
    [{ colour: "red" }, {}],
  ];
  for (const [odd, clean] of rows) assert.deepEqual(readGame({ ...played(), ...odd }), { ...usual, ...clean });
});

test("records and settings", () => {
  const record = { family: "toy", puzzle: "toy:5", seconds: 3, helped: false, when: 1, size: 0, grade: "", day: "" };
  assert.deepEqual(readRecord({ ...record, more: 1 }), record);
  for (const odd of [null, 7, {}, { ...record, family: null }, { ...record, seconds: "x" }]) {
    assert.equal(readRecord(odd), null);
  }
  const odd = { theme: "pink", timer: "no", check: "live", colour: 1 };
  assert.deepEqual(readSettings(odd), { ...DEFAULTS, check: "live" });
  for (const nothing of [null, [], "x"]) assert.deepEqual(readSettings(nothing), DEFAULTS);
});
