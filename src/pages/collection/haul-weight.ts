import type { CollectionEntry } from '#features/collection/contract.ts'

/** The known weight of a collection. */
export type HaulWeight = { grams: number; weighed: CollectionEntry[]; items: number }

/** One piece of each item, without packing. */
export function computeHaulWeight(entries: readonly CollectionEntry[]): HaulWeight {
  const weighed = entries.filter(({ weight }) => weight !== null)
  return {
    grams: weighed.reduce((sum, { weight }) => sum + (weight ?? 0), 0),
    weighed,
    items: entries.length,
  }
}

/** '7 of 8 items have a weight.' */
export function describeKnownWeights({ weighed, items }: HaulWeight): string {
  const known = weighed.length
  if (known === items) return items === 1 ? 'Its weight is known.' : `All ${items} items have a weight.`
  return `${known} of ${items} items ${known === 1 ? 'has' : 'have'} a weight.`
}
