import type { ItemKey } from '#shared/marketplaces.ts'
import type { Outbound } from '../outbound.ts'
import { isNotFoundError, SourceError } from '../source-error.ts'
import type { DescribedSource, ReplyCodes } from './described-source.ts'
import { getValueAtPath, isScalar } from './reply-value.ts'
import { createUsedUpError } from './source-quota.ts'

type AskOptions<T> = {
  timeoutMs: number
  signal: AbortSignal
  maxBytes: number
  /** Reads a reply without an error code. Throws a SourceError when it does not have the expected form. */
  read: (reply: unknown) => T
}

/**
 * Requests an item from a source, unless its quota is used up. `walled`: it demands a login. Throws a SourceError when it fails,
 * with status 404 when it has no such item.
 */
export async function askSource<T>(
  outbound: Pick<Outbound, 'call' | 'fetchJson'>,
  source: DescribedSource,
  key: ItemKey,
  { read, ...limits }: AskOptions<T>,
): Promise<T | 'walled'> {
  const { breaker, buildUrl, headers, codes, quota } = source
  quota?.assertLeft()
  const request = async () => {
    quota?.assertLeft() // Other calls may have used it up while this one waited for its turn.
    const reply = await outbound.fetchJson(buildUrl(key), {
      ...limits,
      hosts: 'configured',
      headers: { accept: 'application/json', ...headers },
      onHeaders: quota?.readHeaders,
    })
    const meaning = codes && readMeaning(reply, codes)
    if (meaning === 'walled') return meaning
    if (meaning === 'used-up') quota?.useUp()
    if (meaning !== undefined && meaning !== 'ok') throw createCodeError(meaning)
    return read(reply)
  }
  return outbound.call(breaker, request, isFault)
}

function isFault(error: unknown): boolean {
  const isUsedUp = error instanceof SourceError && error.kind === 'open'
  return !isUsedUp && !isNotFoundError(error)
}

type Meaning = 'ok' | 'not-found' | 'walled' | 'used-up' | 'error'

/** What the codes in a reply mean. A reply without any is read like a successful one. */
function readMeaning(reply: unknown, { codeAt = [], ...lists }: ReplyCodes): Meaning {
  const values = codeAt.map((path) => getValueAtPath(reply, path))
  const codes = values
    .filter((value) => isScalar(value) || typeof value === 'boolean')
    .map((value) => String(value).trim().toLowerCase())
  const isAmong = (list: readonly string[]) => codes.some((code) => list.includes(code))
  if (isAmong(lists.loginCodes)) return 'walled'
  if (isAmong(lists.quotaCodes)) return 'used-up'
  if (isAmong(lists.notFoundCodes)) return 'not-found'
  return codes.length === 0 || isAmong(lists.okCodes) ? 'ok' : 'error'
}

function createCodeError(meaning: 'not-found' | 'used-up' | 'error'): SourceError {
  if (meaning === 'used-up') return createUsedUpError()
  if (meaning === 'not-found') return new SourceError('status', 'The source knows no such item.', 404)
  return new SourceError('bad-body', 'The response is an error message.')
}
