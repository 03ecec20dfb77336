/** Yuan as the product page shows them, two decimals (§2, §9): 239 is '239.00'. */
export function formatYuan(amount: number): string {
  return amount.toFixed(2)
}

const signs = new Map([
  ['CNY', '¥'],
  ['USD', '$'],
  ['EUR', '€'],
  ['GBP', '£'],
])

/** The sign in front of an amount; only yuan are ever written with ¥. */
export function currencySign(currency: string): string {
  return signs.get(currency) ?? `${currency} `
}

/** What a screen reader says after an amount. */
export function currencyName(currency: string): string {
  return currency === 'CNY' ? 'yuan' : currency
}
