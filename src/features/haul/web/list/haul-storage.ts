import { storageKeys } from '#shared/storage-keys.ts'
import type { Haul } from '../../haul.ts'
import { deserializeHaul, serializeHaul } from '../../haul-url.ts'

/** The haul stored on this device; an invalid one is deleted. */
export function readHaul(): Haul | undefined {
  try {
    const text = localStorage.getItem(storageKeys.haul)
    const haul = text === null ? undefined : deserializeHaul(text)
    if (text !== null && !haul) localStorage.removeItem(storageKeys.haul)
    return haul
  } catch {
    return undefined
  }
}

export function saveHaul(haul: Haul): void {
  try {
    localStorage.setItem(storageKeys.haul, serializeHaul(haul))
  } catch {
    // Without storage the list lasts until the page is left.
  }
}

/** Where parcels went last; a new list begins with it. */
export function readLastDestination(): string {
  try {
    const code = localStorage.getItem(storageKeys.country) ?? ''
    return /^[A-Z]{2}$/.test(code) ? code : ''
  } catch {
    return ''
  }
}
