import { AsyncLocalStorage } from 'node:async_hooks'
import { askersNow, type Shared, share } from './askers.ts'
import { createBoundedCache } from './bounded-cache.ts'

type Options<V> = {
  maxEntries: number
  /** How long an outcome is valid, in ms. */
  lifeOf: (outcome: V) => number
  clock: () => number
}
export type Ask<V> = (name: string, decide: () => Promise<V>, isForced?: boolean) => Promise<V>

type Outcome<V> = { value: V; isRefusal: boolean }

const deciding = new AsyncLocalStorage<{ isRefusal: boolean }>()

/**
 * Makes the outcome in progress count only for the network that asked, since another would not have been
 * limited.
 */
export function noteRefusal(): void {
  const decision = deciding.getStore()
  if (decision) decision.isRefusal = true
}

/**
 * Decides each question once at a time: concurrent callers wait for the same outcome, later ones get it at
 * once while it is valid; an outcome caused by a rate limit counts only for the network that asked.
 * `isForced` ignores what is cached, but not a decision in progress.
 */
export function createOutcomeCache<V>({ maxEntries, lifeOf, clock }: Options<V>): Ask<V> {
  const outcomes = createBoundedCache<Outcome<V>>(maxEntries, { clock })
  const flights = new Map<string, Shared<Outcome<V>>>()

  async function settle(name: string, decide: () => Promise<V>): Promise<Outcome<V>> {
    const decision = { isRefusal: false }
    try {
      const value = await deciding.run(decision, decide)
      const outcome = { value, ...decision }
      outcomes.set(outcome.isRefusal ? ownName(name) : name, outcome, { ttl: lifeOf(value) })
      return outcome
    } finally {
      flights.delete(name)
    }
  }

  async function ask(name: string, decide: () => Promise<V>, isForced: boolean): Promise<Outcome<V>> {
    const recent = isForced ? undefined : (outcomes.get(name) ?? outcomes.get(ownName(name)))
    if (recent) return recent
    const flight = flights.get(name) ?? share(() => settle(name, decide))
    flights.set(name, flight)
    return flight.join()
  }

  return async (name, decide, isForced = false) => {
    const { value, isRefusal } = await ask(name, decide, isForced)
    if (isRefusal) noteRefusal()
    return value
  }
}

/** The key under which an outcome is stored for one network only. */
function ownName(name: string): string {
  return `${askersNow()()[0]} ${name}`
}
