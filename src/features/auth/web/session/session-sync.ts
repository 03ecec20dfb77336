import type { QueryClient } from '@tanstack/react-query'
import type { UsersContract } from '#features/users/contract.ts'
import type { ApiClient } from '#shared/contract.ts'
import { isRequestError } from '#shared/failure.ts'
import { paths } from '#shared/paths.ts'
import { MINUTE_MS } from '#shared/time.ts'
import {
  endSession,
  getCurrentLogin,
  getSession,
  subscribeToSession,
  updateSessionUser,
} from '#shared/web/session/session.ts'

type SessionSyncDeps = {
  send: ApiClient
  queryClient: QueryClient
  /** Whether the current page requires a login, so that it must be left when the session has ended. */
  isGuarded: () => boolean
}

/** The stored user is checked once per page load, and again when the page becomes visible after this time, in ms. */
const checkIntervalMs = 3 * MINUTE_MS

/**
 * Keeps the page's user current: compares the stored user with the server's, and invalidates cached queries when
 * the user changes.
 */
export function syncSession(deps: SessionSyncDeps): void {
  let checkedAt = Date.now()
  resetQueriesOnUserChange(deps.queryClient)
  void checkUser(deps)
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - checkedAt < checkIntervalMs) return
    checkedAt = Date.now()
    void checkUser(deps)
  })
}

/** Updates name and role, or ends the session if the server rejects it; without a response nothing changes. */
async function checkUser({ send, isGuarded }: SessionSyncDeps): Promise<void> {
  const login = getCurrentLogin()
  if (!login) return
  try {
    const { data } = await send<UsersContract['me']>('GET /users/me', {}, { isQuiet: !isGuarded() })
    updateSessionUser(login, data)
  } catch (error) {
    if (!isRejection(error)) return
    const current = getCurrentLogin()
    if (current?.user.id !== login.user.id) return
    // A refresh or a newer login of this user may have replaced the token, which is then checked by itself.
    const isRejected = current.token === login.token || (await isTokenRejected(send, current.token))
    if (isRejected) endSession(current, isGuarded() ? paths.login() : undefined)
  }
}

async function isTokenRejected(send: ApiClient, token: string): Promise<boolean> {
  try {
    await send<UsersContract['me']>('GET /users/me', {}, { token })
    return false
  } catch (error) {
    return isRejection(error)
  }
}

function isRejection(error: unknown): boolean {
  return isRequestError(error) && error.status === 401
}

/**
 * Removes cached queries when the user or the role changes. Data that the server rendered the page with is public
 * and stays, because React would discard parts of the page that are hydrated without it.
 */
function resetQueriesOnUserChange(queryClient: QueryClient): void {
  const rendered = new Set(
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data),
  )
  let { user: current } = getSession()
  subscribeToSession(() => {
    const previous = current
    current = getSession().user
    if (current?.id === previous?.id && current?.role === previous?.role) return
    const isPreviousUsers = (key: readonly unknown[]) => previous !== undefined && key.includes(previous.id)
    queryClient.removeQueries({ type: 'inactive', predicate: ({ state }) => !rendered.has(state.data) })
    queryClient.removeQueries({ predicate: ({ queryKey }) => isPreviousUsers(queryKey) })
    void queryClient.invalidateQueries() // data on the screen stays until it is loaded again
  })
}
