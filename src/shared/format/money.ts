/** Yuan as the product page shows them, two decimals (§2, §9): 239 is '239.00'. */
export function formatYuan(amount: number): string {
  return amount.toFixed(2)
}

/** Yuan in fen, a hundredth; rounding because 19.9 * 100 is not quite 1990. */
export function yuanToFen(yuan: number): number {
  return Math.round(yuan * 100)
}

const currencySigns = new Map([
  ['CNY', '¥'],
  ['USD', '$'],
  ['EUR', '€'],
  ['GBP', '£'],
])

/** The sign in front of an amount; only yuan are written with ¥. */
export function getCurrencySign(currency: string): string {
  return currencySigns.get(currency) ?? `${currency} `
}

/** What a screen reader says after an amount. */
export function getCurrencyName(currency: string): string {
  return currency === 'CNY' ? 'yuan' : currency
}

/** Two decimals, written as people do, which a binary fraction only comes near to. */
export function isWholeFen(yuan: number): boolean {
  return Math.abs(yuan * 100 - Math.round(yuan * 100)) < 1e-6
}
