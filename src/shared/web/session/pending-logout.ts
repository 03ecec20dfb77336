import { apiBase } from '#shared/paths.ts'

/** The lock of all tabs for requests that set a refresh cookie: a browser has only one. */
export const refreshLockName = 'refresh'

/** How long a pending logout may delay the next login, in ms. */
const timeoutMs = 5000
/**
 * Storage key of the time until which the next page delays a login. It cannot receive the logout's response,
 * because the page that sent the request is gone.
 */
const key = 'farewell'

let lastResponse: Promise<unknown> = Promise.resolve()
let request = new AbortController()

/**
 * Notifies the server of a logout. The response deletes the refresh cookie, even one set by a later login.
 */
export function notifyLogout(token: string): void {
  saveDeadline()
  const headers = { authorization: token, 'content-type': 'application/json' }
  const message = { method: 'POST', headers, body: '{}', keepalive: true, signal: request.signal } as const
  const response = fetch(`${apiBase}/auth/logout`, message).catch(() => undefined) // without the request, the session ends when it expires
  lastResponse = Promise.all([lastResponse, response]).then(deleteDeadline)
  void runInRefreshLock(() => Promise.race([response, delay(timeoutMs)]))
}

/**
 * Awaited before each login; otherwise the response to the logout before it would delete the new cookie. A
 * response that takes too long is not accepted any more.
 */
export async function waitForPendingLogout(): Promise<void> {
  const lockRequest = new AbortController()
  await Promise.race([
    Promise.all([lastResponse, runInRefreshLock(() => undefined, lockRequest.signal)]),
    delay(timeoutMs),
  ])
  lockRequest.abort()
  request.abort()
  request = new AbortController()
  await delay(readDeadline() - Date.now())
}

/** Without the Web Locks API each tab knows of its own logout only. */
async function runInRefreshLock(task: () => unknown, signal?: AbortSignal): Promise<void> {
  const { locks }: { locks?: LockManager } = navigator
  await locks?.request(refreshLockName, signal ? { signal } : {}, async () => task()).catch(() => undefined)
}

function saveDeadline(): void {
  try {
    sessionStorage.setItem(key, String(Date.now() + timeoutMs))
  } catch {
    // Without storage a reload loses the pending logout.
  }
}

function deleteDeadline(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // As above.
  }
}

/** In ms since 1970; 0 for an invalid deadline further in the future than one can be set. */
function readDeadline(): number {
  try {
    const deadline = Number(sessionStorage.getItem(key))
    return deadline > Date.now() + timeoutMs ? 0 : deadline
  } catch {
    return 0
  }
}

function delay(milliseconds: number): Promise<void> {
  return milliseconds > 0 ? new Promise((resolve) => setTimeout(resolve, milliseconds)) : Promise.resolve()
}
