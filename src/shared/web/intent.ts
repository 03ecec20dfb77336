import { MINUTE_MS } from '#shared/time.ts'

/** What somebody asked for while logged out, to be done after the login. */
export type IntentAction = 'collect' | 'review'
type Intent = { act: IntentAction; path: string; until: number }

const key = 'intent'
/** How long a login may take, in ms. */
const patience = 30 * MINUTE_MS

/** Only the login it was kept for makes it good, and only for the page in which that happened. */
let granted: Intent | undefined

/** Keeps what was asked for on the page that the login leads back to, in this tab alone. */
export function saveIntent(act: IntentAction, path: string): void {
  const intent: Intent = { act, path, until: Date.now() + patience }
  try {
    sessionStorage.setItem(key, JSON.stringify(intent))
  } catch {
    // A browser that keeps nothing has to be asked again.
  }
}

/** The login it was kept for did not come about. */
export function dropIntent(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // As above.
  }
}

/** The login has come about, and leads to `path`. */
export function confirmIntent(path: string): void {
  const kept = read()
  granted = kept?.path === path ? kept : undefined
  dropIntent()
}

/** Whether this is to be done now, on the page of this name; used up by asking. */
export function consumeIntent(act: IntentAction, pathname: string): boolean {
  if (granted?.act !== act || pathOf(granted.path) !== pathname) return false
  const { until } = granted
  granted = undefined
  return Date.now() < until
}

function pathOf(path: string): string {
  return path.replace(/[?#].*/s, '')
}

function read(): Intent | undefined {
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
