import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { countries } from 'countries-list'

/**
 * Writes src/features/freight/built-in/countries.json from the package `countries-list`: `node scripts/generate/countries.mjs`.
 * The file is committed, so neither a build nor the site needs the package.
 */
const flags = new URL('../../public/flags/', import.meta.url)
const target = new URL('../../src/features/freight/built-in/countries.json', import.meta.url)

/** Leaves out islands with the postal codes of another country, and user-assigned codes except Kosovo's (XK). */
const isCountry = ([code, { partOf, userAssigned }]) => !partOf && (!userAssigned || code === 'XK')
const rows = Object.entries(countries)
  .filter(isCountry)
  .map(([code, { name, alias = [] }]) => ({ name, code, aliases: alias, flag: `/flags/${code}.svg` }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'))

writeFileSync(target, `[\n${rows.map((country) => `  ${JSON.stringify(country)}`).join(',\n')}\n]\n`)
const usedFlags = new Set(rows.map(({ code }) => `${code}.svg`))
for (const file of readdirSync(flags)) {
  if (file.endsWith('.svg') && !usedFlags.has(file)) rmSync(new URL(file, flags))
}
console.log(`${rows.length} countries`)
