import { roundToTenth } from '#shared/format/round.ts'
/**
 * The ruler of the haul meter, to scale: the weight on it, and the room up to the next step. Lengths are
 * units.
 */
export type HaulRulerScale = {
  width: number
  /** Where the weight ends. */
  pin: number
  /** Where the price changes next; null where no weight is free. */
  step: number | null
  /** Grams at its end. */
  end: number
  short: number[]
  middle: number[]
  long: { x: number; label: string; anchor: 'start' | 'middle' }[]
}

const edge = 2
const maxLabels = 7
/** Grams from label to label, for all lengths of rulers. */
const labelSteps = [1, 2, 5].flatMap((digit) => [100, 1000, 10_000, 100_000].map((tens) => digit * tens))
labelSteps.sort((one, other) => one - other)

/** A ruler for a weight in grams, and the weight up to which more costs nothing, if any. */
export function computeRuler(grams: number, freeUpTo: number | null, width: number): HaulRulerScale {
  const wanted = Math.max(grams, freeUpTo ?? 0) * 1.3
  const label = labelSteps.find((step) => wanted / step <= maxLabels) ?? 1_000_000
  const end = Math.ceil(wanted / (label / 2)) * (label / 2)
  const toPosition = (weight: number) => roundToTenth(edge + (weight / end) * (width - 2 * edge))
  const ticks = Array.from({ length: Math.floor(end / (label / 10)) + 1 }, (_none, tick) => tick)
  return {
    width,
    pin: toPosition(grams),
    step: freeUpTo === null ? null : toPosition(freeUpTo),
    end,
    short: ticks.filter((tick) => tick % 5 !== 0).map((tick) => toPosition((tick * label) / 10)),
    middle: ticks.filter((tick) => tick % 10 === 5).map((tick) => toPosition((tick * label) / 10)),
    long: ticks
      .filter((tick) => tick % 10 === 0)
      .map((tick) => ({
        x: toPosition((tick * label) / 10),
        label: formatRulerWeight((tick * label) / 10),
        anchor: tick === 0 ? 'start' : 'middle',
      })),
  }
}

/** '200 g', '1 kg', '1.5 kg' */
export function formatRulerWeight(grams: number): string {
  if (grams === 0) return '0'
  return grams < 1000 ? `${grams} g` : `${grams / 1000} kg`
}
