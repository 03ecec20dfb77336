import { eq, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { limitCounters } from '#db/schema.ts'
import { useDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { createRateLimits, getNetwork, normalizeAddress, RateLimitError } from './rate-limits.ts'

const threePerMinute = { count: 3, seconds: 60 }
const tooMany = { status: 429, message: 'Too many attempts. Please try again later.' }

describe('rate limits', () => {
  const database = useDatabase()

  /** Rate limits as after a restart: nothing in memory, the counters in the database. */
  function createFreshLimits(multiplier = 1) {
    return createRateLimits({ pool: database.pool, multiplier })
  }

  /** The outcomes of attempts made in parallel. */
  async function countOutcomes(attempts: Promise<unknown>[]): Promise<{ done: number; rejected: number }> {
    const results = await Promise.allSettled(attempts)
    const rejected = results.filter(({ status }) => status === 'rejected').length
    return { done: results.length - rejected, rejected }
  }

  async function readPoints(key: string): Promise<number | undefined> {
    const [row] = await database.db.select().from(limitCounters).where(eq(limitCounters.key, key))
    return row?.points
  }

  async function endAllWindows(): Promise<void> {
    await database.db.update(limitCounters).set({ expire: Date.now() - 1 })
  }

  describe('count', () => {
    test('allows as many attempts as the rule says, then returns the seconds to wait', async () => {
      const limits = createFreshLimits()
      for (let attempt = 0; attempt < 3; attempt += 1) await limits.count('search', 'a', threePerMinute)
      const rejection = await limits.count('search', 'a', threePerMinute).catch((error: unknown) => error)
      expect(rejection).toMatchObject(tooMany)
      expect(rejection).toHaveProperty(
        'retryAfter',
        expect.toSatisfy((s: number) => s > 50 && s <= 60),
      )
    })

    test('allows exactly as many of fifty parallel attempts', async () => {
      const limits = createFreshLimits()
      const attempts = Array.from({ length: 50 }, () => limits.count('search', 'a', threePerMinute))
      expect(await countOutcomes(attempts)).toEqual({ done: 3, rejected: 47 })
    })

    test('keeps a bounded number of counters, those that expire last', async () => {
      const limits = createFreshLimits()
      await database.pool.query(
        `
        insert into limit_counters select 'lasting:' || n, 1, $1::bigint + 120000 + n from generate_series(1, 100200) n
        union all select 'ended:' || n, 1, $1 - 1 from generate_series(1, 500) n
        union all select 'given back:' || n, 0, $1 + 3600000 from generate_series(1, 500) n`,
        [Date.now()],
      )
      const search = (index: number) => limits.count('search', `${index}`, threePerMinute)
      await Promise.all(Array.from({ length: 999 }, (_, index) => search(index)))
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

    test('counts rules and clients separately', async () => {
      const limits = createFreshLimits()
      for (let attempt = 0; attempt < 3; attempt += 1) await limits.count('search', 'a', threePerMinute)
      await limits.count('search', 'b', threePerMinute)
      await limits.count('mail', 'a', threePerMinute)
      await expect(limits.count('search', 'a', threePerMinute)).rejects.toMatchObject(tooMany)
    })

    test('resets when the window ends', async () => {
      await createFreshLimits().count('search', 'a', { count: 1, seconds: 60 })
      await endAllWindows()
      await createFreshLimits().count('search', 'a', { count: 1, seconds: 60 })
      expect(await readPoints('search:a')).toBe(1)
    })

    test('caches a rejection for a moment only, not until the end of its window', async () => {
      const limits = createFreshLimits()
      for (let attempt = 0; attempt < 3; attempt += 1) await limits.count('search', 'a', threePerMinute)
      await expect(limits.count('search', 'a', threePerMinute)).rejects.toMatchObject(tooMany)
      await endAllWindows()
      await eventually(() => limits.count('search', 'a', threePerMinute))
    })

    test('survives a restart', async () => {
      for (let start = 0; start < 3; start += 1)
        await createFreshLimits().count('search', 'a', threePerMinute)
      await expect(createFreshLimits().count('search', 'a', threePerMinute)).rejects.toMatchObject(tooMany)
    })

    test('marks only the first rejection of a full counter', async () => {
      const limits = createFreshLimits()
      const attempts = Array.from({ length: 20 }, () => limits.count('search', 'a', threePerMinute))
      const results = await Promise.allSettled(attempts)
      const rejections = results.filter((result) => result.status === 'rejected')
      const reportedRules = rejections.flatMap(({ reason }) =>
        reason instanceof RateLimitError && reason.isFirst ? [reason.rule] : [],
      )
      expect({ rejected: rejections.length, reportedRules }).toEqual({
        rejected: 17,
        reportedRules: ['search'],
      })
    })

    test.each([
      [2, 6],
      [0.5, 1],
      [0.01, 1],
    ])('allows %2$d attempts with multiplier %1$d', async (multiplier, allowed) => {
      const limits = createFreshLimits(multiplier)
      const attempts = Array.from({ length: 10 }, () => limits.count('search', 'a', threePerMinute))
      expect(await countOutcomes(attempts)).toEqual({ done: allowed, rejected: 10 - allowed })
    })
  })

  describe('countFailures', () => {
    const counter = { rule: 'guess', who: 'a', limit: threePerMinute }
    const wide = { rule: 'guess-wide', who: 'all', limit: { count: 5, seconds: 60 } }

    test('counts a failure and not a success', async () => {
      const limits = createFreshLimits()
      for (let attempt = 0; attempt < 10; attempt += 1) {
        expect(await limits.countFailures([counter], async () => true)).toBe(true)
      }
      expect(await readPoints('guess:a')).toBe(0)
      expect(await limits.countFailures([counter], async () => false)).toBe(false)
      expect(await readPoints('guess:a')).toBe(1)
    })

    test('does not count an attempt that threw', async () => {
      const broken = createFreshLimits().countFailures([counter], async () => {
        throw new Error('The site is busy.')
      })
      await expect(broken).rejects.toThrow('The site is busy.')
      expect(await readPoints('guess:a')).toBe(0)
    })

    test('makes only as many of two hundred parallel attempts as may fail', async () => {
      const limits = createFreshLimits()
      let made = 0
      const attempts = Array.from({ length: 200 }, () =>
        limits.countFailures([counter], async () => {
          made += 1
          return false
        }),
      )
      expect(await countOutcomes(attempts)).toEqual({ done: 3, rejected: 197 })
      expect(made).toBe(3)
    })

    test('lets fifty parallel successes wait for each other instead of rejecting them', async () => {
      const limits = createFreshLimits()
      const attempts = Array.from({ length: 50 }, () => limits.countFailures([counter], async () => true))
      expect(await countOutcomes(attempts)).toEqual({ done: 50, rejected: 0 })
      expect(await readPoints('guess:a')).toBe(0)
    })

    test('lets an attempt wait for pending ones and runs it when they succeed', async () => {
      const limits = createFreshLimits()
      const outcome = Promise.withResolvers<boolean>()
      const pending = [1, 2, 3].map(() => limits.countFailures([counter], () => outcome.promise))
      await eventually(async () => expect(await readPoints('guess:a')).toBe(3))
      const query = vi.spyOn(database.pool, 'query')
      const waiting = limits.countFailures([counter], async () => true)
      await eventually(() => expect(query.mock.settledResults[0]?.type).toBe('fulfilled'))
      query.mockRestore()
      outcome.resolve(true)
      expect(await Promise.all([...pending, waiting])).toEqual([true, true, true, true])
    })

    test('rejects a waiting attempt when those before it failed', async () => {
      const limits = createFreshLimits()
      const outcome = Promise.withResolvers<boolean>()
      const pending = [1, 2, 3].map(() => limits.countFailures([counter], () => outcome.promise))
      await eventually(async () => expect(await readPoints('guess:a')).toBe(3))
      const waiting = limits.countFailures([counter], async () => true)
      outcome.resolve(false)
      expect(await Promise.all(pending)).toEqual([false, false, false])
      await expect(waiting).rejects.toMatchObject(tooMany)
    })

    test('leaves the other counters unchanged when one is full', async () => {
      const limits = createFreshLimits()
      for (let attempt = 0; attempt < 3; attempt += 1)
        await limits.countFailures([wide, counter], async () => false)
      await expect(
        createFreshLimits().countFailures([wide, counter], async () => true),
      ).rejects.toMatchObject(tooMany)
      expect(await readPoints('guess-wide:all')).toBe(3)
    })

    test('limits parallel attempts that share a counter', async () => {
      const limits = createFreshLimits()
      const attempts = Array.from({ length: 40 }, (_, index) =>
        limits.countFailures([{ ...counter, who: `number ${index}` }, wide], async () => false),
      )
      expect(await countOutcomes(attempts)).toEqual({ done: 5, rejected: 35 })
    })

    test('does not lower the count of the next window after a success', async () => {
      const limits = createFreshLimits()
      await limits.countFailures([counter], async () => {
        await endAllWindows()
        await limits.countFailures([counter], async () => false)
        return true
      })
      expect(await readPoints('guess:a')).toBe(1)
    })

    test('forgive resets the counter and its cached rejections', async () => {
      const limits = createFreshLimits()
      for (let attempt = 0; attempt < 3; attempt += 1)
        await limits.countFailures([counter], async () => false)
      await expect(limits.countFailures([counter], async () => true)).rejects.toMatchObject(tooMany)
      await limits.forgive([counter])
      expect(await limits.countFailures([counter], async () => true)).toBe(true)
    })
  })

  test('rejects the attempt when its count cannot be stored', async () => {
    const limits = createFreshLimits()
    await database.db.execute(sql`alter table limit_counters rename to away`)
    try {
      await expect(limits.count('search', 'a', threePerMinute)).rejects.toThrow(/limit_counters/)
    } finally {
      await database.db.execute(sql`alter table away rename to limit_counters`)
    }
  })
})

describe('getNetwork', () => {
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
  ])('returns the network of %j as %j', (address, network) => {
    expect(getNetwork(address)).toBe(network)
  })
})

describe('normalizeAddress', () => {
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
  ])('normalizes %j to %j', (text, address) => {
    expect(normalizeAddress(text)).toBe(address)
  })
})
