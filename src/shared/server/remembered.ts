import { type Shared, share } from './askers.ts'
import { ExpiringMap } from './expiring-map.ts'

type Options<V> = {
  maxEntries: number
  /** How long an outcome counts, in ms. */
  lifeOf: (outcome: V) => number
  clock: () => number
}
export type Ask<V> = (name: string, decide: () => Promise<V>, isForced?: boolean) => Promise<V>

/**
 * Decides each question once at a time: whoever asks meanwhile waits for the same outcome, whoever asks while it counts
 * gets it at once. `isForced` passes over what is remembered, not over a decision under way.
 */
export function rememberOutcomes<V>({ maxEntries, lifeOf, clock }: Options<V>): Ask<V> {
  const outcomes = new ExpiringMap<{ outcome: V }>(maxEntries, clock)
  const flights = new Map<string, Shared<V>>()

  async function settle(name: string, decide: () => Promise<V>): Promise<V> {
    try {
      const outcome = await decide()
      outcomes.set(name, { outcome }, lifeOf(outcome))
      return outcome
    } finally {
      flights.delete(name)
    }
  }

  return async (name, decide, isForced = false) => {
    const recent = isForced ? undefined : outcomes.get(name)
    if (recent) return recent.outcome
    const flight = flights.get(name) ?? share(() => settle(name, decide))
    flights.set(name, flight)
    return flight.join()
  }
}
