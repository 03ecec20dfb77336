import { findCheapestOption, findFastestOption } from '#features/freight/engine/cheapest-option.ts'
import {
  compileCountryLines,
  countAcceptingLines,
  listAvailableOptions,
} from '#features/freight/engine/country-lines.ts'
import { convertFen } from '#features/freight/engine/exchange.ts'
import { findNextStep } from '#features/freight/engine/weight-curve.ts'
import type { ShippingOption } from '#features/freight/option.ts'
import type { Tariffs } from '#features/freight/tariffs.ts'

/** Additional weight that costs nothing on a line, and what follows. */
export type FreeHaulWeight = {
  option: ShippingOption
  /** Grams. */
  free: number
  /** The heaviest that costs the same. */
  upTo: number
  /** In the option's currency; negative where the line is cheaper from there on. */
  extra: number
}

export type HaulFreightEstimate = {
  cheapest: ShippingOption
  fastest: ShippingOption | undefined
  /** How many lines take all of it in one parcel. */
  lines: number
  /** On the cheapest line, or on the cheapest of the others that have some. */
  room: FreeHaulWeight | undefined
}

/** The price of a weight in grams in one parcel, by weight only; undefined where no line takes it. */
export function computeHaulFreight(
  tariffs: Tariffs,
  country: string,
  grams: number,
): HaulFreightEstimate | undefined {
  const known = compileCountryLines(tariffs, country, [])
  const parcel = { grams, sidesMm: [], categories: [] }
  const options = listAvailableOptions(known, parcel)
  const cheapest = findCheapestOption(options)
  if (!cheapest) return undefined
  const rooms = options.flatMap((option): FreeHaulWeight[] => {
    const line = known.forAnything.find(({ id }) => id === option.id)
    const step = line && findNextStep(line, parcel)
    if (!step || step.free === 0) return []
    const { digits } = known.money.currency
    const more = convertFen(Math.abs(step.extraFen), known.money) / 10 ** digits
    const extra = step.extraFen < 0 ? -more : more
    return [{ option, free: step.free, upTo: step.grams - 1, extra }]
  })
  const best = findCheapestOption(rooms.map(({ option }) => option))
  return {
    cheapest,
    fastest: findFastestOption(options),
    lines: countAcceptingLines(known, parcel),
    room: rooms.find(({ option }) => option === cheapest) ?? rooms.find(({ option }) => option === best),
  }
}
