import { RequestError } from '#shared/failure.ts'
import { apiBase, paths } from '#shared/paths.ts'
import { refreshLockName } from './pending-logout.ts'
import type { endSession, getCurrentLogin, replaceToken } from './session.ts'
import type { Login } from './stored-login.ts'

/** The parts of browser and session that a refresh uses; tests pass their own. */
export type RefreshDeps = {
  session: {
    getCurrentLogin: typeof getCurrentLogin
    replaceToken: typeof replaceToken
    endSession: typeof endSession
  }
  fetch: typeof fetch
  /** Shared by all tabs; undefined where the browser has none: then each tab refreshes by itself. */
  locks: Pick<LockManager, 'request'> | undefined
  pause: (milliseconds: number) => Promise<unknown>
}

/**
 * Resolves to the token to repeat a request with; undefined when that request's session is over or another
 * has replaced it.
 */
export type TokenRefresh = (expiredLogin: Login, options: { isQuiet: boolean }) => Promise<string | undefined>

type RefreshResult = { status: number; token: string | undefined; userId: string | undefined }

/** Time-out in ms: for the lock, and for a response with all retries. */
const timeoutMs = 15_000
/** Delays before the second and the third attempt, in ms. */
const retryDelaysMs = [500, 1500]
/** How long other tabs take to see a stored token, in ms; the lock is held as long. */
const storageDelayMs = 100

const failureMessage = 'Failed to refresh token'

/** §4 Token refresh: one request for all waiting calls, in this tab and in all others. */
export function createTokenRefresh({ session, fetch, locks, pause }: RefreshDeps): TokenRefresh {
  type PendingRefresh = { result: Promise<string | undefined>; isQuiet: boolean }
  const refreshes = new Map<string, PendingRefresh>()

  return (expiredLogin, { isQuiet }) => {
    const pendingRefresh = refreshes.get(expiredLogin.token)
    if (pendingRefresh) {
      pendingRefresh.isQuiet &&= isQuiet
      return pendingRefresh.result
    }
    const ownRefresh: PendingRefresh = {
      isQuiet,
      result: runInLock(() => refresh(expiredLogin, () => ownRefresh.isQuiet)),
    }
    refreshes.set(expiredLogin.token, ownRefresh)
    ownRefresh.result.catch(() => undefined).finally(() => refreshes.delete(expiredLogin.token))
    return ownRefresh.result
  }

  function runInLock(task: () => Promise<string | undefined>): Promise<string | undefined> {
    if (!locks) return task()
    const signal = AbortSignal.timeout(timeoutMs)
    return new Promise((resolve, reject) => {
      const runTask = async () => {
        await task().then(resolve, reject)
        await pause(storageDelayMs)
      }
      locks
        .request(refreshLockName, { signal }, runTask)
        .catch((cause) => reject(new Error(failureMessage, { cause })))
    })
  }

  async function refresh(expiredLogin: Login, isQuiet: () => boolean): Promise<string | undefined> {
    const currentLogin = session.getCurrentLogin()
    if (currentLogin?.token !== expiredLogin.token)
      return currentLogin?.user.id === expiredLogin.user.id ? currentLogin.token : undefined
    const { status, token, userId } = await requestRefresh()
    // The browser's only refresh cookie may be another user's by now, whose token this login must never get.
    const isOfAnotherUser = userId !== undefined && userId !== expiredLogin.user.id
    if (status >= 400 || isOfAnotherUser) {
      session.endSession(expiredLogin, isQuiet() ? undefined : paths.login())
      throw new RequestError({ status: 401, message: failureMessage, code: 'SESSION_ENDED' })
    }
    if (token) return session.replaceToken(expiredLogin, token) ? token : undefined
    session.endSession(expiredLogin, isQuiet() ? undefined : paths.home())
    return undefined
  }

  /** Retries network errors and 5xx; a lasting outage fails the request but does not end the session. */
  async function requestRefresh(): Promise<RefreshResult> {
    const signal = AbortSignal.timeout(timeoutMs)
    for (const delayMs of [...retryDelaysMs, undefined]) {
      const attempt = await requestRefreshOnce(signal).catch((cause: unknown) => ({ cause }))
      if ('status' in attempt) return attempt
      if (delayMs === undefined || signal.aborted) throw new Error(failureMessage, attempt)
      await pause(delayMs)
    }
    throw new Error(failureMessage)
  }

  async function requestRefreshOnce(signal: AbortSignal): Promise<RefreshResult> {
    const response = await fetch(`${apiBase}/auth/refresh-token`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      signal,
    })
    const { ok, status } = response
    const body: unknown = await response.json().catch(() => undefined)
    if (ok ? body === undefined : !isDefinite(status))
      throw new Error(`The refresh failed with status ${status}`)
    return { status, ...(ok ? parseRefreshContent(body) : { token: undefined, userId: undefined }) }
  }
}

/** True for a 4xx that ends the session. 408, 425, 429 and 5xx are retried. */
function isDefinite(status: number): boolean {
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status)
}

/** The token is at the top level or in `data`, as §7 can be read both ways; the user is optional. */
function parseRefreshContent(body: unknown): Omit<RefreshResult, 'status'> {
  const { approvalToken, data } = toRecord(body)
  const { userId, ...nested } = toRecord(data)
  return { token: toText(approvalToken ?? nested.approvalToken), userId: toText(userId) }
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
