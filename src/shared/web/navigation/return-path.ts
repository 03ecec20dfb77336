import type { Role } from '#shared/contract.ts'
import { apiBase, paths } from '#shared/paths.ts'
import { confirmIntent, deleteIntent, type IntentAction, saveIntent } from './intent.ts'
import { deleteLoginReason, type LoginReason, saveLoginReason } from './login-reason.ts'

const key = 'remembered-location'
const maxPathLength = 2048

/**
 * Saves where the user wanted to be while they log in, in this tab only and in no URL (§2 Protected routes),
 * and what they were about to do there: `action` is done after the login, `reason` is shown on the login page.
 */
export function saveReturnPath(path: string, action?: IntentAction, reason?: LoginReason): void {
  deleteReturnPath()
  if (action) saveIntent(action, path)
  if (reason) saveLoginReason(reason)
  try {
    sessionStorage.setItem(key, path)
  } catch {
    // Without storage a login leads to the default page.
  }
}

/**
 * Where a login leads (§4): the saved path if this role may see it, otherwise the default. Deletes the saved
 * path.
 */
export function takeReturnPath(role: Role): string {
  const savedPath = readReturnPath()
  const path = findAllowedPath(savedPath ?? '', { origin: location.origin, role }) ?? getHomePath(role)
  confirmIntent(path)
  deleteReturnPath()
  return path
}

/** Deletes the saved path: a user who went elsewhere is not taken back later. */
export function deleteReturnPath(): void {
  deleteIntent()
  deleteLoginReason()
  try {
    sessionStorage.removeItem(key)
  } catch {
    // As above.
  }
}

/**
 * The path, query and fragment that a stored text leads to on this site, undefined when it leads anywhere
 * else.
 */
export function findAllowedPath(
  text: string,
  { origin, role }: { origin: string; role: Role },
): string | undefined {
  if (text.length > maxPathLength || /[\\\p{Cc}]/u.test(text)) return undefined
  const url = text === '' ? null : URL.parse(text, origin)
  // A blob's origin is that of the page which made it, and two slashes would begin another host.
  if (url?.origin !== origin || !/^\/(?!\/)/.test(url.pathname)) return undefined
  return canSee(url.pathname, role) ? url.pathname + url.search + url.hash : undefined
}

function readReturnPath(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function getHomePath(role: Role): string {
  return role === 'admin' ? paths.dashboardHome() : paths.home()
}

/** Pages that lead to the login; useless right after one. */
const loginPaths = [
  paths.login(),
  paths.register(),
  paths.resetPassword(),
  paths.verifyEmail(),
  paths.unlock(),
  paths.setUp(),
  paths.googleReturn(),
]

function canSee(pathname: string, role: Role): boolean {
  const isIn = (path: string) => pathname === path || pathname.startsWith(`${path}/`)
  if (isIn(apiBase) || loginPaths.some(isIn)) return false
  return role === 'admin' || !isIn(paths.dashboard())
}
