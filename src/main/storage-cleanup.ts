import { themes } from '#features/visitor/web/theme/theme.ts'
import { storageKeys } from '#shared/storage-keys.ts'

const validators: Record<string, (text: string) => boolean> = {
  [storageKeys.theme]: (text) => themes.some((theme) => theme === text),
  [storageKeys.url]: (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
  [storageKeys.look]: (text) => text === 'reality',
  [storageKeys.country]: (text) => /^[A-Z]{2}$/.test(text),
  [storageKeys.currency]: (text) => /^[A-Z]{3}$/.test(text),
}

/**
 * Deletes invalid values from local storage: theme, last link (§3), photo look, country, currency. Session and agent check
 * their own keys.
 */
export function removeInvalidValues(): void {
  try {
    for (const [key, isValid] of Object.entries(validators)) {
      const text = localStorage.getItem(key)
      if (text !== null && !isValid(text)) localStorage.removeItem(key)
    }
  } catch {
    // The browser allows no storage, so there is nothing to delete.
  }
}
