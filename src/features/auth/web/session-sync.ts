import type { QueryClient } from '@tanstack/react-query'
import type { UsersContract } from '#features/users/contract.ts'
import type { ApiClient } from '#shared/contract.ts'
import { isRequestError } from '#shared/failure.ts'
import { paths } from '#shared/paths.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { correctUser, currentLogin, endSession, followSession, getSession } from '#shared/web/session.ts'

type Upkeep = {
  send: ApiClient
  queryClient: QueryClient
  /** The page on the screen is for members alone, so it cannot stay when the session is over. */
  isGuarded: () => boolean
}

/** The stored user is asked after once a load, and then when the visitor comes back after so many ms. */
const checkEvery = 3 * MINUTE_MS

/** Keeps what the page knows of the person true: the stored user against the server's, answers against the person. */
export function syncSession(upkeep: Upkeep): void {
  let checkedAt = Date.now()
  followPerson(upkeep.queryClient)
  void checkUser(upkeep)
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - checkedAt < checkEvery) return
    checkedAt = Date.now()
    void checkUser(upkeep)
  })
}

/** Name and role may have changed since, and the session may be over; without an answer everything stays. */
async function checkUser({ send, isGuarded }: Upkeep): Promise<void> {
  const login = currentLogin()
  if (!login) return
  try {
    const { data } = await send<UsersContract['me']>('GET /users/me', {}, { isQuiet: !isGuarded() })
    correctUser(login, data)
  } catch (error) {
    // The refreshed token was refused as well; another person's login, made meanwhile, is none of this.
    const now = currentLogin()
    const isOver = isRequestError(error) && error.status === 401 && now?.user.id === login.user.id
    if (now && isOver) endSession(now, isGuarded() ? paths.login() : undefined)
  }
}

/** Another person, or the same one in another role, must not see what was answered before. */
function followPerson(queryClient: QueryClient): void {
  let { user: known } = getSession()
  followSession(() => {
    const former = known
    known = getSession().user
    if (known?.id === former?.id && known?.role === former?.role) return
    const isFormers = (key: readonly unknown[]) => former !== undefined && key.includes(former.id)
    queryClient.removeQueries({ type: 'inactive' })
    queryClient.removeQueries({ predicate: ({ queryKey }) => isFormers(queryKey) })
    void queryClient.invalidateQueries() // what stands on the screen stays until it has come anew
  })
}
