import { deleteOldRows } from '#db/delete-old-rows.ts'
import { shortLinks } from '#db/schema.ts'
import type { Agent } from '#features/agents/contract.ts'
import type { Platform } from '#platform/platform.ts'
import { createLinkReader } from './link-reader.ts'
import { productLinkHandlers } from './routes.ts'
import { createShortLinks } from './short-links.ts'

type ProductLinksNeeds = {
  agents: { list: (filter?: { active: true }) => Promise<Agent[]> }
  /** Where a short link is requested, for tests. */
  shortLinkAt: ((address: string) => string) | undefined
}

export function createProductLinksFeature(
  { config, db, outbound, log }: Platform,
  { agents, shortLinkAt: addressFor }: ProductLinksNeeds,
) {
  const linkReader = createLinkReader({
    shortLinks: config.shortLinks ? createShortLinks({ db, outbound, log, addressFor }) : undefined,
    listAgents: () => agents.list(),
  })
  return {
    linkReader,
    handlers: productLinkHandlers({ agents, linkReader }),
    hourly: { 'short-links': () => deleteOldRows(db, shortLinks, shortLinks.resolvedAt) },
  }
}
