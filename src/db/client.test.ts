import { eq, sql } from 'drizzle-orm'
import { customType, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDatabaseLocation, useDatabase } from '#test/database.ts'
import { connectDatabase } from './client.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** A table of this test's own, so that the driver is tested with every kind of column. */
const things = pgTable('things', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  slug: text().notNull().unique(),
  count: integer().notNull().default(0),
  attributes: jsonb().$type<Record<string, string>>(),
  image: bytea(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

const createThings = `create table things (id int primary key generated always as identity,
  slug text not null constraint things_slug unique, count int not null default 0, attributes jsonb, image bytea,
  created_at timestamptz not null default now())`

describe('the driver', () => {
  const stage = useDatabase()
  beforeAll(() => stage.pool.query(createThings))
  beforeEach(() => stage.db.execute(sql`truncate things restart identity`))

  const slugs = async () => (await stage.db.select().from(things).orderBy(things.id)).map(({ slug }) => slug)

  test('gives 48 concurrent queries their own answers, 250 times', async () => {
    for (let round = 0; round < 250; round += 1) {
      const numbers = Array.from({ length: 48 }, (_, index) => round * 48 + index)
      const results = await Promise.all(numbers.map((n) => stage.pool.query('select $1::int as n', [n])))
      expect(results.map(({ rows }) => rows[0]?.n)).toEqual(numbers)
    }
  })

  test('mixes failing and good queries without mixing their answers', async () => {
    const numbers = Array.from({ length: 200 }, (_, index) => index)
    const ask = (n: number) => stage.pool.query('select 10 / ($1::int % 3) as x, $1::int as n', [n])
    const results = await Promise.allSettled(numbers.map(ask))
    const seen = results.map((result) =>
      result.status === 'fulfilled' ? result.value.rows[0]?.n : result.reason.code,
    )
    expect(seen).toEqual(numbers.map((n) => (n % 3 === 0 ? '22012' : n)))
  })

  test('reads and writes typed rows through drizzle', async () => {
    const image = Buffer.from([0, 1, 254, 255])
    const [saved] = await stage.db
      .insert(things)
      .values({ slug: 'hat', attributes: { size: 'L' }, image })
      .returning()
    expect(saved).toMatchObject({ id: 1, slug: 'hat', count: 0, attributes: { size: 'L' }, image })
    expect(saved?.createdAt).toBeInstanceOf(Date)
  })

  test('rolls a failed transaction back', async () => {
    const failing = stage.db.transaction(async (tx) => {
      await tx.insert(things).values({ slug: 'lost' })
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    expect(await slugs()).toEqual([])
  })

  test('rolls back to a savepoint and keeps the rest', async () => {
    await stage.db.transaction(async (tx) => {
      await tx.insert(things).values({ slug: 'kept' })
      await tx.transaction((inner) => inner.insert(things).values({ slug: 'kept' })).catch(() => {})
      await tx.insert(things).values({ slug: 'also kept' })
    })
    expect(await slugs()).toEqual(['kept', 'also kept'])
  })

  test('shows others nothing of an open transaction', async () => {
    const opened = Promise.withResolvers<void>()
    const seenOutside = opened.promise.then(slugs)
    await stage.db.transaction(async (tx) => {
      await tx.insert(things).values({ slug: 'half' })
      opened.resolve()
      await seenOutside
      await tx.update(things).set({ slug: 'whole' })
    })
    expect(await seenOutside).toEqual([])
    expect(await slugs()).toEqual(['whole'])
  })

  test('runs 50 transactions on one counter without losing one', async () => {
    await stage.db.insert(things).values({ slug: 'counter' })
    const add = () =>
      stage.db.transaction(async (tx) => {
        const [row] = await tx.select().from(things).where(eq(things.slug, 'counter')).for('update')
        await tx.update(things).set({ count: (row?.count ?? 0) + 1 })
      })
    await Promise.all(Array.from({ length: 50 }, add))
    expect((await stage.db.select().from(things))[0]?.count).toBe(50)
  })

  test.each([
    ['wrong syntax', 'selec 1', '42601'],
    ['a missing table', 'select * from nothing', '42P01'],
    ['a wrong value', "select 'x'::int", '22P02'],
  ])('reports %s and goes on', async (_what, statement, code) => {
    await expect(stage.pool.query(statement)).rejects.toMatchObject({ code })
    await expect(stage.pool.query(statement, [])).rejects.toMatchObject({ code })
    expect((await stage.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('names the constraint of a double value', async () => {
    await stage.db.insert(things).values({ slug: 'twin' })
    const second = stage.db.insert(things).values({ slug: 'twin' })
    await expect(second).rejects.toMatchObject({ cause: { code: '23505', constraint: 'things_slug' } })
  })

  test('forgets an open transaction when its client is thrown away', async () => {
    const client = await stage.pool.connect()
    await client.query('begin')
    await client.query("insert into things (slug) values ('lost')")
    await client.query('set search_path = nowhere')
    client.release(true)
    expect(await slugs()).toEqual([])
  })

  test('survives a client thrown away while its query runs', async () => {
    const client = await stage.pool.connect()
    client.on('error', () => {})
    const late = client.query("select pg_sleep(0.2), 'late' as who").catch(() => 'cut')
    client.release(true)
    const next = await stage.pool.query("select 'next' as who")
    expect(next.rows).toEqual([{ who: 'next' }])
    await late
  })

  test('carries 1 MB of bytes and 10 000 rows', async () => {
    const image = Buffer.alloc(1 << 20, 'ab\0')
    await stage.db.insert(things).values({ slug: 'big', image })
    expect((await stage.db.select().from(things))[0]?.image?.equals(image)).toBe(true)
    const many = await stage.pool.query("select i, repeat('é', 500) as text from generate_series(1, 10000) i")
    expect(many.rows.length).toBe(10_000)
    expect(many.rows[9_999]).toEqual({ i: 10_000, text: 'é'.repeat(500) })
  })

  test('keeps every character but refuses NUL', async () => {
    const text = 'Zürich – 日本語 – 👩‍👩‍👧 – \u200f – \ufffd'
    expect((await stage.pool.query('select $1::text as text', [text])).rows).toEqual([{ text }])
    await expect(stage.pool.query('select $1::text', ['a\0b'])).rejects.toMatchObject({ code: '22021' })
    expect((await stage.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('uses named prepared statements, also after an error reconnected', async () => {
    const byId = { name: 'by-id', text: 'select $1::int as id' }
    for (const id of [1, 2])
      expect((await stage.pool.query({ ...byId, values: [id] })).rows).toEqual([{ id }])
    await expect(stage.pool.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' })
    expect((await stage.pool.query({ ...byId, values: [3] })).rows).toEqual([{ id: 3 }])
  })

  test('prepares a drizzle query by name', async () => {
    await stage.db.insert(things).values({ slug: 'named' })
    const bySlug = stage.db
      .select()
      .from(things)
      .where(eq(things.slug, sql.placeholder('slug')))
      .prepare('by-slug')
    expect(await bySlug.execute({ slug: 'named' })).toHaveLength(1)
    expect(await bySlug.execute({ slug: 'none' })).toHaveLength(0)
  })

  test('delivers NOTIFY to a client which listens', async () => {
    const client = await stage.pool.connect()
    const heard = new Promise((resolve) => client.once('notification', (message) => resolve(message.payload)))
    await client.query('listen news')
    await client.query("notify news, 'hello'")
    expect(await heard).toBe('hello')
    client.release(true)
  })

  test('answers endless recursion with an error', async () => {
    await stage.pool.query(
      'create function loop(n int) returns int language plpgsql as $$ begin return loop(n + 1); end $$',
    )
    await expect(stage.pool.query('select loop(1)')).rejects.toMatchObject({ code: '54001' })
    expect((await stage.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('answers what waits before it closes, and closes twice without harm', async () => {
    const location = await createDatabaseLocation('server', 'migrated')
    const { pool, close } = await connectDatabase({ ...location.config, applicationName: 'tests' })
    const waiting = Array.from({ length: 30 }, (_, n) => pool.query('select $1::int as n', [n]))
    await Promise.all([close(), close()])
    await location.remove()
    expect((await Promise.all(waiting)).map(({ rows }) => rows[0]?.n)).toEqual(waiting.map((_, n) => n))
  })
})
