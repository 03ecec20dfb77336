import type { Access, Endpoint, Session } from '#shared/contract.ts'
import { createFieldError, failures, RequestError } from '#shared/failure.ts'

// The only place where a role decides about a call or its response (§6). The rules are data in the contract; handlers
// do not receive a role, so none of them can decide by it.

const accessDescriptions: Record<Access, string> = {
  anyone: 'Public.',
  user: 'Requires login.',
  member: 'Requires login; not for admins.',
  admin: 'Admins only.',
}

/** Describes, for the API documentation, who may make the call and how often. */
export function describeAccess({ access, forAdmins, limit, accountLimit }: Endpoint): string {
  const adminNote = forAdmins ? ` Admins: ${forAdmins}` : ''
  return (
    accessDescriptions[access] +
    adminNote +
    describeLimit(limit, 'per network') +
    describeLimit(accountLimit, 'per account')
  )
}

function describeLimit(limit: Endpoint['limit'], by: string): string {
  return limit ? ` Limit: ${limit.count} per ${limit.seconds / 60} minutes ${by}.` : ''
}

/** What the API documentation adds to query parameters, by their name. */
export function describeAdminParts({ adminOnly = [], adminMayOmit = [] }: Endpoint): Map<string, string> {
  return new Map([
    ...adminOnly.map((name) => [name, 'Ignored unless an admin sends it.'] as const),
    ...adminMayOmit.map((name) => [name, 'Required, except for admins.'] as const),
  ])
}

/** Denies the call when the session's role has no access to it, before any of the body is read. */
export function requireAccess(access: Access, session: Session | undefined): void {
  if (access === 'anyone') return
  if (!session) throw new RequestError(failures.unauthorized)
  if (access === 'admin' && session.role !== 'admin') throw new RequestError(failures.forbidden)
}

type AccessGrant = { query: unknown; isAdmin: boolean | undefined }

/**
 * The part of a call's validated query that counts for the caller. Admins are denied calls for members; input errors
 * are reported first, as for members. Non-admins must send the parameters that only admins may omit.
 */
export function grant(endpoint: Endpoint, session: Session | undefined, query: unknown): AccessGrant {
  const { access, adminDenial, adminOnly = [], adminMayOmit = [], forAdmins } = endpoint
  const isAdmin = session?.role === 'admin'
  if (isAdmin && access === 'member') throw new RequestError({ ...failures.forbidden, ...adminDenial })
  const visibleIsAdmin = forAdmins === undefined ? undefined : isAdmin
  if (isAdmin || query === undefined) return { query, isAdmin: visibleIsAdmin }
  const parameters = Object.entries(Object(query))
  const missing = adminMayOmit.find((name) => Object(query)[name] === undefined)
  if (missing !== undefined) throw createFieldError(missing, `${missing} is required.`)
  return {
    query: Object.fromEntries(parameters.filter(([name]) => !adminOnly.includes(name))),
    isAdmin: visibleIsAdmin,
  }
}
