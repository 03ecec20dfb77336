import type { Access, Endpoint, Session } from '#shared/contract.ts'
import { failures, RequestError, wrongField } from '#shared/failure.ts'

// The one place in which a role lets somebody in, refuses somebody or gives more (§6). What it goes by stands in the
// contract; handlers are not told a role, so that none of them can decide by it.

const accessWords: Record<Access, string> = {
  anyone: 'For everybody.',
  user: 'For whoever is signed in.',
  member: 'For whoever is signed in and no admin.',
  admin: 'For admins.',
}

/** Who may make the call and how often, in words for its description. */
export function describeAccess({ access, forAdmins, limit, accountLimit }: Endpoint): string {
  const more = forAdmins ? ` For admins: ${forAdmins}` : ''
  return accessWords[access] + more + often(limit, 'from one network') + often(accountLimit, 'by one account')
}

function often(limit: Endpoint['limit'], by: string): string {
  return limit ? ` At most ${limit.count} in ${limit.seconds / 60} minutes ${by}.` : ''
}

/** What the description of each part of the query adds, by its name. */
export function describeAdminParts({ adminOnly = [], adminMayOmit = [] }: Endpoint): Map<string, string> {
  return new Map([
    ...adminOnly.map((name) => [name, 'Passed over unless an admin sends it.'] as const),
    ...adminMayOmit.map((name) => [name, 'Required of everybody but admins.'] as const),
  ])
}

/** Refuses whoever has no right to the call, before anything of it is read. */
export function requireAccess(access: Access, session: Session | undefined): void {
  if (access === 'anyone') return
  if (!session) throw new RequestError(failures.unauthorized)
  if (access === 'admin' && session.role !== 'admin') throw new RequestError(failures.forbidden)
}

type Granted = { query: unknown; isAdmin: boolean | undefined }

/**
 * What of a call's checked query counts for the caller. Refuses an admin what is for members, who are told of wrong
 * input first as anybody is, and everybody else what only admins may leave out.
 */
export function grant(endpoint: Endpoint, session: Session | undefined, query: unknown): Granted {
  const { access, refusal, adminOnly = [], adminMayOmit = [], forAdmins } = endpoint
  const isAdmin = session?.role === 'admin'
  if (isAdmin && access === 'member') throw new RequestError({ ...failures.forbidden, ...refusal })
  const told = forAdmins === undefined ? undefined : isAdmin
  if (isAdmin || query === undefined) return { query, isAdmin: told }
  const given = Object.entries(Object(query))
  const missing = adminMayOmit.find((name) => Object(query)[name] === undefined)
  if (missing !== undefined) throw wrongField(missing, `${missing} is required.`)
  return { query: Object.fromEntries(given.filter(([name]) => !adminOnly.includes(name))), isAdmin: told }
}
