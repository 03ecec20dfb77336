import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { exchangeRates } from '#db/schema.ts'
import type { QueryKey } from '#shared/contract.ts'
import { createLocalInvalidation } from '#shared/server/cache/invalidation.ts'
import { createOutbound } from '#shared/server/outbound/outbound.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import { type Simulator, startSimulator } from '#simulator/simulate.ts'
import type { FaultName } from '#simulator/simulate-faults.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { builtInRates, createExchangeRates } from './exchange-rates.ts'

const noon = Date.parse('2026-11-20T12:00:00Z')
const log = { warn: vi.fn(), error: vi.fn(), info: vi.fn() }
let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator({ port: 0 })
})
afterAll(() => simulator.close())
afterEach(() => {
  simulator.setFault('all', 'none')
})

describe('exchange rates', () => {
  const database = useDatabase()
  let now = noon
  let published: QueryKey[] = []
  let callsBefore = 0
  beforeEach(() => {
    now = noon
    published = []
    callsBefore = simulator.calls('exchange-rates')
    log.warn.mockClear()
    log.error.mockClear()
  })
  const calls = () => simulator.calls('exchange-rates') - callsBefore

  /** Creates the service as the site does at start, with a URL for the file of that day. */
  function createService({ url = `${simulator.url}/exchange-rates?day=2026-11-20` } = {}) {
    const invalidation = createLocalInvalidation()
    invalidation.subscribe((keys) => published.push(...keys))
    onTestFinished(database.onStale(invalidation.publish))
    const outbound = createOutbound({ breakerResetMs: 1000, publicUrl: 'http://localhost:3000', log })
    const { db } = database
    return createExchangeRates({ db, outbound, url, invalidation, log, clock: () => now, timeoutMs: 1500 })
  }
  const listStoredRates = () => database.db.select().from(exchangeRates).orderBy(exchangeRates.day)

  async function insertRates(day: string, fetchedAt = noon - DAY_MS) {
    const { base, source, rates } = builtInRates
    await database.db
      .insert(exchangeRates)
      .values({ day, base, source, rates, fetchedAt: new Date(fetchedAt) })
  }

  test('uses the built-in rates until newer ones are stored', async () => {
    expect(await createService({ url: '' }).current()).toEqual(builtInRates)
    expect(builtInRates).toMatchObject({ base: 'EUR', date: '2026-08-21', rates: { CNY: '7.8624' } })
    await insertRates('2026-08-20')
    expect((await createService().current()).date).toBe('2026-08-21')
    await insertRates('2026-11-02')
    await insertRates('2026-11-01')
    expect((await createService().current()).date).toBe('2026-11-02')
  })

  test('fetches no rates when no source is configured', async () => {
    await createService({ url: '' }).refresh()
    expect([calls(), await listStoredRates()]).toEqual([0, []])
  })

  test('stores a newer file, uses it at once and invalidates cached responses', async () => {
    const service = createService()
    await service.current()
    await service.refresh()
    expect(await service.current()).toEqual({
      base: 'EUR',
      date: '2026-11-20',
      source:
        'European Central Bank, euro foreign exchange reference rates; AED and SAR at the fixed rate to the US dollar',
      rates: expect.objectContaining({
        EUR: '1',
        USD: '1.1711',
        CNY: '7.8703',
        AED: '4.3009',
        SAR: '4.3916',
      }),
    })
    expect(published).toEqual([['getTariffs'], ['get_estimation'], ['getAllProduct']])
    expect(service.failure()).toBeUndefined()
    expect(await createService().current()).toEqual(await service.current())
  })

  test('fetches rates once in 12 hours, even after restarts', async () => {
    await createService().refresh()
    now += 11 * HOUR_MS
    const service = createService()
    await service.refresh()
    expect(calls()).toBe(1)
    now += HOUR_MS
    await service.refresh()
    await service.refresh()
    expect(calls()).toBe(2)
    expect(await listStoredRates()).toHaveLength(1)
  })

  test('fetches rates once in 12 hours when the source fails', async () => {
    simulator.setFault('exchange-rates', 'error')
    const service = createService()
    for (let hours = 0; hours < 12; hours += 1) {
      await service.refresh()
      now += HOUR_MS
    }
    expect(calls()).toBe(1)
    simulator.setFault('exchange-rates', 'none')
    await service.refresh()
    expect([calls(), service.failure(), (await service.current()).date]).toEqual([2, undefined, '2026-11-20'])
  })

  test.each<[fault: FaultName, message: string]>([
    ['slow', 'The source took too long.'],
    ['headers-then-silent', 'The source took too long.'],
    ['drip', 'The source took too long.'],
    ['huge', 'The response is too large.'],
    ['gzip-bomb', 'The response is too large.'],
    ['reset', 'The connection failed or was interrupted (ECONNRESET).'],
    ['cut', 'The file was rejected. The file must hold the rates of one day.'],
    ['html', 'The response has the wrong content type.'],
    ['error-code', 'The response has the wrong content type.'],
    ['down', 'The source responded with status 503.'],
    ['not-found', 'The source responded with status 404.'],
    ['redirect-inside', expect.any(String)],
    ['unknown-item', 'The file was rejected. The file must hold the rates of one day.'],
    ['wrong-schema', 'The file was rejected. The file must hold the rates of one day.'],
    ['other-item', 'The file was rejected. Its date, 2020-01-02, is before the date of the current rates.'],
    ['poisoned', 'The file was rejected. An entry does not have the expected format.'],
  ])('keeps the last valid rates when the source has the fault %s', async (fault, message) => {
    await insertRates('2026-11-10')
    const callsInside = simulator.calls('inside')
    simulator.setFault('exchange-rates', fault)
    const service = createService()
    await service.refresh()
    expect(service.failure()).toEqual({ since: noon, message })
    expect((await service.current()).date).toBe('2026-11-10')
    expect([await listStoredRates(), published]).toEqual([
      [expect.objectContaining({ day: '2026-11-10' })],
      [],
    ])
    expect(simulator.calls('inside')).toBe(callsInside)
    expect([log.warn.mock.calls.length > 0, log.error.mock.calls]).toEqual([true, []])
  })

  test('reports a failure with the time when it began', async () => {
    simulator.setFault('exchange-rates', 'down')
    const service = createService()
    await service.refresh()
    now += 12 * HOUR_MS
    await service.refresh()
    expect(service.failure()?.since).toBe(noon)
  })

  test('rejects a rate that changed too much', async () => {
    const { base, source, rates } = builtInRates
    const last = { ...rates, TRY: '20' }
    const fetchedAt = new Date(noon - DAY_MS)
    await database.db
      .insert(exchangeRates)
      .values({ day: '2026-11-10', base, source, rates: last, fetchedAt })
    const service = createService()
    await service.refresh()
    expect(service.failure()?.message).toBe('The file was rejected. TRY went from 20 to 56.2880.')
    expect((await service.current()).rates.TRY).toBe('20')
  })
})

describe('a site with a source of exchange rates', () => {
  const database = useDatabase()
  const url = () => `${simulator.url}/exchange-rates`
  const env = {
    get EXCHANGE_RATES_URL() {
      return url()
    },
  }
  const app = useApp(database, { env })

  test('responds with the new exchange rates instead of a cached response', async () => {
    const path = '/shipping/tariffs?destination=DE'
    expect((await app().get(path)).body).toMatchObject({ data: { exchangeRates: { date: '2026-08-21' } } })
    await app().features.freight.exchangeRates.refresh()
    const today = new Date().toISOString().slice(0, 10)
    expect((await app().get(path)).body).toMatchObject({ data: { exchangeRates: { date: today } } })
  })
})
