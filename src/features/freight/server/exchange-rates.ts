import { desc, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/db.ts'
import { exchangeRates } from '#db/schema.ts'
import { markStale } from '#db/transaction-guard.ts'
import type { ExchangeRates } from '#shared/freight/exchange-rates.ts'
import type { Invalidation } from '#shared/server/cache/invalidation.ts'
import type { Outbound } from '#shared/server/outbound/outbound.ts'
import { SourceError } from '#shared/server/outbound/source-error.ts'
import { HOUR_MS } from '#shared/time.ts'
import snapshot from '../built-in/exchange-rates.json' with { type: 'json' }
import { assertPlausibleRates, InvalidRatesError, parseExchangeFile } from './exchange-file.ts'

const fetchLimits = { maxBytes: 64 * 1024, intervalMs: 12 * HOUR_MS } as const
const contentTypes = ['text/xml', 'application/xml', 'text/plain', '']
/** Cached responses that depend on exchange rates. */
const ratesQueries = [['getTariffs'], ['get_estimation'], ['getAllProduct']]

/** The built-in exchange rates. */
export const builtInRates: ExchangeRates = {
  base: snapshot.base,
  date: snapshot.date,
  source: snapshot.source,
  rates: snapshot.rates,
}

export type RatesFailure = { since: number; message: string }
export type ExchangeRatesService = ReturnType<typeof createExchangeRates>

type ExchangeRatesDeps = {
  db: Db
  outbound: Pick<Outbound, 'call' | 'fetchText'>
  /** `EXCHANGE_RATES_URL`; without it rates are never fetched. */
  url?: string | undefined
  invalidation: Invalidation
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  clock?: () => number
  timeoutMs?: number
}

/**
 * Exchange rates for display: the newest stored day, or the built-in rates, so that it works without network access.
 */
export function createExchangeRates({ db, outbound, url, invalidation, log, ...options }: ExchangeRatesDeps) {
  const { clock = Date.now, timeoutMs = 10_000 } = options
  let cachedRates: Promise<ExchangeRates> | undefined
  let lastRequestAt = Number.NEGATIVE_INFINITY
  let failure: RatesFailure | undefined
  const close = invalidation.subscribe((stale) => {
    if (stale.some(([call]) => call === undefined || call === 'getTariffs')) cachedRates = undefined
  })

  /** The current rates. */
  function getCurrentRates(): Promise<ExchangeRates> {
    const request = cachedRates ?? readNewestRates(db).then(({ rates }) => rates)
    cachedRates = request
    // A failed read is repeated by the next call.
    request.catch(() => {
      if (cachedRates === request) cachedRates = undefined
    })
    return request
  }

  /**
   * Fetches rates at most once in 12 hours; when that fails or the data is invalid, the last valid rates stay in use.
   */
  async function refresh(): Promise<void> {
    if (!url) return
    const last = await readNewestRates(db)
    const now = clock()
    if (now - Math.max(lastRequestAt, last.fetchedAt) < fetchLimits.intervalMs) return
    lastRequestAt = now
    try {
      const rates = await outbound.call('exchange-rates', () => fetchRates(url, last.rates, now))
      await saveRates(db, rates, new Date(now))
      failure = undefined
    } catch (error) {
      failure = { since: failure?.since ?? now, message: describeRatesError(error) }
      if (error instanceof InvalidRatesError || error instanceof SourceError)
        log.warn({ source: 'exchange-rates' }, failure.message)
      else log.error({ err: error, source: 'exchange-rates' }, 'The exchange rates could not be stored.')
    }
  }

  async function fetchRates(url: string, lastRates: ExchangeRates, now: number): Promise<ExchangeRates> {
    const options = {
      hosts: 'configured',
      timeoutMs,
      maxBytes: fetchLimits.maxBytes,
      types: contentTypes,
    } as const
    const { text } = await outbound.fetchText(url, options)
    const rates = parseExchangeFile(text)
    assertPlausibleRates(rates, lastRates, now)
    return rates
  }

  return { current: getCurrentRates, refresh, failure: () => failure, close }
}

/** The newest stored day, or the built-in one when that is newer. */
async function readNewestRates(db: Db): Promise<{ rates: ExchangeRates; fetchedAt: number }> {
  const [row] = await db.select().from(exchangeRates).orderBy(desc(exchangeRates.day)).limit(1)
  if (!row) return { rates: builtInRates, fetchedAt: Number.NEGATIVE_INFINITY }
  const { day, base, source, rates } = row
  const isNewer = day >= builtInRates.date
  return {
    rates: isNewer ? { base, date: day, source, rates } : builtInRates,
    fetchedAt: row.fetchedAt.getTime(),
  }
}

/** Overwrites an existing day: sources publish corrections, and the row stores the time of the last fetch. */
async function saveRates(
  db: Db,
  { date, base, source, rates }: ExchangeRates,
  fetchedAt: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .insert(exchangeRates)
      .values({ day: date, base, source, rates, fetchedAt })
      .onConflictDoUpdate({
        target: exchangeRates.day,
        set: {
          base: sql`excluded.base`,
          source: sql`excluded.source`,
          rates: sql`excluded.rates`,
          fetchedAt: sql`excluded.fetched_at`,
        },
      })
    markStale(ratesQueries)
  })
}

function describeRatesError(error: unknown): string {
  if (error instanceof InvalidRatesError) return `The file was rejected. ${error.message}`
  return error instanceof SourceError ? error.message : 'The exchange rates could not be stored.'
}
