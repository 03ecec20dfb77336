import { storageKeys } from '#shared/storage-keys.ts'

/** The name and image URL of the agent that was chosen on this device. */
type SavedAgent = { name: string | undefined; image: string | undefined }

/** Maximum characters of a stored name, as in the API. */
const maxNameLength = 80

const listeners = new Set<() => void>()
let currentName: string | undefined
let hasRead = false

/** Stores the chosen agent on this device and updates everything that shows it (§4). */
export function saveAgent({ name, img }: { name: string; img: string }): void {
  try {
    localStorage.setItem(storageKeys.platform, name)
    localStorage.setItem(storageKeys.platformImage, img)
  } catch {
    // Without storage the choice lasts until the next load.
  }
  setCurrentName(name)
}

/** The stored choice, undefined without storage; an invalid name or image URL is removed. */
export function readSavedAgent(): SavedAgent | undefined {
  try {
    return {
      name: readValidItem(storageKeys.platform, isAgentName),
      image: readValidItem(storageKeys.platformImage, isImageUrl),
    }
  } catch {
    return undefined
  }
}

function readValidItem(key: string, isValid: (text: string) => boolean): string | undefined {
  const text = localStorage.getItem(key)
  if (text !== null && isValid(text)) return text
  if (text !== null) localStorage.removeItem(key)
  return undefined
}

function isAgentName(text: string): boolean {
  return text.trim() !== '' && text.length <= maxNameLength
}

/** An http(s) URL, or a path on this site. */
function isImageUrl(text: string): boolean {
  return /^\/(?![/\\])/.test(text) || /^https?:$/.test(URL.parse(text)?.protocol ?? '')
}

/** The name of the chosen agent; undefined where none was chosen. */
export function getSavedAgentName(): string | undefined {
  if (!hasRead) refreshFromStorage()
  return currentName
}

/** Reads another tab's choice: on the storage event, and before any press in case the event was missed. */
function refreshFromStorage(): void {
  hasRead = true
  const stored = readSavedAgent()
  if (stored) setCurrentName(stored.name)
}

function setCurrentName(name: string | undefined): void {
  if (name === currentName) return
  currentName = name
  for (const listener of listeners) listener()
}

/** The listener is called whenever the choice changes, also in another tab. */
export function subscribeToSavedAgent(listener: () => void): () => void {
  if (listeners.size === 0) toggleStorageListeners('addEventListener')
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) toggleStorageListeners('removeEventListener')
  }
}

function toggleStorageListeners(method: 'addEventListener' | 'removeEventListener'): void {
  window[method]('storage', refreshFromStorage)
  window[method]('focus', refreshFromStorage)
  window[method]('pointerdown', refreshFromStorage, { capture: true })
  document[method]('visibilitychange', refreshFromStorage)
}
