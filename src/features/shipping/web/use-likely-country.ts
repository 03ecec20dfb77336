import { useQuery } from '@tanstack/react-query'
import { countryNameQuery } from '#features/freight/web/queries.ts'
import { createStore, useStore } from '#shared/web/store.ts'
import { useSavedCountry } from './saved-codes.ts'
import { useIdleCallback } from './use-idle-callback.ts'

/** Not yet in TypeScript's library, nor in every browser. */
type LocaleWithZones = Intl.Locale & { getTimeZones?: () => string[] | undefined }
type WithTemporal = { Temporal?: { Now: { timeZoneId: () => string } } }

const device = createStore<string | undefined>(undefined)

/**
 * The country to offer to a visitor who has chosen none: the one that both the language and the clock of his device
 * belong to. Undefined where they disagree, on the server and until the page has nothing better to do; nothing of it is
 * sent anywhere.
 */
export function useLikelyCountry(): { code: string; name: string } | undefined {
  const likely = useStore(device)
  useIdleCallback(async () => device.set(readDevice()))
  const isWanted = useSavedCountry() === undefined && likely !== undefined
  const { data: name } = useQuery({ ...countryNameQuery(likely ?? ''), enabled: isWanted })
  return isWanted && name ? { code: likely, name } : undefined
}

function readDevice(): string | undefined {
  try {
    const timeZone = readTimeZone()
    const locale: LocaleWithZones = new Intl.Locale(navigator.language).maximize()
    return locale.getTimeZones?.()?.includes(timeZone) ? locale.region : undefined
  } catch {
    return undefined // a language without a name
  }
}

/** The first date format of a page takes a cheap phone 80 ms, so it is the second choice. */
function readTimeZone(): string {
  const { Temporal } = globalThis as WithTemporal
  return Temporal?.Now.timeZoneId() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
}
