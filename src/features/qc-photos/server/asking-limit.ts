import type { Limits } from '#shared/server/limits.ts'
import { networkOf } from '#shared/server/limits.ts'
import { rememberOutcomes } from '#shared/server/remembered.ts'
import { qcLimits } from '../spec.ts'
import type { ItemKey } from './qc-source.ts'

const remembered = 20_000

type Deps = {
  limits: Pick<Limits, 'count'>
  /** Whether a source has said something of an item that still counts. */
  isKnown: (key: ItemKey) => Promise<boolean>
  /** How long a visitor may have an item asked for again without it counting once more, in ms. */
  restMs: number
  clock: () => number
}

/**
 * Counts how many items that nobody knows yet a network has asked for outside, each once however many ask; throws 429 for
 * one too many. Else anybody could have sources asked for numbers without end.
 */
export function createAskingLimit({ limits, isKnown, restMs, clock }: Deps) {
  const admitOnce = rememberOutcomes<true>({ maxEntries: remembered, lifeOf: () => restMs, clock })
  return (key: ItemKey, visitor: string): Promise<true> => {
    const network = networkOf(visitor)
    return admitOnce(`${network} ${key.shopType}/${key.itemId}`, async () => {
      if (!(await isKnown(key))) await limits.count('qcExternal', network, qcLimits.newItems)
      return true
    })
  }
}
