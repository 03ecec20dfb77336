import { QueryClient } from '@tanstack/react-query'
import { isRequestError } from '#shared/failure.ts'
import { MINUTE_MS } from '#shared/time.ts'

type RetryRule = (failures: number, error: unknown) => boolean

/**
 * Creates the query client of a tab, or of one rendering on the server, where nothing is retried because a
 * visitor is waiting.
 */
export function createQueryClient({ retry }: { retry: RetryRule | false }): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: 30_000, gcTime: 5 * MINUTE_MS, retry, retryDelay } },
  })
}

/** Outages and overload are retried three times (§9), other errors are not. */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  const isDefinite =
    isRequestError(error) && error.status < 500 && error.status !== 408 && error.status !== 429
  return !isDefinite && failures < 3
}

/** 1 s, doubled each time, at most 30 s (§9), with jitter, so that many clients do not come back at once. */
function retryDelay(failures: number): number {
  return Math.min(1000 * 2 ** failures, 30_000) * (0.85 + Math.random() * 0.15)
}
