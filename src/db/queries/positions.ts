import { eq, isNull, sql } from 'drizzle-orm'
import { createFieldError } from '#shared/failure.ts'
import type { Db } from '../db.ts'
import { agents, products } from '../schema.ts'
import { lockNumbers } from './lock-numbers.ts'

/** The lists whose rows have positions, each with its lock. */
const tableLocks = new Map<PositionedTable, number>([
  [products, lockNumbers.productPositions],
  [agents, lockNumbers.agentPositions],
])
type PositionedTable = typeof products | typeof agents

/**
 * Locks the list for the rest of the transaction: no other transaction changes its positions, so they stay 1..N. Must be taken
 * before any other lock. Positions that are read afterwards stay valid until the end of the transaction.
 */
export async function lockPositions(tx: Db, table: PositionedTable): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${tableLocks.get(table)})`)
}

/** The position after the last row. */
export async function getNextPosition(tx: Db, table: PositionedTable): Promise<number> {
  return (await tx.$count(table, isNull(table.deletedAt))) + 1
}

/** Throws a RequestError (400) for a position that the list does not have. */
export async function assertPosition(tx: Db, table: PositionedTable, position: number): Promise<void> {
  const last = (await getNextPosition(tx, table)) - 1
  if (position > last) throw createFieldError('serial_No', `The position must be between 1 and ${last}.`)
}

type RowMove = { id: string; from: number; to: number }

/**
 * Moves a row; those between its old and its new position move by one. Positions are unique only at the end.
 */
export async function moveRow(tx: Db, table: PositionedTable, { id, from, to }: RowMove): Promise<void> {
  const step = from < to ? -1 : 1
  await tx.execute(sql`
    update ${table} set position = position + ${step}
    where position between ${Math.min(from, to)} and ${Math.max(from, to)} and deleted_at is null`)
  await tx.update(table).set({ position: to }).where(eq(table.id, id))
}

/** Closes the gap that a deleted row left. */
export async function closeGap(tx: Db, table: PositionedTable, from: number): Promise<void> {
  await tx.execute(sql`update ${table} set position = position - 1 where position > ${from}`)
}
