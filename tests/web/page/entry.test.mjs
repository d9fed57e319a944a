// Keys: what each does in a cell that takes one digit, and in one that takes many.

import assert from "node:assert/strict";
import { test } from "node:test";
import { finished, shortened, typed } from "../../../src/quincunx/web/page/entry.js";

const scene = { words: { 0: "X" }, text: (number) => ({ 0: "X" })[number] ?? String(number) };
const digit = { choices: [0, 1, 2, 3], negative: false, longest: 1 };
const many = { choices: [], negative: true, longest: 20 };

function keys(place, mode, text) {
  let now = { entry: undefined, pending: null };
  for (const key of text) now = typed(scene, place, mode, now.entry, now.pending, key);
  return now;
}

for (const [why, place, mode, text, entry, pending] of [
  ["a digit", digit, "number", "2", { number: 2 }, null],
  ["another takes its place", digit, "number", "23", { number: 3 }, null],
  ["what may not stand there is nothing", digit, "number", "9", undefined, null],
  ["a word for a number", digit, "number", "x", { number: 0 }, null],
  ["notes are sorted", digit, "candidates", "31", { candidates: [1, 3] }, null],
  ["a note twice is none", digit, "candidates", "33", null, null],
  ["ruled out", digit, "excluded", "2x", { excluded: [0, 2] }, null],
  ["several digits", many, "number", "120", { number: 120 }, "120"],
  ["no zeros in front", many, "number", "007", { number: 7 }, "7"],
  ["below zero", many, "number", "-12", { number: -12 }, "-12"],
  ["a lone minus is nothing yet", many, "number", "-", null, "-"],
  ["beyond what numbers hold", many, "number", "12345678901234567890",
    { number: "12345678901234567890" }, "12345678901234567890"],
  ["no longer than allowed", many, "number", "1".repeat(21), { number: "1".repeat(20) }, "1".repeat(20)],
  ["a note that can be no longer makes way for the next", { ...many, longest: 2 }, "candidates", "1323",
    { candidates: [13] }, "23"],
  ["a note waits for its end", many, "candidates", "12", undefined, "12"],
]) {
  test(why, () => assert.deepEqual(keys(place, mode, text), { entry, pending }));
}

test("a note of several digits ends", () => {
  assert.deepEqual(finished(many, "candidates", { candidates: [5] }, "12"), {
    entry: { candidates: [5, 12] }, pending: null,
  });
});

test("ruling out takes a candidate away", () => {
  assert.deepEqual(typed(scene, digit, "excluded", { candidates: [1, 2] }, null, "2").entry, {
    candidates: [1],
  });
});

test("going back takes digit after digit", () => {
  let now = keys(many, "number", "12");
  now = shortened(scene, many, "number", now.entry, now.pending);
  assert.deepEqual(now, { entry: { number: 1 }, pending: "1" });
  now = shortened(scene, many, "number", now.entry, now.pending);
  assert.deepEqual(now, { entry: null, pending: null });
});
