import { useQuery } from '@tanstack/react-query'
import { countryNameQuery } from '#features/freight/web/queries.ts'
import { createStore, useStore } from '#shared/web/store.ts'
import { useSavedCountry } from './saved-codes.ts'

/** Not yet in TypeScript's library, nor in every browser. */
type LocaleWithZones = Intl.Locale & { getTimeZones?: () => string[] | undefined }

const device = { ...createStore<string | undefined>(undefined), get: findLikelyCountry }
let found: { code: string | undefined } | undefined

/**
 * The country to offer to a visitor who has chosen none: the one that both the language and the clock of his device
 * belong to. Undefined where they disagree, on the server and while the page hydrates; nothing of it is sent anywhere.
 */
export function useLikelyCountry(): { code: string; name: string } | undefined {
  const likely = useStore(device)
  const isWanted = useSavedCountry() === undefined && likely !== undefined
  const { data: name } = useQuery({ ...countryNameQuery(likely ?? ''), enabled: isWanted })
  return isWanted && name ? { code: likely, name } : undefined
}

function findLikelyCountry(): string | undefined {
  found ??= { code: readDevice() }
  return found.code
}

function readDevice(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  try {
    const locale: LocaleWithZones = new Intl.Locale(navigator.language).maximize()
    return locale.getTimeZones?.()?.includes(timeZone) ? locale.region : undefined
  } catch {
    return undefined // a language without a name
  }
}
