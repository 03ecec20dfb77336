import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { type Endpoint, listAddresses } from '#shared/contract.ts'
import { createFieldError } from '#shared/failure.ts'

/**
 * The position after a page's last row: the row's time by the database in microseconds, and the keys that order rows with the
 * same time.
 */
export type ListCursor = { at: string; keys: readonly string[] }
/** The order of a list: by the time, then by the keys, all in the same direction. */
export type ListOrder = { at: AnyColumn; keys: readonly AnyColumn[]; isNewestFirst: boolean }

/** Microseconds until the year 3000 have 17 digits; JavaScript dates would lose three of them. */
const cursorPattern = /^(\d{1,17}) (.+)$/

/** The requested rows: at most `limit`, after a cursor or from an offset on. */
export type PageRequest = { limit: number; offset: number; after: ListCursor | undefined }
export type ListPage<Row> = { items: Row[]; next: ListCursor | undefined }

type PageQuery = { limit?: number | undefined; page?: number | undefined; cursor?: string | undefined }

export const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Selects the time of each row, to create the cursor from the last row. */
export function selectMicroseconds(moment: AnyColumn): SQL<string> {
  return sql<string>`(extract(epoch from ${moment}) * 1000000)::bigint::text`
}

/** Condition for the rows after a cursor; undefined without one. */
export function isAfterCursor(
  { at, keys, isNewestFirst }: ListOrder,
  after: ListCursor | undefined,
): SQL | undefined {
  if (!after) return undefined
  const columns = sql.join(
    [at, ...keys].map((column) => sql`${column}`),
    sql`, `,
  )
  const moment = sql`timestamptz 'epoch' + ${after.at}::bigint * interval '1 microsecond'`
  const values = sql.join([moment, ...after.keys.map((key) => sql`${key}`)], sql`, `)
  return isNewestFirst ? sql`(${columns}) < (${values})` : sql`(${columns}) > (${values})`
}

/** `rows` has one row more than `limit` when there is another page. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  toCursor: (last: Row) => ListCursor,
): ListPage<Row> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last !== undefined ? toCursor(last) : undefined }
}

/** Clients must not interpret the text. The keys contain no spaces. */
function formatCursor({ at, keys }: ListCursor): string {
  return Buffer.from([at, ...keys].join(' ')).toString('base64url')
}

/**
 * Parses the values of `pageParameters`.
 * @param patterns the form of each key in the list's cursor
 * @throws 400 for an invalid cursor, or one of another list
 */
export function readPage(
  { limit = 0, page = 1, cursor }: PageQuery,
  maxLimit: number,
  patterns: readonly RegExp[],
): PageRequest {
  const size = limit || maxLimit
  const after = cursor === undefined ? undefined : parseCursor(cursor, patterns)
  return { limit: size, offset: after ? 0 : (page - 1) * size, after }
}

function parseCursor(text: string, patterns: readonly RegExp[]): ListCursor {
  const [, at = '', rest = ''] = cursorPattern.exec(Buffer.from(text, 'base64url').toString()) ?? []
  const keys = rest.split(' ')
  const isValid =
    at !== '' &&
    keys.length === patterns.length &&
    patterns.every((pattern, index) => pattern.test(keys[index] ?? ''))
  if (!isValid) throw createFieldError('cursor', 'This cursor is not one of ours.')
  return { at, keys }
}

/**
 * Headers of a page: `X-Total-Count`, `X-Total-Relation` when there are more rows than were counted, and `Link` to
 * the next page with the call's parameters.
 */
export function describePage(
  endpoint: Pick<Endpoint, 'path'>,
  query: PageQuery,
  { total, isMore = false, next }: { total: number; isMore?: boolean; next: ListCursor | undefined },
): Record<string, string> {
  const headers: Record<string, string> = { 'x-total-count': String(total) }
  if (isMore) headers['x-total-relation'] = 'more'
  const link = next && formatNextLink(endpoint, query, next)
  return link ? { ...headers, link } : headers
}

function formatNextLink(endpoint: Pick<Endpoint, 'path'>, query: PageQuery, next: ListCursor): string {
  const { page: _page, ...others } = query
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...others, cursor: formatCursor(next) }))
    if (value !== undefined) parameters.set(name, String(value))
  return `<${listAddresses(endpoint)[0]}?${parameters}>; rel="next"`
}
