// The table of the cases of a step.

import assert from "node:assert/strict";
import { test } from "node:test";
import { caseRows } from "../../../src/quincunx/web/page/explanation.js";

test("values that take the same course have one row", () => {
  const [both, alone] = [["r1c1=1/2", "r2c1=3", "never 4 at r2c2"], ["r1c1=3", "", "3 twice in row 1"]];
  const chain = [{ value: 1, row: both }, { value: 2, row: [...both] }, { value: 3, row: alone }];
  assert.deepEqual(caseRows(chain), [both, alone]);
});
