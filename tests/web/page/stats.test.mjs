// Times and days in a row, from records.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bestTime, recordOf, streaks, summary } from "../../../src/quincunx/web/page/stats.js";

const on = (day, more = {}) => ({
  family: "toy", grade: "easy", size: 9, seconds: 60, helped: false, day,
  when: new Date(`${day}T12:00:00`).getTime(), ...more,
});

test("times are compared with those of equal puzzles without help", () => {
  const records = [on("2026-11-01"), on("2026-11-02", { seconds: 40, helped: true }),
    on("2026-11-03", { seconds: 30, grade: "hard" }), on("2026-11-03", { seconds: 20, size: 4 })];
  assert.equal(bestTime(records, on("2026-11-09")), 60);
  assert.equal(bestTime(records, on("2026-11-09", { size: 16 })), undefined);
  assert.deepEqual(summary(records.slice(0, 2)), [
    { family: "toy", grade: "easy", size: 9, solved: 2, alone: 1, best: 60, mean: 60 }]);
  assert.equal(recordOf(records, "2026-11-03", "toy").seconds, 20);
});

test("days in a row count if solved on the day, and today may still come", () => {
  const late = on("2026-11-03", { when: new Date("2026-11-09T12:00:00").getTime() });
  const days = ["2026-10-30", "2026-10-31", "2026-11-01", "2026-11-04"].map((day) => on(day));
  assert.deepEqual(streaks([...days, late], "2026-11-05"), { now: 1, longest: 3 });
  assert.deepEqual(streaks(days, "2026-11-06"), { now: 0, longest: 3 });
  assert.deepEqual(streaks([], "2026-11-06"), { now: 0, longest: 0 });
});
