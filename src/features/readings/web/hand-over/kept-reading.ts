import type { ItemParams } from '#shared/marketplaces.ts'
import { type PageReading, parsePageReading } from '../../page-reading.ts'
import { ownMachine } from '../../picture-address.ts'
import type { ReadingFacts } from './reading-parts.ts'

/** The reading that waits for a login, in this tab alone; pictures from a device are too large for it. */
const storageKey = 'handed-reading'

/** Keeps what was read for the time of a login. */
export function keepReading({ shopType, productCode: id }: ItemParams, facts: ReadingFacts): void {
  const reading: PageReading = {
    ...facts,
    page: 'item',
    shopType,
    id,
    skuId: null,
    variant: null,
    photos: [],
    unreadPhotos: 0,
  }
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(reading))
  } catch {
    // Without storage it is handed over again after the login.
  }
}

/** Takes the kept reading out of the storage. */
export function takeKeptReading(): PageReading | undefined {
  try {
    const text = sessionStorage.getItem(storageKey)
    sessionStorage.removeItem(storageKey)
    return text === null ? undefined : parsePageReading(JSON.parse(text), { isLocal: isLocalSite() })
  } catch {
    return undefined
  }
}

/** Whether this site is on the person's own machine, where pictures may be on it too. */
export const isLocalSite = () => ownMachine.test(location.hostname)
