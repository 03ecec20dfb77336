import { readFileSync, writeFileSync } from 'node:fs'
import { countries } from 'countries-list'

/**
 * Writes src/features/visitor/built-in/time-zones.json and currencies.json: `node scripts/generate/time-zones.mjs`.
 * Zones come from the system's time zone database, with the older names that devices still report; currencies from the
 * package `countries-list`, where the built-in exchange rates have them. Both files are committed.
 */
const source = '/usr/share/zoneinfo/'
const freightFolder = new URL('../../src/features/freight/built-in/', import.meta.url)
const outputFolder = new URL('../../src/features/visitor/built-in/', import.meta.url)
/** Older zone names that are linked to a zone of another country. */
const wrongLinks = new Set(['Africa/Timbuktu', 'America/Virgin', 'Atlantic/Jan_Mayen'])

const readJson = (name) => JSON.parse(readFileSync(new URL(name, freightFolder), 'utf8'))
const readRows = (name) =>
  readFileSync(source + name, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

const codes = readJson('countries.json').map(({ code }) => code)
const countryByZone = new Map(
  readRows('zone.tab').map((row) => {
    const [code, , zone] = row.split('\t')
    return [zone, code]
  }),
)
for (const row of readRows('tzdata.zi')) {
  const [kind, target, name] = row.split(' ')
  const country = kind === 'L' && !wrongLinks.has(name) && countryByZone.get(target)
  if (country && !countryByZone.has(name)) countryByZone.set(name, country)
}
const zones = Object.fromEntries(
  codes.toSorted().map((code) => [
    code,
    [...countryByZone]
      .filter(([, country]) => country === code)
      .map(([zone]) => zone)
      .toSorted()
      .join(' '),
  ]),
)

const { base, rates } = readJson('exchange-rates.json')
const ratedCurrencies = new Set([base, ...Object.keys(rates)])
const currencies = {}
for (const code of codes.toSorted()) {
  const currency = countries[code].currency.find((each) => ratedCurrencies.has(each))
  if (currency && currency !== 'CNY') currencies[currency] = [...(currencies[currency] ?? []), code]
}
const lines = Object.entries(currencies)
  .toSorted()
  .map(([currency, list]) => [currency, list.join(' ')])

writeJson('time-zones.json', zones)
writeJson('currencies.json', Object.fromEntries(lines))

function writeJson(name, value) {
  const rows = Object.entries(value).map(
    (entry) => `  ${entry.map((text) => JSON.stringify(text)).join(': ')}`,
  )
  writeFileSync(new URL(name, outputFolder), `{\n${rows.join(',\n')}\n}\n`)
  console.log(`${name}: ${rows.length} rows`)
}
