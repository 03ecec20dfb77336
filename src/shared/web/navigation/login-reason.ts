/** Why a visitor was sent to log in: the action and the item it was about. */
export type LoginReason = {
  act: 'collect' | 'watch' | 'photos' | 'review' | 'hand-over' | 'answer'
  name: string
  /** An image of this site, if the item has one. */
  picture: string | undefined
}

const key = 'login-reason'
const reasonActions: readonly string[] = [
  'collect',
  'watch',
  'photos',
  'review',
  'hand-over',
  'answer',
] satisfies LoginReason['act'][]
const maxNameLength = 200

/** Saves the reason for the login page, in this tab only. */
export function saveLoginReason(reason: LoginReason): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...reason, name: reason.name.slice(0, maxNameLength) }))
  } catch {
    // Without storage the login page gives no reason.
  }
}

/** The stored reason; undefined when there is none or it is invalid. */
export function readLoginReason(): LoginReason | undefined {
  try {
    return toLoginReason(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
  } catch {
    return undefined
  }
}

/** Deletes the reason with the location that it was saved for. */
export function deleteLoginReason(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // As above.
  }
}

function toLoginReason(value: unknown): LoginReason | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { act, name, picture } = value as Record<string, unknown> // an object has keys, whatever they hold
  if (!isReasonAction(act) || typeof name !== 'string' || name === '' || name.length > maxNameLength)
    return undefined
  return { act, name, picture: isOwnPicture(picture) ? picture : undefined }
}

function isReasonAction(value: unknown): value is LoginReason['act'] {
  return typeof value === 'string' && reasonActions.includes(value)
}

/** A path on this site: two slashes would begin another host. */
function isOwnPicture(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 2048 && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(value)
}
