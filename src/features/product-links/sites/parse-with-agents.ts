import type { AgentsContract } from '#features/agents/contract.ts'
import type { ApiClient } from '#shared/contract.ts'
import type { ParsedLink, ParseError } from '../contract.ts'
import { parseLink } from '../parse.ts'

/** Parses a text; the links of agents from the dashboard are looked at only where nothing else is known of a link's host. */
export async function parseWithAgents(send: ApiClient, text: string): Promise<ParsedLink | ParseError> {
  const link = parseLink(text)
  if (link.ok ? link.host === undefined : link.code !== 'OTHER_SITE') return link
  try {
    const { createSiteFinder } = await import('./agent-sites.ts')
    const { data } = await send<AgentsContract['getAgent']>('GET /agent/getAgent', {
      query: { active: 'true' },
    })
    return parseLink(text, createSiteFinder(data))
  } catch {
    return link // without a connection
  }
}
