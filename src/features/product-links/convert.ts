import { getBuyLink, type LinkTemplates } from '#features/agents/buy-link.ts'
import type { ShopType } from '#shared/marketplaces.ts'

/** The item's link on every agent, in the order of the list. `url` is null when the agent does not buy there. */
export function convertLink(
  item: { readonly shopType: ShopType; readonly id: string },
  agents: readonly { readonly name: string; readonly to: LinkTemplates }[],
): { agent: string; url: string | null }[] {
  return agents.map((agent) => {
    const url = getBuyLink(agent, item.shopType, item.id)
    return { agent: agent.name, url: url === '/' ? null : url }
  })
}
