import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '#test/database.ts'
import type { Database } from './client.ts'
import { markStale, runAfterCommit } from './transaction-guard.ts'

const misuses: [string, (stage: Database) => Promise<unknown>][] = [
  [
    'db.execute',
    ({ db }) => db.execute(sql`select 1`).catch((error: Error) => Promise.reject(error.cause ?? error)),
  ],
  ['db.transaction', ({ db }) => db.transaction((tx) => tx.execute(sql`select 1`))],
  ['pool.query', ({ pool }) => pool.query('select 1')],
  ['pool.connect', ({ pool }) => pool.connect()],
  ['pool.query after an await', ({ pool }) => Promise.resolve().then(() => pool.query('select 1'))],
]

describe('the transaction guard', () => {
  const stage = useDatabase()

  test.each(misuses)('refuses %s inside a transaction', async (_name, misuse) => {
    const wrong = stage.db.transaction(() => misuse(stage))
    await expect(wrong).rejects.toThrow('Inside db.transaction(tx => …) use tx')
    await expect(stage.pool.query('select 1')).resolves.toBeDefined()
  })

  test('refuses a callback form too', async () => {
    const refused = stage.db.transaction(
      () => new Promise((_resolve, reject) => stage.pool.connect((error) => reject(error))),
    )
    await expect(refused).rejects.toThrow('Inside db.transaction(tx => …) use tx')
  })

  test('lets work run which was started inside but goes on after the end', async () => {
    const gate = Promise.withResolvers<void>()
    const later = await stage.db.transaction(async () => ({
      work: gate.promise.then(() => stage.pool.query('select 1 as one')),
    }))
    gate.resolve()
    expect((await later.work).rows).toEqual([{ one: 1 }])
  })

  test('lets unrelated work wait for its turn', async () => {
    const slow = stage.db.transaction((tx) => tx.execute(sql`select pg_sleep(0.1)`))
    await expect(stage.pool.query('select 1')).resolves.toBeDefined()
    await slow
  })

  test('acts after the commit, and never after a rollback', async () => {
    const acts: string[] = []
    await stage.db.transaction(async () => {
      runAfterCommit(() => acts.push('committed'))
      expect(acts).toEqual([])
    })
    const broken = stage.db.transaction(async () => {
      runAfterCommit(() => acts.push('rolled back'))
      throw new Error('no')
    })
    await expect(broken).rejects.toThrow('no')
    runAfterCommit(() => acts.push('outside'))
    expect(acts).toEqual(['committed', 'outside'])
  })

  test('publishes what a transaction made stale once, at its commit, and nothing after a rollback', async () => {
    const published: unknown[] = []
    const ignore = stage.onStale((keys) => published.push(keys))
    await stage.db.transaction(async (tx) => {
      markStale([['getAgent']])
      await tx.execute(sql`select 1`)
      markStale([['findReview', { product_code: '1' }]])
      expect(published).toEqual([])
    })
    const broken = stage.db.transaction(async () => {
      markStale([['getTariffs']])
      throw new Error('no')
    })
    await expect(broken).rejects.toThrow('no')
    ignore()
    await stage.db.transaction(async () => markStale([['getAgent']]))
    expect(published).toEqual([[['getAgent'], ['findReview', { product_code: '1' }]]])
  })

  test('refuses to mark queries as stale outside of a transaction', () => {
    expect(() => markStale([['getAgent']])).toThrow('Call markStale inside the transaction')
  })
})
