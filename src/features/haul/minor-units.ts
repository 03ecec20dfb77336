import type { CurrencyEnum } from '#features/freight/option.ts'

/** An amount of the wire in whole smallest units, which it was divided from. */
export function toMinorUnits(amount: number, { digits }: Pick<CurrencyEnum, 'digits'>): number {
  return Math.round(amount * 10 ** digits)
}
