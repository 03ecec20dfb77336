import type { AgentsContract } from '#features/agents/contract.ts'
import type { ApiClient } from '#shared/contract.ts'
import type { ParsedLink, ParseError, ProductLinksContract } from './contract.ts'
import { parseLink } from './parse.ts'
import { createSiteFinder } from './sites/agent-sites.ts'

/** The state of a field: an item, a parse error, a short link being resolved, or nothing to show. */
export type LinkState = ParsedLink | ParseError | 'following' | undefined

/** Parses a text. The server resolves short links, and `onFollow` is called because that takes a moment. */
export async function resolveLink(
  send: ApiClient,
  text: string,
  onFollow?: () => void,
): Promise<ParsedLink | ParseError> {
  const link = await parseWithAgents(send, text)
  if (link.ok || link.code !== 'SHORT_LINK') return link
  onFollow?.()
  return followShortLink(send, text)
}

/** The links of agents from the dashboard are looked at only where nothing else is known of a link's host. */
async function parseWithAgents(send: ApiClient, text: string): Promise<ParsedLink | ParseError> {
  const link = parseLink(text)
  if (link.ok ? link.host === undefined : link.code !== 'OTHER_SITE') return link
  try {
    const query = { active: 'true' } as const
    const { data } = await send<AgentsContract['getAgent']>('GET /agent/getAgent', { query })
    return parseLink(text, createSiteFinder(data))
  } catch {
    return link // without a connection
  }
}

const pendingLinks = new Map<string, Promise<ParsedLink | ParseError>>()

/** Asks the server to resolve a text with a short link; concurrent calls share one request. */
function followShortLink(send: ApiClient, text: string): Promise<ParsedLink | ParseError> {
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
