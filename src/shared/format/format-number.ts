/** 1204 as '1,204'. */
export function formatNumber(value: number): string {
  return value.toLocaleString('en')
}

/** To one decimal, which is as fine as drawings and screens show. */
export function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10
}
