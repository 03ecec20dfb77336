import currencies from '../../built-in/currencies.json' with { type: 'json' }
import timeZones from '../../built-in/time-zones.json' with { type: 'json' }

/** Hints of a device about its country. */
export type DeviceClues = { timeZone: string | undefined; language: string }
export type GuessedCountry = { code: string; from: 'time zone' | 'language' }

/**
 * The country of a device's time zone, else the region of its language; undefined when neither is a country of the
 * site's list.
 */
export function guessCountry({ timeZone, language }: DeviceClues): GuessedCountry | undefined {
  const zones = Object.entries(timeZones)
  const zoneMatch = timeZone ? zones.find(([, names]) => names.split(' ').includes(timeZone)) : undefined
  if (zoneMatch) return { code: zoneMatch[0], from: 'time zone' }
  const region = /^[a-z]{2,8}(?:-[a-z]{4})?-([a-z]{2})(?:-|$)/i.exec(language)?.[1]?.toUpperCase()
  return region !== undefined && region in timeZones ? { code: region, from: 'language' } : undefined
}

/** The currency of a country; undefined when the built-in exchange rates do not include it. */
export function findCurrencyOfCountry(code: string): string | undefined {
  return Object.entries(currencies).find(([, countries]) => countries.split(' ').includes(code))?.[0]
}

let device: { guess: GuessedCountry | undefined } | undefined

/** The guess for this device, computed once; it is never sent to the server. */
export function guessDeviceCountry(): GuessedCountry | undefined {
  device ??= { guess: guessCountry({ timeZone: readTimeZone(), language: navigator.language }) }
  return device.guess
}

/** Not yet in TypeScript's library, nor in every browser. */
type WithTemporal = { Temporal?: { Now: { timeZoneId: () => string } } }

/** `Intl.DateTimeFormat` is only the fallback, because its first use takes 80 ms on a slow phone. */
function readTimeZone(): string | undefined {
  try {
    const { Temporal } = globalThis as WithTemporal
    return Temporal?.Now.timeZoneId() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  } catch {
    return undefined // a time zone that the browser cannot name
  }
}
