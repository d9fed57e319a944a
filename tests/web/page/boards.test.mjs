// What is true of every board: arrow keys reach every cell, rows hold every cell once. The replies to
// look at come as JSON in a file that the environment names.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { placeIn, valueIn } from "../../../src/quincunx/web/page/document.js";
import { moved } from "../../../src/quincunx/web/page/arrow_keys.js";
import { namesIn } from "../../../src/quincunx/web/page/names.js";
import { isPossible, readScene, rowsOf } from "../../../src/quincunx/web/page/scene.js";
import { placed, waysFor } from "../../../src/quincunx/web/page/teach.js";

const replies = JSON.parse(readFileSync(process.env.BOARDS, "utf-8"));
const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

for (const { puzzle, scene: data } of replies) {
  const places = readScene(data).reachable;

  test(`arrow keys lead from every cell to every other: ${puzzle}`, () => {
    for (const start of [places[0], places.at(-1)]) {
      const seen = new Set([start]);
      for (const place of seen) for (const key of ARROWS) seen.add(moved(places, place, key));
      assert.equal(seen.size, places.length);
    }
  });

  test(`arrow keys go where they point: ${puzzle}`, () => {
    for (const place of places) {
      assert.ok(moved(places, place, "ArrowRight").room.x >= place.room.x);
      assert.ok(moved(places, place, "ArrowLeft").room.x <= place.room.x);
      assert.ok(moved(places, place, "ArrowDown").room.y >= place.room.y);
      assert.ok(moved(places, place, "ArrowUp").room.y <= place.room.y);
    }
  });

  test(`rows hold every cell once: ${puzzle}`, () => {
    assert.deepEqual(rowsOf(places).flat(), places);
  });
}

test("documents change in lists, texts and keys, and are not changed in place", () => {
  const document = { target: 9, grid: [[1, 2], [3, 4]], board: ["..#", "..."], stars: [{}] };
  const before = JSON.stringify(document);
  assert.equal(valueIn(placeIn(document, ["grid", 1, 0], 7), ["grid", 1, 0]), 7);
  assert.deepEqual(placeIn(document, ["board", 1, 2], "4").board, ["..#", "..4"]);
  const fields = [0, 1, 2].map((at) => ({ path: ["stars", 0, "cells", at] }));
  assert.deepEqual(placeIn(document, ["stars", 0, "cells", 1], 5, fields).stars[0].cells, [null, 5, null]);
  assert.equal(JSON.stringify(document), before);
});

test("parents stand above the middle of their children", () => {
  const nodes = [null, 0, 0, 2, 2].map((parent) => ({ parent }));
  const { spots, leaves } = placed(nodes);
  assert.equal(leaves, 3);
  assert.deepEqual(spots.map(({ x }) => x), [0.75, 0, 1.5, 1, 2]);
  assert.deepEqual(spots.map(({ depth }) => depth), [0, 1, 1, 2, 2]);
});

test("names in sentences lead to their cells", () => {
  const { scene, rules } = replies.find(({ puzzle }) => puzzle.startsWith("aztec-math"));
  const names = namesIn(readScene(scene), rules);
  const found = names("Row 2 and row 3, cell 1 stand above r3c2.").filter((piece) => piece.cells);
  assert.deepEqual(found.map(({ text, cells, isCell }) => [text, cells, isCell]), [
    ["Row 2", ["2-1", "2-2"], false],
    ["row 3, cell 1", ["3-1"], true],
    ["r3c2", ["3-2"], true],
  ]);
});

test("a number is possible if the cell may hold it, or while it is typed", () => {
  const eight = { open: true, given: "8", choices: [8, 18, 80], longest: 2 };
  const free = { open: true, given: "8", choices: [], longest: 3, least: 8, most: "9".repeat(20) };
  for (const [place, number, typed, possible] of [
    [eight, 18, false, true], [eight, 99, true, false], [eight, 1, true, true], [eight, 1, false, false],
    [free, 99, true, true], [free, 99, false, false], [free, 999, true, false], [free, 798, false, true],
  ]) assert.equal(isPossible({}, place, number, typed), possible, `${number}`);
});

test("boards are cropped to what is used, and nothing that is written is lost", () => {
  const place = (row, column, open) => ({
    id: `${row}-${column}`, name: "", short: `r${row}c${column}`, open,
    outline: [[column, row], [column + 1, row], [column + 1, row + 1], [column, row + 1]],
    room: [column, row, 1, 1],
  });
  const rows = [1, 2, 3, 4].flatMap((row) => [1, 2, 3].map((column) => place(row, column, row === 2 && column > 1)));
  const data = {
    words: {}, bounds: [1, 0, 4, 5], places: rows,
    shapes: [{ kind: "label", text: "clue", role: "clue", room: [1, 0, 3, 1] },
      { kind: "polygon", role: "frame", points: [[1, 1], [4, 1], [4, 5], [1, 5]] }],
  };
  const scene = readScene(data);
  assert.deepEqual(scene.edges.map(({ text }) => text), ["r2", "c2", "c3"]);
  assert.deepEqual(scene.shapes[0].points, [[2, 2], [4, 2], [4, 3], [2, 3]]);
  assert.deepEqual([scene.labels[0].room.x, scene.labels[0].room.y], [3, 1.5]);
  assert.equal(readScene(data, new Set(rows.map(({ id }) => id))).edges.length, 7);
});

test("names of rows and columns stand outside the board where a clue makes a cell's room lower", () => {
  const place = (row, column) => ({
    id: `${row}-${column}`, name: "", short: `r${row}c${column}`, open: true,
    outline: [[column, row], [column + 1, row], [column + 1, row + 1], [column, row + 1]],
    room: column === 1 ? [column, row + 0.4, 1, 0.6] : [column, row, 1, 1],
  });
  const places = [1, 2].flatMap((row) => [1, 2].map((column) => place(row, column)));
  const { edges } = readScene({ words: {}, bounds: [1, 1, 2, 2], places, shapes: [] });
  assert.deepEqual(edges.map(({ text }) => text), ["r1", "r2", "c1", "c2"]);
  for (const { x, y } of edges) assert.ok(x < 1 || y < 1);
});

test("ways to search are tried in an order, unless they are chosen", () => {
  const shown = (chosen) => waysFor(chosen).map(({ model, consistency }) => `${model} ${consistency}`);
  assert.deepEqual(shown({ model: "", consistency: "" }), ["ours domain", "ours bounds", "paper bounds", "paper domain"]);
  assert.deepEqual(shown({ model: "paper", consistency: "" }), ["paper bounds", "paper domain"]);
  assert.deepEqual(shown({ model: "", consistency: "bounds" }), ["ours bounds", "paper bounds"]);
});
