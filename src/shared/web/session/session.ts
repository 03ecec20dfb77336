import { paths } from '#shared/paths.ts'
import { storageKeys } from '#shared/storage-keys.ts'
import { applyBeforePaint } from '#shared/web/before-paint.ts'
import { deleteAllDrafts } from '#shared/web/drafts.ts'
import { openDocument } from '#shared/web/navigation/overlay-history.ts'
import { saveReturnPath } from '#shared/web/navigation/return-path.ts'
import { createStore, useStore } from '#shared/web/store.ts'
import { notifyLogout } from './pending-logout.ts'
import {
  type Login,
  readLogin,
  removeLogin,
  type StoredUser,
  writeLogin,
  writeToken,
  writeUser,
} from './stored-login.ts'

/** `loading` on the server, while hydrating, and while the browser leaves because the session is over. */
export type SessionState =
  | { status: 'loading' | 'visitor'; user?: undefined }
  | { status: 'member'; user: StoredUser }

const loadingState: SessionState = { status: 'loading' }
const visitorState: SessionState = { status: 'visitor' }

const store = createStore<SessionState>(loadingState)
let current: Login | undefined
let isLeaving = false
let hasLoggedOut = false

/** How long an incomplete login may last, in ms: another tab writes its two parts one after the other. */
const halfLoginMs = 1000

/** The current session (§4 Session). */
export function useSession(): SessionState {
  return useStore(store)
}

/** As `useSession`, outside of components. */
export function getSession(): SessionState {
  return store.get()
}

export const subscribeToSession = store.subscribe

/** Reads what is stored, deletes invalid logins, and follows other tabs; once, before hydration. */
export function startSession(): void {
  syncStoredLogin()
  if (readLogin() === 'half') setTimeout(removeHalfLogin, halfLoginMs)
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === storageKeys.token || key === storageKeys.user) syncStoredLogin()
  })
  // A page restored from the browser's back/forward cache has missed all changes meanwhile.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    isLeaving = false
    syncStoredLogin()
  })
}

/** The login that requests are sent with. */
export function getCurrentLogin(): Login | undefined {
  syncStoredLogin()
  return current
}

/** §4 Login: stores token and user; header, guards, answers and other tabs follow. */
export function signIn({ approvalToken, user }: { approvalToken: string; user: StoredUser }): void {
  hasLoggedOut = false
  const { id, _id, name, email, role } = user
  writeLogin({ token: approvalToken, user: { id, _id, name, email, role } })
  syncStoredLogin()
}

/**
 * §4 Logout: deletes token and user at once, also without a connection; the server ends the session
 * meanwhile. Theme, agent and the last link stay.
 */
export function signOut(): void {
  const token = getCurrentLogin()?.token
  hasLoggedOut = true
  deleteAllDrafts()
  removeLogin()
  syncStoredLogin()
  if (token) notifyLogout(token)
}

/** The same for a page that navigates elsewhere itself: the guards do not redirect meanwhile. */
export function signOutTo(path: string): void {
  isLeaving = true
  signOut()
  openDocument(path, { replace: true })
}

/** True after a logout in this tab: the user did not ask to come back to where that was. */
export function hasJustLoggedOut(): boolean {
  return hasLoggedOut
}

/** Replaces the token that a refresh was made for; false when that one is no longer stored. */
export function replaceToken(oldLogin: Login, newToken: string): boolean {
  if (getCurrentLogin()?.token !== oldLogin.token) return false
  writeToken(newToken)
  syncStoredLogin()
  return true
}

/** Stores the server's data of a login's user, unless another user is logged in by now. */
export function updateSessionUser(login: Login, user: StoredUser): void {
  if (getCurrentLogin()?.user.id !== login.user.id) return
  const { id, _id, name, email, role } = user
  writeUser({ id, _id, name, email, role })
  syncStoredLogin()
}

/**
 * The server has ended this login. The browser navigates to `to`, or stays when a background call found out.
 */
export function endSession(endedLogin: Login, to?: string): void {
  if (getCurrentLogin()?.token !== endedLogin.token) return
  isLeaving = to !== undefined
  removeLogin()
  syncStoredLogin()
  if (to === undefined) return
  if (to === paths.login()) saveReturnPath(location.pathname + location.search + location.hash)
  openDocument(to)
}

/** Compares the stored session with the known one and notifies all listeners of a change. */
function syncStoredLogin(): void {
  const stored = readLogin()
  const login = typeof stored === 'object' ? stored : undefined
  const isSameUser = JSON.stringify(login?.user) === JSON.stringify(current?.user)
  current = login
  if (isSameUser && store.get() !== loadingState) return
  applyBeforePaint()
  if (login) store.set({ status: 'member', user: login.user })
  else store.set(isLeaving ? loadingState : visitorState)
}

function removeHalfLogin(): void {
  if (readLogin() === 'half') removeLogin()
}
