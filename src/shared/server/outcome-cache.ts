import { AsyncLocalStorage } from 'node:async_hooks'
import { askersNow, type Shared, share } from './askers.ts'
import { createBoundedCache } from './bounded-cache.ts'

type Options<V> = {
  maxEntries: number
  /** How long an outcome counts, in ms. */
  lifeOf: (outcome: V) => number
  clock: () => number
}
export type Ask<V> = (name: string, decide: () => Promise<V>, isForced?: boolean) => Promise<V>

type Outcome<V> = { value: V; isRefusal: boolean }

const deciding = new AsyncLocalStorage<{ isRefusal: boolean }>()

/** Has what is being decided counted only for who asked, since somebody else would not have been refused. */
export function noteRefusal(): void {
  const decision = deciding.getStore()
  if (decision) decision.isRefusal = true
}

/**
 * Decides each question once at a time: whoever asks meanwhile waits for the same outcome, whoever asks while it counts
 * gets it at once; one that a refusal led to counts for the network that asked. `isForced` passes over what is
 * remembered, not over a decision under way.
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

/** Under which a network keeps to itself what it was told. */
function ownName(name: string): string {
  return `${askersNow()()[0]} ${name}`
}
