import { setTimeout as delay } from 'node:timers/promises'
import { SourceError } from './source-error.ts'
import { scopeNow } from './source-scope.ts'

/** The pause before it, in ms: a fixed part, and a part by chance so that many do not come back together. */
const pause = { least: 100, spread: 200 } as const

/** A connection that was there and broke, or was not taken: what a moment later may be different. */
const passing = ['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']

type Limits = { timeoutMs: number; signal: AbortSignal }

/**
 * Asks once more when a connection broke off or a gateway had nobody behind it, in the same time, and only while half
 * of that is left. Not of a source that failed at its last call as well: whoever is down isn't helped by twice as much.
 */
export async function retryOnce<T>(ask: () => Promise<T>, { timeoutMs, signal }: Limits): Promise<T> {
  const begun = performance.now()
  try {
    return await ask()
  } catch (error) {
    const scope = scopeNow()
    const waitMs = pause.least + Math.random() * pause.spread
    const isLate = performance.now() - begun + waitMs > timeoutMs / 2
    if (!scope?.mayRetry() || isLate || signal.aborted || !isPassing(error)) throw error
    await delay(waitMs, undefined, { signal })
    scope.events.retried(scope.source)
    return ask()
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof SourceError) {
    const { kind, status, retryAfterMs } = error
    return kind === 'refused' || ((status === 502 || status === 503) && retryAfterMs === undefined)
  }
  return error instanceof Error && 'code' in error && passing.includes(String(error.code))
}
