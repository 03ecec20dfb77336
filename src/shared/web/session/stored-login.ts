import type { Role } from '#shared/contract.ts'
import { storageKeys } from '#shared/storage-keys.ts'

/** The logged-in user as the browser stores them (§3). */
export type StoredUser = { id: string; _id: string; name: string; email: string; role: Role }
export type Login = { token: string; user: StoredUser }

/** The characters a header can carry; the server accepts nothing else as a token. */
const tokenPattern = /^[\w.~+/=-]{1,8192}$/
const maxUserLength = 4096

/** Without storage, a login lasts as long as the page. */
let memoryLogin: Login | undefined

/** The stored login; `half` when only the token or only the user is stored, in a valid form. */
export function readLogin(): Login | 'half' | 'none' {
  try {
    const token = localStorage.getItem(storageKeys.token)
    const stored = localStorage.getItem(storageKeys.user)
    if (token === null && stored === null) return memoryLogin ?? 'none'
    const user = stored === null ? undefined : parseStoredUser(stored)
    const isWrong = (token !== null && !tokenPattern.test(token)) || (stored !== null && !user)
    if (isWrong) removeLogin()
    else return token !== null && user ? { token, user } : 'half'
    return 'none'
  } catch {
    return memoryLogin ?? 'none'
  }
}

/** The former token is removed first, so that one user's token is never stored with another's name. */
export function writeLogin({ token, user }: Login): void {
  try {
    localStorage.removeItem(storageKeys.token)
    writeUser(user)
    localStorage.setItem(storageKeys.token, token)
  } catch {
    removeLogin()
    memoryLogin = { token, user }
  }
}

export function writeToken(token: string): void {
  try {
    localStorage.setItem(storageKeys.token, token)
  } catch {
    if (memoryLogin) memoryLogin = { ...memoryLogin, token }
  }
}

export function writeUser(user: StoredUser): void {
  try {
    localStorage.setItem(storageKeys.user, JSON.stringify(user))
  } catch {
    if (memoryLogin) memoryLogin = { ...memoryLogin, user }
  }
}

export function removeLogin(): void {
  memoryLogin = undefined
  try {
    localStorage.removeItem(storageKeys.token)
    localStorage.removeItem(storageKeys.user)
  } catch {
    // Nothing was stored, so there is nothing to remove.
  }
}

function parseStoredUser(stored: string): StoredUser | undefined {
  try {
    return stored.length <= maxUserLength ? toStoredUser(JSON.parse(stored)) : undefined
  } catch {
    return undefined
  }
}

function toStoredUser(value: unknown): StoredUser | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { id, name, email, role } = value as Record<string, unknown> // an object has keys, whatever they hold
  const isUser = isText(id) && isText(name) && isText(email) && (role === 'user' || role === 'admin')
  return isUser ? { id, _id: id, name, email, role } : undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
