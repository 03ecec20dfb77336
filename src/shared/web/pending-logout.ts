import { apiBase } from '#shared/paths.ts'

/** Of all tabs, whoever asks the server for another refresh cookie: there is one in a browser. */
export const refreshLockName = 'refresh'

/** How long a logout may keep the next login waiting, in ms. */
const patience = 5000
/** Until when the answer is waited for, for the page that comes next: it cannot hear it. */
const key = 'farewell'

let answered: Promise<unknown> = Promise.resolve()
let request = new AbortController()

/** Tells the server that a session is over. The answer takes the refresh cookie away, whoever's it is by then. */
export function notifyLogout(token: string): void {
  keepDeadline()
  const headers = { authorization: token, 'content-type': 'application/json' }
  const message = { method: 'POST', headers, body: '{}', keepalive: true, signal: request.signal } as const
  const answer = fetch(`${apiBase}/auth/logout`, message).catch(() => undefined) // its own end comes by itself
  answered = Promise.all([answered, answer]).then(dropDeadline)
  void inTurn(() => Promise.race([answer, pause(patience)]))
}

/**
 * To be waited for before each login, or the answer to the logout before it would remove the new cookie. An answer that
 * takes too long is not taken any more.
 */
export async function waitForPendingLogout(): Promise<void> {
  const turn = new AbortController()
  await Promise.race([Promise.all([answered, inTurn(() => undefined, turn.signal)]), pause(patience)])
  turn.abort()
  request.abort()
  request = new AbortController()
  await pause(deadline() - Date.now())
}

/** Where the browser has no locks, each tab knows of its own logout alone. */
async function inTurn(task: () => unknown, signal?: AbortSignal): Promise<void> {
  const { locks }: { locks?: LockManager } = navigator
  await locks?.request(refreshLockName, signal ? { signal } : {}, async () => task()).catch(() => undefined)
}

function keepDeadline(): void {
  try {
    sessionStorage.setItem(key, String(Date.now() + patience))
  } catch {
    // A browser that keeps nothing forgets a logout with the page.
  }
}

function dropDeadline(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // As above.
  }
}

/** In ms since 1970, and never further off than one can have been set. */
function deadline(): number {
  try {
    const kept = Number(sessionStorage.getItem(key))
    return kept > Date.now() + patience ? 0 : kept
  } catch {
    return 0
  }
}

function pause(milliseconds: number): Promise<void> {
  return milliseconds > 0 ? new Promise((resolve) => setTimeout(resolve, milliseconds)) : Promise.resolve()
}
