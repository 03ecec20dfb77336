import { AsyncLocalStorage } from 'node:async_hooks'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { QueryKey } from '#shared/contract.ts'

type OnClient = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void

/** `after` runs once the transaction is committed, and `staleKeys` are published then. */
type TransactionMark = { open: boolean; after: (() => void)[]; staleKeys: Map<string, QueryKey> }

const surrounding = new AsyncLocalStorage<TransactionMark>()

/**
 * Throws for a second client inside a transaction, because the embedded pool has one and would wait for
 * itself.
 */
export class GuardedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: OnClient): void
  override connect(callback?: OnClient): Promise<pg.PoolClient> | undefined {
    const misuse = findMisuse()
    if (!callback) return misuse ? Promise.reject(misuse) : super.connect()
    if (misuse) callback(misuse, undefined, () => {})
    else super.connect(callback)
    return undefined
  }
}

/**
 * Marks what runs inside a transaction; the mark ends with it, so that work still running later is not
 * affected. `publish` gets the keys that a transaction marked as stale, once, after its commit.
 */
export function guardTransactions<S extends Record<string, unknown>>(
  db: NodePgDatabase<S>,
  publish: (keys: QueryKey[]) => void,
): void {
  const transaction = db.transaction.bind(db)
  db.transaction = async (run, config) => {
    const mark: TransactionMark = { open: true, after: [], staleKeys: new Map() }
    const result = await transaction((tx) => runMarked(mark, () => run(tx)), config)
    if (mark.staleKeys.size > 0) publish([...mark.staleKeys.values()])
    for (const act of mark.after) act()
    return result
  }
}

/**
 * Runs when the surrounding transaction has been committed, never after a rollback; outside of one at once.
 */
export function runAfterCommit(act: () => void): void {
  const mark = surrounding.getStore()
  if (mark?.open) mark.after.push(act)
  else act()
}

/**
 * Marks cached responses as stale from the commit of the surrounding transaction on: all that were made from queries with
 * these keys. Throws outside of a transaction, because a write and its invalidation belong together.
 */
export function markStale(keys: readonly QueryKey[]): void {
  const mark = surrounding.getStore()
  if (!mark?.open) throw new Error('Call markStale inside the transaction that makes the queries stale.')
  for (const key of keys) mark.staleKeys.set(JSON.stringify(key), key)
}

async function runMarked<T>(mark: TransactionMark, run: () => Promise<T>): Promise<T> {
  try {
    return await surrounding.run(mark, run)
  } finally {
    mark.open = false
  }
}

/** Creates the error where the mistake is, so that its stack names the line to change. */
function findMisuse(): Error | undefined {
  if (!surrounding.getStore()?.open) return undefined
  return new Error(
    'Inside db.transaction(tx => …) use tx: db, the pool and job queues would wait for it for ever.',
  )
}
