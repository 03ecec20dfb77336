import { MINUTE_MS } from '#shared/time.ts'

/** An action that a visitor requested while logged out. It is done after the login. */
export type IntentAction = 'collect' | 'review'
type Intent = { act: IntentAction; path: string; until: number }

const key = 'intent'
/** Maximum duration of the login, in ms. */
const intentLifetimeMs = 30 * MINUTE_MS

/** The intent of the login that just succeeded. It is valid only on the page on which it was saved. */
let granted: Intent | undefined

/** Saves the intent with the page that the login leads back to, in this tab only. */
export function saveIntent(action: IntentAction, path: string): void {
  const intent: Intent = { act: action, path, until: Date.now() + intentLifetimeMs }
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
  const intent = readIntent()
  granted = intent?.path === path ? intent : undefined
  deleteIntent()
}

/** True once, if the action was requested on this page before the login. */
export function consumeIntent(action: IntentAction, pathname: string): boolean {
  if (granted?.act !== action || stripQuery(granted.path) !== pathname) return false
  const { until } = granted
  granted = undefined
  return Date.now() < until
}

function stripQuery(path: string): string {
  return path.replace(/[?#].*/s, '')
}

function readIntent(): Intent | undefined {
  try {
    const intent: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return isIntent(intent) ? intent : undefined
  } catch {
    return undefined
  }
}

function isIntent(value: unknown): value is Intent {
  if (typeof value !== 'object' || value === null) return false
  const { act, path, until } = value as Record<string, unknown> // an object has keys, whatever they hold
  return (act === 'collect' || act === 'review') && typeof path === 'string' && typeof until === 'number'
}
