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
  /** The current page is for members only, so it cannot stay when the session is over. */
  isGuarded: () => boolean
}

/** The stored user is asked after once a load, and then when the visitor comes back after so many ms. */
const checkIntervalMs = 3 * MINUTE_MS

/**
 * Keeps the page's user current: compares the stored user with the server's, and invalidates answers when the
 * user changes.
 */
export function syncSession(upkeep: SessionSyncDeps): void {
  let checkedAt = Date.now()
  resetQueriesOnUserChange(upkeep.queryClient)
  void checkUser(upkeep)
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - checkedAt < checkIntervalMs) return
    checkedAt = Date.now()
    void checkUser(upkeep)
  })
}

/** Name and role may have changed since, and the session may be over; without a response nothing changes. */
async function checkUser({ send, isGuarded }: SessionSyncDeps): Promise<void> {
  const login = getCurrentLogin()
  if (!login) return
  try {
    const { data } = await send<UsersContract['me']>('GET /users/me', {}, { isQuiet: !isGuarded() })
    updateSessionUser(login, data)
  } catch (error) {
    // The refreshed token was rejected as well; another user's login, made meanwhile, is not affected.
    const now = getCurrentLogin()
    const isOver = isRequestError(error) && error.status === 401 && now?.user.id === login.user.id
    if (now && isOver) endSession(now, isGuarded() ? paths.login() : undefined)
  }
}

/**
 * Another user, or the same one in another role, must not see cached answers. What the server rendered the page with is
 * nobody's, and stays: a part of the page that is hydrated after it was gone would be thrown away by React.
 */
function resetQueriesOnUserChange(queryClient: QueryClient): void {
  const rendered = new Set(
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data),
  )
  let { user: known } = getSession()
  subscribeToSession(() => {
    const former = known
    known = getSession().user
    if (known?.id === former?.id && known?.role === former?.role) return
    const isFormers = (key: readonly unknown[]) => former !== undefined && key.includes(former.id)
    queryClient.removeQueries({ type: 'inactive', predicate: ({ state }) => !rendered.has(state.data) })
    queryClient.removeQueries({ predicate: ({ queryKey }) => isFormers(queryKey) })
    void queryClient.invalidateQueries() // what is on the screen stays until it was loaded again
  })
}
