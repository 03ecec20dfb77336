/** A number with a comma for each thousand, its decimals unchanged: 1204.5 as '1,204.5'. */
export function formatNumber(value: number): string {
  const [integerDigits = '', fraction] = String(value).split('.')
  const groups = integerDigits.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? groups : `${groups}.${fraction}`
}

/** '1,240 g' */
export function formatGrams(grams: number): string {
  return `${formatNumber(grams)} g`
}

/** Sides in cm: '34 x 22 x 12 cm'. */
export function formatSidesCm(sides: readonly (number | string)[]): string {
  return `${sides.join(' x ')} cm`
}
