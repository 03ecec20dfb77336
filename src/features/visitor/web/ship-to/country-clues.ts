import currencies from '../../built-in/currencies.json' with { type: 'json' }
import timeZones from '../../built-in/time-zones.json' with { type: 'json' }

/** What a device tells of where it is. */
export type DeviceClues = { timeZone: string | undefined; language: string }
export type GuessedCountry = { code: string; from: 'time zone' | 'language' }

/**
 * The country that a device's clock is of, else the one that its language names; undefined where neither tells one that
 * the site can name.
 */
export function guessCountry({ timeZone, language }: DeviceClues): GuessedCountry | undefined {
  const zones = Object.entries(timeZones)
  const home = timeZone ? zones.find(([, names]) => names.split(' ').includes(timeZone)) : undefined
  if (home) return { code: home[0], from: 'time zone' }
  const region = /^[a-z]{2,8}(?:-[a-z]{4})?-([a-z]{2})(?:-|$)/i.exec(language)?.[1]?.toUpperCase()
  return region !== undefined && region in timeZones ? { code: region, from: 'language' } : undefined
}

/** The currency that a country pays in; undefined where the built-in exchange rates have none. */
export function findCurrencyOfCountry(code: string): string | undefined {
  return Object.entries(currencies).find(([, countries]) => countries.split(' ').includes(code))?.[0]
}

let device: { guess: GuessedCountry | undefined } | undefined

/** The guess for this device, made once; nothing of it leaves the device. */
export function guessDeviceCountry(): GuessedCountry | undefined {
  device ??= { guess: guessCountry({ timeZone: readTimeZone(), language: navigator.language }) }
  return device.guess
}

/** Not yet in TypeScript's library, nor in every browser. */
type WithTemporal = { Temporal?: { Now: { timeZoneId: () => string } } }

/** The first date format of a page takes a cheap phone 80 ms, so it is the second choice. */
function readTimeZone(): string | undefined {
  try {
    const { Temporal } = globalThis as WithTemporal
    return Temporal?.Now.timeZoneId() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  } catch {
    return undefined // a clock that the browser cannot name
  }
}
