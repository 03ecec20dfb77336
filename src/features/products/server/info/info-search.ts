import type { FastifyBaseLogger } from 'fastify'
import type { ProductInfo } from '#shared/items/product-info.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import { SourceError } from '#shared/server/outbound/source-error.ts'
import type { InfoSource, InfoSourceResult } from './info-source.ts'

/** The time for all sources of one search, so that a visitor has a response within 8 s. */
const searchTimeoutMs = 7_500

/** The share of the time that is reserved for each following source. */
const reservedShare = 0.375

/**
 * The result of a search: the information with its source, a clear 'not found', a failure, or no information.
 */
export type FoundInfo = { info: ProductInfo; source: string }
export type InfoSearchOutcome = FoundInfo | 'not-found' | 'unavailable' | 'no-source'

type InfoSearchDeps = {
  sources: readonly InfoSource[]
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  timeoutMs?: number | undefined
}

/** Creates a search that requests the sources of an item's marketplace in order, until one has a result. It never rejects. */
export function createInfoSearch({ sources, log, timeoutMs = searchTimeoutMs }: InfoSearchDeps) {
  async function search(key: ItemKey, forceReload: boolean): Promise<InfoSearchOutcome> {
    const covering = sources.filter(({ covers }) => covers(key.shopType))
    const deadline = createDeadline(timeoutMs)
    let outcome: InfoSearchOutcome = 'no-source'
    for (const [index, source] of covering.entries()) {
      const reservedMs = (covering.length - 1 - index) * reservedShare * timeoutMs
      const sourceTimeoutMs = Math.max(0, Math.ceil(deadline.getRemainingMs() - reservedMs))
      const pendingResult = source.find(key, {
        timeoutMs: sourceTimeoutMs,
        signal: deadline.signal,
        forceReload,
      })
      const result = await Promise.race([pendingResult, deadline.expired]).catch((error) =>
        logFailure(source, error),
      )
      if (result.state === 'found') return { info: result.info, source: source.name }
      if (result.state === 'not-found') return 'not-found'
      if (result.state === 'failed') outcome = 'unavailable'
    }
    return outcome
  }

  function logFailure({ name }: InfoSource, error: unknown): { state: 'failed' } {
    if (!(error instanceof SourceError))
      log.error(
        { err: error, source: name },
        'A source of product information failed with an unexpected error.',
      )
    else if (error.kind !== 'open') {
      log.warn({ source: name, kind: error.kind, status: error.status }, error.message)
    }
    return { state: 'failed' }
  }
  return search
}

/** A deadline: an abort signal, a promise that rejects at the deadline, and the remaining time. */
function createDeadline(timeoutMs: number) {
  const startedAtMs = performance.now()
  const signal = AbortSignal.timeout(timeoutMs)
  const expired = new Promise<InfoSourceResult>((_resolve, reject) => {
    signal.addEventListener('abort', () =>
      reject(new SourceError('timeout', 'The sources of product information did not respond in time.')),
    )
  })
  expired.catch(() => {})
  return { signal, expired, getRemainingMs: () => timeoutMs - (performance.now() - startedAtMs) }
}
