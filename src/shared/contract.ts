import type { z } from 'zod'
import type { Problem } from './failure.ts'
import { apiBase } from './paths.ts'

/** `user` is anybody who is signed in, admins included; `member` is the same without admins. */
export type Access = 'anyone' | 'user' | 'member' | 'admin'
export const roles = ['user', 'admin'] as const
export type Role = (typeof roles)[number]
/** Which session, of whom. Handlers are not told its role: what the role allows was decided before. */
export type SessionRef = { id: string; userId: string }
/** Who is behind a token: read from the database for each request, so that a change of role counts at once. */
export type Session = SessionRef & { role: Role }
export type QueryKey = readonly unknown[]

/** Which cached answers a write makes stale: the call's name, narrowed by query parameters both calls share. */
export type StaleQuery = readonly [call: string, ...sameParameters: string[]]

/** One call as data, so that server, browser, tests and documentation all read the same line. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below the API's base path; `{name}` stands for a parameter. */
  path: `/${string}`
  /** Further paths of the same call: correct spellings beside the specification's, names it left open. */
  aliases?: readonly `/${string}`[]
  /** Addresses of the same call outside of the base path, where the specification names the call without one. */
  rootAliases?: readonly `/${string}`[]
  access: Access
  /** What an admin is told whose call is for members, in place of the general sentence. */
  refusal?: Pick<Problem, 'message' | 'code'>
  /** Optional parts of the query that count for admins alone; sent by anybody else they are passed over. */
  adminOnly?: readonly string[]
  /** Optional parts of the query without which anybody but an admin is refused (400). */
  adminMayOmit?: readonly string[]
  /** What else is different for admins, in words; only then is the handler told whether one asks. */
  forAdmins?: string
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  /** Optional where the same may be said in the query. */
  body?: z.ZodObject | z.ZodOptional<z.ZodObject>
  /** Bytes a body may have; 100 KB when it is not said. */
  bodyLimit?: number
  /** The call comes as multipart: one file beside a field `data`, which holds the body as JSON (§7). */
  file?: 'required' | 'optional'
  /** Whatever body comes along is passed over: who calls is told by a standard what to send, and it says nothing. */
  takesAnyBody?: true
  /**
   * The call is handed its cookies. `device`: they prove nothing, they only soften a limit. `session`: they count as
   * credentials, so it is refused unless it comes from our own pages.
   */
  cookies?: 'device' | 'session'
  /** Attempts that count against the caller's address, whatever becomes of them. */
  limit?: Limit
  /** The same against the account, so that a body that never ends counts too. */
  accountLimit?: Limit
  /** The answer's `data`. */
  reply: z.ZodType
  /** Keys of `data` that stand at the top level too, because §7 can be read both ways. */
  topLevel?: readonly string[]
  /** `shared`: the same for every anonymous visitor, kept as bytes until a write touches it. */
  cache?: 'shared'
  /** The answer is large and holds nothing secret: it is compressed although nobody keeps it. */
  isLarge?: true
  touches?: readonly StaleQuery[]
}
/** So many in so many seconds, and what whoever comes more often is told in place of the general sentence. */
export type Limit = { count: number; seconds: number; sentence?: string }
export type Contract = Record<string, Endpoint>

/** Keeps the literal types of a contract while checking its form. */
export function defineContract<const C extends Contract>(contract: C): C {
  return contract
}

/** Every address of a call, its own first. */
export function addressesOf(endpoint: Pick<Endpoint, 'path' | 'aliases' | 'rootAliases'>): string[] {
  const { path, aliases = [], rootAliases = [] } = endpoint
  return [...[path, ...aliases].map((below) => apiBase + below), ...rootAliases]
}

type Params<E> = E extends { params: infer P extends z.ZodType } ? P : z.ZodUndefined
type Query<E> = E extends { query: infer Q extends z.ZodType } ? Q : z.ZodUndefined
type Body<E> = E extends { body: infer B extends z.ZodType } ? B : z.ZodUndefined
type Part<K extends string, V> = undefined extends V ? { [P in K]?: V } : { [P in K]: V }
/** What a call with a file sends; the key is always there, because it decides how the call is sent. */
type FilePart<E> = E extends { file: infer F }
  ? { file: Blob | (F extends 'optional' ? undefined : never) }
  : unknown
type FileBytes<E> = E extends { file: infer F }
  ? Uint8Array | (F extends 'optional' ? undefined : never)
  : undefined

/** What a caller sends. */
export type Input<E extends Endpoint> = Part<'params', z.input<Params<E>>> &
  Part<'query', z.input<Query<E>>> &
  Part<'body', z.input<Body<E>>> &
  FilePart<E>

/** Who calls: nothing here comes from the body or the query. */
export type Caller = {
  /** The client's address as `TRUST_PROXY` allows to see it; empty while a page is rendered. */
  address: string
  /** The same, or that of whoever opened the page: whom a limit counts for. Answers never depend on it. */
  visitor: string
  userAgent: string
  /** The browser fetches ahead of a visit that may never come. */
  isPrefetch: boolean
  /** The browser asks by `DNT` or `Sec-GPC` not to be counted. */
  wantsNoTracking: boolean
  /** Finds the log line; audit rows carry it. */
  requestId: string
  /** What stood in the Authorization header, without a scheme; a session's token or another secret. */
  token?: string | undefined
  /** Only of a call whose contract asks for them. */
  cookies: Readonly<Record<string, string | undefined>>
}

/**
 * What a handler receives: checked input as far as it counts for the caller, and a session that is certain where the
 * call is guarded.
 */
export type Received<E extends Endpoint> = {
  params: z.output<Params<E>>
  query: z.output<Query<E>>
  body: z.output<Body<E>>
  /** The bytes of the file that came with the call. */
  file: FileBytes<E>
  session: E['access'] extends 'anyone' ? SessionRef | undefined : SessionRef
  isAdmin: E extends { forAdmins: string } ? boolean : undefined
  caller: Caller
}

/** What a handler gives back; `touched` adds stale answers that only the handler can name. */
export type Answer<E extends Endpoint> = {
  data: z.input<E['reply']>
  message?: string
  headers?: Record<string, string>
  /** Lines of Set-Cookie. */
  cookies?: string[]
  touched?: QueryKey[]
}
/** `total` is what the header X-Total-Count says: how many there are of what `data` holds a part of. */
export type Reply<E extends Endpoint> = { data: z.output<E['reply']>; message: string; total?: number }
export type Route<E extends Endpoint> = `${E['method']} ${E['path']}`

/**
 * Makes a call: over HTTP in the browser, in process on the server.
 * The route is repeated as a checked literal so that the browser needs only the contract's types, not zod.
 */
export type ApiClient = <E extends Endpoint>(
  route: Route<E>,
  input: Input<E>,
  options?: SendOptions,
) => Promise<Reply<E>>
export type SendOptions = {
  /** Stands in Authorization in place of the session's token, for this call alone; it is never refreshed. */
  token?: string
  /** Hears how much of a file is on its way, from 0 to 1. */
  onProgress?: (share: number) => void
  /** Calls it off; the answer then fails as an aborted one. */
  signal?: AbortSignal
  /** Nobody waits for the answer: when the session turns out to be over, the visitor stays where he is. */
  isQuiet?: boolean
}
