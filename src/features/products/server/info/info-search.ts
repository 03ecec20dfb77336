import type { FastifyBaseLogger } from 'fastify'
import type { ProductInfo } from '#shared/items/product-info.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import { SourceError } from '#shared/server/outbound/source-error.ts'
import {
  type ConfiguredInfoSource,
  type InfoRequest,
  type InfoSource,
  type InfoSourceResult,
  listUsableSources,
} from './info-source.ts'

/** The time for all sources of one search, so that a visitor has a response within 8 s. */
const searchTimeoutMs = 7_500

export type FoundInfo = { info: ProductInfo; source: string }
/** The results of a search without information. Where sources differ, the first of this order counts. */
const missingStates = ['not-found', 'walled', 'unavailable', 'no-source'] as const
export type MissingState = (typeof missingStates)[number]
/** The result of a search: the information with its source, or why there is none. */
export type InfoSearchOutcome = FoundInfo | MissingState

type InfoSearchDeps = {
  sources: readonly InfoSource[]
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  timeoutMs?: number | undefined
}

/**
 * Creates a search that requests the sources of an item's marketplace in order, until one has the item or a final
 * 'not found'. Each gets an equal share of the time that is left. It never rejects.
 */
export function createInfoSearch({ sources, log, timeoutMs = searchTimeoutMs }: InfoSearchDeps) {
  async function search(key: ItemKey, forceReload: boolean): Promise<InfoSearchOutcome> {
    const usable = listUsableSources(sources, key.shopType)
    const startedAtMs = performance.now()
    const signal = AbortSignal.timeout(timeoutMs)
    let outcome: MissingState = 'no-source'
    for (const [index, source] of usable.entries()) {
      const remainingMs = Math.max(0, timeoutMs - (performance.now() - startedAtMs))
      const shareMs = Math.ceil(remainingMs / (usable.length - index))
      const result = await requestSource(source, key, { timeoutMs: shareMs, signal, forceReload })
      if (result.state === 'found') return { info: result.info, source: source.key }
      if (result.state === 'not-found' && source.isNotFoundFinal) return 'not-found'
      outcome = getFirstState(outcome, result.state)
    }
    return outcome
  }

  async function requestSource(
    source: ConfiguredInfoSource,
    key: ItemKey,
    request: InfoRequest,
  ): Promise<InfoSourceResult | { state: 'unavailable' }> {
    try {
      return await Promise.race([source.find(key, request), rejectAfter(request.timeoutMs)])
    } catch (error) {
      logFailure(source, error)
      return { state: 'unavailable' }
    }
  }

  function logFailure({ key }: InfoSource, error: unknown): void {
    if (!(error instanceof SourceError))
      log.error(
        { err: error, source: key },
        'A source of product information failed with an unexpected error.',
      )
    else if (error.kind !== 'open') {
      log.warn({ source: key, kind: error.kind, status: error.status }, error.message)
    }
  }
  return search
}

/** The state that counts where two differ; `unknown` counts as no source. */
export function getFirstState(...states: (MissingState | 'unknown')[]): MissingState {
  return missingStates.find((state) => states.includes(state)) ?? 'no-source'
}

/** Rejects with a SourceError after this time. A source may wait for its turn before its own timeout starts. */
function rejectAfter(timeoutMs: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    AbortSignal.timeout(timeoutMs).addEventListener('abort', () =>
      reject(new SourceError('timeout', 'A source of product information did not respond in time.')),
    )
  })
}
