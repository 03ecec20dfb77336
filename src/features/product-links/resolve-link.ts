import type { ApiClient } from '#shared/contract.ts'
import type { ParsedLink, ParseError, ProductLinksContract } from './contract.ts'

/** The state of a field: an item, a parse error, a short link being resolved, or nothing to show. */
export type LinkState = ParsedLink | ParseError | 'following' | undefined

/** Parses a text. The server resolves short links, and `onFollow` is called because that takes a moment. */
export async function resolveLink(
  send: ApiClient,
  text: string,
  onFollow?: () => void,
): Promise<ParsedLink | ParseError> {
  // Most pages are left before anything is read.
  const { parseWithAgents } = await import('./sites/parse-with-agents.ts')
  const link = await parseWithAgents(send, text)
  if (link.ok || link.code !== 'SHORT_LINK') return link
  onFollow?.()
  return followShortLink(send, text)
}

const pendingLinks = new Map<string, Promise<ParsedLink | ParseError>>()

/** Asks the server to resolve a text with a short link; concurrent calls share one request. */
export function followShortLink(send: ApiClient, text: string): Promise<ParsedLink | ParseError> {
  const asked = pendingLinks.get(text) ?? fetchParsedLink(send, text).finally(() => pendingLinks.delete(text))
  pendingLinks.set(text, asked)
  return asked
}

/** As a list of one: a link that leads nowhere is an answer of it and no failed request. */
async function fetchParsedLink(send: ApiClient, text: string): Promise<ParsedLink | ParseError> {
  const body = { texts: [text] }
  const { data } = await send<ProductLinksContract['parseLinks']>('POST /links/parse', { body })
  const [link] = data
  if (!link) throw new Error('The answer has no link.')
  return link
}
