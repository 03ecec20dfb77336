/** To one decimal, which is as fine as drawings and screens show. */
export function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10
}
