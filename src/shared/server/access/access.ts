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

/** Throws when the session's role has no access to the call. Called before the body is read. */
export function requireAccess(access: Access, session: Session | undefined): void {
  if (access === 'anyone') return
  if (!session) throw new RequestError(failures.unauthorized)
  if (access === 'admin' && session.role !== 'admin') throw new RequestError(failures.forbidden)
}

type CallerAccess = { query: unknown; isAdmin: boolean | undefined }

/**
 * The parameters of a validated query that apply to the caller. Throws for an admin when the call is for members; invalid
 * input was reported before. Throws for other callers when a parameter is missing that only admins may omit.
 */
export function applyAccess(endpoint: Endpoint, session: Session | undefined, query: unknown): CallerAccess {
  const { access, adminDenial, adminOnly = [], adminMayOmit = [], forAdmins } = endpoint
  const isAdmin = session?.role === 'admin'
  if (isAdmin && access === 'member') throw new RequestError({ ...failures.forbidden, ...adminDenial })
  const handlerIsAdmin = forAdmins === undefined ? undefined : isAdmin
  if (isAdmin || query === undefined) return { query, isAdmin: handlerIsAdmin }
  const parameters = Object.entries(Object(query))
  const missingParameter = adminMayOmit.find((name) => Object(query)[name] === undefined)
  if (missingParameter !== undefined)
    throw createFieldError(missingParameter, `${missingParameter} is required.`)
  return {
    query: Object.fromEntries(parameters.filter(([name]) => !adminOnly.includes(name))),
    isAdmin: handlerIsAdmin,
  }
}
