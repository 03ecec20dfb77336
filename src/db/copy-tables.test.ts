import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { anAgent, aProduct, aQcSet, aReview, aSession, aUser } from '#support/factories.ts'
import { digestTables } from '#support/table-digests.ts'
import { createDatabaseLocation, useDatabase } from '#test/database.ts'
import { connectDatabase, type Database } from './client.ts'
import { listTables, readTables, runInLongTransaction, runInSnapshot, writeTables } from './copy-tables.ts'
import { createJobs } from './jobs.ts'

const types = `
  create type mood as enum ('fine', 'so-so');
  create table every_type (
    id bigint generated always as identity primary key, parent bigint references every_type, words text,
    doubled text generated always as (words || words) stored, price numeric, part double precision, whole smallint,
    moment timestamptz, plain timestamp, day date, took interval, bytes bytea, list text[], held jsonb, id2 uuid,
    mood mood, yes boolean, "odd Name" text
  );`
const rows = String.raw`
  insert into every_type (parent, words, price, part, whole, moment, plain, day, took, bytes, list, held, id2, mood, yes, "odd Name")
  values
    (null, E'a\tb\nc\\d\r\\. \u00e9\U0001F4E6', 12345678901234567890.123, 1e-300, -1, '2026-11-23 10:00:00.123456+05', '2026-01-02 03:04',
      '2026-11-23', '1 day 02:03:04.5', '\x00ff0a', array['a,b', null, '"'], '{"a": [1, null, "x\\ny"]}', gen_random_uuid(), 'so-so', true, '\.'),
    (1, '', 'NaN', 'Infinity', null, 'infinity', null, '-infinity', null, '', '{}', 'null', null, null, null, null)`

describe('tables', () => {
  const source = useDatabase()

  describe('written to another database', () => {
    let target: Database
    let remove = async () => {}
    beforeEach(async () => {
      const location = await createDatabaseLocation('server', 'migrated')
      remove = location.remove
      target = await connectDatabase({ ...location.config, applicationName: 'tests' })
      await target.pool.query('delete from security_events')
    })
    afterEach(async () => {
      await source.pool.query('drop table if exists every_type; drop type if exists mood')
      await target.close()
      await remove()
    })

    const copy = () =>
      runInSnapshot(source.pool, (from) =>
        runInLongTransaction(target.pool, (to) => writeTables(to, readTables(from))),
      )

    test('hold the same rows, whatever their types are, and count on from there', async () => {
      await source.pool.query(types + rows)
      await target.pool.query(types)
      await aUser(source.db)
      const counts = await copy()
      expect(counts.get('public.every_type')).toBe(2)
      expect(await digestTables(target.pool)).toEqual(await digestTables(source.pool))
      const { rows: added } = await target.pool.query(
        'insert into every_type (yes) values (true) returning id',
      )
      expect(added).toEqual([{ id: '3' }])
    })

    test('come whole when they are larger than what is sent at once', async () => {
      await source.pool.query(
        `insert into short_links (address, shop_type, item_id)
         select n || repeat('\\', 2000), 'taobao', n::text from generate_series(1, 3000) n;
         insert into duty_notes (country, text, as_of, source) values ('DE', repeat(E'long\n', 1000000), '', '')`,
      )
      expect((await copy()).get('public.short_links')).toBe(3000)
      expect(await digestTables(target.pool)).toEqual(await digestTables(source.pool))
    })

    test('come with the jobs that wait, which are done there', async () => {
      const createJobsOn = (pool: Database['pool'], done: string[]) => {
        const jobs = createJobs({ pool, log: { warn: vi.fn() } })
        const queue = jobs.queue<{ what: string }>('errands', async ({ data }) => void done.push(data.what))
        return { jobs, queue }
      }
      const first = createJobsOn(source.pool, [])
      await first.jobs.start()
      await first.jobs.stop()
      await source.db.transaction((tx) => first.queue.send(tx, 'key', { what: 'waited' }))
      await copy()
      const done: string[] = []
      const second = createJobsOn(target.pool, done)
      await second.jobs.start()
      await expect.poll(() => done).toEqual(['waited'])
      await second.jobs.stop()
    })

    test('are put back as they were when a row cannot be taken', async () => {
      await aProduct(source.db)
      await source.pool.query(`alter table products add column strange text`)
      await expect(copy()).rejects.toThrow('column "strange" of relation "products" does not exist')
      await source.pool.query('alter table products drop column strange')
      expect((await target.pool.query('select count(*)::int as n from products')).rows).toEqual([{ n: 0 }])
    })
  })

  test('are each read after those that they refer to', async () => {
    const names = await runInSnapshot(source.pool, async (client) =>
      (await listTables(client)).map(({ name }) => name),
    )
    const indexOf = (name: string) => names.indexOf(name)
    expect(indexOf('public.users')).toBeLessThan(indexOf('public.sessions'))
    expect(indexOf('public.sessions')).toBeLessThan(indexOf('public.access_tokens'))
    expect(indexOf('pgboss.queue')).toBeLessThan(indexOf('pgboss.job'))
    expect(names).not.toContain('pgboss.job_common')
  })
})

describe('a snapshot', () => {
  const stage = useDatabase()

  test('shows nothing that is written while it is read', async () => {
    const { pool, db } = stage
    await aUser(db)
    await anAgent(db)
    const before = await digestTables(pool)
    const counts = await runInSnapshot(pool, async (client) => {
      await client.query('select from users') // the moment that it sees
      const references = new Map<string, number>()
      for await (const { table, rows: bytes } of readTables(client)) {
        const user = await aUser(db)
        await Promise.all([aSession(db, user), aReview(db), aQcSet(db), aProduct(db)])
        let lines = 0
        for await (const chunk of bytes) lines += chunk.filter((byte) => byte === 10).length
        references.set(table, lines)
      }
      return references
    })
    expect(counts).toEqual(new Map([...before].map(([name, { count }]) => [name, count])))
  })
})
