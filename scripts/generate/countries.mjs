import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { countries } from 'countries-list'

/**
 * Writes src/features/freight/built-in/countries.json anew from the package `countries-list`: `node scripts/generate/countries.mjs`.
 * The file is committed, so that neither a build nor the site depends on the package.
 */
const flags = new URL('../../public/flags/', import.meta.url)
const target = new URL('../../src/features/freight/built-in/countries.json', import.meta.url)

/** Islands that share another's postal code area, and user-assigned codes except Kosovo's. */
const isCountry = ([code, { partOf, userAssigned }]) => !partOf && (!userAssigned || code === 'XK')
const listed = Object.entries(countries)
  .filter(isCountry)
  .map(([code, { name, alias = [] }]) => ({ name, code, aliases: alias, flag: `/flags/${code}.svg` }))
  .sort((one, other) => one.name.localeCompare(other.name, 'en'))

writeFileSync(target, `[\n${listed.map((country) => `  ${JSON.stringify(country)}`).join(',\n')}\n]\n`)
const known = new Set(listed.map(({ code }) => `${code}.svg`))
for (const file of readdirSync(flags)) {
  if (file.endsWith('.svg') && !known.has(file)) rmSync(new URL(file, flags))
}
console.log(`${listed.length} countries`)
