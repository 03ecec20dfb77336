import { AsyncLocalStorage } from 'node:async_hooks'
import { getAskers, type SharedWork, shareWork } from '#shared/server/access/askers.ts'
import { createBoundedCache } from './bounded-cache.ts'

type OutcomeCacheOptions<V> = {
  maxEntries: number
  /** How long an outcome is valid, in ms. */
  getLifeMs: (outcome: V) => number
  clock: () => number
}
export type OutcomeCache<V> = (name: string, decide: () => Promise<V>, isForced?: boolean) => Promise<V>

type CachedOutcome<V> = { value: V; isRefusal: boolean }

const deciding = new AsyncLocalStorage<{ isRefusal: boolean }>()

/**
 * Makes the outcome in progress count only for the network that asked, since another would not have been
 * limited.
 */
export function markRefusal(): void {
  const decision = deciding.getStore()
  if (decision) decision.isRefusal = true
}

/**
 * Decides each question once at a time: concurrent callers wait for the same outcome, later ones get it at
 * once while it is valid; an outcome caused by a rate limit counts only for the network that asked.
 * `isForced` ignores what is cached, but not a decision in progress.
 */
export function createOutcomeCache<V>({
  maxEntries,
  getLifeMs,
  clock,
}: OutcomeCacheOptions<V>): OutcomeCache<V> {
  const outcomes = createBoundedCache<CachedOutcome<V>>(maxEntries, { clock })
  const flights = new Map<string, SharedWork<CachedOutcome<V>>>()

  async function settle(name: string, decide: () => Promise<V>): Promise<CachedOutcome<V>> {
    const decision = { isRefusal: false }
    try {
      const value = await deciding.run(decision, decide)
      const outcome = { value, ...decision }
      outcomes.set(outcome.isRefusal ? getNetworkName(name) : name, outcome, { ttl: getLifeMs(value) })
      return outcome
    } finally {
      flights.delete(name)
    }
  }

  async function ask(name: string, decide: () => Promise<V>, isForced: boolean): Promise<CachedOutcome<V>> {
    const recent = isForced ? undefined : (outcomes.get(name) ?? outcomes.get(getNetworkName(name)))
    if (recent) return recent
    const flight = flights.get(name) ?? shareWork(() => settle(name, decide))
    flights.set(name, flight)
    return flight.join()
  }

  return async (name, decide, isForced = false) => {
    const { value, isRefusal } = await ask(name, decide, isForced)
    if (isRefusal) markRefusal()
    return value
  }
}

/** The key under which an outcome is stored for one network only. */
function getNetworkName(name: string): string {
  return `${getAskers()()[0]} ${name}`
}
