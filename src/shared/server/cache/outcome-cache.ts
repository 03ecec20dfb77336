import { AsyncLocalStorage } from 'node:async_hooks'
import { getRequesters, type SharedWork, shareWork } from '#shared/server/access/requesters.ts'
import { createBoundedCache } from './bounded-cache.ts'

type OutcomeCacheOptions<V> = {
  maxEntries: number
  /** How long an outcome is valid, in ms. */
  getLifetimeMs: (outcome: V) => number
  clock: () => number
}
export type OutcomeCache<V> = (name: string, decide: () => Promise<V>, isForced?: boolean) => Promise<V>

type CachedOutcome<V> = { value: V; isRateLimited: boolean }

const deciding = new AsyncLocalStorage<{ isRateLimited: boolean }>()

/** Caches the outcome in progress only for the requesting network, because other networks may be below the limit. */
export function markRateLimited(): void {
  const decision = deciding.getStore()
  if (decision) decision.isRateLimited = true
}

/**
 * Makes each decision once at a time: concurrent callers wait for the same outcome, later ones get the cached one
 * while it is valid. An outcome caused by a rate limit is cached only for the requesting network. `isForced` ignores
 * cached outcomes, but not a decision in progress.
 */
export function createOutcomeCache<V>({
  maxEntries,
  getLifetimeMs,
  clock,
}: OutcomeCacheOptions<V>): OutcomeCache<V> {
  const outcomes = createBoundedCache<CachedOutcome<V>>(maxEntries, { clock })
  const decisionsInProgress = new Map<string, SharedWork<CachedOutcome<V>>>()

  async function decideAndStore(name: string, decide: () => Promise<V>): Promise<CachedOutcome<V>> {
    const decision = { isRateLimited: false }
    try {
      const value = await deciding.run(decision, decide)
      const outcome = { value, ...decision }
      outcomes.set(outcome.isRateLimited ? getNetworkName(name) : name, outcome, {
        ttl: getLifetimeMs(value),
      })
      return outcome
    } finally {
      decisionsInProgress.delete(name)
    }
  }

  async function decideOnce(
    name: string,
    decide: () => Promise<V>,
    isForced: boolean,
  ): Promise<CachedOutcome<V>> {
    const cached = isForced ? undefined : (outcomes.get(name) ?? outcomes.get(getNetworkName(name)))
    if (cached) return cached
    const decision = decisionsInProgress.get(name) ?? shareWork(() => decideAndStore(name, decide))
    decisionsInProgress.set(name, decision)
    return decision.join()
  }

  return async (name, decide, isForced = false) => {
    const { value, isRateLimited } = await decideOnce(name, decide, isForced)
    if (isRateLimited) markRateLimited()
    return value
  }
}

/** The key under which an outcome is stored for one network only. */
function getNetworkName(name: string): string {
  return `${getRequesters()()[0]} ${name}`
}
