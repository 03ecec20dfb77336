import { RequestError } from '#shared/failure.ts'
import { apiBase, paths } from '#shared/paths.ts'
import { refreshLockName } from './pending-logout.ts'
import type { endSession, getCurrentLogin, replaceToken } from './session.ts'
import type { Login } from './stored-login.ts'

/** What refreshing needs of the browser and of the session; tests pass their own. */
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
export type TokenRefresh = (refused: Login, options: { isQuiet: boolean }) => Promise<string | undefined>

type RefreshAnswer = { status: number; token: string | undefined; userId: string | undefined }

/** Time-out in ms: for the lock, and for a response with all retries. */
const timeoutMs = 15_000
/** Delays before the second and the third attempt, in ms. */
const retryDelaysMs = [500, 1500]
/** How long other tabs take to see a stored token, in ms; the lock is held as long. */
const storageDelayMs = 100

const failureMessage = 'Failed to refresh token'

/** §4 Token refresh: one request for all waiting calls, in this tab and in all others. */
export function createTokenRefresh({ session, fetch, locks, pause }: RefreshDeps): TokenRefresh {
  type Flight = { result: Promise<string | undefined>; isQuiet: boolean }
  const flights = new Map<string, Flight>()

  return (refused, { isQuiet }) => {
    const running = flights.get(refused.token)
    if (running) {
      running.isQuiet &&= isQuiet
      return running.result
    }
    const flight: Flight = { isQuiet, result: inLock(() => refresh(refused, () => flight.isQuiet)) }
    flights.set(refused.token, flight)
    flight.result.catch(() => undefined).finally(() => flights.delete(refused.token))
    return flight.result
  }

  function inLock(task: () => Promise<string | undefined>): Promise<string | undefined> {
    if (!locks) return task()
    const signal = AbortSignal.timeout(timeoutMs)
    return new Promise((resolve, reject) => {
      const turn = async () => {
        await task().then(resolve, reject)
        await pause(storageDelayMs)
      }
      locks
        .request(refreshLockName, { signal }, turn)
        .catch((cause) => reject(new Error(failureMessage, { cause })))
    })
  }

  async function refresh(refused: Login, isQuiet: () => boolean): Promise<string | undefined> {
    const known = session.getCurrentLogin()
    if (known?.token !== refused.token) return known?.user.id === refused.user.id ? known.token : undefined
    const { status, token, userId } = await ask()
    // The browser's only refresh cookie may be another user's by now, whose token this login must never get.
    const isOfAnother = userId !== undefined && userId !== refused.user.id
    if (status >= 400 || isOfAnother) {
      session.endSession(refused, isQuiet() ? undefined : paths.login())
      throw new RequestError({ status: 401, message: failureMessage, code: 'SESSION_ENDED' })
    }
    if (token) return session.replaceToken(refused, token) ? token : undefined
    session.endSession(refused, isQuiet() ? undefined : paths.home())
    return undefined
  }

  /** Retries network errors and 5xx; a lasting outage fails the request but does not end the session. */
  async function ask(): Promise<RefreshAnswer> {
    const signal = AbortSignal.timeout(timeoutMs)
    for (const wait of [...retryDelaysMs, undefined]) {
      const answer = await askOnce(signal).catch((cause: unknown) => ({ cause }))
      if ('status' in answer) return answer
      if (wait === undefined || signal.aborted) throw new Error(failureMessage, answer)
      await pause(wait)
    }
    throw new Error(failureMessage)
  }

  async function askOnce(signal: AbortSignal): Promise<RefreshAnswer> {
    const response = await fetch(`${apiBase}/auth/refresh-token`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      signal,
    })
    const { ok, status } = response
    const body: unknown = await response.json().catch(() => undefined)
    if (ok ? body === undefined : !isDefinite(status)) throw new Error(`No answer but ${status}`)
    return { status, ...(ok ? parseRefreshContent(body) : { token: undefined, userId: undefined }) }
  }
}

/** True for a 4xx that ends the session. 408, 425, 429 and 5xx are retried. */
function isDefinite(status: number): boolean {
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status)
}

/** The token is at the top level or in `data`, as §7 can be read both ways; the user is optional. */
function parseRefreshContent(body: unknown): Omit<RefreshAnswer, 'status'> {
  const { approvalToken, data } = toRecord(body)
  const { userId, ...inData } = toRecord(data)
  return { token: toText(approvalToken ?? inData.approvalToken), userId: toText(userId) }
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
