import { afterEach, describe, expect, test, vi } from 'vitest'
import { unservedEstimates } from '#db/schema.ts'
import type { Overview } from '#features/overview/contract.ts'
import { formatUtcDay } from '#shared/format/format-date.ts'
import { DAY_MS } from '#shared/time.ts'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { createUnservedEstimates, type UnservedEstimates } from './unserved-estimates.ts'

const visitor = {
  address: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
  isPrefetch: false,
  wantsNoTracking: false,
}

describe('estimates for countries without a line', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database)
  let clock = Date.parse('2026-11-21T12:00:00Z')
  let opened: UnservedEstimates[] = []
  const open = () => {
    const counter = createUnservedEstimates({ db: database.db, warn: vi.fn(), now: () => clock })
    opened.push(counter)
    return counter
  }
  const readRows = async () =>
    (
      await database.db
        .select()
        .from(unservedEstimates)
        .orderBy(unservedEstimates.day, unservedEstimates.country)
    ).map(({ day, country, requests }) => `${day} ${country} ${requests}`)
  const readOverview = async (): Promise<Overview['unservedCountries']> =>
    Object((await app().get('/overview', { authorization: tokens.admin })).body).data.unservedCountries
  afterEach(async () => {
    await Promise.all(opened.map((counter) => counter.close()))
    opened = []
  })

  test('count a network once a day and country, however often it asks', async () => {
    const counter = open()
    for (let time = 0; time < 1000; time += 1) {
      counter.count('CU', { ...visitor, userAgent: `Mozilla/5.0 (X11; Linux x86_64) Firefox/${time}.0` })
      counter.count('IR', visitor)
    }
    counter.count('CU', { ...visitor, address: '203.0.113.8' })
    await counter.flush()
    clock += DAY_MS
    counter.count('CU', visitor)
    await counter.flush()
    expect(await readRows()).toEqual(['2026-11-21 CU 2', '2026-11-21 IR 1', '2026-11-22 CU 1'])
  })

  test('do not count programs, prefetches, people who opt out, and our own rendering', async () => {
    const counter = open()
    counter.count('CU', { ...visitor, userAgent: 'curl/8.0' })
    counter.count('CU', { ...visitor, isPrefetch: true })
    counter.count('CU', { ...visitor, wantsNoTracking: true })
    counter.count('CU', { ...visitor, address: '' })
    await counter.flush()
    expect(await readRows()).toEqual([])
  })

  test('are deleted after 90 days', async () => {
    const day = (age: number) => formatUtcDay(clock - age * DAY_MS)
    await database.db.insert(unservedEstimates).values([
      { day: day(91), country: 'CU', requests: 1 },
      { day: day(90), country: 'CU', requests: 1 },
    ])
    await open().deleteOld()
    expect(await readRows()).toEqual([`${day(90)} CU 1`])
  })

  test('are on the overview: the most requested first, of 30 days, without countries that have a line now', async () => {
    const day = (age: number) => formatUtcDay(Date.now() - age * DAY_MS)
    await database.db
      .insert(unservedEstimates)
      .values([
        { day: day(0), country: 'CU', requests: 2 },
        { day: day(29), country: 'CU', requests: 3 },
        { day: day(30), country: 'CU', requests: 100 },
        { day: day(1), country: 'IR', requests: 7 },
        { day: day(1), country: 'DE', requests: 50 },
        ...['SD', 'SS', 'KP', 'TM'].map((country) => ({ day: day(2), country, requests: 1 })),
      ])
    const requested = await readOverview()
    expect(requested.slice(0, 2)).toEqual([
      { country: 'IR', requests: 7 },
      { country: 'CU', requests: 5 },
    ])
    expect(requested).toHaveLength(5)
  })

  test('are counted by the call, and not for countries with a line', async () => {
    const headers = { 'content-type': 'application/json', 'user-agent': visitor.userAgent }
    for (const destination of ['CU', 'DE', 'nowhere'])
      await app().send('/get_estimation', {
        method: 'POST',
        headers,
        body: JSON.stringify({ destination, weight: 1200 }),
      })
    await app().close()
    expect(await readRows()).toEqual([`${formatUtcDay(Date.now())} CU 1`])
  })
})
