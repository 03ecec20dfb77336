import { eq, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { limitCounters } from '#db/schema.ts'
import { modes, useDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { createRateLimits, getNetwork, normalizeAddress, RateLimitError } from './rate-limits.ts'

const threeAMinute = { count: 3, seconds: 60 }
const tooMany = { status: 429, message: 'Too many attempts. Please try again later.' }

describe.each(modes)('limits on %s', (mode) => {
  const database = useDatabase(mode)

  /** As after a start of the process: nothing in memory, what is counted in the database. */
  function started(multiplier = 1) {
    return createRateLimits({ pool: database.pool, multiplier })
  }

  /** What happens to each of many attempts made at once. */
  async function outcomes(attempts: Promise<unknown>[]): Promise<{ done: number; refused: number }> {
    const settled = await Promise.allSettled(attempts)
    const refused = settled.filter(({ status }) => status === 'rejected').length
    return { done: settled.length - refused, refused }
  }

  async function readPoints(key: string): Promise<number | undefined> {
    const [row] = await database.db.select().from(limitCounters).where(eq(limitCounters.key, key))
    return row?.points
  }

  async function endAllWindows(): Promise<void> {
    await database.db.update(limitCounters).set({ expire: Date.now() - 1 })
  }

  describe('counting every attempt', () => {
    test('lets through as many as the rule says and then says how long to wait', async () => {
      const limits = started()
      for (let attempt = 0; attempt < 3; attempt += 1) await limits.count('search', 'a', threeAMinute)
      const refusal = await limits.count('search', 'a', threeAMinute).catch((error: unknown) => error)
      expect(refusal).toMatchObject(tooMany)
      expect(refusal).toHaveProperty(
        'retryAfter',
        expect.toSatisfy((s: number) => s > 50 && s <= 60),
      )
    })

    test('of fifty at once lets through exactly that many', async () => {
      const limits = started()
      const attempts = Array.from({ length: 50 }, () => limits.count('search', 'a', threeAMinute))
      expect(await outcomes(attempts)).toEqual({ done: 3, refused: 47 })
    })

    test('keeps a bounded number of counters, those that last longest', async () => {
      const limits = started()
      await database.pool.query(
        `
        insert into limit_counters select 'lasting:' || n, 1, $1::bigint + 120000 + n from generate_series(1, 100200) n
        union all select 'ended:' || n, 1, $1 - 1 from generate_series(1, 500) n
        union all select 'given back:' || n, 0, $1 + 3600000 from generate_series(1, 500) n`,
        [Date.now()],
      )
      const search = (at: number) => limits.count('search', `${at}`, threeAMinute)
      await Promise.all(Array.from({ length: 999 }, (_, at) => search(at)))
      await search(999)
      const { rows } = await database.pool.query(
        "select split_part(key, ':', 1) as rule, count(*)::int as n from limit_counters group by 1 order by 1",
      )
      expect(rows).toEqual([
        { rule: 'lasting', n: 100_000 },
        { rule: 'search', n: 1 },
      ])
      expect([await readPoints('lasting:200'), await readPoints('lasting:201')]).toEqual([undefined, 1])
    })

    test('keeps rules and people apart', async () => {
      const limits = started()
      for (let attempt = 0; attempt < 3; attempt += 1) await limits.count('search', 'a', threeAMinute)
      await limits.count('search', 'b', threeAMinute)
      await limits.count('mail', 'a', threeAMinute)
      await expect(limits.count('search', 'a', threeAMinute)).rejects.toMatchObject(tooMany)
    })

    test('begins anew when the time is over', async () => {
      await started().count('search', 'a', { count: 1, seconds: 60 })
      await endAllWindows()
      await started().count('search', 'a', { count: 1, seconds: 60 })
      expect(await readPoints('search:a')).toBe(1)
    })

    test('a refusal is remembered for a moment only, not until the end that was known then', async () => {
      const limits = started()
      for (let attempt = 0; attempt < 3; attempt += 1) await limits.count('search', 'a', threeAMinute)
      await expect(limits.count('search', 'a', threeAMinute)).rejects.toMatchObject(tooMany)
      await endAllWindows()
      await eventually(() => limits.count('search', 'a', threeAMinute))
    })

    test('outlasts a restart', async () => {
      for (let start = 0; start < 3; start += 1) await started().count('search', 'a', threeAMinute)
      await expect(started().count('search', 'a', threeAMinute)).rejects.toMatchObject(tooMany)
    })

    test('names the rule once for a full counter, however many are refused', async () => {
      const limits = started()
      const attempts = Array.from({ length: 20 }, () => limits.count('search', 'a', threeAMinute))
      const settled = await Promise.allSettled(attempts)
      const refusals = settled.filter((outcome) => outcome.status === 'rejected')
      const named = refusals.flatMap(({ reason }) =>
        reason instanceof RateLimitError && reason.isFirst ? [reason.rule] : [],
      )
      expect({ refused: refusals.length, named }).toEqual({ refused: 17, named: ['search'] })
    })

    test.each([
      [2, 6],
      [0.5, 1],
      [0.01, 1],
    ])('times %d lets %d through', async (multiplier, most) => {
      const limits = started(multiplier)
      const attempts = Array.from({ length: 10 }, () => limits.count('search', 'a', threeAMinute))
      expect(await outcomes(attempts)).toEqual({ done: most, refused: 10 - most })
    })
  })

  describe('counting failures alone', () => {
    const counter = { rule: 'guess', who: 'a', limit: threeAMinute }
    const wide = { rule: 'guess-wide', who: 'all', limit: { count: 5, seconds: 60 } }

    test('a success costs nothing, a failure one', async () => {
      const limits = started()
      for (let attempt = 0; attempt < 10; attempt += 1) {
        expect(await limits.countFailures([counter], async () => true)).toBe(true)
      }
      expect(await readPoints('guess:a')).toBe(0)
      expect(await limits.countFailures([counter], async () => false)).toBe(false)
      expect(await readPoints('guess:a')).toBe(1)
    })

    test('what broke before it was judged costs nothing', async () => {
      const broken = started().countFailures([counter], async () => {
        throw new Error('The site is busy.')
      })
      await expect(broken).rejects.toThrow('The site is busy.')
      expect(await readPoints('guess:a')).toBe(0)
    })

    test('of two hundred failing at once only as many are made as may fail', async () => {
      const limits = started()
      let made = 0
      const attempts = Array.from({ length: 200 }, () =>
        limits.countFailures([counter], async () => {
          made += 1
          return false
        }),
      )
      expect(await outcomes(attempts)).toEqual({ done: 3, refused: 197 })
      expect(made).toBe(3)
    })

    test('of fifty succeeding at once all succeed, because they wait for each other', async () => {
      const limits = started()
      const attempts = Array.from({ length: 50 }, () => limits.countFailures([counter], async () => true))
      expect(await outcomes(attempts)).toEqual({ done: 50, refused: 0 })
      expect(await readPoints('guess:a')).toBe(0)
    })

    test('lets an attempt wait while earlier ones are pending and run when they succeeded', async () => {
      const limits = started()
      const verdict = Promise.withResolvers<boolean>()
      const before = [1, 2, 3].map(() => limits.countFailures([counter], () => verdict.promise))
      await eventually(async () => expect(await readPoints('guess:a')).toBe(3))
      const asked = vi.spyOn(database.pool, 'query')
      const after = limits.countFailures([counter], async () => true)
      await eventually(() => expect(asked.mock.settledResults[0]?.type).toBe('fulfilled'))
      asked.mockRestore()
      verdict.resolve(true)
      expect(await Promise.all([...before, after])).toEqual([true, true, true, true])
    })

    test('who waits is refused as soon as those before have failed', async () => {
      const limits = started()
      const verdict = Promise.withResolvers<boolean>()
      const before = [1, 2, 3].map(() => limits.countFailures([counter], () => verdict.promise))
      await eventually(async () => expect(await readPoints('guess:a')).toBe(3))
      const after = limits.countFailures([counter], async () => true)
      verdict.resolve(false)
      expect(await Promise.all(before)).toEqual([false, false, false])
      await expect(after).rejects.toMatchObject(tooMany)
    })

    test('a full counter leaves the others as they were', async () => {
      const limits = started()
      for (let attempt = 0; attempt < 3; attempt += 1)
        await limits.countFailures([wide, counter], async () => false)
      await expect(started().countFailures([wide, counter], async () => true)).rejects.toMatchObject(tooMany)
      expect(await readPoints('guess-wide:all')).toBe(3)
    })

    test('a counter that many share holds among those at once', async () => {
      const limits = started()
      const attempts = Array.from({ length: 40 }, (_, at) =>
        limits.countFailures([{ ...counter, who: `number ${at}` }, wide], async () => false),
      )
      expect(await outcomes(attempts)).toEqual({ done: 5, refused: 35 })
    })

    test('a success takes nothing off the count of the time that came after', async () => {
      const limits = started()
      await limits.countFailures([counter], async () => {
        await endAllWindows()
        await limits.countFailures([counter], async () => false)
        return true
      })
      expect(await readPoints('guess:a')).toBe(1)
    })

    test('forgiving empties the counter at once, refusals remembered in memory too', async () => {
      const limits = started()
      for (let attempt = 0; attempt < 3; attempt += 1)
        await limits.countFailures([counter], async () => false)
      await expect(limits.countFailures([counter], async () => true)).rejects.toMatchObject(tooMany)
      await limits.forgive([counter])
      expect(await limits.countFailures([counter], async () => true)).toBe(true)
    })
  })

  test('denies the attempt when its count cannot be stored', async () => {
    const limits = started()
    await database.db.execute(sql`alter table limit_counters rename to away`)
    try {
      await expect(limits.count('search', 'a', threeAMinute)).rejects.toThrow(/limit_counters/)
    } finally {
      await database.db.execute(sql`alter table away rename to limit_counters`)
    }
  })
})

describe('the network of an address', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '::/64'],
    ['203.0.113.7:5001', '203.0.113.7'],
    ['[2001:db8:1:2::1]:5001', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
    ['unix:', 'unknown'],
    ['any text at all', 'unknown'],
    ['', 'unknown'],
  ])('of %j is %j', (address, network) => {
    expect(getNetwork(address)).toBe(network)
  })
})

describe('an address', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:5001', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:0DB8:0001:0002::0001', '2001:db8:1:2::1'],
    ['[2001:db8:1:2::1]:5001', '2001:db8:1:2::1'],
    [`fe80::1%${'a'.repeat(7_000)}`, 'fe80::1'],
    ['<script>alert(1)</script>', 'unknown'],
    ['1'.repeat(7_000), 'unknown'],
    ['', 'unknown'],
  ])('of %j is kept as %j', (text, address) => {
    expect(normalizeAddress(text)).toBe(address)
  })
})
