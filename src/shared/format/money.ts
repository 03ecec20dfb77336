/** Yuan with two decimals, as on the product page (§2, §9): 239 is '239.00'. */
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

/** The sign in front of an amount, or the currency code and a space. */
export function getCurrencySign(currency: string): string {
  return currencySigns.get(currency) ?? `${currency} `
}

/** The currency's name that a screen reader reads after an amount. */
export function getCurrencyName(currency: string): string {
  return currency === 'CNY' ? 'yuan' : currency
}

/** True for at most two decimals, with a tolerance for binary fractions. */
export function isWholeFen(yuan: number): boolean {
  return Math.abs(yuan * 100 - Math.round(yuan * 100)) < 1e-6
}
