import type { AgentsContract } from '#features/agents/contract.ts'
import type { ApiClient } from '#shared/contract.ts'
import type { ParsedLink, ParseError, ProductLinksContract, ReadLink } from './contract.ts'
import { readHints } from './hints/read-hints.ts'
import { parseLink } from './parse-link.ts'
import { createSiteFinder } from './sites/agent-template-sites.ts'

/** The state of a field: an item, a parse error, a short link being resolved, or nothing to show. */
export type LinkState = ParsedLink | ParseError | 'resolving' | undefined

/** Parses a text. The server resolves short links; `onResolve` is called first, because that takes a moment. */
export async function resolveLink(send: ApiClient, text: string, onResolve?: () => void): Promise<ReadLink> {
  const link = await parseWithAgents(send, text)
  if (link.ok || link.code !== 'SHORT_LINK') return link
  onResolve?.()
  return resolveOnServer(send, text)
}

/** Loads the dashboard's agents only when the link's host is unknown. */
async function parseWithAgents(send: ApiClient, text: string): Promise<ReadLink> {
  const link = { ...parseLink(text), ...readHints(text) }
  if (link.ok ? link.host === undefined : link.code !== 'OTHER_SITE') return link
  try {
    const query = { active: 'true' } as const
    const { data } = await send<AgentsContract['getAgent']>('GET /agent/getAgent', { query })
    const find = createSiteFinder(data)
    return { ...parseLink(text, find), ...readHints(text, find) }
  } catch {
    return link // there is no connection
  }
}

const pendingLinks = new Map<string, Promise<ReadLink>>()

/** Asks the server to resolve a text with a short link; concurrent calls share one request. */
function resolveOnServer(send: ApiClient, text: string): Promise<ReadLink> {
  const pending =
    pendingLinks.get(text) ?? fetchParsedLink(send, text).finally(() => pendingLinks.delete(text))
  pendingLinks.set(text, pending)
  return pending
}

/** Uses the list call, in which an unrecognized link is a result and not a failed request. */
async function fetchParsedLink(send: ApiClient, text: string): Promise<ReadLink> {
  const body = { texts: [text] }
  const { data } = await send<ProductLinksContract['parseLinks']>('POST /links/parse', { body })
  const [link] = data
  if (!link) throw new Error('The response to POST /links/parse contains no result.')
  return { ...readHints(text), ...link } // a server of an earlier release sends no hints
}
