/** Rounds to one decimal, the precision of drawings and screens. */
export function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10
}
