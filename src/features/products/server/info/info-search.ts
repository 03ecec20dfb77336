import type { FastifyBaseLogger } from 'fastify'
import type { ItemKey } from '#shared/marketplaces.ts'
import { SourceError } from '#shared/server/outbound/source-error.ts'
import type { ProductInfo } from '../../contract.ts'
import type { InfoSource, SourceAnswer } from './info-source.ts'

/** For all sources of one search, so that a visitor has an answer within 8 s. */
const searchTimeoutMs = 7_500

/** The part of the time that a source leaves to each one behind it. */
const reservedShare = 0.375

/**
 * What the sources know about an item: its information and source, a clear 'not found', a failure, or
 * nothing.
 */
export type FoundInfo = { info: ProductInfo; source: string }
export type InfoSearchOutcome = FoundInfo | 'not-found' | 'unavailable' | 'no-source'

type InfoSearchDeps = {
  sources: readonly InfoSource[]
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  timeoutMs?: number | undefined
}

/** Asks the sources that cover an item's marketplace, in their order, until one knows. Never rejects. */
export function createInfoSearch({ sources, log, timeoutMs = searchTimeoutMs }: InfoSearchDeps) {
  async function search(key: ItemKey, forceReload: boolean): Promise<InfoSearchOutcome> {
    const covering = sources.filter(({ covers }) => covers(key.shopType))
    const end = createDeadline(timeoutMs)
    let outcome: InfoSearchOutcome = 'no-source'
    for (const [index, source] of covering.entries()) {
      const reserved = (covering.length - 1 - index) * reservedShare * timeoutMs
      const share = Math.max(0, Math.ceil(end.left() - reserved))
      const asked = source.find(key, { timeoutMs: share, signal: end.signal, forceReload })
      const answer = await Promise.race([asked, end.passed]).catch((error) => logFailure(source, error))
      if (answer.state === 'found') return { info: answer.info, source: source.name }
      if (answer.state === 'not-found') return 'not-found'
      if (answer.state === 'failed') outcome = 'unavailable'
    }
    return outcome
  }

  function logFailure({ name }: InfoSource, error: unknown): { state: 'failed' } {
    if (!(error instanceof SourceError)) log.error({ err: error, source: name }, 'source could not be read')
    else if (error.kind !== 'open') {
      log.warn({ source: name, kind: error.kind, status: error.status }, error.message)
    }
    return { state: 'failed' }
  }
  return search
}

/** A point in time as a signal, as a promise that rejects, and as the ms that are left. */
function createDeadline(ms: number) {
  const begun = performance.now()
  const signal = AbortSignal.timeout(ms)
  const passed = new Promise<SourceAnswer>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new SourceError('timeout', 'The sources took too long.')))
  })
  passed.catch(() => {})
  return { signal, passed, left: () => ms - (performance.now() - begun) }
}
