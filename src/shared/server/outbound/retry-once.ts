import { setTimeout as delay } from 'node:timers/promises'
import { SourceError } from './source-error.ts'
import { getSourceScope } from './source-scope.ts'

/** The pause before the retry in ms: a fixed part and a random part, so that many clients do not retry together. */
const retryPauseMs = { min: 100, random: 200 } as const

/** Errors of connections that may work a moment later. */
const transientCodes = ['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']

type RetryLimits = { timeoutMs: number; signal: AbortSignal }

/**
 * Retries once when a connection broke or a gateway had no backend, within the same timeout and only in its first half. Does
 * not retry when the source's previous call failed too, because a source that is down needs less load.
 */
export async function retryOnce<T>(
  request: () => Promise<T>,
  { timeoutMs, signal }: RetryLimits,
): Promise<T> {
  const startedAtMs = performance.now()
  try {
    return await request()
  } catch (error) {
    const scope = getSourceScope()
    const waitMs = retryPauseMs.min + Math.random() * retryPauseMs.random
    const isLate = performance.now() - startedAtMs + waitMs > timeoutMs / 2
    if (!scope?.mayRetry() || isLate || signal.aborted || !isTransient(error)) throw error
    await delay(waitMs, undefined, { signal })
    scope.events.retried(scope.source)
    return request()
  }
}

function isTransient(error: unknown): boolean {
  if (error instanceof SourceError) {
    const { kind, status, retryAfterMs } = error
    return kind === 'refused' || ((status === 502 || status === 503) && retryAfterMs === undefined)
  }
  return error instanceof Error && 'code' in error && transientCodes.includes(String(error.code))
}
