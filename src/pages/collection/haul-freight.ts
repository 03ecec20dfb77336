import { cheapestOf, fastestOf } from '#features/freight/engine/cheapest.ts'
import { converted } from '#features/freight/engine/exchange.ts'
import { availableOptions, countryLines, takersOf } from '#features/freight/engine/lines-to-country.ts'
import { nextStep } from '#features/freight/engine/weight-curve.ts'
import type { ShippingOption } from '#features/freight/option.ts'
import type { Tariffs } from '#features/freight/tariffs.ts'

/** Additional weight that costs nothing on a line, and what follows. */
export type FreeWeight = {
  option: ShippingOption
  /** Grams. */
  free: number
  /** The heaviest that costs the same. */
  upTo: number
  /** In the option's currency; negative where the line is cheaper from there on. */
  extra: number
}

export type HaulFreight = {
  cheapest: ShippingOption
  fastest: ShippingOption | undefined
  /** How many lines take all of it in one parcel. */
  lines: number
  /** On the cheapest line, or on the cheapest of the others that have some. */
  room: FreeWeight | undefined
}

/** The price of a weight in grams in one parcel, by weight only; undefined where no line takes it. */
export function haulFreight(tariffs: Tariffs, country: string, grams: number): HaulFreight | undefined {
  const known = countryLines(tariffs, country)
  const parcel = { grams, sidesMm: [], categories: [] }
  const options = availableOptions(known, parcel)
  const cheapest = cheapestOf(options)
  if (!cheapest) return undefined
  const rooms = options.flatMap((option): FreeWeight[] => {
    const line = known.forAnything.find(({ id }) => id === option.id)
    const step = line && nextStep(line, parcel)
    if (!step || step.free === 0) return []
    const { digits } = known.money.currency
    const more = converted(Math.abs(step.extraFen), known.money) / 10 ** digits
    const extra = step.extraFen < 0 ? -more : more
    return [{ option, free: step.free, upTo: step.grams - 1, extra }]
  })
  const best = cheapestOf(rooms.map(({ option }) => option))
  return {
    cheapest,
    fastest: fastestOf(options),
    lines: takersOf(known, parcel),
    room: rooms.find(({ option }) => option === cheapest) ?? rooms.find(({ option }) => option === best),
  }
}
