import { QueryClient } from '@tanstack/react-query'
import { isRequestError } from '#shared/failure.ts'
import { MINUTE_MS } from '#shared/time.ts'

type RetryRule = (failures: number, error: unknown) => boolean

/** Creates the client for a tab's lifetime, or for a single rendering, where a visitor waits and nothing is retried. */
export function createQueryClient({ retry }: { retry: RetryRule | false }): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: 30_000, gcTime: 5 * MINUTE_MS, retry, retryDelay } },
  })
}

/** A definite error is not retried; an outage or overload is, three times (§9). */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  const isDefinite =
    isRequestError(error) && error.status < 500 && error.status !== 408 && error.status !== 429
  return !isDefinite && failures < 3
}

/** 1 s, doubled each time, at most 30 s (§9), with jitter, so that many clients do not come back at once. */
function retryDelay(failures: number): number {
  return Math.min(1000 * 2 ** failures, 30_000) * (0.85 + Math.random() * 0.15)
}
