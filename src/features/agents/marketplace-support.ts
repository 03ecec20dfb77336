import type { ShopType } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { getBuyLink } from './buy-link.ts'
import type { Agent } from './contract.ts'

/** Whether Buy opens the item: the agent has a valid link template for the marketplace (§5). */
export function supportsMarketplace(agent: Pick<Agent, 'to'>, shopType: ShopType): boolean {
  return getBuyLink(agent, shopType, '1') !== paths.home()
}
