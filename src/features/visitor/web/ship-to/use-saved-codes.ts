import { storageKeys } from '#shared/storage-keys.ts'
import { createSavedText } from '#shared/web/saved-text.ts'

const country = createSavedText(storageKeys.country, /^[A-Z]{2}$/)
const recentCountries = createSavedText(storageKeys.recentCountries, /^[A-Z]{2}(,[A-Z]{2})*$/)
const currency = createSavedText(storageKeys.currency, /^[A-Z]{3}$/)
const maxRecentCountries = 2

/** The country that was chosen on this device (ISO 3166); undefined until it is read and when there is none. */
export const useSavedCountry = country.use
export const getSavedCountry = country.get
/** The currency that was chosen on this device (ISO 4217); undefined means the currency of the country. */
export const useSavedCurrency = currency.use
/** Stores a currency's code on this device; undefined deletes it. */
export const saveCurrency = currency.save

/** Stores a country's code on this device, also as the newest of the recent ones; undefined deletes it. */
export function saveCountry(code: string | undefined): void {
  country.save(code)
  if (code === undefined) return
  document.documentElement.toggleAttribute('data-ship-to', true) // like the script in the page's head
  const otherCodes = parseCodes(recentCountries.get()).filter((recentCode) => recentCode !== code)
  recentCountries.save([code, ...otherCodes].slice(0, maxRecentCountries).join(','))
}

/** Codes of the last countries that were chosen, the newest first. */
export function useRecentCountries(): string[] {
  const last = country.use()
  const recent = parseCodes(recentCountries.use())
  return recent.length === 0 && last !== undefined ? [last] : recent
}

function parseCodes(text: string | undefined): string[] {
  return text ? text.split(',') : []
}
