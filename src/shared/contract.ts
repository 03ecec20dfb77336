import type { z } from 'zod'
import type { Problem } from './failure.ts'
import { apiBase } from './paths.ts'

/** `user` is any logged-in user, admins included; `member` excludes admins. */
export type Access = 'anyone' | 'user' | 'member' | 'admin'
export const roles = ['user', 'admin'] as const
export type Role = (typeof roles)[number]
/** A session and its user. Handlers do not receive the role: `access` has already decided what it allows. */
export type SessionRef = { id: string; userId: string }
/**
 * The session of a token. It is read from the database for each request, so that a changed role takes effect at once.
 */
export type Session = SessionRef & { role: Role }
export type QueryKey = readonly unknown[]

/** One call as data: the server, the browser, the tests and the documentation all use this definition. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below the API's base path; `{name}` stands for a parameter. */
  path: `/${string}`
  /** Further paths of the same call: corrected spellings, and names that the specification left open. */
  aliases?: readonly `/${string}`[]
  /** Paths of the same call outside the base path, for calls that the specification names without one. */
  rootAliases?: readonly `/${string}`[]
  access: Access
  /** The error for an admin who makes a call that is for members only; replaces the general one. */
  adminDenial?: Pick<Problem, 'message' | 'code'>
  /** Optional query parameters that count for admins only; they are ignored for other callers. */
  adminOnly?: readonly string[]
  /** Optional query parameters that only admins may omit; other callers get 400 without them. */
  adminMayOmit?: readonly string[]
  /** Describes what else is different for admins. Only with this key, the handler receives `isAdmin`. */
  forAdmins?: string
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  /** Optional where the query may carry the same values. */
  body?: z.ZodObject | z.ZodOptional<z.ZodObject>
  /** Maximum size of the body in bytes; 100 KB by default. */
  bodyLimit?: number
  /** The call comes as multipart: one file beside a field `data`, which holds the body as JSON (§7). */
  file?: 'required' | 'optional'
  /**
   * Any body is accepted and ignored: a standard makes the client send one, and it carries no information.
   */
  takesAnyBody?: true
  /**
   * The call receives its cookies. `device`: they prove nothing and only relax a limit. `session`: they are
   * credentials, so the call is denied unless it comes from our own pages.
   */
  cookies?: 'device' | 'session'
  /** Limit per client address; every attempt counts, successful or not. */
  limit?: RateLimit
  /** The same limit per account, so that a request whose body never ends counts too. */
  accountLimit?: RateLimit
  /** The response's `data`. */
  reply: z.ZodType
  /** Keys of `data` that are repeated at the top level, because §7 can be read both ways. */
  topLevel?: readonly string[]
  /** `shared`: the same for every anonymous visitor, cached as bytes until a write marks its query as stale. */
  cache?: 'shared'
  /** The response is large and holds nothing secret: it is compressed although it is not cached. */
  isLarge?: true
}
/** At most `count` calls in `seconds`. `sentence` replaces the general message of status 429. */
export type RateLimit = { count: number; seconds: number; sentence?: string }
export type Contract = Record<string, Endpoint>

/** Preserves the literal types of a contract while checking its shape. */
export function defineContract<const C extends Contract>(contract: C): C {
  return contract
}

/** Every path of a call, its own first and then its aliases. */
export function listAddresses(endpoint: Pick<Endpoint, 'path' | 'aliases' | 'rootAliases'>): string[] {
  const { path, aliases = [], rootAliases = [] } = endpoint
  return [...[path, ...aliases].map((relativePath) => apiBase + relativePath), ...rootAliases]
}

type ParamsSchema<E> = E extends { params: infer P extends z.ZodType } ? P : z.ZodUndefined
type QuerySchema<E> = E extends { query: infer Q extends z.ZodType } ? Q : z.ZodUndefined
type BodySchema<E> = E extends { body: infer B extends z.ZodType } ? B : z.ZodUndefined
type InputPart<K extends string, V> = undefined extends V ? { [P in K]?: V } : { [P in K]: V }
/** What a call with a file sends; the key is always present, because it decides how the call is sent. */
type FileInput<E> = E extends { file: infer F }
  ? { file: Blob | (F extends 'optional' ? undefined : never) }
  : unknown
type FileBytes<E> = E extends { file: infer F }
  ? Uint8Array | (F extends 'optional' ? undefined : never)
  : undefined

/** The input of a call, as its caller sends it. */
export type ApiInput<E extends Endpoint> = InputPart<'params', z.input<ParamsSchema<E>>> &
  InputPart<'query', z.input<QuerySchema<E>>> &
  InputPart<'body', z.input<BodySchema<E>>> &
  FileInput<E>

/** The caller. Nothing here comes from the body or the query. */
export type Caller = {
  /** The client's IP address, behind the proxies of `TRUST_PROXY`; empty while a page is rendered. */
  address: string
  /**
   * The client's IP address, or that of the visitor for whom a page is rendered. For limits only; no response depends
   * on it.
   */
  visitor: string
  userAgent: string
  /** The browser prefetches for a visit that may never happen. */
  isPrefetch: boolean
  /** The browser sends `DNT` or `Sec-GPC`: do not count this visit. */
  wantsNoTracking: boolean
  /** The id of the request in the log and in audit rows. */
  requestId: string
  /** The Authorization header without its scheme: a session's token or another secret. */
  token?: string | undefined
  /** Only for calls whose contract declares cookies. */
  cookies: Readonly<Record<string, string | undefined>>
}

/**
 * The validated input of a handler, without parameters that the caller may not send. It has a session when the call needs
 * one.
 */
export type HandlerInput<E extends Endpoint> = {
  params: z.output<ParamsSchema<E>>
  query: z.output<QuerySchema<E>>
  body: z.output<BodySchema<E>>
  /** The bytes of the file that came with the call. */
  file: FileBytes<E>
  session: E['access'] extends 'anyone' ? SessionRef | undefined : SessionRef
  isAdmin: E extends { forAdmins: string } ? boolean : undefined
  caller: Caller
}

/** The result of a handler. */
export type HandlerResult<E extends Endpoint> = {
  data: z.input<E['reply']>
  message?: string
  headers?: Record<string, string>
  /** Values of Set-Cookie headers. */
  cookies?: string[]
}
/** `total` comes from the header X-Total-Count: the number of rows in the whole list, of which `data` holds a part. */
export type ApiReply<E extends Endpoint> = { data: z.output<E['reply']>; message: string; total?: number }
export type ApiRoute<E extends Endpoint> = `${E['method']} ${E['path']}`

/**
 * Makes a call: over HTTP in the browser, in process on the server.
 * The route is repeated as a checked literal so that the browser needs only the contract's types, not zod.
 */
export type ApiClient = <E extends Endpoint>(
  route: ApiRoute<E>,
  input: ApiInput<E>,
  options?: SendOptions,
) => Promise<ApiReply<E>>
export type SendOptions = {
  /** Sent in Authorization instead of the session's token, for this call only; it is never refreshed. */
  token?: string
  /** Called with the sent fraction of the file, from 0 to 1. */
  onProgress?: (fraction: number) => void
  /** Cancels the call, which then fails as aborted. */
  signal?: AbortSignal
  /** A background call: if the session has ended, the visitor stays on the page. */
  isQuiet?: boolean
}
