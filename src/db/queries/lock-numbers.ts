/**
 * Every numbered advisory lock of PostgreSQL. Processes of different versions share them: a number keeps its meaning, and
 * a new lock gets the next one. Locks of single items are named by a hash instead (`item-lock.ts`).
 */
export const lockNumbers = {
  migration: 4_107_001,
  /** For all rows of the site at once: a restore, and the demo catalogue. */
  fillTables: 4_107_002,
  firstAdmin: 4_107_003,
  productPositions: 4_107_004,
  agentPositions: 4_107_005,
  rateCards: 4_107_006,
}
