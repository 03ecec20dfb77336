/**
 * Converts the duration of a step from ms to Embla's own unit: 20 units take 500 ms for 99 % of the way, and
 * each further unit 38 ms more, at any width.
 */
export function toEmblaDuration(ms: number): number {
  return 20 + (ms - 500) / 38
}
