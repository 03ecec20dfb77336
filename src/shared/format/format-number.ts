/** 1204 as '1,204'. */
export function formatNumber(value: number): string {
  return value.toLocaleString('en')
}
