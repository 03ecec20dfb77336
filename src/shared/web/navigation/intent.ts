import { MINUTE_MS } from '#shared/time.ts'

/** What somebody asked for while logged out, to be done after the login. */
export type IntentAction = 'collect' | 'review'
type Intent = { act: IntentAction; path: string; until: number }

const key = 'intent'
/** How long a login may take, in ms. */
const intentLifetimeMs = 30 * MINUTE_MS

/** Only the login that it was saved for grants it, and only for the page on which that happened. */
let granted: Intent | undefined

/** Saves the intent with the page that the login leads back to, in this tab only. */
export function saveIntent(act: IntentAction, path: string): void {
  const intent: Intent = { act, path, until: Date.now() + intentLifetimeMs }
  try {
    sessionStorage.setItem(key, JSON.stringify(intent))
  } catch {
    // Without storage the user has to click again.
  }
}

/** Deletes the intent when the login was abandoned. */
export function deleteIntent(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // As above.
  }
}

/** Grants the intent: the login succeeded and leads to `path`. */
export function confirmIntent(path: string): void {
  const kept = readIntent()
  granted = kept?.path === path ? kept : undefined
  deleteIntent()
}

/** Whether this is to be done now, on the page of this name; true only once. */
export function consumeIntent(act: IntentAction, pathname: string): boolean {
  if (granted?.act !== act || stripQuery(granted.path) !== pathname) return false
  const { until } = granted
  granted = undefined
  return Date.now() < until
}

function stripQuery(path: string): string {
  return path.replace(/[?#].*/s, '')
}

function readIntent(): Intent | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return isIntent(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

function isIntent(value: unknown): value is Intent {
  if (typeof value !== 'object' || value === null) return false
  const { act, path, until } = value as Record<string, unknown> // an object has keys, whatever they hold
  return (act === 'collect' || act === 'review') && typeof path === 'string' && typeof until === 'number'
}
